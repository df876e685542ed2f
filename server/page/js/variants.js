// What the page must know of each game: the board, the limits, a position to begin with.

const variant = (name, row, first, limits, example) => ({
  name,
  /** Dark squares in a row, and rows. */
  row,
  size: 2 * row,
  squares: 2 * row * row,
  /** The side that begins a game. */
  first,
  /** Draw limits in plies; null where the game has none. */
  limits,
  /** What the page shows when no position is asked for. */
  example,
});

export const VARIANTS = {
  international: variant("international", 5, "W", { clock25: 50, clock16: 32, clock5: 10 }, "W:W50,K12,K40:BK11"),
  brazilian: variant("brazilian", 4, "W", { clock25: 40, clock16: null, clock5: null }, "W:WK3,K30,K32:BK6"),
  english: variant("english", 4, "B", { clock25: 80, clock16: null, clock5: null }, "B:WK12:BK18,K23"),
};

/** Row and column of a square, from 0, seen from White's side. */
export function cell({ row: inRow }, square) {
  const row = Math.floor((square - 1) / inRow);
  const column = 2 * ((square - 1) % inRow) + (row % 2 === 0 ? 1 : 0);
  return { row, column };
}

/** Whether a man of that side would be on the row where it becomes a king. */
export function isPromotionSquare({ row, squares }, side, square) {
  return side === "W" ? square <= row : square > squares - row;
}
