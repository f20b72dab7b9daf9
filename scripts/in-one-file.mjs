/**
 * Bundles an entry so that all it imports at its start is one file: every further one takes Node's loader most of a
 * millisecond, and memory. esbuild alone cuts a chunk wherever code is shared with something that is loaded later. So its
 * chunks are bundled once more: those of the start into one file, which exports what the later ones import from it.
 */
import { basename, join } from "node:path";
import { build } from "esbuild";

/**
 * `options`: for esbuild, with one entry, `splitting` and without `write`. Returns its output files; the entry's is at the
 * top of `outdir`.
 */
export async function bundleInOneFile(options) {
  const named = { ...options, entryNames: "[name]" };
  const { outputFiles, metafile } = await build({ ...named, metafile: true });
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const entry = basename(options.entryPoints[0]).replace(/\.ts$/, ".js");
  const atStart = importedBy(entry, outputs);
  const ofLater = [...outputs].filter(([name, { entryPoint }]) => entryPoint && !atStart.has(name));
  const later = await build({
    ...named,
    entryPoints: ofLater.map(([name]) => `./${name}`),
    plugins: [fromMemory(texts, { entry, atStart, outputs })],
  });
  const wanted = namesFrom(entry, later.outputFiles);
  const start = await build({
    ...named,
    splitting: false,
    entryPoints: undefined,
    outdir: undefined,
    outfile: join(options.outdir, entry),
    stdin: { contents: exportsOf(entry, atStart, outputs, wanted), resolveDir: options.outdir },
    plugins: [fromMemory(texts)],
  });
  return [...start.outputFiles, ...later.outputFiles];
}

/**
 * One of esbuild's output files with all that it imports at its start, which others may have as well: for a file that holds
 * no class or state that it shares with them. What it imports later stays where it is.
 */
export async function withItsImports(path, outputFiles, options) {
  const texts = new Map(outputFiles.map((file) => [basename(file.path), file.text]));
  const { outputFiles: made } = await build({
    ...options,
    splitting: false,
    entryPoints: undefined,
    outdir: undefined,
    outfile: path,
    stdin: { contents: texts.get(basename(path)), resolveDir: options.outdir },
    plugins: [fromMemory(texts)],
  });
  return outputFiles.map((file) => (file.path === path ? made[0] : file));
}

function importedBy(entry, outputs) {
  const found = new Set([entry]);
  for (const name of found)
    for (const { path, kind } of outputs.get(name).imports)
      if (kind === "import-statement" && outputs.has(basename(path))) found.add(basename(path));
  return found;
}

/** What files import from the entry, by the names that it exports. */
function namesFrom(entry, files) {
  const statement = /\bimport\s*\{([^}]*)\}\s*from\s*"\.\/([^"]*)"/g;
  const found = files.flatMap(({ text }) => [...text.matchAll(statement)]);
  const lists = found.filter(([, , file]) => file === entry).map(([, names]) => names.split(","));
  return new Set(lists.flat().map((name) => name.trim().split(/\s/)[0]));
}

/** Two chunks may use a name for two things. */
const aliasOf = (chunk, name) => `${name}_${chunk.replace(/\W/g, "_")}`;

function exportsOf(entry, atStart, outputs, wanted) {
  const lines = [`export * from "./${entry}";`];
  for (const chunk of atStart) {
    const names = outputs.get(chunk).exports.filter((name) => wanted.has(aliasOf(chunk, name)));
    const list = names.map((name) => `${name} as ${aliasOf(chunk, name)}`);
    if (list.length > 0) lines.push(`export { ${list.join(", ")} } from "./${chunk}";`);
  }
  return lines.join("\n");
}

/** `start`: chunks that are in the entry's file by now. */
function fromMemory(texts, start) {
  return {
    name: "from-memory",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ path, kind, importer }) => {
        const name = basename(path);
        const isChunk = path.startsWith(".") && name !== start?.entry;
        if (!isChunk || kind === "dynamic-import") return { path, external: true };
        if (!start?.atStart.has(name)) return { path: name, namespace: "chunk" };
        // For each importer anew: nothing but names, which would become a chunk where two share it.
        return { path: `${name} for ${importer}`, namespace: "start", pluginData: name };
      });
      onLoad({ filter: /./, namespace: "chunk" }, ({ path }) => ({ contents: texts.get(path) }));
      onLoad({ filter: /./, namespace: "start" }, ({ pluginData: chunk }) => {
        const names = start.outputs.get(chunk).exports.map((name) => `${aliasOf(chunk, name)} as ${name}`);
        return { contents: `export { ${names.join(", ")} } from "./${start.entry}";` };
      });
    },
  };
}
