// Playing on the board: which move do the squares mean that were chosen so far?

/** Why a square cannot begin a move: keys under `hint`. */
function refusal(moves, square, piece, turn) {
  if (piece === undefined) return null;
  if (piece.toUpperCase() !== turn) return "notYours";
  if (moves.length === 0) return null;
  return moves[0].taken.length > 0 ? "mustCapture" : "cannotMove";
}

/** Whether a move lands on all those squares: the end may be chosen first, then the way. */
function passes(move, squares) {
  const landings = move.path.slice(1);
  return squares.every((square) => landings.includes(square));
}

export class Selection {
  from = null;
  #via = [];
  #moves;

  /** `moves` are the server's, all legal ones. */
  constructor(moves) {
    this.#moves = moves;
  }

  /** Moves that are still meant. */
  get candidates() {
    if (this.from === null) return [];
    return this.#moves.filter((move) => move.from === this.from && passes(move, this.#via));
  }

  /** Whether squares were chosen that leave more than one move. */
  get isAmbiguous() {
    return this.#via.length > 0;
  }

  /** Squares that begin a move. */
  get movable() {
    return new Set(this.#moves.map((move) => move.from));
  }

  /** Squares where a move may end, with the move that ends there and is best for the mover. */
  get targets() {
    const targets = new Map();
    for (const move of this.candidates) if (!targets.has(move.to)) targets.set(move.to, move);
    return targets;
  }

  clear() {
    this.from = null;
    this.#via = [];
  }

  /** Takes a square. Gives `{ move }` when it decides, else `{ hint }` (a key or null). */
  choose(square, piece, turn) {
    if (this.from !== null) {
      const meant = this.candidates.filter((move) => passes(move, [...this.#via, square]));
      if (meant.length === 1) return { move: meant[0] };
      if (meant.length > 1) {
        this.#via.push(square);
        return { hint: null };
      }
      const again = square === this.from;
      this.clear();
      if (again) return { hint: null };
    }
    if (this.#moves.some((move) => move.from === square)) {
      this.from = square;
      return { hint: null };
    }
    return { hint: refusal(this.#moves, square, piece, turn) };
  }
}
