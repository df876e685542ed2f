// Forsyth–Edwards notation for draughts: `W:W31,32,K40:BK3`. Reads and refuses what the server
// does, so that a mistake is told while it is being made.

import { canStand, isKing, position, sideOf } from "./position.js";

const LONGEST = 1000;
const SHOWN = 20;

/** Why a text is no position: `code` is a key of the strings under `fen.errors`. */
export class FenError extends Error {
  constructor(code, values = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

const shown = (token) => {
  const characters = [...token];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join("")}…` : token;
};

function squareOf(digits, token, { squares }) {
  const text = digits.trim();
  if (!/^[0-9]+$/.test(text)) throw new FenError("unknownPiece", { token: shown(token) });
  const square = Number(text);
  if (square < 1 || square > squares) throw new FenError("offBoard", { square: shown(text), squares });
  return square;
}

/** The pieces of one token: `31`, `K31`, `31-35`, `K31-K35`. */
function* piecesOf(token, side, variant) {
  const king = /^k/i.test(token);
  const numbers = king ? token.slice(1) : token;
  const dash = numbers.indexOf("-");
  let [first, last] = dash < 0 ? [numbers, numbers] : [numbers.slice(0, dash), numbers.slice(dash + 1).trim()];
  if (king && dash >= 0) last = last.replace(/^k/i, "");
  const from = squareOf(first, token, variant);
  const to = squareOf(last, token, variant);
  if (from > to) throw new FenError("unknownPiece", { token: shown(token) });
  for (let square = from; square <= to; square += 1) yield [square, king ? side : side.toLowerCase()];
}

function counter(text, highest, part) {
  if (!/^[0-9]+$/.test(text) || Number(text) > highest) throw new FenError("counter", { token: shown(part) });
  return Number(text);
}

/** Reads a FEN. Gives the position and the plies that `:H12` puts on the 25-clock, or null. */
export function parseFen(text, variant) {
  if (new TextEncoder().encode(text).length > LONGEST) throw new FenError("tooLong", { longest: LONGEST });
  const [turnText, ...parts] = text.trim().replace(/\.$/, "").split(":").map((part) => part.trim());
  const turn = turnText.toUpperCase();
  if (turn !== "W" && turn !== "B") throw new FenError(turn === "" ? "empty" : "noTurn", { token: shown(turnText) });
  const lists = {};
  let halfmoves = null;
  let moves = null;
  for (const part of parts) {
    const letter = part.charAt(0).toUpperCase();
    const rest = part.slice(1).trim();
    if (letter === "W" || letter === "B") {
      if (letter in lists) throw new FenError("secondList", { side: letter, token: shown(part) });
      lists[letter] = rest;
    } else if (letter === "H" && halfmoves === null) halfmoves = counter(rest, 65535, part);
    else if (letter === "F" && moves === null) moves = counter(rest, 4294967295, part);
    else throw new FenError(letter === "H" || letter === "F" ? "counter" : "unknownPart", { token: shown(part) });
  }
  const pieces = new Map();
  for (const side of ["W", "B"]) {
    if (!(side in lists)) throw new FenError("missingList", { side });
    const tokens = lists[side] === "" ? [] : lists[side].split(",").map((token) => token.trim());
    for (const token of tokens) {
      for (const [square, piece] of piecesOf(token, side, variant)) {
        if (pieces.has(square)) throw new FenError("doubled", { square });
        if (!canStand(variant, piece, square)) throw new FenError("promoted", { square });
        pieces.set(square, piece);
      }
    }
  }
  return { position: position(turn, pieces), halfmoves };
}

/** Writes a position as the server does: White's list first, squares in ascending order. */
export function writeFen({ turn, pieces }) {
  const list = (side) =>
    [...pieces]
      .filter(([, piece]) => sideOf(piece) === side)
      .sort(([a], [b]) => a - b)
      .map(([square, piece]) => (isKing(piece) ? `K${square}` : `${square}`))
      .join(",");
  return `${turn}:W${list("W")}:B${list("B")}`;
}
