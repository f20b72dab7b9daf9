#!/usr/bin/env node
/**
 * The commands `orrery` and `orrerydb`. The published package holds a build, and runs it. A clone holds the sources,
 * and runs them as they are, in this same process: so signals, output and exit codes need not be handed on.
 */
import { existsSync } from "node:fs";
import module from "node:module";

// From Node 22.1 on: what was compiled for one start is there for the next.
module.enableCompileCache?.();

if (existsSync(new URL("../src/", import.meta.url))) {
  await import("./from-source.js");
  await import("../src/cli/main.ts");
} else {
  await import("../dist/cli/main.js");
}
