/** The linter finds what Biome and the compiler do not: faults that need types, also those of other files, and short waits. */
import { execFile } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const DECLARATIONS = `
export interface Job { run(): Promise<void> }
export type Kind = { kind: "a" } | { kind: "b" };
export async function work(): Promise<number> { return 1; }
export function workOrValue(): Promise<number> | number { return 1; }
`;

/** Each line is a fault, and the rule that finds it. */
const FAULTS = [
  ['import { Job } from "./declarations.ts";', "consistent-type-imports"],
  ['import { type Kind, work, workOrValue } from "./declarations.ts";', undefined],
  ["declare const vi: { waitFor(f: () => void): void; waitUntil(f: () => void): void };", undefined],
  ["export function wait() { vi.waitFor(() => {}); }", "no-restricted-properties"],
  ["export function waitUntil() { vi.waitUntil(() => {}); }", "no-restricted-properties"],
  ["export function callAndForget() { work(); }", "no-floating-promises"],
  ["export function callMaybe() { workOrValue(); }", "no-floating-promises"],
  ["export function callThen() { work().then((n) => n + 1); }", "no-floating-promises"],
  ["export function callMethods(jobs: Job[]) { jobs.map((job) => job.run()); }", "no-floating-promises"],
  ["export async function condition() { if (work()) return 1; return 2; }", "no-misused-promises"],
  ["export function each(ns: number[]) { ns.forEach(async (n) => { await n; }); }", "no-misused-promises"],
  ["export function filter(ns: number[]) { return ns.filter(async (n) => n > 1); }", "no-misused-promises"],
  [
    "export function member(): { end: () => void } { return { end: async () => {} }; }",
    "no-misused-promises",
  ],
  [
    'export function kindOf(k: Kind): number { let n = 0; switch (k.kind) { case "a": n = 1; } return n; }',
    "switch-exhaustiveness-check",
  ],
] as const;

test("the linter finds each planted fault, and nothing else", async () => {
  const folder = temporaryFolder("lint");
  const options = { strict: true, target: "es2023", module: "nodenext", allowImportingTsExtensions: true };
  copyFileSync(join(ROOT, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...options, noEmit: true, types: [] } }),
  );
  writeFileSync(join(folder, "declarations.ts"), DECLARATIONS);
  writeFileSync(join(folder, "faults.ts"), FAULTS.map(([line]) => line).join("\n"));
  const output = await new Promise<string>((resolve) => {
    const program = join(ROOT, "node_modules/oxlint/bin/oxlint");
    execFile(process.execPath, [program, "--type-aware", "--format=unix", "."], { cwd: folder }, (_, text) =>
      resolve(text),
    );
  });
  const found = [...output.matchAll(/faults\.ts:(\d+):.*\(([a-z-]+)\)\]$/gm)].map(
    ([, line, rule]) => `${line} ${rule}`,
  );
  const planted = FAULTS.flatMap(([, rule], i) => (rule === undefined ? [] : [`${i + 1} ${rule}`]));
  expect(found.sort()).toEqual(planted.sort());
});
