// The page's own modules, for tests that need no browser. They stand outside of any package, where
// older versions of node take a script for something else: so they are read from a copy beside a
// package.json.

import { rmSync } from "node:fs";
import { cp, mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Where the page's scripts are. */
export const SCRIPTS = fileURLToPath(new URL("../../server/page/js/", import.meta.url));

const copy = await mkdtemp(path.join(os.tmpdir(), "explorer-"));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
await cp(SCRIPTS, copy, { recursive: true });
await writeFile(path.join(copy, "package.json"), '{"type": "module"}');

/** What a module of the page exports. */
export const pageModule = (name) => import(pathToFileURL(path.join(copy, name)).href);
