// The answer at a glance: who wins and how soon, that the game is over, or why nothing is known.

import { el } from "./dom.js";
import { overInWords } from "./limits.js";
import { materialInWords } from "./materials.js";
import { otherSide } from "./position.js";
import { outcomePicture } from "./shapes.js";
import { hasText, t } from "./strings.js";

const headline = (outcome, text) =>
  el("h2", { class: `headline ${outcome ?? "unknown"}` }, outcomePicture(outcome), el("span", {}, text));

/** Distances as words: conversion, then the end of the game; what is not known is left out. */
export function distancesInWords({ dtc, dtw }) {
  const words = [];
  if (dtc !== null) words.push(dtc === 1 ? t("verdict.conversionNow") : t("verdict.conversion", { count: dtc }));
  if (dtw !== null) words.push(t("verdict.end", { count: dtw }));
  return words;
}

/** What to show for an answer. */
export function verdict(variant, answer) {
  const turn = answer.fen.charAt(0);
  const values = { turn, other: otherSide(turn) };
  if (answer.over) {
    const outcome = answer.over.startsWith("no-") ? "loss" : "draw";
    return [headline(outcome, overInWords(variant, answer.over, turn))];
  }
  const details = [t("verdict.toMove", values), ...distancesInWords(answer)];
  return [
    headline(answer.category, t(`verdict.${answer.category}`, values)),
    el("p", { class: "details" }, details.join(" · ")),
  ];
}

const missingMaterial = (body) => body.table?.replace(/\.[a-z]+$/, "") ?? null;

/** Why there is no answer, in one sentence. */
export function failureInWords({ code, body }) {
  const material = missingMaterial(body);
  if (code === "missing-table" && material !== null) return t("errors.missing-table", { material: materialInWords(material) });
  return hasText(`errors.${code}`) && !["missing-table", "bad-position", "too-many-pieces"].includes(code) ? t(`errors.${code}`) : t("errors.missing-any");
}

const retryButton = (retry) => el("button", { type: "button", onclick: retry }, t("answer.retry"));

/** What to show where there is no value. */
export function failure(variant, position, error, retry) {
  const { code, body } = error;
  if (body.over) return verdict(variant, body);
  if (code === "missing-table") {
    const material = missingMaterial(body);
    return [
      headline(null, failureInWords(error)),
      material && el("p", { class: "note" }, t("errors.make"), " ", el("code", {}, `manoury generate --variant ${variant.name} --material ${material}`)),
      material === null && el("p", { class: "note" }, t("errors.said", { message: body.message })),
      body.moves?.length > 0 && el("p", { class: "note" }, t("errors.playOn")),
    ];
  }
  if (code === "too-many-pieces") {
    return [
      headline(null, t("errors.too-many-pieces", { count: position.pieces.size })),
      body.moves?.length > 0 && el("p", { class: "note" }, t("errors.playOn")),
    ];
  }
  const key = hasText(`errors.${code}`) ? code : "internal";
  const isPassing = ["busy", "offline", "timeout", "unreadable", "internal", "unreadable-table"].includes(key);
  const saysMore = body.message && !["busy", "bad-position"].includes(key);
  return [
    headline(null, t(`errors.${key}`, { other: otherSide(position.turn) })),
    saysMore && el("p", { class: "note" }, t("errors.said", { message: body.message })),
    isPassing && retryButton(retry),
  ];
}

/** What to show while an answer is waited for. */
export const waiting = (isSlow) => [
  el("p", { class: "busy" }, el("span", { class: "spinner", "aria-hidden": "true" }), t(isSlow ? "answer.slow" : "answer.busy")),
];
