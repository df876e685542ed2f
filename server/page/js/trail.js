// The places visited, one for one with the browser's own history: the buttons of the page, those
// of the browser and their keys all walk the same trail. It outlives a reload.

import { placeOf, queryOf } from "./place.js";

const STORED = "manoury.trail";

export class Trail {
  #id = "";
  #places = [];
  #at = 0;
  #defaults;
  #changed;

  /** `defaults` complete an address that names no variant; `changed` is called at every new place. */
  constructor(defaults, changed) {
    this.#defaults = defaults;
    this.#changed = changed;
    window.addEventListener("popstate", () => {
      this.#arrive();
      this.#changed();
    });
    this.#arrive();
  }

  get place() {
    return this.#places[this.#at];
  }

  get canGoBack() {
    return this.#at > 0;
  }

  get canGoForward() {
    return this.#at + 1 < this.#places.length;
  }

  /** The places since the last that no move led to, that one first, with how far each is from here. */
  get game() {
    let first = this.#at;
    while (first > 0 && this.#places[first].moves?.length > 0) first -= 1;
    const places = [this.#places[first]];
    for (let next = first + 1; this.#places[next]?.moves?.length > 0; next += 1) places.push(this.#places[next]);
    return places.map((place, index) => ({ place, delta: first + index - this.#at }));
  }

  /** Goes to a new place; what lay ahead is forgotten. */
  push(place) {
    this.#places.splice(this.#at + 1, Infinity, place);
    this.#at += 1;
    this.#note("pushState");
    this.#changed();
  }

  /** Puts a place instead of this one, as while typing. What lay ahead came from another place: it
      is forgotten by the trail, and by the browser at the next push. */
  replace(place) {
    this.#places.splice(this.#at, Infinity, place);
    this.#note("replaceState");
    this.#changed();
  }

  go(delta) {
    const to = this.#at + delta;
    if (delta !== 0 && to >= 0 && to < this.#places.length) window.history.go(delta);
  }

  #note(how) {
    try {
      window.history[how]({ id: this.#id, at: this.#at }, "", queryOf(this.place));
    } catch {
      // Browsers refuse too many addresses in a short time. The page goes on without this one.
    }
    try {
      window.sessionStorage.setItem(STORED, JSON.stringify({ id: this.#id, places: this.#places }));
    } catch {
      // Without storage a reload begins a new trail.
    }
  }

  /** Finds where the browser is on the trail. An address from elsewhere begins a new one. */
  #arrive() {
    const state = window.history.state;
    const here = placeOf(window.location.search, this.#defaults);
    if (state?.id !== undefined && state.id !== this.#id) this.#load(state.id);
    const known = state?.id === this.#id ? this.#places[state.at] : undefined;
    if (known !== undefined && queryOf(known) === queryOf(here)) {
      this.#at = state.at;
      return;
    }
    this.#id = `${Date.now()}-${Math.random()}`;
    this.#places = [here];
    this.#at = 0;
    this.#note("replaceState");
  }

  #load(id) {
    try {
      const stored = JSON.parse(window.sessionStorage.getItem(STORED) ?? "null");
      if (stored?.id === id && Array.isArray(stored.places)) {
        this.#id = id;
        this.#places = stored.places;
      }
    } catch {
      // Nothing that can be used.
    }
  }
}
