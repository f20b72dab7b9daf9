/**
 * Runs the benches, all of them or those that are named: `npm run bench -- spine`. A bench is a folder here whose
 * module of the same name measures and prints when it is loaded.
 */
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = new URL(".", import.meta.url);
const modules = new Map(
  readdirSync(fileURLToPath(here), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, new URL(`${name}/${name}.ts`, here)] as const)
    .filter(([, url]) => existsSync(fileURLToPath(url))),
);

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !modules.has(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}. There are: ${[...modules.keys()].join(", ")}.`);
  process.exitCode = 1;
} else {
  for (const [name, url] of modules) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(`\n# ${name}`);
    await import(url.href);
  }
}
