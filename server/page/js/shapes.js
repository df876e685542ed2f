// What is drawn: pieces, and a shape for each outcome, so that nothing is told by colour alone.

import { svg } from "./dom.js";
import { isKing, sideOf } from "./position.js";

const OUTLINES = {
  win: "M0-.85.95.75H-.95z",
  "cursed-win": "M0-.85.95.75H-.95z",
  draw: "M-.75-.5H.75V-.12H-.75zM-.75.12H.75V.5H-.75z",
  "blessed-loss": "M0 .85.95-.75H-.95z",
  loss: "M0 .85.95-.75H-.95z",
  unknown: "M0-.6A.6.6 0 1 1 0 .6 .6.6 0 1 1 0-.6z",
};

/** The mark of an outcome about the origin, one unit high on each side: a triangle up wins, one
    down loses, hollow where a draw limit comes first, two bars for a draw, a dot if unknown. */
export const outcomeMark = (outcome, attributes = {}) =>
  svg("path", { d: OUTLINES[outcome ?? "unknown"], class: `mark ${outcome ?? "unknown"}`, ...attributes });

/** The same as a picture among words. */
export const outcomePicture = (outcome) =>
  svg("svg", { viewBox: "-1.2 -1.2 2.4 2.4", class: "shape", "aria-hidden": "true", focusable: "false" }, outcomeMark(outcome));

/** A piece about the origin; a square is one unit wide. A king is two discs and bears a crown. */
export function pieceShape(piece) {
  const side = sideOf(piece) === "W" ? "white" : "black";
  const group = svg("g", { class: `piece ${side}` });
  if (!isKing(piece)) {
    group.append(svg("circle", { r: 0.34 }), svg("circle", { r: 0.22, class: "ring" }));
    return group;
  }
  group.append(
    svg("circle", { r: 0.34, cy: 0.1 }),
    svg("circle", { r: 0.34, cy: -0.01 }),
    svg("path", { d: "M-.19.13-.24-.13-.1-.02 0-.2.1-.02.24-.13.19.13z", class: "crown" }),
  );
  return group;
}

/** A piece as a picture on a button. */
export const piecePicture = (piece) =>
  svg("svg", { viewBox: "-.5 -.5 1 1", class: "piece-picture", "aria-hidden": "true", focusable: "false" }, pieceShape(piece));
