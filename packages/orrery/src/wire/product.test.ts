import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PRODUCT_VERSION } from "./product.ts";

test("the version is the package's", () => {
  const packageJson = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(PRODUCT_VERSION).toBe(packageJson.version);
});
