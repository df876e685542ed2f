// Who stands where, and who moves. Positions are values: every change makes a new one.

import { isPromotionSquare } from "./variants.js";

/** Letters of pieces: small for a man, capital for a king. */
export const PIECES = ["w", "W", "b", "B"];

export const sideOf = (piece) => piece.toUpperCase();
export const isKing = (piece) => piece === piece.toUpperCase();
export const otherSide = (side) => (side === "W" ? "B" : "W");

/** A position: the side to move, and a map from square to piece. */
export const position = (turn, pieces = new Map()) => ({ turn, pieces });

export const withTurn = ({ pieces }, turn) => position(turn, pieces);

/** Whether the piece may stand there at all. */
export const canStand = (variant, piece, square) =>
  isKing(piece) || !isPromotionSquare(variant, sideOf(piece), square);

/** The position with that piece on a square, or with the square empty (`null`). */
export function withPiece({ turn, pieces }, square, piece) {
  const changed = new Map(pieces);
  if (piece === null) changed.delete(square);
  else changed.set(square, piece);
  return position(turn, changed);
}

/** The same position with colours exchanged: the board turned round, the other side to move. */
export function mirrored({ squares }, { turn, pieces }) {
  const swap = (piece) => (isKing(piece) ? otherSide(piece) : otherSide(sideOf(piece)).toLowerCase());
  const turned = [...pieces].map(([square, piece]) => [squares + 1 - square, swap(piece)]);
  return position(otherSide(turn), new Map(turned));
}

/** Whether a side has anything on the board. */
export const hasPiece = ({ pieces }, side) => [...pieces.values()].some((piece) => sideOf(piece) === side);

/** Kings and men of a side. */
export function count({ pieces }, side) {
  const own = [...pieces.values()].filter((piece) => sideOf(piece) === side);
  const kings = own.filter(isKing).length;
  return { kings, men: own.length - kings };
}
