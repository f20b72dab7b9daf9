import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const conditions = ["@orrerydb/source"];
/** Minutes of threads that are started and killed: too slow for every check. */
const slow = ["packages/orrery/src/script/script-attacks.test.ts"];

/** What holds for the tree as a whole, and takes no server to check. */
const rules = ["tests/import-table/*.test.ts", "tests/documents/references.test.ts"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    setupFiles: ["tests/harness/fast-check-seed.ts"],
    // The default leaves one core idle, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    // A slow or busy machine is no reason to fail.
    expect: { poll: { timeout: 30_000 } },
    reporters: ["default", "./tests/harness/second-tries.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts", ...rules],
          exclude: slow,
          // Unit tests share no state but what modules compute once: loading these for each file takes 40 % of the time.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "system",
          include: ["tests/**/*.test.ts", ...slow],
          exclude: rules,
          globalSetup: "tests/harness/leftover-processes.ts",
          retry: process.env.CI === undefined ? 0 : 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
