#!/usr/bin/env node
/**
 * The commands `orrery` and `orrerydb`. The published package holds a build, and runs it. A clone holds the sources,
 * and runs them as they are, in this same process: so signals, output and exit codes need not be handed on.
 */
const { existsSync } = require("node:fs");
const { join } = require("node:path");

if (existsSync(join(__dirname, "../src")))
  void import("./from-source.js").then(() => import("../src/cli/program.ts"));
else require("../dist/cli/main.cjs");
