/**
 * Where the code of a thread lies. From source it is TypeScript, beside this file; in the published package it is in
 * `dist/script`, beside or below whichever bundle holds this code.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type ThreadName = "worker" | "function-worker";

/** `base` is the URL of the module that asks. */
export function workerEntry(base: string, name: ThreadName): URL {
  if (base.endsWith(".ts")) return new URL(`./${name}-from-source.mjs`, base);
  const candidates = [`./script/${name}.js`, `../script/${name}.js`].map((path) => new URL(path, base));
  const entry = candidates.find((candidate) => existsSync(fileURLToPath(candidate)));
  assert(entry !== undefined, `dist/script/${name}.js is missing from this installation`);
  return entry;
}
