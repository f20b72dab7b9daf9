/**
 * The import table: the folder list is the request path, and every import points down it. npm and the compiler let
 * an upward import, an undeclared package and a re-export through which a layer reaches past the next one pass, so
 * this finds them. Imports of types count as well: a type that is needed below belongs below. Code that only tests
 * load is exempt.
 */

const BELOW_STORE = ["kv/key-cache", "kv", "spatial", "schedule", "value", "exact-json", "keys"];
const STORE_ROOMS = [
  "store/upkeep",
  "store/writes",
  "store/logs",
  "store/partition",
  "store/scans",
  "store/indexes",
  "store/catalog",
  "store/wrappers",
  "store/records",
];
const BELOW_PLAN = ["sql/bind", "sql/functions", "sql/syntax", "spatial", "schedule", "value", "exact-json"];
const PLAN_ROOMS = ["sql/plan/order", "sql/plan/access", "sql/plan/rewrite", "sql/plan/predicates"];
const BELOW_ENGINE = [
  "api",
  "store",
  ...STORE_ROOMS,
  "sql",
  "script",
  "throughput",
  "spatial",
  "schedule",
  "value",
  "exact-json",
  "keys",
];
const BELOW_MEASURES = ["advisor/items", "advisor/ground", "sql", "throughput", "keys", "value"];
const BELOW_GATEWAY = ["cluster", "engine", "wire", "schedule", "api", "value", "exact-json"];
const AROUND_CONTAINER = ["engine/container", "engine/spending", "engine/catalog", "engine/ground"];

/**
 * What each folder may import besides itself. Folders of `packages/orrery/src` go by their path, those of other packages
 * begin with the package's name. A folder with rooms ("sql", "sql/plan") is open to others through the files at its top
 * alone, unless they name the room; its rooms are bound by rows of their own.
 */
export const IMPORT_TABLE: Readonly<Record<string, readonly string[]>> = {
  "keys/hash": [],
  "keys/synthetic": ["keys/hash", "keys/charge"],
  "keys/order": [],
  "keys/charge": [],
  "keys/cosmos": ["keys/synthetic", "keys/order", "keys/hash"],
  keys: ["keys/cosmos", "keys/synthetic", "keys/hash"],
  "exact-json": [],
  // Clients of the SDK on any endpoint that lose no digits.
  "exact-json/cosmos": ["exact-json"],
  // On any endpoint, through the SDK: it knows no more of Orrery than its control API.
  repartition: ["exact-json/cosmos", "exact-json", "keys"],
  value: ["exact-json", "keys"],
  // Types alone, which all may know.
  api: ["value"],
  schedule: [],
  kv: ["value"],
  "kv/key-cache": ["kv", "value"],
  "kv/level": ["kv", "schedule", "value"],
  "kv/memory": ["kv", "value"],
  "kv/postgres": ["kv", "value"],
  spatial: ["value", "exact-json"],
  "store/records": [...BELOW_STORE],
  "store/wrappers": [...BELOW_STORE],
  "store/catalog": ["store/records", ...BELOW_STORE],
  "store/indexes": ["store/records", ...BELOW_STORE],
  "store/scans": ["store/indexes", "store/records", ...BELOW_STORE],
  "store/partition": ["store/scans", "store/indexes", "store/catalog", "store/records", ...BELOW_STORE],
  "store/logs": ["store/partition", "store/records", ...BELOW_STORE],
  "store/writes": [
    "store/logs",
    "store/partition",
    "store/scans",
    "store/indexes",
    "store/wrappers",
    "store/records",
    ...BELOW_STORE,
  ],
  "store/upkeep": [
    "store/writes",
    "store/logs",
    "store/partition",
    "store/scans",
    "store/indexes",
    "store/records",
    ...BELOW_STORE,
  ],
  store: [...STORE_ROOMS, ...BELOW_STORE],
  "sql/syntax": ["value", "exact-json"],
  "sql/functions": ["sql/syntax", "spatial", "keys", "value", "exact-json"],
  "sql/bind": ["sql/functions", "sql/syntax", "schedule", "value", "exact-json"],
  "sql/plan/predicates": [...BELOW_PLAN],
  "sql/plan/rewrite": ["sql/plan/predicates", ...BELOW_PLAN],
  "sql/plan/access": ["sql/plan/predicates", ...BELOW_PLAN],
  "sql/plan/order": ["sql/plan/access", "sql/plan/predicates", ...BELOW_PLAN],
  "sql/plan": [...PLAN_ROOMS, ...BELOW_PLAN],
  "sql/client-plan": [
    "sql/plan/order",
    "sql/plan/rewrite",
    "sql/bind",
    "sql/functions",
    "sql/syntax",
    "keys",
    "schedule",
    "value",
    "exact-json",
  ],
  "sql/exec": [
    "sql/plan",
    ...PLAN_ROOMS,
    "sql/bind",
    "sql/functions",
    "sql/syntax",
    "schedule",
    "keys",
    "value",
    "exact-json",
  ],
  sql: [
    "sql/exec",
    "sql/client-plan",
    "sql/plan",
    "sql/plan/predicates",
    "sql/bind",
    "sql/functions",
    "sql/syntax",
  ],
  // Where the code of its threads lies.
  script: ["schedule", "value", "exact-json"],
  throughput: ["api", "keys", "value"],
  "engine/ground": [...BELOW_ENGINE],
  "engine/catalog": ["engine/ground", ...BELOW_ENGINE],
  "engine/spending": ["engine/catalog", "engine/ground", ...BELOW_ENGINE],
  "engine/container": ["engine/spending", "engine/catalog", "engine/ground", ...BELOW_ENGINE],
  "engine/queries": [...AROUND_CONTAINER, ...BELOW_ENGINE],
  "engine/items": ["engine/queries", ...AROUND_CONTAINER, ...BELOW_ENGINE],
  "engine/feeds": ["engine/items", "engine/queries", ...AROUND_CONTAINER, ...BELOW_ENGINE],
  "engine/scripts": ["engine/items", "engine/queries", ...AROUND_CONTAINER, ...BELOW_ENGINE],
  "engine/topology": [...AROUND_CONTAINER, ...BELOW_ENGINE],
  "engine/upkeep": ["engine/container", "engine/catalog", "engine/ground", ...BELOW_ENGINE],
  "engine/resources": [
    "engine/upkeep",
    "engine/topology",
    "engine/items",
    "engine/queries",
    ...AROUND_CONTAINER,
    ...BELOW_ENGINE,
  ],
  engine: [
    "engine/resources",
    "engine/upkeep",
    "engine/topology",
    "engine/scripts",
    "engine/feeds",
    "engine/items",
    "engine/queries",
    ...AROUND_CONTAINER,
    ...BELOW_ENGINE,
  ],
  "advisor/ground": [],
  "advisor/items": ["advisor/ground", "keys", "value", "exact-json"],
  "advisor/traffic": ["advisor/items", "advisor/ground", "sql", "keys", "value", "exact-json"],
  "advisor/candidates": [
    "advisor/traffic",
    "advisor/items",
    "advisor/ground",
    "sql",
    "keys",
    "value",
    "exact-json",
  ],
  "advisor/measures": ["advisor/candidates", "advisor/traffic", ...BELOW_MEASURES],
  // The only room that needs a database: it tries keys on real containers.
  "advisor/replay": [
    "advisor/measures",
    "advisor/candidates",
    "advisor/traffic",
    "engine",
    "store",
    "kv/memory",
    "schedule",
    "exact-json",
    ...BELOW_MEASURES,
  ],
  "advisor/verdict": [
    "advisor/replay",
    "advisor/measures",
    "advisor/candidates",
    "advisor/traffic",
    "advisor/ground",
  ],
  "advisor/report": ["advisor/verdict", "advisor/ground", "value"],
  "advisor/simulate": [
    "advisor/replay",
    "advisor/candidates",
    "advisor/traffic",
    "advisor/items",
    "advisor/ground",
    "value",
    "exact-json",
  ],
  advisor: [
    "advisor/simulate",
    "advisor/report",
    "advisor/verdict",
    "advisor/replay",
    "advisor/measures",
    "advisor/candidates",
    "advisor/traffic",
    "advisor/items",
    "advisor/ground",
    "value",
    "exact-json",
  ],
  cluster: ["engine", "kv", "value"],
  wire: ["keys", "value", "exact-json"],
  "gateway/exchange": [...BELOW_GATEWAY],
  "gateway/auth": ["gateway/exchange", ...BELOW_GATEWAY],
  "gateway/public": ["gateway/exchange", ...BELOW_GATEWAY],
  "gateway/watch": ["gateway/exchange", ...BELOW_GATEWAY],
  "gateway/faults": ["gateway/exchange", ...BELOW_GATEWAY],
  "gateway/relay": ["gateway/auth", "gateway/exchange", ...BELOW_GATEWAY],
  "gateway/nodes": ["gateway/relay", "gateway/auth", "gateway/exchange", ...BELOW_GATEWAY],
  "gateway/listener": ["gateway/nodes", "gateway/exchange", ...BELOW_GATEWAY],
  "gateway/fronts": [
    "gateway/listener",
    "gateway/relay",
    "gateway/auth",
    "gateway/exchange",
    ...BELOW_GATEWAY,
  ],
  "gateway/direct": ["gateway/listener", "gateway/exchange", ...BELOW_GATEWAY],
  "gateway/context": [
    "gateway/nodes",
    "gateway/faults",
    "gateway/watch",
    "gateway/public",
    "gateway/auth",
    "gateway/exchange",
    ...BELOW_GATEWAY,
  ],
  "gateway/routes": [
    "gateway/context",
    "gateway/nodes",
    "gateway/watch",
    "gateway/auth",
    "gateway/exchange",
    ...BELOW_GATEWAY,
  ],
  "gateway/stages": [
    "gateway/routes",
    "gateway/context",
    "gateway/direct",
    "gateway/relay",
    "gateway/faults",
    "gateway/public",
    "gateway/auth",
    "gateway/exchange",
    ...BELOW_GATEWAY,
  ],
  gateway: [
    "gateway/stages",
    "gateway/context",
    "gateway/direct",
    "gateway/listener",
    "gateway/faults",
    "gateway/watch",
    "gateway/public",
    "gateway/auth",
    "gateway/exchange",
    ...BELOW_GATEWAY,
  ],
  control: ["api"],
  "cli/settings": ["throughput", "schedule"],
  "cli/terminal": [],
  "cli/account": ["api", "cli/settings", "exact-json/cosmos", "control", "value", "exact-json"],
  "cli/data": [
    "cli/settings",
    "engine",
    "store",
    "store/records",
    "kv/postgres",
    "kv/memory",
    "kv/level",
    "kv",
  ],
  "cli/jobs": [
    "api",
    "cli/account",
    "repartition",
    "gateway/context",
    "gateway/exchange",
    "wire",
    "advisor",
    "engine",
    "schedule",
    "value",
    "keys",
  ],
  "cli/server": [
    "cli/jobs",
    "cli/data",
    "cli/account",
    "cli/settings",
    "control",
    "gateway",
    "gateway/context",
    "gateway/direct",
    "gateway/fronts",
    "gateway/listener",
    "gateway/nodes",
    "gateway/watch",
    "gateway/public",
    "gateway/auth",
    "gateway/exchange",
    "wire",
    "cluster",
    "engine",
    // The published declarations take along all that they import: from the front door that would be everything.
    "engine/container",
    "engine/spending",
    "engine/ground",
    "throughput",
    "store",
    "kv/memory",
    "kv/level",
    "kv",
    "schedule",
    "value",
    "exact-json",
  ],
  "cli/commands": [
    "control",
    "api",
    "cli/server",
    "cli/data",
    "cli/account",
    "cli/terminal",
    "cli/settings",
    "repartition",
    "gateway/context",
    "gateway/auth",
    "advisor",
    "engine",
    "throughput",
    "store",
    "store/catalog",
    "store/records",
    "kv/postgres",
    "kv/level",
    "kv",
    "value",
    "exact-json",
    "keys",
  ],
  // Beside the commands, what the package publishes: such entries stand at the top of `src`.
  cli: [
    "api",
    "cli/commands",
    "cli/server",
    "cli/data",
    "cli/account",
    "cli/settings",
    "control",
    "wire",
    "repartition",
  ],
  // What is published, and nothing behind it.
  testing: ["cli", "api"],
  // A client like any other: of the server it knows the protocol and the control API alone.
  explorer: ["api", "keys"],
};

export type ImportTable = Readonly<Record<string, readonly string[]>>;

export interface SourceFile {
  /** From the repository's root, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** The packages that each package declares, by the name of its folder. */
export type DeclaredPackages = Readonly<Record<string, readonly string[]>>;

const SOURCE = /^packages\/([^/]+)\/src\/(.+)$/;

/** What stands beside the code for tests alone: they may need a store, and vitest. */
const TEST_CODE = /\.(?:test|fixture|cases|suite)\.ts$/;

const IN_BROWSERS: ReadonlySet<string> = new Set(["keys", "exact-json", "explorer"]);

/** Rows that other packages reach by a name. */
const NAMED_ROWS: readonly (readonly [RegExp, string])[] = [
  [/^@orrerydb\/keys(?:\/(?:hash|order|charge|cosmos))?$/, "keys"],
  [/^@orrerydb\/exact-json$/, "exact-json"],
  [/^@orrerydb\/exact-json\/cosmos$/, "exact-json/cosmos"],
  [/^@orrerydb\/repartition(?:\/(?:bulk-operations|state-container))?$/, "repartition"],
  [/^orrerydb\/control-api$/, "api"],
];

/** One sentence for each import and each re-export that the table does not allow. */
export function findViolations(
  files: readonly SourceFile[],
  declared: DeclaredPackages,
  table: ImportTable = IMPORT_TABLE,
): string[] {
  return files
    .filter(({ path }) => !TEST_CODE.test(path))
    .flatMap(({ path, text }) => {
      const from = rowOf(path, table);
      if (from === undefined) return [`${path} is in a folder that the import table does not name.`];
      const handedOn = new Set(reExportsOf(text));
      return importsOf(text).flatMap(
        (specifier) =>
          forbiddenImport({ path, from, specifier }, declared, table) ??
          (handedOn.has(specifier) ? forbiddenReExport({ path, from, specifier }, table) : undefined) ??
          [],
      );
    });
}

/** The specifiers of a file's import and export statements, and of its dynamic imports. */
export function importsOf(text: string): string[] {
  const statement = /^(?:import|export)\b(?:[^"';]*?\bfrom)?\s*["']([^"']+)["']/gm;
  const dynamic = /\bimport\(\s*["']([^"']+)["']\s*\)/g;
  return [...text.matchAll(statement), ...text.matchAll(dynamic)].map(([, specifier]) => specifier!);
}

/** The specifiers of what a file hands on: `export … from`, and names that it imports and then exports in a list. */
export function reExportsOf(text: string): string[] {
  const direct = [...text.matchAll(/^export\b[^"';]*?\bfrom\s*["']([^"']+)["']/gm)].map(
    ([, specifier]) => specifier!,
  );
  const listed = new Set(
    [...text.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}\s*;/gm)].flatMap(([, list]) => namesIn(list!, 0)),
  );
  const imported = [...text.matchAll(/^import\b[^"';{]*\{([^}]*)\}\s*from\s*["']([^"']+)["']/gm)];
  const handedOn = imported
    .filter(([, list]) => namesIn(list!, 1).some((name) => listed.has(name)))
    .map(([, , specifier]) => specifier!);
  return [...direct, ...handedOn];
}

/** Of a list such as `a, type B, c as d`: the names before `as` (0), or those after it (1). */
function namesIn(list: string, side: 0 | 1): string[] {
  return list
    .split(",")
    .map((entry) => entry.trim().replace(/^type\s+/, ""))
    .filter((entry) => entry !== "")
    .map((entry) => entry.split(/\s+as\s+/))
    .map((names) => names[side] ?? names[0]!);
}

/** The first circle of rows that the table itself would allow, or undefined. */
export function circleIn(table: ImportTable): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (folder: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(folder)) return [...trail.slice(trail.indexOf(folder)), folder];
    if (done.has(folder)) return undefined;
    for (const next of table[folder] ?? []) {
      const circle = visit(next, [...trail, folder]);
      if (circle !== undefined) return circle;
    }
    done.add(folder);
    return undefined;
  };
  for (const folder of Object.keys(table)) {
    const circle = visit(folder, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

/** So many source files may a folder have beside its sub-folders. */
const FILES_MAX = 20;

/** One sentence for each folder in which files stand in a crowd that belong into its sub-folders, or new ones. */
export function crowdedFolders(files: readonly SourceFile[]): string[] {
  const paths = files.map(({ path }) => path).filter((path) => !TEST_CODE.test(path));
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const folders = [...counts.keys()];
  return [...counts]
    .filter(([, count]) => count > FILES_MAX)
    .filter(([folder]) => folders.some((other) => other !== folder && other.startsWith(folder)))
    .map(
      ([folder, count]) =>
        `${folder} has ${count} source files beside its sub-folders, more than ${FILES_MAX}.`,
    );
}

interface Import {
  readonly path: string;
  /** The row of the table that binds the file. */
  readonly from: string;
  readonly specifier: string;
}

/** The first circle of files that import each other, or undefined. */
export function circleOfFiles(files: readonly SourceFile[]): readonly string[] | undefined {
  const isRelative = (specifier: string): boolean => specifier.startsWith(".");
  return circleIn(
    Object.fromEntries(
      files
        .filter(({ path }) => !TEST_CODE.test(path))
        .map(({ path, text }) => [
          path,
          importsOf(text)
            .filter(isRelative)
            .map((specifier) => pathOf(path, specifier)),
        ]),
    ),
  );
}

function pathOf(from: string, specifier: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}

function forbiddenImport(
  { path, from, specifier }: Import,
  declared: DeclaredPackages,
  table: ImportTable,
): string | undefined {
  const packageName = SOURCE.exec(path)![1]!;
  if (specifier.startsWith("node:")) {
    return IN_BROWSERS.has(packageName)
      ? `${path} imports ${specifier}, but ${packageName} must run in a browser.`
      : undefined;
  }
  const to = targetOf(path, specifier, table);
  if (to !== undefined) {
    return to === from || table[from]!.includes(to)
      ? undefined
      : `${path} imports ${specifier}, but ${from} may not import ${to}.`;
  }
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  return declared[packageName]?.includes(name)
    ? undefined
    : `${path} imports ${specifier}, but packages/${packageName} does not declare ${name}.`;
}

/** A layer hands on nothing of another: whoever needs it imports it from its own place, if the table allows. */
function forbiddenReExport({ path, from, specifier }: Import, table: ImportTable): string | undefined {
  // What is published is gathered there, for other packages.
  if (/^packages\/orrery\/src\/[^/]+$/.test(path)) return undefined;
  const to = targetOf(path, specifier, table);
  if (to === undefined || to === from || isRoomOf(from, to)) return undefined;
  return `${path} re-exports ${specifier}, so that others reach ${to} through ${from}.`;
}

/** The row that an import leads to, or the file where no row names it; undefined for a package of the registry. */
function targetOf(path: string, specifier: string, table: ImportTable): string | undefined {
  const named = NAMED_ROWS.find(([name]) => name.test(specifier));
  if (named !== undefined) return named[1];
  if (!specifier.startsWith(".")) return undefined;
  const target = pathOf(path, specifier);
  // Another package is reached by its name, never by its files.
  const isOwn = SOURCE.exec(target)?.[1] === SOURCE.exec(path)?.[1];
  return (isOwn ? rowOf(target, table) : undefined) ?? target;
}

/** The row that binds a file: the longest that its path begins with, unless that one only holds rooms beside it. */
function rowOf(path: string, table: ImportTable): string | undefined {
  const [, packageName, inner] = SOURCE.exec(path) ?? [];
  if (inner === undefined) return undefined;
  const folders = inner.split("/").slice(0, -1);
  if (packageName !== "orrery") folders.unshift(packageName!);
  // What stands at the top of `packages/orrery/src` are entries of the package.
  else if (folders.length === 0) return "cli";
  for (let length = folders.length; length > 0; length--) {
    const row = folders.slice(0, length).join("/");
    if (table[row] === undefined) continue;
    return length < folders.length && hasRooms(row, table) ? undefined : row;
  }
  return undefined;
}

function hasRooms(folder: string, table: ImportTable): boolean {
  return Object.keys(table).some((row) => isRoomOf(folder, row));
}

function isRoomOf(folder: string, row: string): boolean {
  return row.startsWith(`${folder}/`);
}
