// The five outcomes, best first for the side to move, and what one side's is for the other.

export const OUTCOMES = ["win", "cursed-win", "draw", "blessed-loss", "loss"];

/** The outcome seen by the opponent. */
export const forOpponent = (outcome) => OUTCOMES[OUTCOMES.length - 1 - OUTCOMES.indexOf(outcome)];

/** A move as the side that makes it sees it: the outcome, and the plies counted from its own move.
    Without a value the outcome is null. */
export function seenByMover(move) {
  if (move.category === undefined) return { outcome: null, dtc: null, dtw: null };
  const after = (plies) => (plies === null || plies === undefined ? null : plies + 1);
  return {
    outcome: forOpponent(move.category),
    dtc: move.dtc === null ? null : move.conversion ? 1 : after(move.dtc),
    dtw: after(move.dtw),
  };
}
