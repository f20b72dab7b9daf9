import { defineConfig } from "vitest/config";

const conditions = ["@orrery/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["packages/*/src/**/*.test.ts", "tests/import-table/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "system",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/import-table/**"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
