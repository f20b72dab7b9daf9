/**
 * Builds the pages that the gateway serves under /_explorer/: one bundle, chunks that are loaded when they are needed, one
 * style sheet, one page. Nothing is written; the names of the files below `assets` change with what is in them.
 */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const source = (name) => fileURLToPath(new URL(`src/${name}`, import.meta.url));

/** The files by their paths below /_explorer/; `sources` gets the paths of what they are made from. */
export async function buildExplorer(sources = []) {
  const { outputFiles, metafile } = await build({
    entryPoints: { app: source("main.tsx"), style: source("style/style.css") },
    outdir: "/assets",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    conditions: ["@orrerydb/source"],
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    write: false,
    metafile: true,
    logLevel: "warning",
  });
  sources.push(...Object.keys(metafile.inputs));
  const assets = new Map(outputFiles.map(({ path, contents }) => [`assets/${basename(path)}`, contents]));
  const named = (start, end) =>
    [...assets.keys()].find((name) => name.startsWith(`assets/${start}-`) && name.endsWith(end));
  const page = (await readFile(source("index.html"), "utf8"))
    .replace("{{script}}", named("app", ".js"))
    .replace("{{style}}", named("style", ".css"));
  return new Map([
    ["index.html", Buffer.from(page)],
    ["assets/orrery.svg", await readFile(source("style/orrery.svg"))],
    ...assets,
  ]);
}
