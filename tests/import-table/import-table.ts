/**
 * The import table: the folder list is the request path, and every import points down it. npm and the compiler let
 * both an upward import and an undeclared package through, so this finds them. Imports of types count as well: a
 * type that is needed below belongs below. Code that only tests load is exempt.
 */

/** What each folder may import, besides itself. The names are folders of `orrery`, and `keys` for @orrerydb/keys. */
export const IMPORT_TABLE: Readonly<Record<string, readonly string[]>> = {
  value: [],
  keys: [],
  kv: [],
  store: ["kv", "value", "keys"],
  sql: ["value", "keys"],
  script: ["value"],
  throughput: ["value"],
  engine: ["store", "sql", "script", "throughput", "keys", "value"],
  wire: ["keys", "value"],
  gateway: ["engine", "wire", "value"],
  advisor: ["keys", "sql", "value"],
  repartition: ["keys", "advisor"],
  cli: [
    "value",
    "keys",
    "kv",
    "store",
    "sql",
    "script",
    "throughput",
    "engine",
    "wire",
    "gateway",
    "advisor",
    "repartition",
  ],
};

export interface SourceFile {
  /** From the repository's root, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** The packages that each package declares, by the name of its folder. */
export type DeclaredPackages = Readonly<Record<string, readonly string[]>>;

const SOURCE = /^packages\/([^/]+)\/src\/(?:([^/]+)\/)?[^/].*$/;

/** What stands beside the code for tests alone: they may need a store, and vitest. */
const TEST_CODE = /\.(?:test|fixture|cases|suite)\.ts$/;

/** One sentence for each import that the table does not allow. */
export function findViolations(files: readonly SourceFile[], declared: DeclaredPackages): string[] {
  return files
    .filter(({ path }) => !TEST_CODE.test(path))
    .flatMap((file) =>
      importsOf(file.text).flatMap((specifier) => violation(file.path, specifier, declared) ?? []),
    );
}

/** The specifiers of a file's import and export statements, and of its dynamic imports. */
export function importsOf(text: string): string[] {
  const statement = /^(?:import|export)\b(?:[^"';]*?\bfrom)?\s*["']([^"']+)["']/gm;
  const dynamic = /\bimport\(\s*["']([^"']+)["']\s*\)/g;
  return [...text.matchAll(statement), ...text.matchAll(dynamic)].map(([, specifier]) => specifier!);
}

function violation(path: string, specifier: string, declared: DeclaredPackages): string | undefined {
  const [, packageName, folder] = SOURCE.exec(path) ?? [];
  if (packageName === undefined) return `${path} is not in the source folder of a package.`;
  const from = packageName === "keys" ? "keys" : (folder ?? "cli");
  const allowed = IMPORT_TABLE[from];
  if (allowed === undefined)
    return `${path} is in the folder '${from}', which the import table does not name.`;

  if (specifier.startsWith("node:")) {
    return from === "keys" ? `${path} imports ${specifier}, but keys must run in a browser.` : undefined;
  }
  const to = targetOf(path, specifier, packageName);
  if (to !== undefined) {
    return to === from || allowed.includes(to)
      ? undefined
      : `${path} imports ${specifier}, but ${from} may not import ${to}.`;
  }
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  return declared[packageName]?.includes(name)
    ? undefined
    : `${path} imports ${specifier}, but packages/${packageName} does not declare ${name}.`;
}

/** The folder that an import leads to; undefined for another package of the registry. */
function targetOf(path: string, specifier: string, packageName: string): string | undefined {
  if (specifier === "@orrerydb/keys" || specifier.startsWith("@orrerydb/keys/")) return "keys";
  if (!specifier.startsWith(".")) return undefined;
  const target = new URL(specifier, `file:///${path}`).pathname.slice(1);
  const [, targetPackage, folder] = SOURCE.exec(target) ?? [];
  // Another package is reached by its name, never by its files.
  if (targetPackage !== packageName) return target;
  return packageName === "keys" ? "keys" : (folder ?? "cli");
}
