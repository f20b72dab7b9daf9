/** For Vitest: `import { testOrrery } from "orrerydb/testing/vitest"`. */
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type TestOptions, TestOrrery } from "./test-orrery.ts";

/** Once in a file, or in a `describe`: each of its tests gets a fork. */
export function testOrrery(options?: TestOptions): TestOrrery {
  return TestOrrery.register({ beforeAll, beforeEach, afterEach, afterAll }, options);
}
