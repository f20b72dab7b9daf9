/** For Jest, and for whatever else has its hooks as globals: `require("orrerydb/testing/jest")`. */
import { type TestOptions, TestOrrery } from "./test-orrery.js";
/** Once in a file, or in a `describe`: each of its tests gets a fork. */
export declare function testOrrery(options?: TestOptions): TestOrrery;
