/** For Jest, and for whatever else has its hooks as globals: `require("orrerydb/testing/jest")`. */
import { type Hooks, type TestOptions, TestOrrery } from "./test-orrery.ts";

/** Once in a file, or in a `describe`: each of its tests gets a fork. */
export function testOrrery(options?: TestOptions): TestOrrery {
  const { beforeAll, beforeEach, afterEach, afterAll } = globalThis as unknown as Partial<Hooks>;
  if (!beforeAll || !beforeEach || !afterEach || !afterAll)
    throw new Error("The hooks of Jest are not there as globals: Jest's option injectGlobals must be on.");
  return TestOrrery.register({ beforeAll, beforeEach, afterEach, afterAll }, options);
}
