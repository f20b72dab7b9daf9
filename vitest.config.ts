import { defineConfig } from "vitest/config";

const conditions = ["@orrerydb/source"];
/** Minutes of threads that are started and killed: too slow for every check. */
const slow = ["packages/orrery/src/script/script-attacks.test.ts"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    setupFiles: ["tests/harness/fast-check-seed.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts", "tests/import-table/*.test.ts"],
          exclude: slow,
        },
      },
      {
        extends: true,
        test: {
          name: "system",
          include: ["tests/**/*.test.ts", ...slow],
          exclude: ["tests/import-table/**"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
