/** Stored bytes that cannot be what was written. Never retried, and never taken for something that is not there. */
import { Failure } from "./failure.ts";

export class Corruption extends Failure {
  /** What is wrong, in one sentence. */
  readonly finding: string;

  constructor(finding: string, options: ErrorOptions = {}) {
    super("corrupt", `The stored data is damaged: ${finding} Run 'orrery check'.`, options);
    this.finding = finding;
  }
}
