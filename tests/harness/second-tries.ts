/**
 * On CI a test with processes and clients that fails is tried once more, so that one unlucky moment of a busy machine does not
 * throw away a run of twenty minutes. It is no secret: whatever needed the second try stands at the end with its failure, and
 * is a fault of the test or of the product that somebody has to find.
 */
import type { Reporter, TestCase, TestModule } from "vitest/node";

export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) for (const test of module.children.allTests("passed")) tell(test);
  }
}

function tell(test: TestCase): void {
  if ((test.diagnostic()?.retryCount ?? 0) === 0) return;
  console.log(`SECOND TRY: ${test.module.relativeModuleId} > ${test.fullName}`);
  for (const { message } of test.result().errors ?? []) console.log(`  ${message}`);
}
