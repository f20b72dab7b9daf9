import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type DeclaredPackages, findViolations, importsOf, type SourceFile } from "./import-table.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGES = ["keys", "orrery"];

function sourceFiles(): SourceFile[] {
  return PACKAGES.flatMap((name) => {
    const folder = join("packages", name, "src");
    return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
      .map((file) => join(folder, file).replaceAll("\\", "/"))
      .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
  });
}

function declaredPackages(): DeclaredPackages {
  return Object.fromEntries(
    PACKAGES.map((name) => {
      const manifest = JSON.parse(readFileSync(join(ROOT, "packages", name, "package.json"), "utf8"));
      return [name, Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })];
    }),
  );
}

test("every import of the tree points down", () => {
  const files = sourceFiles();
  expect(files.length).toBeGreaterThan(100);
  expect(findViolations(files, declaredPackages())).toEqual([]);
});

describe("the check itself", () => {
  const declared: DeclaredPackages = { keys: ["@azure/cosmos"], orrery: ["classic-level", "@scope/thing"] };
  const check = (path: string, ...imports: string[]) =>
    findViolations([{ path: `packages/${path}`, text: imports.join("\n") }], declared);

  test("refuses a tree in which one import has been turned upwards", () => {
    const files = sourceFiles();
    const path = "packages/orrery/src/kv/memory-store.ts";
    const turned = files.map((file) =>
      file.path === path ? { path, text: `${file.text}\nimport "../engine/engine.ts";\n` } : file,
    );
    expect(findViolations(turned, declaredPackages())).toEqual([
      `${path} imports ../engine/engine.ts, but kv may not import engine.`,
    ]);
  });

  test.each([
    ["orrery/src/store/a.ts", 'import { a } from "../kv/a.ts";'],
    ["orrery/src/store/deep/a.ts", 'import { a } from "../../kv/a.ts";'],
    ["orrery/src/store/a.ts", 'import { a } from "@orrerydb/keys/hash";'],
    ["orrery/src/store/a.ts", 'import { a } from "./b.ts";'],
    ["orrery/src/kv/a.ts", 'import { ClassicLevel } from "classic-level";'],
    ["orrery/src/kv/a.ts", 'import a from "@scope/thing/part";'],
    ["orrery/src/kv/a.ts", 'import { join } from "node:path";'],
    ["orrery/src/index.ts", 'export { a } from "./gateway/a.ts";'],
    ["orrery/src/kv/a.test.ts", 'import { a } from "../engine/a.ts";'],
    ["orrery/src/engine/engine.fixture.ts", 'import { MemoryStore } from "../kv/memory-store.ts";'],
    ["keys/src/cosmos/a.ts", 'import type { Container } from "@azure/cosmos";'],
    ["keys/src/cosmos/a.ts", 'import { a } from "../hash/a.ts";'],
  ])("%s may say %s", (path, text) => {
    expect(check(path, text)).toEqual([]);
  });

  test.each([
    ["orrery/src/store/a.ts", 'import { a } from "../engine/a.ts";', "store may not import engine"],
    ["orrery/src/store/a.ts", 'import type { A } from "../engine/a.ts";', "store may not import engine"],
    ["orrery/src/store/a.ts", 'import { type A } from "../sql/a.ts";', "store may not import sql"],
    ["orrery/src/store/a.ts", 'export * from "../wire/a.ts";', "store may not import wire"],
    ["orrery/src/store/a.ts", 'const a = import("../cli/a.ts");', "store may not import cli"],
    ["orrery/src/store/a.ts", 'import "../cli/a.ts";', "store may not import cli"],
    ["orrery/src/gateway/a.ts", 'import {\n  a,\n  b,\n} from "../sql/a.ts";', "gateway may not import sql"],
    ["orrery/src/gateway/a.ts", 'import { a } from "../index.ts";', "gateway may not import cli"],
    ["orrery/src/value/a.ts", 'import { a } from "@orrerydb/keys";', "value may not import keys"],
    [
      "orrery/src/store/a.ts",
      'import { a } from "../../../keys/src/index.ts";',
      "packages/keys/src/index.ts",
    ],
    ["orrery/src/kv/a.ts", 'import { a } from "left-pad";', "does not declare left-pad"],
    ["keys/src/hash/a.ts", 'import { createHash } from "node:crypto";', "browser"],
    ["orrery/src/stray/a.ts", 'import { a } from "./b.ts";', "does not name"],
  ])("%s may not say %s", (path, text, reason) => {
    expect(check(path, text)).toEqual([expect.stringContaining(reason)]);
  });

  test("reads statements, not comments and texts", () => {
    expect(
      importsOf('/** `import { a } from "b"` */\nconst text = "from \'c\'";\nexport const d = "e";\n'),
    ).toEqual([]);
  });
});
