/** Opens a damaged data folder and compares all that it answers with the truth. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startOrrery } from "orrerydb";
import { type Answers, fillServer, readEverything } from "./sample-data.ts";

export type Outcome =
  /** Every answer is right. */
  | "harmless"
  /** The log says at the start that something is lost. */
  | "reported at the start"
  /** Every answer is right or says that the data is damaged. */
  | "reported on read"
  /** The server does not start, and says why in a sentence. */
  | "start refused";

export interface Sample {
  /** After a stop in order. */
  readonly closed: string;
  /** As a kill leaves it. */
  readonly killed: string;
  readonly truth: Answers;
}

export async function makeSample(root: string): Promise<Sample> {
  const closed = join(root, "closed");
  const killed = join(root, "killed");
  const orrery = await startOrrery({ data: closed, direct: false });
  await fillServer(orrery);
  cpSync(closed, killed, { recursive: true });
  const truth = await readEverything(orrery);
  await orrery.stop();
  return { closed, killed, truth };
}

/** Throws if an answer is wrong, or a failure is not put in words. */
export async function outcomeOf(folder: string, truth: Answers): Promise<Outcome> {
  const warnings: string[] = [];
  const environment = {
    log: (level: string, message: string) => {
      if (level === "warn" || level === "error") warnings.push(message);
    },
  };
  const orrery = await startOrrery({ data: folder, direct: false, environment }).catch(
    (error: Error) => error,
  );
  if (orrery instanceof Error) {
    assertSentence(orrery);
    return "start refused";
  }
  try {
    if (warnings.some((warning) => / no whole record /.test(warning))) return "reported at the start";
    return compare(await readEverything(orrery), truth);
  } finally {
    await orrery.stop();
  }
}

function compare(answers: Answers, truth: Answers): Outcome {
  let isReported = false;
  for (const [name, answer] of answers) {
    if (answer === truth.get(name)) continue;
    if (!/^failed with 500: .*The stored data is damaged/s.test(answer)) {
      throw new Error(`${name} is answered wrongly: ${answer.slice(0, 300)}`);
    }
    isReported = true;
  }
  return isReported ? "reported on read" : "harmless";
}

function assertSentence(error: Error): void {
  const code = (error as { code?: unknown }).code;
  if (code !== "corrupt" || !/\.$/.test(error.message)) {
    throw new Error(`The start fails, but not in a sentence: ${error.stack}`, { cause: error });
  }
}

export function freshCopy(of: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(of, folder, { recursive: true });
}
