/** For `node:test`: `import { testOrrery } from "orrerydb/testing/node"`. */
import { after, afterEach, before, beforeEach } from "node:test";
import { type TestOptions, TestOrrery } from "./test-orrery.ts";

/** Once in a file, or in a `describe`: each of its tests gets a fork. */
export function testOrrery(options?: TestOptions): TestOrrery {
  return TestOrrery.register({ beforeAll: before, beforeEach, afterEach, afterAll: after }, options);
}
