/**
 * Builds what is published: each package's `dist`, bundled by esbuild, the declarations by tsc, and the pages of the
 * explorer. Developing needs none of this. @orrerydb/keys comes first, because the declarations of orrery are checked against
 * its published ones.
 */
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build, transform } from "esbuild";
import { buildExplorer } from "../packages/explorer/build.mjs";
import { licencesOf, packagesAmong } from "./third-party.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
const require = createRequire(import.meta.url);

const packages = join(root, "packages");

/** In a declaration: of a file, where tsc leaves the extension of the source, or of one of our packages. */
const IMPORT = /(?<=\bfrom |\bimport\()"((?:\.|@orrerydb\/)[^"]+)"/g;

/** Names and lines stay readable in stack traces. */
const OUTPUT = { target: "node20.19", minifyWhitespace: true, lineLimit: 160 };

/** Entries are relative to the package's `src`, and keep their place in `dist`. */
const KEYS = {
  path: join(root, "packages/keys"),
  // For browsers as well, so that an import of Node's modules fails to build.
  platform: "neutral",
  entries: [
    "index.ts",
    "hash/index.ts",
    "cosmos/index.ts",
    "order/compare-values.ts",
    "charge/charge-by-size.ts",
  ],
  esmEntries: [],
};

const ORRERY = {
  path: join(root, "packages/orrery"),
  platform: "node",
  /** Published for `import` and `require`. */
  entries: [
    "index.ts",
    "advisor/index.ts",
    "repartition.ts",
    "testing/index.ts",
    "testing/jest.ts",
    "testing/node.ts",
  ],
  /** Published for `import` alone, as Vitest is. */
  esmEntries: ["testing/vitest.ts"],
};

/**
 * Processes and threads, each one file. They are CommonJS, which Node starts faster: an `import` of node:http loads 50 ms of
 * what a server does not need.
 */
const PROGRAMS = {
  ...ORRERY,
  entries: [
    "cli/program.ts",
    "cli/jobs/advice-worker.ts",
    "gateway/fronts/front-process.ts",
    "script/threads/worker.ts",
    "script/functions/function-worker.ts",
  ],
  /** Every start needs these, and takes 3 to 5 ms to find and read one more package. */
  bundled: ["@orrerydb/keys", "lru-cache"],
};

/** `dist/cli/main.cjs`. Node caches the compiled code of files that are loaded after this call; Node 20 has no such function. */
const LAUNCHER = `require("node:module").enableCompileCache?.();
require("./program.cjs");
`;

/** What CommonJS has instead of `import.meta.url`. */
const MODULE_URL = {
  banner: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;',
  define: { "import.meta.url": "moduleUrl" },
};

await writeFile(
  join(root, "packages/orrery/README.md"),
  packedReadme(await readFile(join(root, "README.md"), "utf8")),
);

await buildPackage(KEYS);
const sources = await buildPackage(ORRERY);
sources.push(...(await buildPrograms()));
const pages = [...(await buildExplorer(sources))];
const licences = licencesOf(packagesAmong(sources), join(root, "node_modules"));
await writeFiles([
  ...pages.map(([name, contents]) => ({ path: join(ORRERY.path, "dist/explorer", name), contents })),
  { path: join(ORRERY.path, "dist/cli/main.cjs"), contents: LAUNCHER },
  { path: join(ORRERY.path, "dist/THIRD-PARTY-LICENSES.txt"), contents: licences },
]);

/** What a link of the repository leads to is not in the package: the words stay, links and pictures go. */
function packedReadme(text) {
  return text
    .replace(/^(?:\| )?!\[.*\]\((?!https?:).*\)(?: \|)?\n(?:\| --- \| --- \|\n)?\n/gm, "")
    .replace(/\[([^\][\n]+)\]\((?!https?:|#)[^)]+\)/g, "$1");
}

/** Returns the paths of what is bundled. */
async function buildPackage(published) {
  const { path, entries, esmEntries } = published;
  await rm(join(path, "dist"), { recursive: true, force: true });
  const [{ metafile }] = await Promise.all([
    build(bundleOptions(published, [...entries, ...esmEntries])),
    bundleCommonJs(published),
    declare(path, [...entries, ...esmEntries]),
    copyFile(join(root, "LICENSE"), join(path, "LICENSE")),
  ]);
  return Object.keys(metafile.inputs);
}

/**
 * esbuild splits only modules of ECMAScript into files that entries share, so each file becomes CommonJS afterwards: a class
 * must not exist twice in a process.
 */
async function bundleCommonJs(published) {
  const { entries, platform } = published;
  const options = { outExtension: { ".js": ".cjs" }, write: false };
  const { outputFiles } = await build({ ...bundleOptions(published, entries), ...options });
  const files = outputFiles.map(async ({ path, text }) => {
    const { code } = await transform(text, {
      ...OUTPUT,
      // The keys run in browsers, which have no node:url.
      ...(text.includes("import.meta") && MODULE_URL),
      format: "cjs",
      platform,
      // Jest's modules have no `import()`.
      supported: { "dynamic-import": false },
    });
    return { path, contents: code };
  });
  await writeFiles(await Promise.all(files));
}

async function buildPrograms() {
  const { metafile } = await build({
    ...bundleOptions(PROGRAMS, PROGRAMS.entries),
    format: "cjs",
    splitting: false,
    outExtension: { ".js": ".cjs" },
    banner: { js: MODULE_URL.banner },
    define: MODULE_URL.define,
  });
  return Object.keys(metafile.inputs);
}

function bundleOptions({ path, platform, bundled = [] }, entries) {
  return {
    ...OUTPUT,
    platform,
    entryPoints: entries.map((entry) => join(path, "src", entry)),
    outbase: join(path, "src"),
    outdir: join(path, "dist"),
    bundle: true,
    splitting: true,
    format: "esm",
    conditions: ["@orrerydb/source"],
    external: packagesOf(path).filter((name) => !bundled.includes(name)),
    metafile: true,
    logLevel: "warning",
  };
}

function packagesOf(path) {
  const { dependencies = {}, peerDependencies = {} } = require(join(path, "package.json"));
  return Object.keys({ ...dependencies, ...peerDependencies });
}

function writeFiles(files) {
  return Promise.all(
    files.map(async ({ path, contents }) => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, contents);
    }),
  );
}

/**
 * Publishes the declarations that the package's exports lead to, and no others. Those of a package that is bundled get a
 * folder of `dist` with its name: nobody could find them by that name.
 */
async function declare(path, entries) {
  const all = await mkdtemp(join(tmpdir(), "orrery-declarations-"));
  try {
    await emitDeclarations(path, all);
    const published = new Set(entries.map((entry) => join(path, "src", entry)));
    const placeOf = (file) => {
      const [name, , ...inner] = relative(packages, file).split(sep);
      return join(path, "dist", join(packages, name) === path ? "" : name, ...inner);
    };
    for (const file of published) {
      const emitted = join(all, relative(packages, file)).replace(/\.ts$/, ".d.ts");
      const text = await readFile(emitted, "utf8");
      const place = placeOf(file);
      await mkdir(dirname(place), { recursive: true });
      for (const [extension, importExtension] of [
        [".d.ts", ".js"],
        // From a file of CommonJS, the SDK's own types of that side are found.
        [".d.cts", ".cjs"],
      ]) {
        const declarations = text.replace(IMPORT, (found, specifier) => {
          const target = sourceOf(file, specifier);
          if (target === undefined) return found;
          published.add(target);
          const way = relative(dirname(place), placeOf(target)).replaceAll(sep, "/");
          return `"${way.startsWith(".") ? "" : "./"}${way.replace(/\.ts$/, importExtension)}"`;
        });
        await writeFile(place.replace(/\.ts$/, extension), declarations);
      }
    }
  } finally {
    await rm(all, { recursive: true });
  }
}

/** What a declaration imports, as a file of the sources; undefined of a package that is published, which exports its build. */
function sourceOf(file, specifier) {
  if (specifier.startsWith(".")) return join(dirname(file), specifier);
  const target = require.resolve(specifier);
  return target.endsWith(".ts") ? target : undefined;
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
