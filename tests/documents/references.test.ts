/** What the documents point at is there: linked files and headings, paths in the text, and the import table. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { IMPORT_TABLE } from "../import-table/import-table.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDERS = [".", "docs", "docs/architecture", "docs/clients", "examples", "bench", "packages/keys"];
const DOCUMENTS = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Links without those to other sites, as "file#heading". */
function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** As GitHub names the place of a heading. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title!);
  return new Set(
    headings.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function brokenLinks(document: string, text = textOf(document)): string[] {
  return linksIn(text).filter((link) => {
    const [file, anchor] = link.split("#") as [string, string?];
    const target = file === "" ? document : join(dirname(document), file);
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsOf(textOf(target)).has(anchor);
  });
}

/** Where a path may begin: pages on a folder leave out what all of theirs begin with. */
const BASES = [
  "",
  "packages/orrery",
  "packages/orrery/src",
  "packages/keys/src",
  "packages/exact-json/src",
  "packages/repartition/src",
  ...["engine", "sql", "store", "script"].map((folder) => `packages/orrery/src/${folder}`),
];

/** Files and folders in backticks that have a slash in them, and files of the sources named alone in a table or text. */
function missingPaths(document: string, text = textOf(document)): string[] {
  const paths = [...text.matchAll(/`([\w@.-]+(?:\/[\w.-]+)*\/?)`/g)]
    .map(([, path]) => path!)
    .filter((path) => /\/.*\.(?:ts|mjs|js|md|json)$/.test(path) || /^(?:packages|tests|docs)\//.test(path));
  const bases = [...BASES, dirname(document)];
  return paths.filter((path) => !bases.some((base) => existsSync(join(ROOT, base, path))));
}

describe.each(DOCUMENTS)("%s", (document) => {
  test("links to what is there", () => {
    expect(brokenLinks(document)).toEqual([]);
  });

  test("names paths that are there", () => {
    expect(missingPaths(document)).toEqual([]);
  });
});

test("what is not there is found", () => {
  const links = "[a](nowhere.md) [b](cli.md#nothing) [c](cli.md) [d](https://example.com/e)";
  expect(brokenLinks("docs/README.md", links)).toEqual(["nowhere.md", "cli.md#nothing"]);
  const paths = "`engine/nothing.ts` `docs/cli.md` `packages/nothing` `a/b` `items/items.ts`";
  expect(missingPaths("docs/README.md", paths)).toEqual(["engine/nothing.ts", "packages/nothing"]);
});

test("every document is in the index", () => {
  const listed = new Set(linksIn(textOf("docs/README.md")).map((link) => join("docs", link)));
  const documents = DOCUMENTS.filter((path) => path.startsWith("docs/") && path !== "docs/README.md");
  expect(documents.filter((path) => !listed.has(path)).map((path) => relative("docs", path))).toEqual([]);
});

test("ARCHITECTURE.md has the import table that is checked", () => {
  const rows = [...textOf("ARCHITECTURE.md").matchAll(/^\| `([\w-]+)` \| (nothing|`.*`) \|$/gm)];
  const told = Object.fromEntries(
    rows.map(([, folder, list]) => [
      folder,
      [...list!.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!).sort(),
    ]),
  );
  const folders = Object.keys(IMPORT_TABLE).filter((row) => !row.includes("/"));
  const checked = Object.fromEntries(folders.map((folder) => [folder, allowed(folder)]));
  expect(told).toEqual(checked);
});

/** Other folders that a folder or one of its rooms may import. */
function allowed(folder: string): string[] {
  const rows = Object.keys(IMPORT_TABLE).filter((row) => row === folder || row.startsWith(`${folder}/`));
  const names = rows.flatMap((row) => IMPORT_TABLE[row]!).map((name) => name.split("/")[0]!);
  return [...new Set(names)].filter((name) => name !== folder).sort();
}
