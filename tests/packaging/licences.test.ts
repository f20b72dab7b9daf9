/** What a user of the packages gets has a licence that lets them do as they please; so has what the developers use. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Record<
    string,
    { license?: string; link?: boolean; dependencies?: object; optionalDependencies?: object }
  >;
};

const PERMISSIVE = ["MIT", "ISC", "0BSD", "BSD-3-Clause", "BlueOak-1.0.0", "Apache-2.0", "MIT OR Apache-2.0"];
/** For tools alone: what is made with them is not bound by it. */
const FOR_TOOLS = [...PERMISSIVE, "MPL-2.0"];

/** The lock file does not have these; looked up in the packages themselves. */
const LOOKED_UP: Readonly<Record<string, string>> = {
  // A dependency of @azure/cosmos. Its README says so, its package.json nothing.
  "node_modules/semaphore": "MIT",
};

/** What our packages need, and what that needs in turn; the SDK is with it. */
const ofUsers = new Set<string>();
for (const from of ["packages/keys", "packages/orrery"]) follow(from);
follow("node_modules/@azure/cosmos");

function follow(path: string): void {
  if (ofUsers.has(path)) return;
  ofUsers.add(path);
  const { dependencies, optionalDependencies } = packages[path]!;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) follow(placeOf(path, name));
}

/** Where Node finds a package from a place of the tree. */
function placeOf(path: string, name: string): string {
  const own = `${path}/node_modules/${name}`;
  if (packages[own] !== undefined) return own;
  const above = /^(.*)\/node_modules\/(?:@[^/]+\/)?[^/]+$/.exec(path)?.[1];
  return above === undefined ? `node_modules/${name}` : placeOf(above, name);
}

const installed = Object.entries(packages)
  .filter(([path, { link }]) => path.includes("node_modules/") && link !== true)
  .map(([path, { license }]) => ({
    path,
    license: license ?? LOOKED_UP[path],
    isTool: !ofUsers.has(path),
  }));

test("the dependencies are found", () => {
  const found = installed.filter(({ isTool }) => !isTool).map(({ path }) => path);
  expect(found).toEqual(
    expect.arrayContaining(
      ["classic-level", "@azure/core-rest-pipeline"].map((name) => `node_modules/${name}`),
    ),
  );
  expect(found).not.toContain("node_modules/vitest");
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
