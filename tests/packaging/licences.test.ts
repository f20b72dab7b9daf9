/** What a user of the packages gets has a licence that lets them do as they please; so has what the developers use. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Record<string, { license?: string; dev?: boolean; link?: boolean; version?: string }>;
};

const PERMISSIVE = ["MIT", "ISC", "0BSD", "BSD-3-Clause", "BlueOak-1.0.0", "Apache-2.0", "MIT OR Apache-2.0"];
/** For tools alone: what is made with them is not bound by it. */
const FOR_TOOLS = [...PERMISSIVE, "MPL-2.0"];

/** The lock file does not have these; looked up in the packages themselves. */
const LOOKED_UP: Readonly<Record<string, string>> = {
  // A dependency of @azure/cosmos. Its README says so, its package.json nothing.
  "node_modules/semaphore": "MIT",
};

const installed = Object.entries(packages)
  .filter(([path, { link }]) => path.includes("node_modules/") && link !== true)
  .map(([path, { license, dev }]) => ({ path, license: license ?? LOOKED_UP[path], isTool: dev === true }));

test("the dependencies are found", () => {
  expect(installed.some(({ path }) => path === "node_modules/classic-level")).toBe(true);
});

test.each([
  ["of users", false, PERMISSIVE],
  ["of developers", true, FOR_TOOLS],
])("packages %s have licences that are known", (_, tools, allowed) => {
  const others = installed.filter(
    ({ license, isTool }) => isTool === tools && !allowed.includes(license ?? "none"),
  );
  expect(others).toEqual([]);
});
