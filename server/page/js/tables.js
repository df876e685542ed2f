// The page of the tables: a list of all materials, and for one of them counts, distances and the
// positions that take longest.

import { askMaterial, askTables, Latest } from "./api.js";
import { chart } from "./chart.js";
import { byId, el } from "./dom.js";
import { materialInWords, readMaterial } from "./materials.js";
import { OUTCOMES } from "./outcomes.js";
import { boardPlace, queryOf, tablesPlace } from "./place.js";
import { outcomePicture } from "./shapes.js";
import { language, number, t } from "./strings.js";
import { failure, waiting } from "./verdict.js";
import { position } from "./position.js";
import { VARIANTS } from "./variants.js";

const UNITS = ["B", "kB", "MB", "GB"];

function size(bytes) {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  const text = new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(value);
  return `${text}\u00a0${t(`tables.bytes.${UNITS[unit]}`)}`;
}

/** A share; one too small to be told from nothing is said to be small. */
function percent(part, whole) {
  const format = new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 2 });
  if (whole === 0) return "–";
  return part > 0 && part / whole < 0.00005 ? `< ${format.format(0.0001)}` : format.format(part / whole);
}

export class Tables {
  #root;
  #go;
  #list = new Latest();
  #one = new Latest();
  #place = null;
  #shown = { list: null, one: null };

  /** `go` is called with the place that a link leads to. */
  constructor(root, go) {
    this.#root = root;
    this.#go = go;
    let width = window.innerWidth;
    window.addEventListener("resize", () => {
      if (width === window.innerWidth || root.hidden) return;
      width = window.innerWidth;
      this.#render();
    });
  }

  show(place) {
    this.#place = place;
    this.#shown.one = null;
    this.#render();
    const keep = (name) => (value) => {
      this.#shown[name] = { value };
      this.#render();
    };
    const fail = (name) => (error) => {
      this.#shown[name] = { error };
      this.#render();
    };
    this.#list.run(askTables, keep("list"), fail("list"));
    if (place.material === null) this.#one.stop();
    else this.#one.run((signal) => askMaterial(place.variant, place.material, signal), keep("one"), fail("one"));
  }

  hide() {
    this.#list.stop();
    this.#one.stop();
    this.#tell("");
  }

  /** Draws all anew; a link that had the focus keeps it. */
  #render() {
    const focused = this.#root.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    const children = [el("section", { class: "materials", "aria-label": t("tables.list") }, this.#materials())];
    // What was asked for comes first: on a phone the list is below it.
    if (this.#place.material !== null) children.unshift(el("section", { class: "material" }, this.#material()));
    this.#root.replaceChildren(...children);
    this.#root.classList.toggle("with-material", this.#place.material !== null);
    this.#tell(this.#news());
    if (focused !== null) [...this.#root.querySelectorAll("a")].find((a) => a.getAttribute("href") === focused)?.focus({ preventScroll: true });
  }

  /** What has come since it was asked for, in a few words; nothing while it is waited for. */
  #news() {
    const { material } = this.#place;
    const asked = material === null ? this.#shown.list : this.#shown.one;
    if (asked === null) return "";
    if (asked.error) return this.#failed(asked.error)[0].textContent;
    return material === null ? t("tables.title") : materialInWords(asked.value.slice);
  }

  /** Says it to who cannot see the page. The line outlasts what is drawn: only a change is heard. */
  #tell(text) {
    const line = byId("status");
    if (line.textContent !== text) line.textContent = text;
  }

  #link(place, attributes, ...children) {
    const follow = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#go(place);
    };
    return el("a", { href: queryOf(place), onclick: follow, ...attributes }, ...children);
  }

  #failed(error) {
    return failure(VARIANTS[this.#place.variant], position("W"), error, () => this.show(this.#place));
  }

  #materials() {
    const head = el(this.#place.material === null ? "h1" : "h2", {}, t("tables.title"));
    const { list } = this.#shown;
    if (list === null) return [head, ...waiting(false)];
    if (list.error) return [head, ...this.#failed(list.error).filter(Boolean)];
    const mine = list.value.variants.find((variant) => variant.name === this.#place.variant);
    if (!mine || mine.slices.length === 0) return [head, el("p", {}, t("tables.none"))];
    const counts = [...new Set(mine.slices.map((slice) => slice.pieces))].sort((a, b) => a - b);
    return [
      head,
      el("p", {}, t("tables.summary", { slices: mine.slices.length, pieces: mine.max_pieces, size: size(mine.bytes) })),
      el("p", { class: "note" }, t("tables.choose")),
      ...counts.map((count) =>
        el("div", { class: "slices" },
          el("h3", {}, t("tables.pieces", { count })),
          el("ul", {}, mine.slices.filter((slice) => slice.pieces === count).map((slice) => this.#slice(slice))))),
    ];
  }

  #slice(slice) {
    const isHere = slice.materials.includes(this.#place.material);
    const words = `${materialInWords(slice.slice)} (${size(slice.bytes)})`;
    return el("li", {}, this.#link(tablesPlace(this.#place.variant, slice.slice), { class: "slice", title: words, "aria-label": `${slice.slice}: ${words}`, "aria-current": isHere ? "page" : null }, slice.slice));
  }

  #material() {
    const { one } = this.#shown;
    if (one === null) return waiting(false);
    if (one.error) return this.#failed(one.error).filter(Boolean);
    const { slice, materials, bytes } = one.value;
    return [
      el("h1", {}, materialInWords(slice)),
      el("p", { class: "note" }, el("code", {}, slice), ` · ${t("tables.size", { size: size(bytes) })}`),
      ...materials.map((material) => this.#side(material)),
    ];
  }

  #side(material) {
    const words = readMaterial(material.material);
    const title = words === null ? material.material : t("tables.toMove", { own: t("material.pieces", words.own), others: t("material.pieces", words.others) });
    const rows = OUTCOMES.map((outcome) => [outcome, material[outcome.replace("-", "_")]]).filter(([outcome, count]) => count > 0 || !outcome.includes("-"));
    const table = el("table", {},
      el("caption", { class: "unseen" }, title),
      el("thead", {}, el("tr", {}, ["outcome", "positions", "share"].map((key) => el("th", { scope: "col" }, t(`tables.${key}`))))),
      el("tbody", {}, rows.map(([outcome, count]) =>
        el("tr", {}, el("th", { scope: "row", class: outcome }, outcomePicture(outcome), t(`outcome.${outcome}`)), el("td", {}, number(count)), el("td", {}, percent(count, material.positions))))),
      el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, t("tables.total")), el("td", {}, number(material.positions)), el("td", {}))));
    return el("article", { class: "side" },
      el("h2", {}, title),
      table,
      el("p", { class: "note" }, t("tables.captures", { count: number(material.captures) })),
      material.distances.length === 0 ? el("p", {}, t("tables.noDistances")) : material.distances.map((distances) => this.#figure(distances)));
  }

  #figure(distances) {
    const name = t(`tables.distances.${distances.kind}`);
    const width = Math.max(280, Math.min(680, (this.#root.clientWidth || window.innerWidth) - (window.innerWidth >= 900 ? 360 : 8)));
    const outcomes = [["win", "win"], ["cursed_win", "cursed-win"], ["blessed_loss", "blessed-loss"], ["loss", "loss"]].filter(([key]) => distances[key].some((count) => count > 0));
    const longest = [["longest_win", "longestWin"], ["longest_loss", "longestLoss"]].filter(([key]) => distances[`${key}_fen`]);
    const plies = Math.max(...outcomes.map(([key]) => distances[key].length), 0);
    return el("figure", {},
      el("figcaption", {}, name),
      outcomes.length > 0 && chart(distances, width, name),
      el("ul", { class: "longest" }, longest.map(([key, text]) => {
        const fen = distances[`${key}_fen`];
        return el("li", {}, outcomePicture(key === "longest_win" ? "win" : "loss"), t(`tables.${text}`, { count: distances[key] }), " ",
          this.#link(boardPlace(this.#place.variant, fen), { class: "position-link" }, el("code", {}, fen)));
      })),
      outcomes.length > 0 && el("details", {}, el("summary", {}, t("tables.figures")),
        el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `${t("tables.figures")}: ${name}` }, el("table", {},
          el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("tables.plies")), outcomes.map(([, outcome]) => el("th", { scope: "col" }, t(`outcome.${outcome}`))))),
          el("tbody", {}, Array.from({ length: plies }, (_, ply) => ply).filter((ply) => outcomes.some(([key]) => distances[key][ply] > 0)).map((ply) =>
            el("tr", {}, el("th", { scope: "row" }, String(ply)), outcomes.map(([key]) => el("td", {}, number(distances[key][ply] ?? 0))))))))));
  }
}
