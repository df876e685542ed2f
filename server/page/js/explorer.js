// The page of the board: one position, its answer, and everything that changes either.

import { askMainline, askPosition, Latest, pause } from "./api.js";
import { Board } from "./board.js";
import { ClockFields } from "./clockfields.js";
import { CLOCKS, clockProblem } from "./clocks.js";
import { byId, el } from "./dom.js";
import { FenError, parseFen, writeFen } from "./fen.js";
import { Line } from "./line.js";
import { moveGroups } from "./moves.js";
import { numberBefore } from "./numbering.js";
import { seenByMover } from "./outcomes.js";
import { boardPlace, placeAfter, queryOf } from "./place.js";
import { Selection } from "./playing.js";
import { canStand, hasPiece, mirrored, otherSide, position, withPiece, withTurn } from "./position.js";
import { t } from "./strings.js";
import { PLAY, ERASE, Tools } from "./tools.js";
import { VARIANTS } from "./variants.js";
import { failure, verdict, waiting } from "./verdict.js";

/** Milliseconds: while typing the server is not asked at every key; a short wait is not announced;
    a long one is. */
const TYPING = 200;
const SHORT = 150;
const LONG = 4000;

export class Explorer {
  #trail;
  #latest = new Latest();
  #board;
  #tools;
  #clocks;
  #line;
  #place = null;
  #variant = VARIANTS.international;
  #position = position("W");
  #answer = null;
  #error = null;
  #selection = new Selection([]);
  #flipped = false;
  #editing = { tag: null, query: null };
  #timers = [];
  #fenError = null;
  #walksByKeyboard = false;
  /** The reading that the server takes where none is asked for. */
  defaultRules = "fmjd";

  constructor(trail) {
    this.#trail = trail;
    this.#board = new Board(byId("board"), {
      activate: (square) => this.#activate(square),
      drag: (from, to) => this.#dragged(from, to),
      put: (square, piece) => this.#put(square, piece),
      cancel: () => this.#deselect(),
      walk: (delta) => trail.go(delta),
      label: (square, piece) => t("board.square", { square, piece: t(`piece.${piece ?? "none"}`) }),
    });
    this.#tools = new Tools(byId("tools"), () => this.#deselect());
    this.#clocks = new ClockFields(byId("clocks"), (clocks) => this.#typedClocks(clocks));
    this.#line = new Line(byId("line"), { ask: askMainline, goTo: (place, isAhead) => this.#goTo(place, isAhead) });
    byId("position").addEventListener("submit", (event) => event.preventDefault());
    byId("fen").addEventListener("input", () => this.#typedFen());
    for (const radio of document.getElementsByName("turn")) radio.addEventListener("change", () => this.#change(withTurn(this.#position, radio.value), true));
    byId("back").addEventListener("click", () => trail.go(-1));
    byId("forward").addEventListener("click", () => trail.go(1));
    byId("flip").addEventListener("click", () => this.#flip());
    byId("mirror").addEventListener("click", () => this.#change(mirrored(this.#variant, this.#position), true));
    byId("clear").addEventListener("click", () => this.#clear());
  }

  get rules() {
    return this.#place?.rules ?? this.#answer?.rules ?? this.defaultRules;
  }

  /** Goes to where the trail is. */
  show() {
    const place = this.#trail.place;
    const isTyped = this.#editing.query === queryOf(place) && ["fen", "clocks"].includes(this.#editing.tag);
    this.#place = place;
    this.#variant = VARIANTS[place.variant];
    this.#selection = new Selection([]);
    this.#answer = null;
    this.#error = null;
    this.#fenError = null;
    try {
      this.#position = parseFen(place.fen, this.#variant).position;
    } catch (error) {
      if (!(error instanceof FenError)) throw error;
      this.#position = position("W");
      this.#fenError = error;
    }
    const field = byId("fen");
    if (document.activeElement !== field || this.#editing.tag !== "fen") field.value = place.fen;
    this.#tellFen(this.#fenError);
    this.#hint(null);
    this.render();
    this.#look(isTyped ? TYPING : 0);
  }

  hide() {
    this.#latest.stop();
    this.#line.show(null, null);
  }

  /** Draws all anew, as after a change of language. */
  render() {
    this.#tools.render();
    for (const radio of document.getElementsByName("turn")) radio.checked = radio.value === this.#position.turn;
    byId("back").disabled = !this.#trail.canGoBack;
    byId("forward").disabled = !this.#trail.canGoForward;
    byId("flip").setAttribute("aria-pressed", String(this.#flipped));
    byId("keys").replaceChildren(...t("keys.list").flatMap(([key, what]) => [el("dt", {}, key), el("dd", {}, what)]));
    this.#drawTrail();
    this.#drawBoard();
    this.#drawClocks();
    if (this.#fenError !== null) this.#tellFen(this.#fenError);
    this.#drawAnswer();
  }

  /** Asks the server about the place. */
  #look(delay) {
    this.#latest.stop();
    this.#stopTimers();
    const place = this.#place;
    if (this.#wrong !== null) {
      this.#busy(false);
      return;
    }
    this.#busy(true);
    const wait = (after, isSlow) => setTimeout(() => {
      byId("verdict").replaceChildren(...waiting(isSlow));
      byId("moves").replaceChildren();
    }, after);
    this.#timers = [wait(delay + SHORT, false), wait(delay + LONG, true)];
    this.#latest.run(
      async (signal) => {
        if (delay > 0) await pause(delay, signal);
        return askPosition(place, signal);
      },
      (answer) => this.#arrived(answer, null),
      (error) => this.#arrived(error.body.moves ? error.body : null, error),
    );
  }

  #arrived(answer, error) {
    this.#stopTimers();
    this.#busy(false);
    this.#answer = answer;
    this.#error = error;
    this.#selection = new Selection(answer?.moves ?? []);
    this.#hint(null);
    this.#drawBoard();
    this.#drawClocks();
    this.#drawAnswer();
  }

  #busy(isBusy) {
    const answers = document.querySelector(".answers");
    answers.setAttribute("aria-busy", String(isBusy));
    // What stands there belongs to the position before: it must not be clicked.
    byId("moves").inert = isBusy;
  }

  #stopTimers() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }

  /** Why the server need not be asked: a text that says it, or null. */
  get #wrong() {
    const { turn } = this.#position;
    if (this.#fenError !== null) return t("wrong.fen");
    if (hasPiece(this.#position, turn) && !hasPiece(this.#position, otherSide(turn))) return t("errors.bad-position", { other: otherSide(turn) });
    return clockProblem(this.#variant, this.rules, this.#position, this.#place) === null ? null : t("wrong.clocks");
  }

  #drawAnswer() {
    const wrong = this.#wrong;
    if (wrong !== null) {
      this.#line.show(this.#place, null);
      byId("verdict").replaceChildren(el("p", { class: "problem" }, wrong));
      byId("moves").replaceChildren();
      return;
    }
    const isAwaited = this.#error === null && this.#answer === null;
    const known = this.#error === null ? this.#answer : null;
    this.#line.show(this.#place, isAwaited ? undefined : known);
    if (isAwaited) return;
    const content = this.#error === null
      ? verdict(this.#variant, this.#answer)
      : failure(this.#variant, this.#position, this.#error, () => this.show());
    byId("verdict").replaceChildren(...content.filter(Boolean));
    const moves = this.#answer?.moves ?? [];
    byId("moves").replaceChildren(...moveGroups(moves, {
      play: (move, byKeyboard) => {
        this.#walksByKeyboard = byKeyboard;
        this.#play(move);
      },
      point: (move) => this.#board.point(move),
    }));
    if (this.#walksByKeyboard) {
      // Who plays by keyboard goes on where the next move is.
      this.#walksByKeyboard = false;
      if (document.activeElement === document.body) byId("moves").querySelector("button")?.focus({ preventScroll: true });
    }
    if (known && moves.some((move) => move.dtc !== null)) byId("moves").append(el("p", { class: "note" }, t("verdict.note")));
  }

  #drawBoard() {
    const targets = new Map([...this.#selection.targets].map(([square, move]) => [square, seenByMover(move).outcome]));
    this.#board.draw({
      variant: this.#variant,
      flipped: this.#flipped,
      pieces: this.#position.pieces,
      label: t("board.label", { turn: this.#position.turn }),
      marks: {
        selected: this.#selection.from,
        last: this.#place?.marks ?? [],
        targets,
        movable: this.#tools.value === PLAY ? this.#selection.movable : new Set(),
      },
    });
  }

  #drawClocks() {
    this.#clocks.show(this.#variant, this.rules, this.#position, this.#place, this.#answer?.clocks ?? null);
    const problem = this.#fenError === null ? clockProblem(this.#variant, this.rules, this.#position, this.#place) : null;
    this.#clocks.tell(this.#variant, problem);
  }

  #drawTrail() {
    const game = this.#trail.game;
    const trail = byId("trail");
    const hadFocus = trail.contains(document.activeElement);
    trail.hidden = game.length < 2;
    const step = (text, delta, label) =>
      el("button", { type: "button", class: "ply", "aria-current": delta === 0 ? "step" : null, "aria-label": label, onclick: () => this.#trail.go(delta) }, text);
    const items = [el("li", {}, step(t("trail.start"), game[0].delta))];
    // An address may write it small, or after a space.
    const turn = game[0].place.fen?.trim().charAt(0).toUpperCase() ?? "W";
    const number = (index) => numberBefore(index, turn, this.#variant);
    let ply = 0;
    for (const { place, delta } of game.slice(1)) {
      const text = place.moves.map((move, index) => (index === 0 ? move : `${number(ply + index)} ${move}`.trim())).join(" ");
      items.push(el("li", {}, el("span", { class: "ply-number" }, number(ply)), step(text, delta)));
      ply += place.moves.length;
    }
    trail.replaceChildren(el("ol", { class: "score" }, items));
    const here = trail.querySelector("[aria-current]");
    if (hadFocus) here?.focus({ preventScroll: true });
    // Within its own box: the page stays where it is.
    const box = trail.firstElementChild;
    if (here) box.scrollTop = here.offsetTop - box.offsetTop - box.clientHeight / 2;
  }

  // What the user does.

  #activate(square) {
    const tool = this.#tools.value;
    if (tool === PLAY) this.#choose(square);
    else this.#put(square, tool === ERASE || this.#position.pieces.get(square) === tool ? null : tool);
  }

  #choose(square) {
    if (this.#answer === null && this.#error === null && this.#position.pieces.has(square)) {
      this.#hint(t("hint.wait"));
      return;
    }
    this.#take(this.#selection.choose(square, this.#position.pieces.get(square), this.#position.turn));
  }

  #take({ move, hint }) {
    if (move !== undefined) {
      this.#play(move);
      return;
    }
    const key = hint === "mustCapture" && this.#variant.name === "english" ? "mustCaptureAny" : hint;
    this.#hint(key ? t(`hint.${key}`, { turn: this.#position.turn }) : null);
    if (this.#selection.isAmbiguous) this.#offer(this.#selection.candidates);
    this.#drawBoard();
  }

  #dragged(from, to) {
    if (this.#tools.value === PLAY) {
      this.#selection.clear();
      const piece = this.#position.pieces.get(from);
      const begun = this.#selection.choose(from, piece, this.#position.turn);
      this.#take(this.#selection.from === null || to === null ? begun : this.#selection.choose(to, this.#position.pieces.get(to), this.#position.turn));
      return;
    }
    const piece = this.#position.pieces.get(from);
    if (to !== null && !canStand(this.#variant, piece, to)) {
      this.#hint(t("hint.promoted", { square: to }));
      return;
    }
    const without = withPiece(this.#position, from, null);
    this.#setUp(to === null ? without : withPiece(without, to, piece));
  }

  #put(square, piece) {
    if (piece !== null && !canStand(this.#variant, piece, square)) {
      this.#hint(t("hint.promoted", { square }));
      return;
    }
    if ((this.#position.pieces.get(square) ?? null) === piece) return;
    this.#setUp(withPiece(this.#position, square, piece));
  }

  /** Pieces put one after another are one step of the history. */
  #setUp(changed) {
    this.#edit(boardPlace(this.#place.variant, writeFen(changed), { rules: this.#place.rules }), "setup");
  }

  #change(changed, keepsClocks) {
    const clocks = keepsClocks ? this.#place : {};
    this.#trail.push(boardPlace(this.#place.variant, writeFen(changed), { rules: this.#place.rules, clocks }));
  }

  #clear() {
    if (this.#tools.value === PLAY) this.#tools.choose("W");
    this.#change(position(this.#position.turn), false);
  }

  #flip() {
    this.#flipped = !this.#flipped;
    byId("flip").setAttribute("aria-pressed", String(this.#flipped));
    this.#drawBoard();
  }

  #play(move) {
    this.#goTo(placeAfter(this.#place, move));
  }

  /** Goes to a place ahead or behind: along the trail where it lies on it, so that nothing ahead is
      lost. A move that repeats a position is played, not taken back. */
  #goTo(place, isAhead = true) {
    const query = queryOf(place);
    const known = this.#trail.game.find(({ place: other, delta }) => (isAhead ? delta > 0 : delta < 0) && queryOf(other) === query);
    const isOnTrail = known && (!isAhead || known.delta === 1);
    if (isOnTrail) this.#trail.go(known.delta);
    else this.#trail.push(place);
  }

  #deselect() {
    this.#selection.clear();
    this.#hint(null);
    this.#drawBoard();
  }

  /** A change that many keys or clicks make together: one step of the history. */
  #edit(place, tag) {
    const goesOn = this.#editing.tag === tag && this.#editing.query === queryOf(this.#trail.place);
    this.#editing = { tag, query: queryOf(place) };
    if (goesOn) this.#trail.replace(place);
    else this.#trail.push(place);
  }

  #typedFen() {
    const text = byId("fen").value;
    try {
      const { position: read, halfmoves } = parseFen(text, this.#variant);
      this.#tellFen(null);
      const place = boardPlace(this.#place.variant, writeFen(read), { rules: this.#place.rules, clocks: { clock25: halfmoves } });
      if (queryOf(place) !== queryOf(this.#place)) this.#edit(place, "fen");
    } catch (error) {
      if (!(error instanceof FenError)) throw error;
      this.#tellFen(error);
    }
  }

  #tellFen(error) {
    byId("fen").setAttribute("aria-invalid", String(error !== null));
    byId("fen-problem").textContent = error === null ? "" : t(`fen.errors.${error.code}`, error.values);
  }

  #typedClocks(clocks) {
    const problem = clockProblem(this.#variant, this.rules, this.#position, clocks);
    this.#clocks.tell(this.#variant, problem);
    if (problem !== null || CLOCKS.every(([clock]) => clocks[clock] === this.#place[clock])) return;
    this.#edit(boardPlace(this.#place.variant, this.#place.fen, { rules: this.#place.rules, clocks }), "clocks");
  }

  #hint(text) {
    byId("hint").replaceChildren(...(text ? [el("p", {}, text)] : []));
  }

  /** Lets the user choose among captures that share the squares chosen so far. */
  #offer(moves) {
    byId("hint").replaceChildren(
      el("p", {}, t("hint.which")),
      el("div", { class: "offer" },
        moves.map((move) =>
          el("button", { type: "button", class: "choice", "data-move": move.move, onclick: () => this.#play(move), onmouseenter: () => this.#board.point(move), onmouseleave: () => this.#board.point(null), onfocus: () => this.#board.point(move), onblur: () => this.#board.point(null) },
            el("span", {}, move.move), " ", el("small", {}, t("hint.takes", { squares: move.taken })))),
        el("button", { type: "button", class: "plain", onclick: () => this.#deselect() }, t("hint.cancel"))));
  }
}
