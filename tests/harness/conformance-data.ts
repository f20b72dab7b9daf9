/** What the service itself answered, as JSON; kept apart from this repository. CONTRIBUTING.md says where it is from. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER =
  process.env.ORRERY_CONFORMANCE ?? fileURLToPath(new URL("../../../shared/conformance", import.meta.url));

export interface ConformanceData<Case> {
  readonly file: string;
  /** Undefined where the folder is absent: then the test is skipped, and says so. */
  readonly cases: readonly Case[] | undefined;
}

export function conformanceData<Case>(name: string): ConformanceData<Case> {
  const file = join(FOLDER, name);
  return { file, cases: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined };
}
