/**
 * Writes what the reference pages have from the code: `npm run reference`. With `--check` it writes nothing, and fails if a
 * page is not as it would be written.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { commandLinePage } from "./command-line.ts";
import { controlApiPage } from "./control-api.ts";
import { ROOT } from "./declarations.ts";
import { failuresPage } from "./failures.ts";
import { limitsPage } from "./limits.ts";
import { startOrreryPage } from "./start-orrery.ts";

const PAGES: Readonly<Record<string, (page: string) => string | Promise<string>>> = {
  "docs/cli.md": commandLinePage,
  "docs/start-orrery.md": startOrreryPage,
  "docs/limits.md": limitsPage,
  "docs/failures.md": failuresPage,
  "docs/control-api-reference.md": controlApiPage,
};

const isCheck = process.argv.includes("--check");
for (const [path, generate] of Object.entries(PAGES)) {
  const page = readFileSync(`${ROOT}${path}`, "utf8");
  const generated = await generate(page);
  if (generated === page) continue;
  if (isCheck) {
    console.error(`${path} does not agree with the code. Run: npm run reference`);
    process.exitCode = 1;
  } else {
    writeFileSync(`${ROOT}${path}`, generated);
    console.log(`${path} is written.`);
  }
}
