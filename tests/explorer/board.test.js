// The page of the board, as a user meets it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { at, BASE, clickSquare, fenOf, launch, middle, piece, reaches, says, square, withPage } from "./browser.js";

const WIN = "W:W50,K12,K40:BK11";
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const it = (name, address, options, body) => test(name, () => withPage(browser, address, options, body));

it("sets up a position by mouse", at(WIN), {}, async (page) => {
  await page.click("#clear");
  await reaches(page, "W:W:B");
  await page.click("[data-tool=w]");
  for (const number of [32, 33, 34]) await clickSquare(page, number);
  await page.click("[data-tool=B]");
  await clickSquare(page, 5);
  await reaches(page, "W:W32,33,34:BK5");
  await clickSquare(page, 5);
  await reaches(page, "W:W32,33,34:B");
  await clickSquare(page, 5);
  await page.click("[data-tool=erase]");
  await clickSquare(page, 33);
  await reaches(page, "W:W32,34:BK5");
  // Dragging moves a piece, or takes it from the board.
  await page.click("[data-tool=W]");
  const drag = async (from, to) => {
    await page.mouse.move(...Object.values(await middle(page, from)));
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
  };
  await drag(34, await middle(page, 48));
  await reaches(page, "W:W32,48:BK5");
  await drag(32, { x: 5, y: 5 });
  await reaches(page, "W:W48:BK5");
  assert.equal(await piece(page, 48), "white man");
  // A man cannot stand where it becomes a king.
  await page.click("[data-tool=w]");
  await clickSquare(page, 3);
  await page.locator("#hint", { hasText: "A man cannot stand on 3" }).waitFor();
  assert.equal(fenOf(page), "W:W48:BK5");
  await page.check("input[name=turn][value=B]");
  await reaches(page, "B:W48:BK5");
  await says(page, "Black to move");
  // All the pieces put one after another are one step back.
  await page.click("#back");
  await reaches(page, "W:W48:BK5");
  await page.click("#back");
  await reaches(page, "W:W:B");
});

it("sets up and plays by touch", at(WIN), { hasTouch: true, isMobile: true, width: 390, height: 844 }, async (page) => {
  const tap = async (number) => page.touchscreen.tap(...Object.values(await middle(page, number)));
  await page.tap("#clear");
  await page.tap("[data-tool=W]");
  await tap(10);
  await page.tap("[data-tool=B]");
  await tap(5);
  await reaches(page, "W:WK10:BK5");
  await says(page, "White wins");
  await page.tap("[data-tool=play]");
  await tap(10);
  assert.equal(await square(page, 10).getAttribute("aria-selected"), "true");
  await tap(46);
  await reaches(page, "B:WK46:BK5");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false, "wider than the screen");
});

it("sets up and plays by keyboard", at("W:WK10:BK5"), {}, async (page) => {
  await says(page, "White wins");
  await square(page, 1).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "7");
  const ring = await square(page, 7).locator(".focus").evaluate((node) => getComputedStyle(node).stroke);
  assert.notEqual(ring, "none");
  await page.keyboard.press("Shift+B");
  await reaches(page, "W:WK10:BK5,K7");
  await page.keyboard.press("w");
  await reaches(page, "W:W7,K10:BK5");
  await page.keyboard.press("Delete");
  await reaches(page, "W:WK10:BK5");
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  for (const key of ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await says(page, "White wins");
  await page.keyboard.press("Enter");
  assert.equal(await square(page, 10).getAttribute("aria-selected"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await square(page, 10).getAttribute("aria-selected"), "false");
  await page.keyboard.press(" ");
  await page.keyboard.press("End");
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press(" ");
  await reaches(page, "B:WK46:BK5");
  await page.keyboard.press("PageUp");
  await reaches(page, "W:WK10:BK5");
  await page.keyboard.press("PageDown");
  await reaches(page, "B:WK46:BK5");
  // In the list of moves the focus goes on to the next list.
  await says(page, "Black to move");
  await page.locator(".move").first().press("Enter");
  await says(page, "White to move");
  assert.equal(await page.evaluate(() => document.activeElement === document.querySelector(".move")), true);
  await page.keyboard.press("Enter");
  await says(page, "The game is over: Black has no piece left");
});

it("plays moves, and goes back and forward in every way", at("W:WK10:BK5"), {}, async (page) => {
  await says(page, "conversion in 3 plies · end of the game in 3 plies");
  assert.equal(await page.locator("section.win h3").innerText(), "Winning\n1");
  const best = page.locator("section.win .move");
  assert.equal(await best.getAttribute("aria-label"), "10-46, win, conversion in 3 plies, end of the game in 3 plies");
  assert.ok(await page.locator("section.draw .move").count() > 0);
  await best.hover();
  assert.equal(await page.locator("#board .tip").count(), 1);
  await best.click();
  await reaches(page, "B:WK46:BK5");
  await says(page, "White wins");
  const clocks = new URL(page.url()).searchParams;
  assert.deepEqual([clocks.get("clock25"), clocks.get("clock5")], ["1", "1"]);
  assert.equal(await page.locator("#trail .ply[aria-current]").innerText(), "10-46");
  await page.click("#back");
  await reaches(page, "W:WK10:BK5");
  await page.click("#forward");
  await reaches(page, "B:WK46:BK5");
  await page.goBack();
  await reaches(page, "W:WK10:BK5");
  await page.goForward();
  await reaches(page, "B:WK46:BK5");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowLeft");
  await reaches(page, "W:WK10:BK5");
  await page.keyboard.press("ArrowRight");
  await reaches(page, "B:WK46:BK5");
  // On the board: the piece, then where it goes. A piece of the other side says why not.
  await says(page, "White wins");
  await clickSquare(page, 46);
  await page.locator("#hint", { hasText: "Black is to move" }).waitFor();
  await clickSquare(page, 5);
  await clickSquare(page, 28);
  await reaches(page, "W:WK46:BK28");
  await says(page, "White wins");
  await page.reload();
  await says(page, "White wins");
  await page.click("#back");
  await reaches(page, "B:WK46:BK5");
  await page.click("#trail .ply >> nth=0");
  await reaches(page, "W:WK10:BK5");
});

it("asks which of two captures is meant", at("W:WK4:B13,20,32,37"), { faults: ["404"] }, async (page) => {
  await page.locator(".move").first().waitFor();
  await clickSquare(page, 4);
  await clickSquare(page, 15);
  const choices = page.locator("#hint .choice");
  await choices.first().waitFor();
  assert.deepEqual((await choices.allInnerTexts()).sort(), ["4x27x38x15 takes 13, 20, 32", "4x31x42x15 takes 13, 20, 37"]);
  await clickSquare(page, 42);
  await reaches(page, "B:WK15:B32");
});

it("flips, mirrors and clears", at("W:W31,K46:BK5"), {}, async (page) => {
  await says(page, "White wins");
  const before = await middle(page, 46);
  await page.click("#flip");
  const flipped = await middle(page, 46);
  assert.ok(flipped.x > before.x && flipped.y < before.y);
  assert.equal(fenOf(page), "W:W31,K46:BK5");
  assert.equal(await page.getAttribute("#flip", "aria-pressed"), "true");
  await page.click("#flip");
  await page.click("#mirror");
  await reaches(page, "B:WK46:BK5,20");
  await says(page, "Black wins");
  assert.equal(await piece(page, 20), "black man");
  await page.click("#clear");
  await reaches(page, "B:W:B");
  await says(page, "The game is over: Black has no piece left");
  assert.equal(await page.locator("#board .piece").count(), 0);
});

it("reads a FEN as it is typed", at("W:WK10:BK5"), {}, async (page) => {
  const field = page.locator("#fen");
  await field.fill("");
  await field.pressSequentially("W:W1");
  await page.locator("#fen-problem", { hasText: "promotion row: square 1" }).waitFor();
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  assert.equal(fenOf(page), "W:WK10:BK5");
  await field.fill("W:W31,K46:BK61");
  await page.locator("#fen-problem", { hasText: "Square 61 is not on the board" }).waitFor();
  await field.fill("w: bk5 : w k46, 31-32");
  await reaches(page, "W:W31,32,K46:BK5");
  await says(page, "White wins");
  assert.equal(await page.locator("#fen-problem").innerText(), "");
  assert.equal(await field.getAttribute("aria-invalid"), "false");
  assert.equal(await piece(page, 32), "white man");
  await field.fill("W:WK10:BK5:H4");
  await page.waitForURL((url) => url.searchParams.get("clock25") === "4");
});

it("counts the clocks", at("W:WK1,K2,31:BK45"), {}, async (page) => {
  await says(page, "White wins");
  assert.equal(await page.getAttribute("#clock16", "placeholder"), "0");
  assert.equal(await page.isDisabled("#clock5"), true);
  await page.fill("#clock16", "28");
  await says(page, "White would win, but a draw limit comes first");
  assert.ok(await page.locator("section.cursed-win .move").count() > 0);
  assert.equal(new URL(page.url()).searchParams.get("clock16"), "28");
  await page.fill("#clock16", "33");
  await page.locator("#clocks-problem", { hasText: "at most 32" }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("clock16"), "28");
  await page.fill("#clock16", "32");
  await says(page, "The game is drawn: the limit of 16 moves is reached");
  await page.fill("#clock16", "");
  await says(page, "White wins");
  await page.selectOption("#rules", "lidraughts");
  await page.waitForURL((url) => url.searchParams.get("rules") === "lidraughts");
  await says(page, "White wins");
});

it("restores what the address names", at("B:WK46:BK5", { clock25: "1", clock5: "3" }), {}, async (page) => {
  await says(page, "White wins");
  assert.equal(await page.inputValue("#clock5"), "3");
  assert.equal(await page.inputValue("#fen"), "B:WK46:BK5");
  assert.equal(await page.isChecked("input[name=turn][value=B]"), true);
  assert.equal(await piece(page, 46), "white king");
});

it("says what is wrong with the FEN in an address", at("W:W31,61:B1"), {}, async (page) => {
  await says(page, "The position cannot be read");
  assert.match(await page.locator("#fen-problem").innerText(), /Square 61 is not on the board/);
  assert.equal(await page.inputValue("#fen"), "W:W31,61:B1");
});

it("walks the best line", at("W:WK1,K2,31:BK45"), {}, async (page) => {
  await page.click("#line-show");
  const plies = page.locator("#line .ply");
  await plies.first().waitFor();
  const moves = await plies.allInnerTexts();
  assert.equal(moves.length, 7);
  await page.locator("#line", { hasText: "White has won" }).waitFor();
  await page.click("#line-step");
  await page.locator("#line .ply[aria-current]", { hasText: moves[0] }).waitFor();
  await page.click("#line-step");
  await page.locator("#line .ply[aria-current]", { hasText: moves[1] }).waitFor();
  await page.click("#back");
  await page.locator("#line .ply[aria-current]", { hasText: moves[0] }).waitFor();
  await plies.nth(4).click();
  await page.locator("#line .ply[aria-current]", { hasText: moves[4] }).waitFor();
  await plies.nth(0).click();
  await page.locator("#line .ply[aria-current]", { hasText: moves[0] }).waitFor();
  await plies.nth(5).click();
  await page.click("#line-play");
  await says(page, "The game is over: Black has no ");
  assert.equal(await page.isDisabled("#line-step"), true);
});

it("says that a draw has no best line", at("W:WK46,K47,K48:BK3"), {}, async (page) => {
  await says(page, "Draw");
  await page.locator("#line", { hasText: "no best line" }).waitFor();
});

it("names a missing table and plays on", at("W:W31,32,33:B1,2"), { faults: ["404"] }, async (page) => {
  await says(page, "There is no table of 3 men against 2 men.");
  await says(page, "--material MMMvMM");
  await page.locator("section.unknown .move", { hasText: "32-28" }).click();
  await reaches(page, "B:W28,31,33:B1,2");
  await says(page, "There is no table");
  await page.locator(".move").first().waitFor();
  await clickSquare(page, 1);
  await clickSquare(page, 6);
  await reaches(page, "W:W28,31,33:B2,6");
});

it("puts the 25-clock of an address's FEN into its field, where it stays", at("w:w31,K46:BK5:H7"), {}, async (page) => {
  await says(page, "White wins");
  assert.equal(fenOf(page), "W:W31,K46:BK5");
  assert.equal(await page.inputValue("#clock25"), "7");
  await page.click("#mirror");
  await reaches(page, "B:WK46:BK5,20");
  assert.equal(new URL(page.url()).searchParams.get("clock25"), "7");
  await page.check("input[name=turn][value=W]");
  await reaches(page, "W:WK46:BK5,20");
  assert.equal(await page.inputValue("#clock25"), "7");
  // Next to a clock that is given by itself it does not count, as for the server.
  await page.goto(`${BASE}${at("W:W31,K46:BK5:H7", { clock25: "4" })}`);
  await says(page, "White wins");
  assert.equal(await page.inputValue("#clock25"), "4");
});

it("drops clocks that the game does not have", "/?variant=english&fen=B:WK12:BK18,K23&clock25=5&clock16=3&clock5=2", { faults: ["404"] }, async (page) => {
  await page.locator(".move").first().waitFor();
  assert.equal(await page.locator("#clocks-problem").innerText(), "");
  const query = new URL(page.url()).searchParams;
  assert.deepEqual(["clock25", "clock16", "clock5"].map((clock) => query.get(clock)), ["5", null, null]);
});

it("numbers the moves of English draughts from Black's", "/?variant=english&fen=b:wk29:bk4", { faults: ["404"] }, async (page) => {
  const numbers = page.locator("#trail .ply-number");
  for (const [name, expected] of [["4-8", ["1."]], ["29-25", ["1.", ""]], ["8-11", ["1.", "", "2."]]]) {
    await page.locator(`.move[data-move="${name}"]`).click();
    await page.locator("#trail .ply[aria-current]", { hasText: name }).waitFor();
    assert.deepEqual(await numbers.allTextContents(), expected);
  }
  await page.goto(`${BASE}/?variant=english&fen=W:WK29:BK4`);
  await page.locator('.move[data-move="29-25"]').click();
  await numbers.first().waitFor();
  assert.deepEqual(await numbers.allTextContents(), ["1. …"]);
});

it("has a title of its own for each position", at("w: wk10 : bk5"), {}, async (page) => {
  await says(page, "White wins");
  assert.equal(await page.title(), "W:WK10:BK5 · International, 10×10 · manoury");
  await page.locator("section.win .move").click();
  await reaches(page, "B:WK46:BK5");
  assert.equal(await page.title(), "B:WK46:BK5 · International, 10×10 · manoury");
  await page.click("#back");
  await reaches(page, "w: wk10 : bk5");
  assert.equal(await page.title(), "W:WK10:BK5 · International, 10×10 · manoury");
  await page.click("#language");
  await page.goto(`${BASE}${at("W:W31,61:B1")}`);
  await says(page, "La position est illisible");
  assert.match(await page.title(), /^La position est illisible.* · manoury$/);
});

it("keeps what is read aloud where its changes are heard", at("W:WK10:BK5"), { faults: ["404"] }, async (page) => {
  await says(page, "White wins");
  const silent = await page.evaluate(() => {
    const regions = [...document.querySelectorAll("#explorer [aria-live], [role=status]")];
    for (const region of regions) region.isSame = true;
    return regions.filter((region) => getComputedStyle(region).display === "none").map((region) => region.id);
  });
  assert.deepEqual(silent, []);
  const tops = () => page.evaluate(() => ["#board", ".actions"].map((name) => document.querySelector(name).getBoundingClientRect()).map((box) => [box.top, box.bottom]));
  const [board, actions] = await tops();
  // An empty hint takes no room.
  assert.ok(actions[0] - board[1] < 12, `${actions[0] - board[1]} pixels`);
  await clickSquare(page, 5);
  await page.locator("#hint", { hasText: "White is to move" }).waitFor();
  assert.ok((await tops())[1][0] - board[1] > 30);
  await page.selectOption("#variant", "english");
  await page.waitForURL((url) => url.searchParams.get("variant") === "english");
  assert.equal(await page.evaluate(() => [...document.querySelectorAll("#explorer [aria-live], [role=status]")].every((region) => region.isSame)), true);
});

it("knows the games on 64 squares", "/?variant=english", { faults: ["404"] }, async (page) => {
  await page.locator(".move").first().waitFor();
  assert.equal(await page.locator("#board [role=gridcell]").count(), 32);
  assert.equal(await page.locator("#clock16").count(), 0);
  assert.equal(await page.locator("#rules").isVisible(), false);
  await page.selectOption("#variant", "brazilian");
  await page.waitForURL((url) => url.searchParams.get("variant") === "brazilian");
  await page.locator("#clocks", { hasText: "20-move clock" }).waitFor();
});

it("shows answers of the last question only, and waits in words", at("W:WK10:BK5"), { faults: ["503"] }, async (page) => {
  await says(page, "White wins");
  const slow = "W:WK12,K40,50:BK11";
  const asked = (request) => new URL(request.url()).searchParams.get("fen");
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  const held = [];
  await page.route("**/international?*", (route) => {
    if (asked(route.request()) !== slow) return route.continue();
    held.push(released.then(() => route.continue()).catch(() => {}));
  });
  await page.fill("#fen", "W:WK46,K47,50:BK3");
  const left = page.waitForRequest((request) => asked(request) === slow);
  await page.fill("#fen", slow);
  await left;
  await page.fill("#fen", "W:WK46,K47,K48:BK3");
  await says(page, "Draw");
  release();
  assert.equal(held.length, 1);
  await Promise.all(held);
  await page.waitForTimeout(300);
  assert.match(await page.locator("#verdict").innerText(), /^Draw/);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // A slow server is waited for in words, and the old moves cannot be clicked meanwhile.
  await page.route("**/international?*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 900));
    await route.continue().catch(() => {});
  });
  await page.fill("#fen", "W:W31,K46:BK5");
  await says(page, "Looking it up");
  assert.equal(await page.getAttribute(".answers", "aria-busy"), "true");
  await says(page, "White wins");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // Faults are told in words; a server that is busy is asked again.
  let count = 0;
  await page.route("**/international?*", async (route) => {
    count += 1;
    if (count === 1) await route.fulfill({ status: 503, headers: { "retry-after": "1" }, json: { error: "busy", message: "busy" } });
    else await route.continue();
  });
  await page.fill("#fen", "W:W50,K12,K41:BK46");
  await says(page, "Looking it up");
  await page.waitForResponse((response) => response.ok() && response.url().includes("K41"));
  await page.locator("#verdict .headline").waitFor();
  assert.equal(count, 2);
});

it("tells in words that the server is gone, and tries again", at("W:WK10:BK5"), { faults: ["ERR_CONNECTION_REFUSED"] }, async (page) => {
  await says(page, "White wins");
  await page.route("**/international?*", (route) => route.abort("connectionrefused"));
  await page.fill("#fen", "W:W31,K46:BK5");
  await says(page, "The server cannot be reached.");
  await page.unrouteAll();
  await page.click("#verdict button");
  await says(page, "White wins");
});

it("speaks French to a French browser, and English on demand", at("W:WK10:BK5"), { locale: "fr-FR" }, async (page) => {
  await says(page, "Gain pour les Blancs");
  await says(page, "conversion en 3\u00a0demi-coups · fin de la partie en 3\u00a0demi-coups");
  assert.equal(await page.getAttribute("html", "lang"), "fr");
  assert.equal(await piece(page, 10), "dame blanche");
  assert.equal(await page.locator("section.win h3").innerText(), "Gagnants\n1");
  await page.fill("#fen", "W:W1:B5");
  await page.locator("#fen-problem", { hasText: "rangée de promotion" }).waitFor();
  await page.click("#language");
  await says(page, "White wins");
  assert.equal(await page.getAttribute("html", "lang"), "en");
  await page.reload();
  await says(page, "White wins");
});

test("follows the colour scheme, with enough contrast in both", async () => {
  const grounds = [];
  for (const colorScheme of ["light", "dark"]) {
    await withPage(browser, at(WIN), { colorScheme }, async (page) => {
      await says(page, "White wins");
      grounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      const poor = await page.evaluate(() => {
        const channels = (text) => text.match(/[\d.]+/g).map(Number);
        const light = (text) => channels(text).slice(0, 3).map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
        const ground = (node) => {
          for (let at = node; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if ((channels(colour)[3] ?? 1) === 1) return colour;
          }
          return "rgb(255,255,255)";
        };
        const texts = [...document.querySelectorAll("body *")].filter((node) => !(node instanceof SVGElement) && !node.closest("option, :disabled, noscript") && node.offsetParent && [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()));
        return texts.map((node) => {
          const [a, b] = [light(getComputedStyle(node).color), light(ground(node))].sort((x, y) => y - x);
          return { text: node.textContent.trim().slice(0, 30), ratio: (a + 0.05) / (b + 0.05) };
        }).filter(({ ratio }) => ratio < 4.5);
      });
      assert.deepEqual(poor, []);
    });
  }
  assert.notEqual(grounds[0], grounds[1]);
});

it("gives every control a name and room for a finger", at("W:WK10:BK5"), { hasTouch: true, isMobile: true, width: 390, height: 844 }, async (page) => {
  await says(page, "White wins");
  await page.click("#line-show");
  await page.locator("#line .ply").first().waitFor();
  const { nameless, small, repeated, count } = await page.evaluate(() => {
    const controls = [...document.querySelectorAll("button, a[href], input, select, summary, [tabindex]")].filter((node) => node.getClientRects().length > 0);
    const name = (node) => node.getAttribute("aria-label") || [...(node.labels ?? [])].map((label) => label.textContent).join("").trim() || (node.matches("input, select") ? "" : node.textContent.trim());
    const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
    const box = (node) => (node.closest("label") ?? node).getBoundingClientRect();
    return {
      count: controls.length,
      nameless: controls.filter((node) => name(node) === "").map((node) => node.outerHTML.slice(0, 80)),
      small: controls.filter((node) => !node.matches("[role=gridcell], summary") && Math.min(box(node).height, box(node).width) < 32).map((node) => `${node.outerHTML.slice(0, 80)} ${box(node).width}×${box(node).height}`),
      repeated: ids.filter((id, index) => ids.indexOf(id) !== index),
    };
  });
  assert.ok(count > 70);
  assert.deepEqual({ nameless, small, repeated }, { nameless: [], small: [], repeated: [] });
  // Roles stand where they belong, and exactly one square is reached by Tab.
  assert.equal(await page.locator("svg[role=grid] > [role=row] > [role=gridcell]").count(), 50);
  assert.equal(await page.locator("#board [tabindex='0']").count(), 1);
  assert.equal(await page.locator("[role=radiogroup] [role=radio][aria-checked=true]").count(), 1);
});

it("has an icon that its own policy lets in", "/", {}, async (page) => {
  await says(page, "White wins");
  const width = await page.evaluate(async () => {
    const image = new Image();
    image.src = document.querySelector("link[rel=icon]").href;
    await image.decode();
    return image.naturalWidth;
  });
  assert.ok(width > 0);
});

test("is served under a policy that forbids scripts and styles from anywhere else", async () => {
  const response = await fetch(`${BASE}/`);
  const policy = response.headers.get("content-security-policy") ?? "";
  const directives = Object.fromEntries(policy.split(";").map((part) => part.trim().split(/ (.*)/s, 2)));
  const shut = ["default-src", "base-uri", "form-action", "frame-ancestors"].map((name) => [name, "'none'"]);
  const own = ["script-src", "style-src", "img-src", "connect-src"].map((name) => [name, "'self'"]);
  assert.deepEqual(directives, Object.fromEntries([...shut, ...own]));
  const html = await response.text();
  assert.doesNotMatch(html, /<style|style=|<script(?![^>]*src=)|\son[a-z]+=|https?:/);
});
