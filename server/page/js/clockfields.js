// The fields for the draw clocks.

import { CLOCKS, canRun } from "./clocks.js";
import { byId, el } from "./dom.js";
import { clockName } from "./limits.js";
import { t } from "./strings.js";

/** What a field says: plies, null where it is empty, NaN where it is no number. */
function plies(field) {
  if (field.validity.badInput) return NaN;
  return field.value.trim() === "" ? null : Number(field.value);
}

export class ClockFields {
  #root;
  #typed;
  #built = "";

  /** `typed` gets the clocks when one is changed: plies, null where empty, NaN where no number. */
  constructor(root, typed) {
    this.#root = root;
    this.#typed = typed;
  }

  /** Shows the clocks of a place; `standing` are those of the server's answer, or null. */
  show(variant, rules, position, place, standing) {
    this.#build(variant);
    for (const [clock, short] of CLOCKS) {
      const field = byId(clock);
      if (field === null) continue;
      const runs = canRun(variant, rules, position, clock);
      // A clock that cannot run may still be given by the address: then it can be taken away.
      const isGiven = place[clock] !== null;
      field.disabled = !runs && !isGiven;
      field.placeholder = runs ? String(standing?.[short] ?? (clock === "clock25" ? 0 : "–")) : "–";
      field.title = runs ? "" : t("clocks.idle");
      // What is being typed stays as it is typed, wrong or as good as what is shown.
      const isTyped = document.activeElement === field && (field.getAttribute("aria-invalid") === "true" || plies(field) === place[clock]);
      if (!isTyped) field.value = isGiven ? String(place[clock]) : "";
    }
  }

  /** Says which clock is wrong, in words; nothing if `problem` is null. */
  tell(variant, problem) {
    const place = byId("clocks-problem");
    for (const [clock] of CLOCKS) byId(clock)?.setAttribute("aria-invalid", String(problem?.values.clock === clock));
    if (problem === null) {
      place.textContent = "";
      return;
    }
    const { code, values } = problem;
    const names = { name: clockName(variant, values.clock), otherName: values.other ? clockName(variant, values.other) : "" };
    place.textContent = t(`clocks.errors.${code}`, { ...values, ...names });
  }

  #build(variant) {
    const key = `${variant.name} ${t("clocks.label")}`;
    if (key === this.#built) return;
    this.#built = key;
    this.#root.replaceChildren(...CLOCKS.filter(([clock]) => variant.limits[clock] !== null).map(([clock]) =>
      el("label", { class: "clock" },
        el("span", {}, clockName(variant, clock)),
        el("input", { id: clock, type: "number", inputmode: "numeric", min: 0, max: variant.limits[clock], step: 1, oninput: () => this.#typed(this.#read()) }),
        el("span", { class: "of" }, t("clocks.of", { limit: variant.limits[clock] })))));
  }

  #read() {
    return Object.fromEntries(CLOCKS.map(([clock]) => {
      const field = byId(clock);
      if (field === null) return [clock, null];
      return [clock, plies(field)];
    }));
  }
}
