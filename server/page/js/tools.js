// The palette: what a click or tap on the board does.

import { el, svg } from "./dom.js";
import { PIECES } from "./position.js";
import { piecePicture } from "./shapes.js";
import { t } from "./strings.js";

export const PLAY = "play";
export const ERASE = "erase";
const TOOLS = [PLAY, ...PIECES, ERASE];

const picture = (d) =>
  svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" }, svg("path", { d }));

const PICTURES = {
  [PLAY]: () => picture("M5 19L18 6M18 6h-7M18 6v7"),
  [ERASE]: () => picture("M5 15l8-8 6 6-6 6H8zM10 10l6 6M4 21h16"),
};

export class Tools {
  #root;
  #chosen;
  value = PLAY;

  /** `chosen` is called when the user takes another tool. */
  constructor(root, chosen) {
    this.#root = root;
    this.#chosen = chosen;
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  render() {
    const name = (tool) => (PIECES.includes(tool) ? t(`piece.${tool}`) : t(`tools.${tool}`));
    this.#root.replaceChildren(...TOOLS.map((tool) =>
      el("button", { type: "button", role: "radio", class: "tool", "data-tool": tool, "aria-checked": String(tool === this.value), tabindex: tool === this.value ? 0 : -1, "aria-label": name(tool), title: name(tool), onclick: () => this.choose(tool) },
        PIECES.includes(tool) ? piecePicture(tool) : PICTURES[tool](),
        PIECES.includes(tool) ? null : el("span", { "aria-hidden": "true" }, name(tool)))));
  }

  choose(tool) {
    this.value = tool;
    const hadFocus = this.#root.contains(document.activeElement);
    this.render();
    if (hadFocus) this.#root.querySelector("[aria-checked=true]").focus();
    this.#chosen();
  }

  /** As in every group of radio buttons, arrows walk and choose. */
  #key(event) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = TOOLS.indexOf(this.value);
    this.choose(TOOLS[(at + step + TOOLS.length) % TOOLS.length]);
  }
}
