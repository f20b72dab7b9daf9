import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { describe, expect, test } from "vitest";
import {
  circleIn,
  circleOfFiles,
  crowdedFolders,
  type DeclaredPackages,
  findViolations,
  IMPORT_TABLE,
  importsOf,
  reExportsOf,
  type SourceFile,
} from "./import-table.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGES = ["keys", "exact-json", "repartition", "orrery", "explorer"];

function sourceFiles(): SourceFile[] {
  return PACKAGES.flatMap((name) => {
    const folder = join("packages", name, "src");
    return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))
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

test("kinds of indexes know nothing of one another", () => {
  const folder = "packages/orrery/src/store/indexes/";
  const files = sourceFiles().flatMap(({ path, text }) => {
    const [kind, name] = path.startsWith(folder) ? path.slice(folder.length).split("/") : [];
    return name === undefined || name.endsWith(".test.ts") ? [] : [{ kind: kind!, path, text }];
  });
  const kinds = new Set(files.map(({ kind }) => kind));
  expect(kinds.size).toBeGreaterThan(4);
  const known = files.flatMap(({ path, text }) =>
    importsOf(text)
      .filter((specifier) => kinds.has(specifier.split("/")[1]!))
      .map((specifier) => `${path} imports ${specifier}.`),
  );
  expect(known).toEqual([]);
});

test("no files import each other in a circle, types included", () => {
  const files = sourceFiles();
  expect(circleOfFiles(files)).toBeUndefined();
  const [ast, parser] = ["ast", "parse-query"].map((name) => `packages/orrery/src/sql/syntax/${name}.ts`);
  const turned = files.map(({ path, text }) =>
    path === ast ? { path, text: `import type { A } from "./parse-query.ts";\n${text}` } : { path, text },
  );
  expect(circleOfFiles(turned)).toEqual(expect.arrayContaining([ast, parser]));
});

test("no folder has a crowd of files beside its sub-folders", () => {
  const files = sourceFiles();
  expect(crowdedFolders(files)).toEqual([]);
  const more = (names: readonly string[]) =>
    names.map((name) => ({ path: `packages/orrery/src/script/${name}`, text: "" }));
  const names = Array.from({ length: 20 }, (_, i) => `another-${i}.ts`);
  expect(crowdedFolders([...files, ...more(names)])).toEqual([
    expect.stringContaining("packages/orrery/src/script/ has"),
  ]);
  expect(crowdedFolders([...files, ...more(names.map((name) => name.replace(".ts", ".test.ts")))])).toEqual(
    [],
  );
  expect(crowdedFolders(more(names))).toEqual([]);
});

test("the module of the control API's types has no code", async () => {
  const file = join(ROOT, "packages/orrery/src/api/control-api.ts");
  const { code } = await transform(readFileSync(file, "utf8"), { loader: "ts" });
  expect(code).toBe("");
});

test("every row of the table is a folder, and has source files", () => {
  const paths = sourceFiles().map(({ path }) => path);
  const folderOf = (row: string): string =>
    PACKAGES.includes(row.split("/")[0]!)
      ? `packages/${row.replace(/^[^/]+/, "$&/src")}/`
      : `packages/orrery/src/${row}/`;
  const rows = Object.keys(IMPORT_TABLE);
  expect(rows.filter((row) => !paths.some((path) => path.startsWith(folderOf(row))))).toEqual([]);
});

test("the table allows no circle", () => {
  expect(circleIn(IMPORT_TABLE)).toBeUndefined();
  expect(circleIn({ a: ["b"], b: ["c"], c: ["b"] })).toEqual(["b", "c", "b"]);
});

describe("the check itself", () => {
  const declared: DeclaredPackages = { keys: ["@azure/cosmos"], orrery: ["classic-level", "@scope/thing"] };
  const check = (path: string, ...imports: string[]) =>
    findViolations([{ path: `packages/${path}`, text: imports.join("\n") }], declared);

  test.each([
    ["kv/memory/memory-store.ts", 'import "../../engine/engine.ts";', "kv/memory may not import engine"],
    ["sql/syntax/ast.ts", 'import "../plan/plan-order.ts";', "sql/syntax may not import sql/plan"],
    [
      "sql/plan/order/plan-order.ts",
      'import "../../exec/pacer.ts";',
      "sql/plan/order may not import sql/exec",
    ],
    [
      "store/records/item-record.ts",
      'export { KeyValueError } from "../../kv/key-value-store.ts";',
      "reach kv through store/records",
    ],
    [
      "sql/exec/pacer.ts",
      'import { parseQuery } from "../syntax/parse-query.ts";\nexport { parseQuery };',
      "reach sql/syntax through sql/exec",
    ],
  ])("refuses the tree when %s also says %s", (file, text, reason) => {
    const path = `packages/orrery/src/${file}`;
    const files = sourceFiles();
    expect(files.some((known) => known.path === path)).toBe(true);
    const turned = files.map((known) =>
      known.path === path ? { path, text: `${known.text}\n${text}\n` } : known,
    );
    expect(findViolations(turned, declaredPackages())).toEqual([expect.stringContaining(reason)]);
  });

  test.each([
    ["orrery/src/store/a.ts", 'import { a } from "../kv/a.ts";'],
    ["orrery/src/store/indexes/deep/a.ts", 'import { a } from "../../../kv/a.ts";'],
    ["orrery/src/store/a.ts", 'import { a } from "@orrerydb/keys/hash";'],
    ["orrery/src/store/a.ts", 'import { a } from "./b.ts";'],
    ["orrery/src/kv/a.ts", 'import { ClassicLevel } from "classic-level";'],
    ["orrery/src/kv/a.ts", 'import a from "@scope/thing/part";'],
    ["orrery/src/kv/a.ts", 'import { join } from "node:path";'],
    ["orrery/src/index.ts", 'export { a } from "./cli/a.ts";'],
    ["orrery/src/repartition.ts", 'export * from "@orrerydb/repartition";'],
    ["repartition/src/a.ts", 'import { a } from "@orrerydb/exact-json/cosmos";'],
    ["orrery/src/kv/a.test.ts", 'import { a } from "../engine/a.ts";'],
    ["orrery/src/engine/engine.fixture.ts", 'import { MemoryStore } from "../kv/memory/memory-store.ts";'],
    ["keys/src/cosmos/a.ts", 'import type { Container } from "@azure/cosmos";'],
    ["keys/src/cosmos/a.ts", 'import { a } from "../hash/a.ts";'],
    ["keys/src/index.ts", 'export { a } from "./hash/index.ts";'],
    ["orrery/src/sql/exec/deep/a.ts", 'import { a } from "../../plan/a.ts";'],
    ["orrery/src/sql/index.ts", 'export { a } from "./plan/a.ts";'],
    ["orrery/src/sql/exec/a.ts", 'import { type A } from "../plan/a.ts";\nexport type { B };'],
    ["orrery/src/sql/exec/a.ts", 'export { a } from "./b.ts";'],
    [
      "explorer/src/pages/a.tsx",
      'import { a } from "@orrerydb/keys/hash";\nimport { b } from "../parts/b.ts";',
    ],
    ["exact-json/src/cosmos/a.ts", 'import { a } from "../a.ts";'],
    ["orrery/src/store/a.ts", 'import { a } from "@orrerydb/exact-json";'],
    ["explorer/src/main.tsx", 'const a = import("./pages/a.tsx");'],
    ["explorer/src/pages/a.tsx", 'import type { A } from "orrerydb/control-api";'],
    ["orrery/src/gateway/faults/a.ts", 'import type { A } from "../../api/a.ts";'],
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
    ["orrery/src/schedule/a.ts", 'import { a } from "@orrerydb/keys";', "schedule may not import keys"],
    [
      "orrery/src/store/a.ts",
      'import { a } from "../../../keys/src/index.ts";',
      "packages/keys/src/index.ts",
    ],
    ["orrery/src/kv/a.ts", 'import { a } from "./level/a.ts";', "kv may not import kv/level"],
    ["orrery/src/kv/a.ts", 'import { a } from "left-pad";', "does not declare left-pad"],
    ["keys/src/hash/a.ts", 'import { createHash } from "node:crypto";', "browser"],
    ["orrery/src/stray/a.ts", 'import { a } from "./b.ts";', "does not name"],
    ["orrery/src/sql/stray/a.ts", 'import { a } from "./b.ts";', "does not name"],
    ["orrery/src/sql/plan/a.ts", 'import { a } from "../exec/a.ts";', "sql/plan may not import sql/exec"],
    ["orrery/src/sql/exec/a.ts", 'import { a } from "../index.ts";', "sql/exec may not import sql"],
    ["orrery/src/engine/a.ts", 'import { a } from "../sql/exec/a.ts";', "engine may not import sql/exec"],
    ["exact-json/src/a.ts", 'import { createHash } from "node:crypto";', "browser"],
    [
      "exact-json/src/a.ts",
      'import { a } from "./cosmos/a.ts";',
      "exact-json may not import exact-json/cosmos",
    ],
    [
      "orrery/src/store/a.ts",
      'import { a } from "@orrerydb/exact-json/cosmos";',
      "store may not import exact-json/cosmos",
    ],
    [
      "repartition/src/a.ts",
      'import type { A } from "orrerydb/control-api";',
      "repartition may not import api",
    ],
    [
      "orrery/src/engine/a.ts",
      'import { a } from "@orrerydb/repartition";',
      "engine may not import repartition",
    ],
    ["keys/src/hash/a.ts", 'import { a } from "../cosmos/a.ts";', "keys/hash may not import keys/cosmos"],
    ["orrery/src/store/a.ts", 'export { a } from "../kv/a.ts";', "reach kv through store"],
    ["orrery/src/store/a.ts", 'export type { A } from "@orrerydb/keys/hash";', "reach keys through store"],
    [
      "orrery/src/store/a.ts",
      'import { type A, b } from "../kv/a.ts";\nexport type { A };',
      "reach kv through store",
    ],
    ["orrery/src/sql/exec/a.ts", 'export { a } from "../plan/a.ts";', "reach sql/plan through sql/exec"],
    [
      "explorer/src/pages/a.tsx",
      'import type { A } from "../../../orrery/src/wire/a.ts";',
      "explorer may not import packages/orrery/src/wire/a.ts",
    ],
    ["explorer/src/pages/a.tsx", 'import { a } from "orrerydb";', "does not declare orrerydb"],
    ["explorer/src/pages/a.tsx", 'import { createHmac } from "node:crypto";', "browser"],
  ])("%s may not say %s", (path, text, reason) => {
    expect(check(path, text)).toEqual([expect.stringContaining(reason)]);
  });

  test("knows what a file hands on", () => {
    const text =
      'import { a, type B as C } from "x";\nimport { d } from "y";\nexport { C as E };\nexport * from "z";\n';
    expect(reExportsOf(text)).toEqual(["z", "x"]);
  });

  test("reads statements, not comments and texts", () => {
    expect(
      importsOf('/** `import { a } from "b"` */\nconst text = "from \'c\'";\nexport const d = "e";\n'),
    ).toEqual([]);
  });
});
