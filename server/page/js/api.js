// Questions to the server.

import { questionOf } from "./place.js";

/** Milliseconds after which an answer is no longer waited for. */
const PATIENCE = 30_000;
/** How often a server that says it is busy is asked again. */
const TRIES = 3;
/** Answers kept, so that going back is at once. */
const KEPT = 200;

/** Why there is no answer. `code` is one of the server's, or `offline`, `timeout`, `unreadable`;
    `body` is what the server sent, and has the position and its moves where it could be read. */
export class ApiError extends Error {
  constructor(code, body = {}) {
    super(body.message ?? code);
    this.code = code;
    this.body = body;
  }
}

const answers = new Map();

function keep(url, answer) {
  answers.delete(url);
  answers.set(url, answer);
  if (answers.size > KEPT) answers.delete(answers.keys().next().value);
  return answer;
}

/** Waits; a signal that aborts ends it by its reason. */
export const pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

async function fetched(url, signal) {
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, PATIENCE);
  signal.addEventListener("abort", stop);
  try {
    const response = await fetch(url, { signal: limit.signal, headers: { accept: "application/json" } });
    const text = await response.text();
    return { response, text };
  } catch {
    signal.throwIfAborted();
    throw new ApiError(limit.signal.aborted ? "timeout" : "offline");
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

async function ask(path, question, signal) {
  const url = new URL(path, document.baseURI);
  url.search = new URLSearchParams(question).toString();
  const known = answers.get(url.href);
  if (known !== undefined) return keep(url.href, known);
  for (let attempt = 1; ; attempt += 1) {
    const { response, text } = await fetched(url, signal);
    let body;
    try {
      body = JSON.parse(text);
    } catch {
      throw new ApiError("unreadable", { message: `${response.status} ${response.statusText}` });
    }
    if (response.ok) return keep(url.href, body);
    if (response.status !== 503 || attempt === TRIES) throw new ApiError(body.error ?? "internal", body);
    const seconds = Number(response.headers.get("retry-after")) || 1;
    await pause(Math.min(seconds, 5) * 1000, signal);
  }
}

export const askPosition = (place, signal) => ask(place.variant, questionOf(place), signal);
export const askMainline = (place, signal) => ask(`${place.variant}/mainline`, questionOf(place), signal);
export const askTables = (signal) => ask("stats", {}, signal);
export const askMaterial = (variant, material, signal) =>
  ask(`${variant}/stats/${encodeURIComponent(material)}`, {}, signal);

/** Runs one task at a time: a new one aborts the one before, whose outcome is then dropped. */
export class Latest {
  #controller = null;

  /** `task` gets a signal; `done` its value, `failed` its error, neither if another came after. */
  async run(task, done, failed) {
    this.stop();
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const value = await task(controller.signal);
      if (!controller.signal.aborted) done(value);
    } catch (error) {
      if (controller.signal.aborted) return;
      failed(error instanceof ApiError ? error : new ApiError("internal", { message: String(error) }));
      if (!(error instanceof ApiError)) throw error;
    }
  }

  stop() {
    this.#controller?.abort();
    this.#controller = null;
  }
}
