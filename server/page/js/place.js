// A place is what the address of the page names: a position to look at, or a page of the tables.
// Its query has the names of the server's own parameters.

import { CLOCKS } from "./clocks.js";
import { FenError, parseFen, writeFen } from "./fen.js";
import { VARIANTS } from "./variants.js";

const RULES = ["fmjd", "lidraughts"];

/** A position to look at. Clocks that are null stand where the rules say; so does `rules`.
    `moves` are those played to come here from the place before. */
export const boardPlace = (variant, fen, { rules = null, clocks = {}, moves = [], marks = [] } = {}) => ({
  view: "board",
  variant,
  fen,
  rules,
  ...Object.fromEntries(CLOCKS.map(([clock]) => [clock, clocks[clock] ?? null])),
  moves,
  /** Squares of the last move, to be shown. */
  marks,
});

/** The page of a material, or with null the list of all. */
export const tablesPlace = (variant, material = null) => ({ view: "tables", variant, material });

/** The place with the position that a move of the server's leads to. */
export const placeAfter = (place, move, moves = [move.move]) =>
  boardPlace(place.variant, move.fen, {
    rules: place.rules,
    clocks: Object.fromEntries(CLOCKS.map(([clock, short]) => [clock, move.clocks[short]])),
    moves,
    marks: move.path,
  });

/** The parameters of a question to the server about a position. */
export function questionOf(place) {
  const question = { fen: place.fen };
  for (const [clock] of CLOCKS) if (place[clock] !== null) question[clock] = String(place[clock]);
  if (place.rules !== null) question.rules = place.rules;
  return question;
}

/** The query that names a place. Readable: what need not be escaped in a query is not. */
export function queryOf(place) {
  const parameters =
    place.view === "tables"
      ? { view: "tables", variant: place.variant, ...(place.material && { material: place.material }) }
      : { variant: place.variant, ...questionOf(place) };
  const text = Object.entries(parameters).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replace(/%3A/g, ":").replace(/%2C/g, ",")}`,
  );
  return `?${text.join("&")}`;
}

const digits = (text) => (text !== null && /^[0-9]{1,5}$/.test(text) ? Number(text) : null);

/** A FEN without the counters it may end in, and the plies that its `:H` puts on the 25-clock. One
    that cannot be read stays as it is, to be told of. */
function withoutCounters(fen, variant) {
  try {
    const { position, halfmoves } = parseFen(fen, variant);
    return halfmoves === null ? { fen, halfmoves } : { fen: writeFen(position), halfmoves };
  } catch (error) {
    if (!(error instanceof FenError)) throw error;
    return { fen, halfmoves: null };
  }
}

/** The place that a query names; what it leaves open comes from the defaults. */
export function placeOf(search, defaults) {
  const query = new URLSearchParams(search);
  const named = query.get("variant") === "standard" ? "international" : query.get("variant");
  const variant = Object.hasOwn(VARIANTS, named ?? "") ? named : defaults.variant;
  if (query.get("view") === "tables") return tablesPlace(variant, query.get("material"));
  const rules = RULES.includes(query.get("rules")) && variant === "international" ? query.get("rules") : null;
  const { fen, halfmoves } = withoutCounters(query.get("fen") ?? VARIANTS[variant].example, VARIANTS[variant]);
  // A clock that the game does not have would have no field to be taken away in.
  const has = ([clock]) => VARIANTS[variant].limits[clock] !== null;
  const clocks = Object.fromEntries(CLOCKS.filter(has).map(([clock]) => [clock, digits(query.get(clock))]));
  // The server, too, takes the clock that is given by itself before the FEN's.
  clocks.clock25 ??= halfmoves;
  return boardPlace(variant, fen, { rules, clocks });
}
