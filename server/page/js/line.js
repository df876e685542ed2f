// Best play of both sides to the end, to be walked through move by move.

import { Latest } from "./api.js";
import { el, icon } from "./dom.js";
import { overInWords } from "./limits.js";
import { numberBefore } from "./numbering.js";
import { placeAfter, queryOf } from "./place.js";
import { t } from "./strings.js";
import { failureInWords } from "./verdict.js";
import { VARIANTS } from "./variants.js";

/** Milliseconds that a move stays on the board while the line is played out. */
const BEAT = 900;

export class Line {
  #root;
  #heard;
  #latest = new Latest();
  #line = null;
  #error = null;
  #isBusy = false;
  #timer = null;
  #place = null;
  #answer = null;

  /** `heard` has `ask(place, signal)` and `goTo(place, isAhead)`. */
  constructor(root, heard) {
    this.#root = root;
    this.#heard = heard;
  }

  /** Shows the line of a place, with the answer about it: null if there is none, undefined while
      it is waited for. */
  show(place, answer) {
    const query = place === null ? null : queryOf(place);
    const isElsewhere = this.#line === null || this.#indexOf(query) < 0;
    if (isElsewhere && query !== (this.#place && queryOf(this.#place))) this.#forget();
    this.#place = place;
    // What stood there a moment ago may stand until it is known what comes.
    if (answer === undefined && this.#line === null) return;
    this.#answer = answer ?? null;
    this.render();
  }

  /** Draws all anew; a button that had the focus keeps it. */
  render() {
    const focused = this.#root.contains(document.activeElement) ? document.activeElement.id : "";
    this.#root.replaceChildren(...this.#content().filter(Boolean));
    if (focused !== "") document.getElementById(focused)?.focus({ preventScroll: true });
  }

  #indexOf(query) {
    return this.#line === null ? -1 : this.#line.places.findIndex((place) => queryOf(place) === query);
  }

  #forget() {
    this.#latest.stop();
    this.#pause();
    this.#line = null;
    this.#error = null;
    this.#isBusy = false;
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #ask() {
    const start = this.#place;
    this.#isBusy = true;
    this.#error = null;
    this.render();
    this.#latest.run(
      (signal) => this.#heard.ask(start, signal),
      (answer) => {
        const places = [start];
        for (const move of answer.mainline) places.push(placeAfter(places.at(-1), move));
        this.#isBusy = false;
        this.#line = { answer, places };
        this.render();
        this.#root.querySelector("button:not([disabled])")?.focus({ preventScroll: true });
      },
      (error) => {
        this.#isBusy = false;
        this.#error = error;
        this.render();
      },
    );
  }

  #go(index) {
    const at = this.#indexOf(queryOf(this.#place));
    const moves = this.#line.answer.mainline.slice(at, index).map((move) => move.move);
    const isAhead = index > at;
    this.#heard.goTo({ ...this.#line.places[index], moves: isAhead ? moves : [] }, isAhead);
  }

  #togglePlay() {
    if (this.#timer !== null) {
      this.#pause();
      this.render();
      return;
    }
    const step = () => {
      const at = this.#indexOf(queryOf(this.#place));
      const last = this.#line.places.length - 1;
      if (at + 1 >= last) this.#pause();
      if (at < last) this.#go(at + 1);
    };
    this.#timer = setInterval(step, BEAT);
    step();
    this.render();
  }

  #content() {
    if (this.#place === null) return [];
    const title = el("h3", {}, t("line.title"));
    if (this.#line !== null) return [title, ...this.#walk()];
    if (this.#answer === null || this.#answer.over || this.#answer.moves.length === 0) return [];
    if (this.#answer.category === "draw") return [title, el("p", { class: "note" }, t("line.none"))];
    return [
      title,
      el("button", { type: "button", id: "line-show", class: "wide", disabled: this.#isBusy, onclick: () => this.#ask() }, t(this.#isBusy ? "answer.busy" : "line.show")),
      this.#error && el("p", { class: "problem", role: "alert" }, failureInWords(this.#error)),
    ];
  }

  #walk() {
    const { answer, places } = this.#line;
    const at = this.#indexOf(queryOf(this.#place));
    const isLast = at === places.length - 1;
    const isPlaying = this.#timer !== null;
    const buttons = el("div", { class: "line-buttons" },
      el("button", { type: "button", id: "line-step", disabled: isLast, onclick: () => this.#go(at + 1) }, icon("step"), t("line.step")),
      el("button", { type: "button", id: "line-play", disabled: isLast && !isPlaying, onclick: () => this.#togglePlay() }, icon(isPlaying ? "pause" : "play"), t(isPlaying ? "line.pause" : "line.play")));
    const turn = answer.fen.charAt(0);
    const variant = VARIANTS[this.#place.variant];
    const plies = answer.mainline.map((move, index) =>
      el("li", {},
        el("span", { class: "ply-number" }, numberBefore(index, turn, variant)),
        el("button", { type: "button", class: "ply", id: `line-ply-${index + 1}`, "aria-current": index + 1 === at ? "step" : null, "aria-label": t("line.ply", { move: move.move, ply: index + 1 }), onclick: () => this.#go(index + 1) }, move.move)));
    return [buttons, el("ol", { class: "score", "aria-label": t("line.label") }, plies), el("p", { class: "note" }, this.#endInWords())];
  }

  #endInWords() {
    const { answer } = this.#line;
    const last = answer.mainline.at(-1)?.fen ?? answer.fen;
    const variant = VARIANTS[this.#place.variant];
    const end = answer.end === "threefold" ? t("over.threefold") : answer.end ? overInWords(variant, answer.end, last.charAt(0)) : "";
    return end && `${end}.`;
  }
}
