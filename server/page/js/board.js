// The board: draws a position and its marks, and tells what squares the user means. It knows
// neither rules nor modes.

import { svg } from "./dom.js";
import { outcomeMark, pieceShape } from "./shapes.js";
import { cell } from "./variants.js";

/** How far a pointer goes before it drags, in pixels. */
const DRAG = 6;
const PIECE_KEYS = ["w", "W", "b", "B"];

export class Board {
  #root;
  #heard;
  #variant = null;
  #flipped = false;
  #pieces = new Map();
  #cells = new Map();
  #layers = {};
  #focused = 1;
  #drag = null;

  /** `heard` has `activate(square)`, `drag(from, to or null)`, `put(square, piece or null)`,
      `cancel()`, `walk(delta)` and `label(square, piece)`. */
  constructor(root, heard) {
    this.#root = root;
    this.#heard = heard;
    root.setAttribute("role", "grid");
    root.setAttribute("aria-describedby", "board-help");
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", (event) => this.#hold(Number(event.target.dataset?.square)));
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#release(event));
    root.addEventListener("pointercancel", () => this.#drop());
  }

  /** Shows a position. `marks`: `selected` square, `last` squares, `targets` (square to outcome),
      `movable` squares. */
  draw({ variant, flipped, pieces, marks, label }) {
    if (this.#variant !== variant || this.#flipped !== flipped) this.#lay(variant, flipped);
    this.#pieces = pieces;
    this.#root.setAttribute("aria-label", label);
    for (const [square, { group }] of this.#cells) {
      const state = { occupied: pieces.has(square), last: marks.last.includes(square), selected: marks.selected === square, movable: marks.movable.has(square), target: marks.targets.has(square) };
      group.setAttribute("class", ["cell", ...Object.keys(state).filter((name) => state[name])].join(" "));
      group.setAttribute("aria-label", this.#heard.label(square, pieces.get(square)));
      group.setAttribute("aria-selected", String(state.selected));
    }
    this.#layers.pieces.replaceChildren(...[...pieces].map(([square, piece]) => {
      const shape = pieceShape(piece);
      shape.dataset.square = square;
      return this.#at(square, shape);
    }));
    this.#layers.targets.replaceChildren(...[...marks.targets].map(([square, outcome]) =>
      this.#at(square, svg("g", {}, outcomeMark(outcome, { transform: "scale(.17)" })))));
    this.point(null);
  }

  /** Points out a move: its way, and crosses on what it takes. */
  point(move) {
    const drawn = [];
    if (move !== null) {
      const way = move.path.map((square) => this.#centre(square));
      const [before, end] = way.slice(-2);
      const angle = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
      drawn.push(svg("polyline", { points: way.map(({ x, y }) => `${x},${y}`).join(" "), class: "way" }));
      drawn.push(svg("path", { d: "M.12 0-.18-.17-.18.17z", class: "tip", transform: `translate(${end.x} ${end.y}) rotate(${angle})` }));
      for (const square of move.taken) drawn.push(this.#at(square, svg("path", { d: "M-.2-.2.2.2M.2-.2-.2.2", class: "taken" })));
    }
    this.#layers.way.replaceChildren(...drawn);
  }

  focus(square = this.#focused) {
    this.#cells.get(square)?.group.focus();
  }

  #lay(variant, flipped) {
    const hadFocus = this.#root.contains(document.activeElement);
    this.#variant = variant;
    this.#flipped = flipped;
    this.#cells.clear();
    this.#focused = Math.min(this.#focused, variant.squares);
    this.#root.setAttribute("viewBox", `0 0 ${variant.size} ${variant.size}`);
    const rows = [];
    for (let row = 0; row < variant.size; row += 1) {
      const squares = Array.from({ length: variant.row }, (_, index) => row * variant.row + index + 1);
      if (flipped) squares.reverse();
      rows.push(svg("g", { role: "row" }, squares.map((square) => this.#makeCell(square))));
    }
    if (flipped) rows.reverse();
    for (const name of ["pieces", "targets", "way"]) this.#layers[name] = svg("g", { class: name, "aria-hidden": "true" });
    const ground = svg("rect", { width: variant.size, height: variant.size, class: "light" });
    this.#root.replaceChildren(ground, ...rows, ...Object.values(this.#layers));
    if (hadFocus) this.focus();
  }

  #makeCell(square) {
    const { x, y } = this.#centre(square);
    const group = svg("g", { role: "gridcell", "data-square": square, tabindex: square === this.#focused ? 0 : -1 },
      svg("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, class: "dark" }),
      svg("text", { x: x - 0.47, y: y - 0.3, class: "number", "aria-hidden": "true" }, String(square)),
      svg("rect", { x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92, class: "focus" }));
    this.#cells.set(square, { group });
    return group;
  }

  #centre(square) {
    const { row, column } = cell(this.#variant, square);
    const last = this.#variant.size - 1;
    return this.#flipped ? { x: last - column + 0.5, y: last - row + 0.5 } : { x: column + 0.5, y: row + 0.5 };
  }

  #at(square, shape) {
    const { x, y } = this.#centre(square);
    shape.setAttribute("transform", `translate(${x} ${y})`);
    return shape;
  }

  /** Makes a square the one that Tab comes to. */
  #hold(square) {
    if (!this.#cells.has(square) || square === this.#focused) return;
    this.#cells.get(this.#focused)?.group.setAttribute("tabindex", "-1");
    this.#cells.get(square).group.setAttribute("tabindex", "0");
    this.#focused = square;
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const square = this.#focused;
    const turn = this.#flipped ? -1 : 1;
    const { row, squares } = this.#variant;
    const steps = { ArrowLeft: -turn, ArrowRight: turn, ArrowUp: -turn * row, ArrowDown: turn * row };
    if (event.key in steps) {
      const to = square + steps[event.key];
      if (to >= 1 && to <= squares) this.focus(to);
    } else if (event.key === "Home") this.focus(this.#flipped ? squares : 1);
    else if (event.key === "End") this.focus(this.#flipped ? 1 : squares);
    else if (event.key === "Enter" || event.key === " ") this.#heard.activate(square);
    else if (event.key === "Delete" || event.key === "Backspace") this.#heard.put(square, null);
    else if (PIECE_KEYS.includes(event.key)) this.#heard.put(square, event.key);
    else if (event.key === "Escape") this.#heard.cancel();
    else if (event.key === "PageUp") this.#heard.walk(-1);
    else if (event.key === "PageDown") this.#heard.walk(1);
    else return;
    event.preventDefault();
  }

  #squareAt(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const found = under?.closest?.("[role=gridcell]");
    return found && this.#root.contains(found) ? Number(found.dataset.square) : null;
  }

  #press(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const square = this.#squareAt(event);
    if (square === null) return;
    event.preventDefault();
    this.focus(square);
    this.#root.setPointerCapture?.(event.pointerId);
    this.#drag = { square, x: event.clientX, y: event.clientY, moving: false };
  }

  #move(event) {
    const drag = this.#drag;
    if (drag === null || !this.#pieces.has(drag.square)) return;
    if (!drag.moving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#root.getScreenCTM().inverse());
    const piece = this.#layers.pieces.querySelector(`[data-square="${drag.square}"]`);
    if (!drag.moving) {
      drag.moving = true;
      this.#layers.pieces.append(piece);
    }
    piece?.setAttribute("transform", `translate(${point.x} ${point.y})`);
  }

  #release(event) {
    const drag = this.#drag;
    this.#drop();
    if (drag === null) return;
    const square = this.#squareAt(event);
    if (!drag.moving) {
      if (square === drag.square) this.#heard.activate(square);
    } else if (square !== drag.square) {
      const box = this.#root.getBoundingClientRect();
      const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
      // A light square is no place for a piece: it goes back. Off the board it is taken away.
      if (square !== null || !inside) this.#heard.drag(drag.square, square);
    }
  }

  /** Ends a drag; the piece goes back to where it stands. */
  #drop() {
    const drag = this.#drag;
    this.#drag = null;
    const piece = drag?.moving && this.#layers.pieces.querySelector(`[data-square="${drag.square}"]`);
    if (piece) this.#at(drag.square, piece);
  }
}
