// All legal moves, grouped by what they do for the side that makes them, best first.

import { el } from "./dom.js";
import { OUTCOMES, seenByMover } from "./outcomes.js";
import { outcomePicture } from "./shapes.js";
import { number, t } from "./strings.js";
import { distancesInWords } from "./verdict.js";

/** A list of moves to click. `heard` has `play(move, byKeyboard)` and `point(move or null)`. */
export function moveGroups(moves, heard) {
  const seen = moves.map((move) => ({ move, ...seenByMover(move) }));
  return [...OUTCOMES, null]
    .map((outcome) => group(outcome, seen.filter((one) => one.outcome === outcome), heard))
    .filter((section) => section !== null);
}

function group(outcome, members, heard) {
  if (members.length === 0) return null;
  const key = outcome ?? "unknown";
  const columns = ["dtc", "dtw"].filter((column) => members.some((one) => one[column] !== null));
  const heading = el("h3", {}, outcomePicture(outcome), el("span", {}, t(`moves.${key}`)), el("span", { class: "count" }, number(members.length)));
  const head =
    columns.length > 0 &&
    el("div", { class: "head", "aria-hidden": "true" }, el("span", {}, t("moves.move")), columns.map((column) => el("span", {}, t(`moves.${column}`))));
  const list = el("ul", { class: columns.length > 0 ? "rows" : "chips" }, members.map((one) => el("li", {}, button(one, key, columns, heard))));
  return el("section", { class: `group ${key} columns-${columns.length}`, "aria-label": t(`moves.${key}`) }, heading, head, list);
}

function button({ move, dtc, dtw }, key, columns, heard) {
  const values = { dtc, dtw };
  const name = t("moves.name", { move: move.move, outcome: t(`outcome.${key}`), parts: distancesInWords(values) });
  return el(
    "button",
    {
      type: "button",
      class: "move",
      "aria-label": name,
      "data-move": move.move,
      // A click without a pointer comes from the keyboard.
      onclick: (event) => heard.play(move, event.detail === 0),
      onmouseenter: () => heard.point(move),
      onmouseleave: () => heard.point(null),
      onfocus: () => heard.point(move),
      onblur: () => heard.point(null),
    },
    el("span", { class: "name" }, move.move),
    columns.map((column) => el("span", { class: "distance" }, values[column] === null ? "–" : number(values[column]))),
  );
}
