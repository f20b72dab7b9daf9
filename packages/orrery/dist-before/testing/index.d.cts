/** What tests need whatever runs them: `import { Expectations } from "orrerydb/testing"`. */
export { ExpectationError, Expectations, type QueryOutcome } from "./expectations.cjs";
export { type Hooks, type TestOptions, TestOrrery } from "./test-orrery.cjs";
