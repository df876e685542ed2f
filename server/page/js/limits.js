// How limits and clocks are named: after their moves, which are half their plies.

import { t } from "./strings.js";

/** The moves by each player of a draw limit. */
export const movesOf = (variant, clock) => variant.limits[clock] / 2;

export const clockName = (variant, clock) => t("clocks.clock", { clock, moves: movesOf(variant, clock) });

/** How a game is over, in words. `how` is the server's, `turn` the side to move then. */
export function overInWords(variant, how, turn) {
  const other = turn === "W" ? "B" : "W";
  const clock = `clock${how}`;
  if (Object.hasOwn(variant.limits, clock)) return t("over.limit", { moves: movesOf(variant, clock) });
  return t(`over.${how}`, { turn, other });
}
