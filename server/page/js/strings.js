// Words: which language, and how a text is found. The texts themselves are in strings/.

import { en } from "./strings/en.js";
import { fr } from "./strings/fr.js";

const LANGUAGES = { en, fr };
const STORED = "manoury.language";

function preferred() {
  let stored = null;
  try {
    stored = window.localStorage.getItem(STORED);
  } catch {
    // No storage: the browser's languages decide.
  }
  const wanted = [stored, ...(navigator.languages ?? [navigator.language])];
  const codes = wanted.map((tag) => String(tag ?? "").slice(0, 2).toLowerCase());
  return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? "en";
}

let current = preferred();

export const language = () => current;
export const otherLanguage = () => (current === "en" ? "fr" : "en");

export function setLanguage(code) {
  current = code;
  try {
    window.localStorage.setItem(STORED, code);
  } catch {
    // The choice holds until the page is left.
  }
}

/** The text of a key like `moves.none`. A text with parts to fill in is a function of `values`. */
export function t(key, values = {}) {
  const text = key.split(".").reduce((node, name) => node?.[name], LANGUAGES[current]);
  if (text === undefined) return key;
  return typeof text === "function" ? text(values) : text;
}

/** Whether there is a text of that key. */
export const hasText = (key) =>
  key.split(".").reduce((node, name) => node?.[name], LANGUAGES[current]) !== undefined;

/** A whole number as the language writes it. */
export const number = (value) => new Intl.NumberFormat(current).format(value);

/** Fills in the texts of elements that have `data-text` or `data-label`. */
export function translate(root) {
  document.documentElement.lang = current;
  for (const node of root.querySelectorAll("[data-text]")) node.textContent = t(node.dataset.text);
  for (const node of root.querySelectorAll("[data-label]")) node.setAttribute("aria-label", t(node.dataset.label));
}
