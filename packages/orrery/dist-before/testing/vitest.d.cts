import { type TestOptions, TestOrrery } from "./test-orrery.cjs";
/** Once in a file, or in a `describe`: each of its tests gets a fork. */
export declare function testOrrery(options?: TestOptions): TestOrrery;
