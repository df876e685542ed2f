// The draw clocks of a position that is set up: which can run, and which no game can reach. The
// server has the last word; here a wrong number is told while it is typed.

import { count } from "./position.js";

/** The clocks, by the names that the server gives them in a question and in an answer. */
export const CLOCKS = [
  ["clock25", "c25"],
  ["clock16", "c16"],
  ["clock5", "c5"],
];

/** What a lone king faces: `five`, `sixteen`, `man`, `twoMen`, or null for all other material. */
export function loneKing(position) {
  for (const [lone, other] of ["WB", "BW"]) {
    const alone = count(position, lone);
    if (alone.kings !== 1 || alone.men !== 0) continue;
    const { kings, men } = count(position, other);
    const kind = { "1,0": "five", "2,0": "five", "1,1": "five", "3,0": "sixteen", "2,1": "sixteen", "1,2": "sixteen", "0,1": "man", "0,2": "twoMen" };
    if (`${kings},${men}` in kind) return kind[`${kings},${men}`];
  }
  return null;
}

/** Whether a clock can run with this material. */
export function canRun(variant, rules, position, clock) {
  if (variant.limits[clock] === null) return false;
  if (clock === "clock25") return true;
  const kind = loneKing(position);
  if (clock === "clock5") return kind === "five" || kind === "man";
  return rules === "lidraughts" ? kind === "sixteen" : kind !== null;
}

/** What is wrong with clocks (plies, or null for one not given): a key under `clocks.errors` with
    its values, or null. */
export function clockProblem(variant, rules, position, clocks) {
  const kind = variant.limits.clock16 === null ? null : loneKing(position);
  const standing = { clock25: clocks.clock25 ?? 0 };
  for (const [clock] of CLOCKS) {
    const limit = variant.limits[clock];
    const given = clocks[clock] ?? null;
    if (given !== null) {
      if (!Number.isInteger(given) || given < 0) return { code: "number", values: { clock } };
      if (!canRun(variant, rules, position, clock)) {
        if (clock === "clock16" && rules === "lidraughts") continue;
        return { code: "material", values: { clock } };
      }
      if (given > limit) return { code: "limit", values: { clock, limit } };
      standing[clock] = given;
    } else if ((clock === "clock16" && kind === "sixteen") || (clock === "clock5" && kind === "five")) {
      if (standing.clock25 > limit) return { code: "implied", values: { clock, limit } };
      standing[clock] = standing.clock25;
    }
  }
  for (const [clock, other] of [["clock16", "clock25"], ["clock5", "clock25"], ["clock16", "clock5"]]) {
    if (clock in standing && other in standing && standing[clock] < standing[other]) {
      return { code: "behind", values: { clock, other, plies: standing[other] } };
    }
  }
  return null;
}
