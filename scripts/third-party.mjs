/** The licences of packages whose code is part of a bundle: whoever gets a copy is to get them as well. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** From the inputs of esbuild's metafiles; ours are left out. */
export function packagesAmong(inputs) {
  const found = inputs.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(found)].filter((name) => name !== undefined).sort();
}

/** `modules`: the folder `node_modules`. */
export function licencesOf(names, modules) {
  return names.map((name) => licenceOf(name, join(modules, name))).join(`\n${"-".repeat(80)}\n\n`);
}

function licenceOf(name, folder) {
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (file === undefined) throw new Error(`${name} has no file with its licence, and cannot be bundled.`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
