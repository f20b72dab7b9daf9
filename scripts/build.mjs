/**
 * Builds what is published: each package's `dist`, bundled for Node by esbuild with every real dependency left out,
 * the declarations by tsc, and the pages of the explorer. Developing needs none of this. @orrerydb/keys comes first, because the declarations of
 * orrery are checked against its published ones.
 */
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build, transform } from "esbuild";
import { buildExplorer } from "../packages/explorer/build.mjs";
import { bundleInOneFile } from "./in-one-file.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

/** In a declaration, where tsc leaves the extension of the source. */
const RELATIVE_IMPORT = /(?:\bfrom |\bimport\()"(\.[^"]+\.ts)"/g;

/** Between files of a bundle, as esbuild writes it. */
const BUNDLED_IMPORT = /(\bfrom|\bimport|\bimport\()"(\.[^"]+)\.js"/g;
const TARGET = "node20.19";

/** Entries are relative to the package's `src`, and keep their place in `dist`. */
const PACKAGES = [
  {
    folder: "packages/keys",
    entries: ["index.ts", "hash/index.ts", "cosmos/index.ts"],
    commonJs: ["index.ts", "hash/index.ts", "cosmos/index.ts"],
    // For browsers as well, so that an import of Node's modules fails to build.
    platform: "neutral",
    copies: ["LICENSE"],
  },
  {
    folder: "packages/orrery",
    entries: [
      "index.ts",
      "advisor/index.ts",
      "repartition/index.ts",
      "testing/index.ts",
      "testing/vitest.ts",
      "testing/jest.ts",
      "testing/node.ts",
      "cli/main.ts",
      "cli/advice-worker.ts",
      "gateway/fronts/front-process.ts",
      "script/worker.ts",
      "script/function-worker.ts",
    ],
    // Started more often than all others together.
    inOneFile: "cli/serve.ts",
    // All that are published but the one for Vitest, which is ESM itself.
    commonJs: [
      "index.ts",
      "advisor/index.ts",
      "repartition/index.ts",
      "testing/index.ts",
      "testing/jest.ts",
      "testing/node.ts",
    ],
    platform: "node",
    copies: ["LICENSE"],
  },
];

await writeFile(
  join(root, "packages/orrery/README.md"),
  packedReadme(await readFile(join(root, "README.md"), "utf8")),
);

for (const { folder, entries, inOneFile, commonJs, platform, copies } of PACKAGES) {
  const path = join(root, folder);
  await rm(join(path, "dist"), { recursive: true, force: true });
  await Promise.all([
    bundle(path, entries, platform, inOneFile),
    declare(path, entries),
    bundleCommonJs(path, commonJs, platform),
    ...copies.map((name) => copyFile(join(root, name), join(path, name))),
  ]);
}

await writeFiles(await buildExplorer(), join(root, "packages/orrery/dist/explorer"));

/** What a link of the repository leads to is not in the package: the words stay, links and pictures go. */
function packedReadme(text) {
  return text
    .replace(/^!\[.*\]\((?!https?:).*\)\n\n/gm, "")
    .replace(/\[([^\]]+)\]\((?!https?:|#)[^)]+\)/g, "$1");
}

async function writeFiles(files, folder) {
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
}

async function bundle(path, entries, platform, inOneFile) {
  if (inOneFile === undefined) {
    await build(bundleOptions(path, entries, platform));
    return;
  }
  await bundleInOneFile(bundleOptions(path, [inOneFile], platform));
  const plugins = [besides(join(path, "src", inOneFile))];
  await build({ ...bundleOptions(path, entries, platform), plugins });
}

/** What is bundled by itself is imported from where it is then, at the top of `dist`. */
function besides(source) {
  const name = basename(source);
  return {
    name: "besides",
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) =>
        kind === "dynamic-import" && join(resolveDir, path) === source
          ? { path: `../${name.replace(/\.ts$/, ".js")}`, external: true }
          : undefined,
      ),
  };
}

function bundleOptions(path, entries, platform) {
  return {
    entryPoints: entries.map((entry) => join(path, "src", entry)),
    outbase: join(path, "src"),
    outdir: join(path, "dist"),
    bundle: true,
    splitting: true,
    packages: "external",
    format: "esm",
    target: TARGET,
    platform,
    // Read at every start, and kept in memory: a third of the text is blanks and comments. Names and lines stay, for traces.
    minifyWhitespace: true,
    lineLimit: 160,
    logLevel: "warning",
  };
}

/**
 * The package's entries once more as CommonJS, for `require` and for Jest, which loads nothing else. Bundled as the others
 * are and then turned, file by file, so that entries share what they have in common: a class must not be there twice.
 * Threads and pages are those of the other build.
 */
async function bundleCommonJs(path, entries, platform) {
  const { outputFiles } = await build({ ...bundleOptions(path, entries, platform), write: false });
  for (const { path: file, text } of outputFiles) {
    const { code } = await transform(text.replace(BUNDLED_IMPORT, '$1"$2.cjs"'), {
      format: "cjs",
      target: TARGET,
      platform,
      ...(platform === "node" && {
        banner: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;',
        define: { "import.meta.url": "moduleUrl" },
      }),
      // Jest's modules have no `import()` either.
      supported: { "dynamic-import": false },
    });
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file.replace(/\.js$/, ".cjs"), code);
  }
}

/** Publishes the declarations that the package's exports lead to, and no others. */
async function declare(path, entries) {
  const all = await mkdtemp(join(tmpdir(), "orrery-declarations-"));
  try {
    await emitDeclarations(path, all);
    const published = new Set(entries.filter((entry) => /(?:^|\/)index\.ts$|^testing\//.test(entry)));
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
  const manifest = createRequire(import.meta.url).resolve("typescript/package.json");
  const { bin } = JSON.parse(await readFile(manifest, "utf8"));
  const compiler = join(dirname(manifest), bin.tsc);
  try {
    await run(process.execPath, [compiler, "-p", join(path, "tsconfig.build.json"), "--outDir", outDir]);
  } catch (error) {
    throw new Error(`The declarations of ${path} could not be made:\n${error.stdout}`);
  }
}
