/**
 * Test support: a program that plans every long form at two lengths, and prints for each a line of JSON with the steps that
 * this took: how often V8 entered each block of the sources, which no load of the machine changes. V8 counts the blocks of
 * code that it compiles after counting began. So this is a process of its own, which imports the sources late.
 */
import { Session } from "node:inspector/promises";

const [SHORT, LONG] = [250, 1000];

export interface PlannedForm {
  readonly name: string;
  /** At 250 and at 1,000 terms. */
  readonly steps: readonly [short: number, long: number];
  /** The code with which the longer query was refused. */
  readonly refusal?: string;
}

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const { LONG_FORMS } = await import("./long-query.fixture.ts");
const { planText } = await import("./plan-text.fixture.ts");
const { runToEnd } = await import("../../schedule/run-to-end.ts");

/** Since the call before. */
async function takeSteps(): Promise<number> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  return result
    .filter(({ url }) => url.includes("/packages/orrery/src/"))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((steps, { count }) => steps + count, 0);
}

for (const { name, build } of LONG_FORMS) {
  const plan = async (n: number) => {
    const query = build(n);
    await takeSteps();
    const refusal = runToEnd(planText(query));
    return { steps: await takeSteps(), refusal };
  };
  const short = await plan(SHORT);
  const long = await plan(LONG);
  const planned: PlannedForm = {
    name,
    steps: [short.steps, long.steps],
    ...(long.refusal !== undefined && { refusal: long.refusal }),
  };
  console.log(JSON.stringify(planned));
}
