// Moves in a row, numbered as in a game score: `1. 47-38 3-9 2. …`.

/** The number to write before the ply at `index` (from 0) of a row that begins with `turn`, or "".
    A number stands for a move of each side, that of the game's `first` side before the other's. */
export function numberBefore(index, turn, { first }) {
  const ply = index + (turn === first ? 0 : 1);
  if (ply % 2 === 0) return `${ply / 2 + 1}.`;
  return index === 0 ? "1. …" : "";
}
