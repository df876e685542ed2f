// FEN, clocks and the mirror of the page, compared with what the server under test says.

import assert from "node:assert/strict";
import test from "node:test";
import { BASE } from "./browser.js";
import { pageModule } from "./modules.js";

const { clockProblem } = await pageModule("clocks.js");
const { FenError, parseFen, writeFen } = await pageModule("fen.js");
const { numberBefore } = await pageModule("numbering.js");
const { placeOf, queryOf } = await pageModule("place.js");
const { mirrored } = await pageModule("position.js");
const { Selection } = await pageModule("playing.js");
const { VARIANTS } = await pageModule("variants.js");

const { international, brazilian, english } = VARIANTS;

async function ask(variant, question) {
  const response = await fetch(`${BASE}/${variant.name}?${new URLSearchParams(question)}`);
  return response.json();
}

const FENS = [
  "W:W31,32,K40:BK3", "w : BK 03 : W 31-33, K40 : H7.", "W:WK31-K33:B1", "B:W:B1", "W:Wk1:Bk50", "W:W31:BK3:F12:H3", " W:W31:B3 ",
  "", "X", "W", "W:WK1", "W:WK1:WK2", "W:WK1:BK2,", "W:WKx:BK2", "W:W35-31:BK4", "W:W51:BK3", "W:W0:BK3", "W:WK1,1:BK3", "W:W1:BK3",
  "W:W31:B46", "W:W31:BK3:H", "W:W31:BK3:H1:H2", "W:W31:BK3:H99999", "W:W31:BK3:Q", "W:W+31:BK3", "W:W31:B", "W:W31-:BK3", "W:W-31:BK3",
  "W:W31–32:BK3", "W:W31;32:BK3", "W:W1e1:BK3", "W:W31:BK3..", `W:W${"31,".repeat(400)}:BK3`,
];

for (const variant of [international, brazilian]) {
  test(`a FEN is read and refused as by the server: ${variant.name}`, async () => {
    for (const fen of FENS) {
      const answer = await ask(variant, { fen });
      let own;
      try {
        own = writeFen(parseFen(fen, variant).position);
      } catch (error) {
        assert.ok(error instanceof FenError, String(error));
        own = "bad-fen";
      }
      assert.equal(own, answer.fen ?? answer.error, `${fen}: ${JSON.stringify(answer).slice(0, 200)}`);
    }
  });
}

test("clocks are refused as by the server", async () => {
  const fens = ["W:WK1,K2,31:BK45", "W:WK1,K2:BK45", "W:W31:BK45", "W:W31,32:BK45", "W:WK1:BK45,46"];
  const clocks = [{}, { clock25: 5 }, { clock25: 51 }, { clock25: 11 }, { clock16: 4 }, { clock16: 33 }, { clock5: 4 }, { clock5: 11 }, { clock25: 6, clock16: 4 }, { clock16: 3, clock5: 4 }, { clock16: 6, clock5: 4 }, { clock25: 40 }];
  let refused = 0;
  for (const fen of fens.slice(0, 4)) {
    for (const given of clocks) {
      for (const rules of ["fmjd", "lidraughts"]) {
        const answer = await ask(international, { fen, rules, ...given });
        const problem = clockProblem(international, rules, parseFen(fen, international).position, given);
        assert.equal(problem !== null, answer.error === "bad-clocks", `${fen} ${rules} ${JSON.stringify(given)}: ${JSON.stringify(problem)}, ${answer.message}`);
        refused += problem !== null;
      }
    }
  }
  assert.ok(refused > 20);
});

test("colours are mirrored by turning the board round", async () => {
  const { position } = parseFen("W:W31,K46:BK5", international);
  assert.equal(writeFen(mirrored(international, position)), "B:WK46:BK5,20");
  assert.equal(writeFen(mirrored(international, mirrored(international, position))), "W:W31,K46:BK5");
  const [one, other] = await Promise.all(["W:W31,K46:BK5", "B:WK46:BK5,20"].map((fen) => ask(international, { fen })));
  assert.deepEqual([one.category, one.dtc, one.dtw], [other.category, other.dtc, other.dtw]);
});

test("a place is written into the address and read from it", () => {
  const place = placeOf("?variant=international&fen=W:WK1,K2:BK45&clock25=3&clock5=4&rules=lidraughts", { variant: "english" });
  assert.equal(queryOf(place), "?variant=international&fen=W:WK1,K2:BK45&clock25=3&clock5=4&rules=lidraughts");
  assert.equal(placeOf("", { variant: "brazilian" }).variant, "brazilian");
  assert.equal(placeOf("?variant=constructor&fen=x", { variant: "english" }).variant, "english");
  const query = (search) => queryOf(placeOf(search, { variant: "international" }));
  assert.equal(query("?fen=W:WK1,K2:BK45:H3:F20"), "?variant=international&fen=W:WK1,K2:BK45&clock25=3");
  assert.equal(query("?fen=W:WK1,K2:BK45:H3&clock25=0"), "?variant=international&fen=W:WK1,K2:BK45&clock25=0");
  assert.equal(query("?fen=W:WK1,K2:BK45:H65535"), "?variant=international&fen=W:WK1,K2:BK45&clock25=65535");
  assert.equal(query(query("?fen=W:WK1,K2:BK45:H65535")), query("?fen=W:WK1,K2:BK45:H65535"));
  assert.equal(query("?fen=W:WK1,K2:BK45:H99999"), "?variant=international&fen=W:WK1,K2:BK45:H99999");
  assert.equal(query("?variant=english&fen=W:WK1:BK30&clock25=2&clock16=3&clock5=1"), "?variant=english&fen=W:WK1:BK30&clock25=2");
  assert.equal(queryOf(placeOf("?view=tables&material=KvK", { variant: "international" })), "?view=tables&variant=international&material=KvK");
});

test("a capture that is not the only one between two squares is asked for", async () => {
  const { moves } = await ask(international, { fen: "W:WK4:B13,20,32,37" });
  assert.equal(moves.length, 2);
  const selection = new Selection(moves);
  assert.deepEqual(selection.choose(4, "W", "W"), { hint: null });
  assert.deepEqual(selection.choose(15, undefined, "W"), { hint: null });
  assert.ok(selection.isAmbiguous && selection.candidates.length === 2);
  selection.clear();
  selection.choose(4, "W", "W");
  assert.equal(selection.choose(27, undefined, "W").move.move, "4x27x38x15");
});

test("moves are numbered as in a score", () => {
  for (const [variant, first, other] of [[international, "W", "B"], [brazilian, "W", "B"], [english, "B", "W"]]) {
    assert.deepEqual([0, 1, 2, 3].map((ply) => numberBefore(ply, first, variant)), ["1.", "", "2.", ""], variant.name);
    assert.deepEqual([0, 1, 2].map((ply) => numberBefore(ply, other, variant)), ["1. …", "2.", ""], variant.name);
  }
});
