// What the tests share: a browser, pages that report what they do wrong, and words for what a user
// does.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The server under test, as `http://127.0.0.1:1234`. */
export const BASE = process.env.MANOURY_URL ?? "http://127.0.0.1:8080";

const packages = process.env.MANOURY_PACKAGES ?? fileURLToPath(new URL(".", import.meta.url));
const { chromium } = createRequire(path.join(packages, "package.json"))("playwright-core");

/** In a container there is no sandbox to be had, and little shared memory. */
const ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"];

export const launch = () =>
  chromium.launch({ executablePath: process.env.MANOURY_BROWSER ?? "/usr/bin/chromium", args: ARGUMENTS });

/** The address of a position. */
export const at = (fen, more = {}) =>
  `/?${new URLSearchParams({ variant: "international", fen, ...more }).toString()}`;

/** Opens an address in a context of its own, runs the test, and then asks that nothing was fetched
    from elsewhere and nothing went wrong in the console. `faults` are texts that may stand there. */
export async function withPage(browser, address, options, test) {
  const { faults = [], width = 1280, height = 900, ...rest } = options;
  const context = await browser.newContext({ viewport: { width, height }, locale: "en-GB", ...rest });
  context.setDefaultTimeout(8000);
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(message.text());
  });
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== BASE) wrong.push(`a request to ${url.origin}`);
  });
  try {
    await page.goto(BASE + address);
    await test(page, context);
    assert.deepEqual(wrong.filter((text) => !faults.some((fault) => text.includes(fault))), []);
  } finally {
    await context.close();
  }
}

export const fenOf = (page) => new URL(page.url()).searchParams.get("fen");

/** Waits until the address names that position. */
export const reaches = (page, fen) =>
  page.waitForURL((url) => url.searchParams.get("fen") === fen).catch(() => assert.equal(fenOf(page), fen));

/** Waits until the verdict has that text. */
export const says = (page, text) => page.locator("#verdict", { hasText: text }).waitFor();

export const square = (page, number) => page.locator(`#board [data-square="${number}"][role=gridcell]`);

/** What stands on a square, as a screen reader says it. */
export const piece = async (page, number) => (await square(page, number).getAttribute("aria-label")).replace(/^\d+, /, "");

/** The middle of a square on the screen. */
export async function middle(page, number) {
  const box = await square(page, number).locator(".dark").boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function clickSquare(page, number) {
  await page.mouse.click(...Object.values(await middle(page, number)));
}
