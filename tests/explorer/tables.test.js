// The page of the tables.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, reaches, says, withPage } from "./browser.js";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const it = (name, address, options, body) => test(name, () => withPage(browser, address, options, body));

it("lists the tables, counts a material and leads to its longest win", "/?variant=international&fen=W:WK10:BK5", {}, async (page) => {
  await page.click("#view-tables");
  await page.locator(".slices").first().waitFor();
  assert.equal(await page.locator(".slice").count(), 23);
  assert.equal(await page.title(), "Tables · International, 10×10 · manoury");
  await page.locator(".slice", { hasText: /^KKvK$/ }).click();
  await page.waitForURL((url) => url.searchParams.get("material") === "KKvK");
  assert.equal(await page.title(), "2 kings against 1 king · Tables · International, 10×10 · manoury");
  const side = page.locator(".side").first();
  await side.waitFor();
  assert.equal(await page.locator(".side").count(), 2);
  // 50 squares for the lone king, times pairs of the 49 others.
  assert.equal(await side.locator("tfoot td").first().innerText(), "58,800");
  const counts = await side.locator("tbody tr", { has: page.locator("th.win, th.draw, th.loss") }).locator("td:nth-child(2)").allInnerTexts();
  assert.equal(counts.map((text) => Number(text.replaceAll(",", ""))).reduce((sum, one) => sum + one), 58_800);
  // The picture has a bar for every number of plies in the table beside it.
  const figure = side.locator("figure", { hasText: "Plies to the end of the game" });
  await figure.locator("summary").click();
  const rows = await figure.locator("details tbody tr").count();
  assert.ok(rows > 3);
  assert.equal(await figure.locator(".chart .bar").count(), await figure.locator("details tbody td").evaluateAll((cells) => cells.filter((cell) => cell.textContent !== "0").length));
  assert.match(await figure.locator(".bar title").first().textContent(), /× win in \d+ pl/);
  await figure.locator(".position-link").first().click();
  await says(page, "White wins");
  await says(page, "end of the game in 7 plies");
  await page.goBack();
  await page.locator(".side").first().waitFor();
  await page.click("#view-board");
  await says(page, "White wins");
});

it("is restored from its address, in French, on a phone", "/?view=tables&variant=international&material=KvKM", { locale: "fr", width: 390, height: 844, isMobile: true, hasTouch: true }, async (page) => {
  await page.locator(".side h2", { hasText: "Trait au camp qui a 1\u00a0dame, contre 1\u00a0dame et 1\u00a0pion" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false, "wider than the screen");
  assert.equal(await page.locator(".slice[aria-current=page]").innerText(), "KMvK");
});

it("tells of a material without tables, and of a game without", "/?view=tables&variant=international&material=KKKvKK", { faults: ["404"] }, async (page) => {
  await page.locator(".material", { hasText: "There is no table of 3 kings against 2 kings." }).waitFor();
  await page.selectOption("#variant", "english");
  await page.locator("#tables", { hasText: "The server has no tables of this game." }).waitFor();
});

it("tells of a name that is no material", "/?view=tables&variant=international&material=%3Cb%3E", { faults: ["400"] }, async (page) => {
  await page.locator(".material", { hasText: "This is no material." }).waitFor();
});

it("says what has come in a line that lasts", "/?view=tables&variant=international", { faults: ["404"] }, async (page) => {
  const status = page.locator("#status[role=status]");
  const hears = (text) => status.filter({ hasText: text }).waitFor();
  await hears("What is in the tables");
  await status.evaluate((line) => {
    line.isSame = true;
  });
  await page.locator(".slice", { hasText: /^KKvK$/ }).click();
  await hears("2 kings against 1 king");
  await page.click("#language");
  await hears("2\u00a0dames contre 1\u00a0dame");
  await page.click("#language");
  await page.goBack();
  await hears("What is in the tables");
  assert.equal(await status.evaluate((line) => line.isSame), true);
  // It is the only one there: what is drawn anew tells nothing by itself.
  assert.equal(await page.locator("#tables [aria-live], #tables [role=status], #tables [role=alert]").count(), 0);
  await page.goto(page.url().replace(/$/, "&material=KKKvKK"));
  await hears("There is no table of 3 kings against 2 kings.");
  await page.click("#view-board");
  await page.locator("#board [role=gridcell]").first().waitFor();
  assert.equal(await status.textContent(), "");
});
