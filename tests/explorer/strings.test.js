// Both languages say the same things.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { pageModule, SCRIPTS } from "./modules.js";

const { en } = await pageModule("strings/en.js");
const { fr } = await pageModule("strings/fr.js");

/** Every key, with whether its text has parts to fill in. */
function keys(node, prefix = "") {
  return Object.entries(node).flatMap(([name, value]) => {
    if (typeof value === "object" && !Array.isArray(value)) return keys(value, `${prefix}${name}.`);
    return [`${prefix}${name}: ${Array.isArray(value) ? value.length : typeof value}`];
  });
}

test("English and French have the same keys", () => {
  assert.deepEqual(keys(fr), keys(en));
  assert.ok(keys(en).length > 100);
});

test("every text that the page names is there", async () => {
  const known = new Set(keys(en).map((key) => key.split(":")[0]));
  const files = (await readdir(SCRIPTS)).filter((name) => name.endsWith(".js")).map((name) => path.join(SCRIPTS, name));
  files.push(path.join(SCRIPTS, "../index.html"));
  let seen = 0;
  for (const file of files) {
    const text = await readFile(file, "utf8");
    for (const [, key] of text.matchAll(/(?:\bt\(|data-(?:text|label)=)"([a-zA-Z0-9.-]+)"/g)) {
      seen += 1;
      assert.ok(known.has(key) || [...known].some((one) => one.startsWith(`${key}.`)), `${path.basename(file)}: ${key}`);
    }
  }
  assert.ok(seen > 60, `${seen} keys found`);
});

test("French numbers its words", () => {
  assert.equal(fr.verdict.conversion({ count: 1 }), "conversion en 1\u00a0demi-coup");
  assert.equal(fr.verdict.conversion({ count: 2 }), "conversion en 2\u00a0demi-coups");
  assert.equal(fr.material.pieces({ kings: 2, men: 1 }), "2\u00a0dames et 1\u00a0pion");
  assert.equal(en.material.pieces({ kings: 1, men: 2 }), "1 king and 2 men");
});
