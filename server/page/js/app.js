// The page as a whole: what the address names is shown, in the language that was chosen.

import { askTables } from "./api.js";
import { byId, el, icon } from "./dom.js";
import { Explorer } from "./explorer.js";
import { boardPlace, queryOf, tablesPlace } from "./place.js";
import { otherLanguage, setLanguage, t, translate } from "./strings.js";
import { Tables } from "./tables.js";
import { titleOf } from "./title.js";
import { Trail } from "./trail.js";
import { VARIANTS } from "./variants.js";

/** Milliseconds that the page waits to hear what the server was started with. */
const DEFAULTS = 1500;

const defaults = { variant: "international" };

/** Asks what the server was started with; its reading of the rules, or null. */
async function learnDefaults() {
  try {
    const tables = await askTables(AbortSignal.timeout(DEFAULTS));
    if (Object.hasOwn(VARIANTS, tables.variant)) defaults.variant = tables.variant;
    return tables.rules;
  } catch {
    // The page works without; the first question tells what is wrong.
    return null;
  }
}

function start(learned) {
  const trail = new Trail(defaults, () => show());
  const explorer = new Explorer(trail);
  const tables = new Tables(byId("tables"), (place) => trail.push(place));
  let lastBoard = null;
  learned.then((rules) => {
    explorer.defaultRules = rules ?? explorer.defaultRules;
    byId("rules").value = explorer.rules;
  });

  function drawMasthead() {
    const { place } = trail;
    const isBoard = place.view === "board";
    document.title = titleOf(place);
    const options = (names, key) => names.map((name) => el("option", { value: name }, t(`${key}.${name}`)));
    byId("variant").replaceChildren(...options(Object.keys(VARIANTS), "variant"));
    byId("variant").value = place.variant;
    byId("rules").replaceChildren(...options(["fmjd", "lidraughts"], "rules"));
    byId("rules").value = explorer.rules;
    byId("rules-label").hidden = !isBoard || VARIANTS[place.variant].limits.clock16 === null;
    byId("language").textContent = t("languageSwitch.text");
    byId("language").lang = otherLanguage();
    byId("language").setAttribute("aria-label", t("languageSwitch.label"));
    for (const [id, isHere, to] of [["view-board", isBoard, boardLink()], ["view-tables", !isBoard, tablesPlace(place.variant)]]) {
      byId(id).href = queryOf(to);
      if (isHere) byId(id).setAttribute("aria-current", "page");
      else byId(id).removeAttribute("aria-current");
    }
  }

  function boardLink() {
    const { variant } = trail.place;
    return lastBoard?.variant === variant ? lastBoard : boardPlace(variant, VARIANTS[variant].example);
  }

  function show() {
    const { place } = trail;
    const isBoard = place.view === "board";
    byId("explorer").hidden = !isBoard;
    byId("tables").hidden = isBoard;
    if (isBoard) {
      lastBoard = place;
      tables.hide();
      explorer.show();
    } else {
      explorer.hide();
      tables.show(place);
      window.scrollTo(0, 0);
    }
    drawMasthead();
  }

  const follow = (id, to) =>
    byId(id).addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      trail.push(to());
    });
  follow("view-board", () => ({ ...boardLink(), moves: [] }));
  follow("view-tables", () => tablesPlace(trail.place.variant));

  byId("variant").addEventListener("change", (event) => {
    const variant = event.target.value;
    trail.push(trail.place.view === "board" ? boardPlace(variant, VARIANTS[variant].example) : tablesPlace(variant));
  });
  byId("rules").addEventListener("change", (event) => trail.push({ ...trail.place, rules: event.target.value, moves: [] }));
  byId("language").addEventListener("click", () => {
    setLanguage(otherLanguage());
    translate(document);
    drawMasthead();
    if (trail.place.view === "board") explorer.render();
    else tables.show(trail.place);
  });

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest?.("input, select, textarea, [role=radiogroup], .scroll")) return;
    if (event.key === "ArrowLeft") trail.go(-1);
    else if (event.key === "ArrowRight") trail.go(1);
    else return;
    event.preventDefault();
  });

  show();
}

for (const button of document.querySelectorAll("[data-icon]")) button.prepend(icon(button.dataset.icon));
translate(document);

const learned = learnDefaults();
if (!new URLSearchParams(window.location.search).has("variant")) await learned;
start(learned);
