/**
 * Builds what is published: each package's `dist`, bundled by esbuild, the declarations by tsc, and the pages of the
 * explorer. Developing needs none of this. @orrerydb/keys comes first, because the declarations of orrery are checked against
 * its published ones.
 */
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build, transform } from "esbuild";
import { buildExplorer } from "../packages/explorer/build.mjs";
import { bundleInOneFile, withItsImports } from "./in-one-file.mjs";
import { licencesOf, packagesAmong } from "./third-party.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** In a declaration, where tsc leaves the extension of the source. */
const RELATIVE_IMPORT = /(?:\bfrom |\bimport\()"(\.[^"]+\.ts)"/g;

/** Between files of a bundle, as esbuild writes it. */
const BUNDLED_IMPORT = /(\bfrom|\bimport|\bimport\()\s*"(\.[^"]+)\.js"/g;
/** As it writes them when it turns a file into CommonJS. */
const COPY_OF_EXPORTS =
  /(\b__toCommonJS=mod=>\s*)__copyProps\(\s*__defProp\(\s*\{\},\s*"__esModule",\s*\{\s*value:\s*true\s*\}\),\s*mod\)/;
const COPY_OF_IMPORT = /\b__toESM\(\s*(require\(\s*"\.[^"]+"\s*\))\)/g;
const TARGET = "node20.19";
const LINE_LIMIT = 160;

/** Packages that every start needs: to be found and read, each takes 5 ms; LevelDB's 33 files 30 ms, and half of that in one. */
const PACKAGES_OF_START = [
  "@orrerydb/keys",
  "lru-cache",
  "classic-level",
  "abstract-level",
  "level-supports",
  "level-transcoder",
  "maybe-combine-errors",
  "module-error",
];

/** Entries are relative to the package's `src`, and keep their place in `dist`. */
const KEYS = {
  path: join(root, "packages/keys"),
  entries: ["index.ts", "hash/index.ts", "cosmos/index.ts", "order/compare-values.ts"],
};

/** The command itself, which every start reads. */
const MAIN = "cli/main.ts";

const ORRERY = {
  path: join(root, "packages/orrery"),
  /** Published, for `import` and `require` alike. */
  entries: [
    "index.ts",
    "advisor/index.ts",
    "repartition/index.ts",
    "testing/index.ts",
    "testing/jest.ts",
    "testing/node.ts",
  ],
  /** Published for `import` alone, as Vitest is. */
  esmEntries: ["testing/vitest.ts"],
  /** Started as processes and threads. */
  programs: [
    MAIN,
    "cli/jobs/advice-worker.ts",
    "gateway/fronts/front-process.ts",
    "script/worker.ts",
    "script/function-worker.ts",
  ],
  /** Started more often than all others together. */
  inOneFile: "cli/commands/serve.ts",
};

await writeFile(
  join(root, "packages/orrery/README.md"),
  packedReadme(await readFile(join(root, "README.md"), "utf8")),
);

await buildPackage(KEYS, bundleKeys);
const sources = await buildPackage(ORRERY, bundleOrrery);
const pages = [...(await buildExplorer(sources))];
const licences = licencesOf(packagesAmong(sources), join(root, "node_modules"));
await writeFiles([
  ...pages.map(([name, contents]) => ({ path: join(ORRERY.path, "dist/explorer", name), contents })),
  { path: join(ORRERY.path, "dist/THIRD-PARTY-LICENSES.txt"), contents: licences },
]);

/** What a link of the repository leads to is not in the package: the words stay, links and pictures go. */
function packedReadme(text) {
  return text
    .replace(/^(?:\| )?!\[.*\]\((?!https?:).*\)(?: \|)?\n(?:\| --- \| --- \|\n)?\n/gm, "")
    .replace(/\[([^\][\n]+)\]\((?!https?:|#)[^)]+\)/g, "$1");
}

async function buildPackage({ path, entries, esmEntries = [] }, bundle) {
  await rm(join(path, "dist"), { recursive: true, force: true });
  const [result] = await Promise.all([
    bundle(),
    declare(path, [...entries, ...esmEntries]),
    copyFile(join(root, "LICENSE"), join(path, "LICENSE")),
  ]);
  return result;
}

/** For browsers as well, so that an import of Node's modules fails to build. */
async function bundleKeys() {
  const { path, entries } = KEYS;
  const { outputFiles } = await build({ ...bundleOptions(path, entries, "neutral"), packages: "external" });
  await Promise.all([writeFiles(outputFiles), writeFiles(await toCommonJs(outputFiles, "neutral"))]);
}

/**
 * What is run is CommonJS, whoever starts it, because Node loads that faster: an `import` of one of Node's modules reads
 * all that it exports, and thereby loads what could wait (with `node:http` of Node 22 and later: 50 ms).
 */
async function bundleOrrery() {
  const { path, entries, esmEntries, programs, inOneFile } = ORRERY;
  assertSameLevel();
  const native = { [require.resolve("classic-level/binding.js")]: "classic-level/binding.js" };
  const ofStart = { [join(path, "src", inOneFile)]: `../${basename(inOneFile, ".ts")}.js` };
  const options = (list, elsewhere) => ({
    ...bundleOptions(path, list, "node"),
    plugins: [leaveOut(elsewhere)],
  });
  const imported = { ...bundleOptions(path, [...entries, ...esmEntries], "node"), packages: "external" };
  const [start, run, { outputFiles }] = await Promise.all([
    bundleInOneFile(options([inOneFile], native)),
    build({ ...options([...entries, ...programs], { ...native, ...ofStart }), metafile: true }),
    build(imported),
  ]);
  const main = join(path, "dist", MAIN.replace(/\.ts$/, ".js"));
  const ran = await withItsImports(main, run.outputFiles, options([MAIN], {}));
  const commonJs = await toCommonJs([...start, ...ran], "node");
  await Promise.all([writeFiles(commonJs), writeFiles(outputFiles)]);
  return Object.keys(run.metafile.inputs);
}

/** LevelDB's native part stays in its package, so that users must get the version whose other part is bundled. */
function assertSameLevel() {
  const { dependencies } = require("../packages/orrery/package.json");
  const { version } = require("classic-level/package.json");
  if (dependencies["classic-level"] !== version)
    throw new Error(`packages/orrery/package.json must ask for classic-level ${version} exactly.`);
}

function bundleOptions(path, entries, platform) {
  return {
    entryPoints: entries.map((entry) => join(path, "src", entry)),
    outbase: join(path, "src"),
    outdir: join(path, "dist"),
    bundle: true,
    splitting: true,
    format: "esm",
    target: TARGET,
    platform,
    conditions: ["@orrerydb/source"],
    // Read at every start, and kept in memory: a third of the text is blanks and comments. Names and lines stay, for traces.
    minifyWhitespace: true,
    lineLimit: LINE_LIMIT,
    write: false,
    logLevel: "warning",
  };
}

/** Packages that no start needs are found where npm put them. `elsewhere`: files that are not bundled here, and where they are. */
function leaveOut(elsewhere) {
  return {
    name: "leave-out",
    setup: ({ onResolve }) =>
      onResolve({ filter: /./ }, ({ path, resolveDir }) => {
        if (path.startsWith(".")) {
          const file = join(resolveDir, path);
          const place = elsewhere[file] ?? elsewhere[`${file}.js`];
          return place === undefined ? undefined : { path: place, external: true };
        }
        const isBundled = PACKAGES_OF_START.some((name) => path === name || path.startsWith(`${name}/`));
        return isBundled || isAbsolute(path) ? undefined : { path, external: true };
      }),
  };
}

/** File by file, so that entries share what they have in common: a class must not be there twice. */
function toCommonJs(files, platform) {
  return Promise.all(
    files.map(async ({ path, text }) => {
      const { code } = await transform(text.replace(BUNDLED_IMPORT, '$1"$2.cjs"'), {
        format: "cjs",
        target: TARGET,
        platform,
        minifyWhitespace: true,
        lineLimit: LINE_LIMIT,
        ...(text.includes("import.meta") && {
          banner: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;',
          define: { "import.meta.url": "moduleUrl" },
        }),
        // Jest's modules have no `import()`.
        supported: { "dynamic-import": false },
      });
      return { path: path.replace(/\.js$/, ".cjs"), contents: withoutCopies(code) };
    }),
  );
}

/**
 * What a file exports is copied by esbuild twice, name by name: into an object of CommonJS, and into one that looks like an
 * `import()`. Both are the same object here, which is a millisecond or two of a start.
 */
function withoutCopies(code) {
  return code
    .replace(COPY_OF_EXPORTS, '$1__defProp(mod,"__esModule",{value:true})')
    .replace(COPY_OF_IMPORT, "$1");
}

function writeFiles(files) {
  return Promise.all(
    files.map(async ({ path, contents }) => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, contents);
    }),
  );
}

/** Publishes the declarations that the package's exports lead to, and no others. */
async function declare(path, entries) {
  const all = await mkdtemp(join(tmpdir(), "orrery-declarations-"));
  try {
    await emitDeclarations(path, all);
    const published = new Set(entries);
    for (const file of published) {
      const name = file.replace(/\.ts$/, ".d.ts");
      const text = await readFile(join(all, name), "utf8");
      for (const [, specifier] of text.matchAll(RELATIVE_IMPORT))
        published.add(join(dirname(file), specifier));
      await mkdir(dirname(join(path, "dist", name)), { recursive: true });
      for (const [extension, importExtension] of [
        [".d.ts", ".js"],
        // From a file of CommonJS, the SDK's own types of that side are found.
        [".d.cts", ".cjs"],
      ]) {
        await writeFile(
          join(path, "dist", name.replace(/\.d\.ts$/, extension)),
          text.replace(RELATIVE_IMPORT, (found) => found.replace(/\.ts"$/, `${importExtension}"`)),
        );
      }
    }
  } finally {
    await rm(all, { recursive: true });
  }
}

async function emitDeclarations(path, outDir) {
  const manifest = require.resolve("typescript/package.json");
  const { bin } = JSON.parse(await readFile(manifest, "utf8"));
  const compiler = join(dirname(manifest), bin.tsc);
  try {
    await run(process.execPath, [compiler, "-p", join(path, "tsconfig.build.json"), "--outDir", outDir]);
  } catch (error) {
    throw new Error(`The declarations of ${path} could not be made:\n${error.stdout}`);
  }
}
