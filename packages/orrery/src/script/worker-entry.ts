/**
 * Where the worker's code lies. From source it is TypeScript, beside this file; in the published package it is
 * `dist/script/worker.js`, beside or below whichever bundle holds this code.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** `base` is the URL of the module that asks. */
export function workerEntry(base: string): URL {
  if (base.endsWith(".ts")) return new URL("./worker-from-source.mjs", base);
  const candidates = ["./script/worker.js", "../script/worker.js"].map((path) => new URL(path, base));
  const entry = candidates.find((candidate) => existsSync(fileURLToPath(candidate)));
  assert(entry !== undefined, "dist/script/worker.js is missing from this installation");
  return entry;
}
