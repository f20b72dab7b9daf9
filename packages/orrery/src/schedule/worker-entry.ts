/**
 * Where the code of a worker thread lies. From source it is TypeScript, and `NAME-from-source.mjs` beside the module
 * that asks starts it; in the published package it is `dist/FOLDER/NAME.cjs`, beside or below whichever bundle holds the
 * code that asks.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** `name` is `FOLDER/NAME`; `base` the URL of the module that asks, which lies in that folder. */
export function workerEntry(name: string, base: string): URL {
  if (base.endsWith(".ts")) {
    const source = new URL(`./${name.split("/").at(-1)}-from-source.mjs`, base);
    // Where this is not so, the published package would have no such file.
    assert(source.pathname.endsWith(`/${name}-from-source.mjs`), `${base} is not in the folder of ${name}`);
    return source;
  }
  const candidates = [`./${name}.cjs`, `../${name}.cjs`].map((path) => new URL(path, base));
  const entry = candidates.find((candidate) => existsSync(fileURLToPath(candidate)));
  assert(entry !== undefined, `dist/${name}.cjs is missing from this installation`);
  return entry;
}
