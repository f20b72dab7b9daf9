import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { workerEntry } from "./worker-entry.ts";

describe("workerEntry", () => {
  let dist: string;
  beforeEach(() => {
    dist = mkdtempSync(join(tmpdir(), "orrery-"));
  });
  afterEach(() => rmSync(dist, { recursive: true }));

  const at = (...path: string[]) => pathToFileURL(join(dist, ...path)).href;

  it("is the source beside the source", () => {
    expect(workerEntry("script/worker", at("src", "script", "script-worker.ts")).href).toBe(
      at("src", "script", "worker-from-source.mjs"),
    );
  });

  it("has the folder of the source in its name, as in the package", () => {
    expect(() => workerEntry("cli/advice-worker", at("src", "cli", "jobs", "advice-thread.ts"))).toThrow(
      /not in the folder of cli\/advice-worker/,
    );
  });

  it("is found from every place that a bundle puts the code in", () => {
    mkdirSync(join(dist, "script"));
    writeFileSync(join(dist, "script", "worker.cjs"), "");
    for (const bundle of [["index.js"], ["chunk-1.cjs"], ["cli", "main.cjs"]]) {
      expect(workerEntry("script/worker", at(...bundle)).href).toBe(at("script", "worker.cjs"));
    }
  });

  it("is missed at once in a broken installation", () => {
    expect(() => workerEntry("script/worker", at("cli", "main.cjs"))).toThrow(/worker\.cjs is missing/);
  });
});
