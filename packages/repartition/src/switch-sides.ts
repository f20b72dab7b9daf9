/** The cut-over and the way back: the other container becomes the live one, with nothing lost. */
import { type ContainerPlace, RepartitionError } from "./account.ts";
import type { Problem } from "./apply-changes.ts";
import type { SwitchControl } from "./control.ts";
import type { RangeState } from "./job-state.ts";
import { followRanges, type MoveContext } from "./move-items.ts";
import { positionsNow } from "./sides.ts";
import type { Verification } from "./verify-items.ts";

export interface SwitchTerms {
  /** Says that nobody writes to the live container any more. */
  readonly writersStopped?: boolean;
  /** Refused while the target is further behind. */
  readonly maxLagMs?: number;
  /** Only tells whether it would be refused; writes to neither container. */
  readonly dryRun?: boolean;
}

export interface Switched {
  /** Whether the containers have exchanged names; else writers must be told the other name. */
  readonly exchanged: boolean;
  /** For how long writers waited. */
  readonly pauseMs: number;
  /** The container that the application is to use from now on. */
  readonly live: string;
  readonly at: string;
}

export const LAG_MS_MAX = 30_000;
/** How long writers wait at most, if this process is killed meanwhile. */
export const HOLD_MS = 10_000;
const REPAIRS_MAX = 3;

interface SwitchMeans {
  verify(repair: boolean): Promise<Verification>;
  /** Undefined where the endpoint cannot exchange names. */
  control(place: ContainerPlace): Promise<SwitchControl | undefined>;
}

export async function switchSides(
  context: MoveContext,
  { writersStopped = false, maxLagMs = LAG_MS_MAX, dryRun = false }: SwitchTerms,
  { verify, control: controlOf }: SwitchMeans,
): Promise<Switched> {
  const { direction, state } = context;
  const { live, other } = direction;
  const ranges = await state.ranges(live.rid);
  const isSame = live.place.endpoint === other.place.endpoint && live.place.database === other.place.database;
  const control = isSame ? await controlOf(live.place) : undefined;
  const needsStop = control === undefined || ranges.some(({ mode }) => mode === "latestVersions");
  if (needsStop && !writersStopped) {
    const why =
      control === undefined
        ? "This endpoint cannot exchange names"
        : "The live container keeps no deletions (it has no changeFeedPolicy)";
    const way = direction.isReverse ? "roll back" : "cut over";
    throw new RepartitionError(
      `${why}: stop the writers, then ${way} with --writers-stopped (in a program: writersStopped).`,
    );
  }
  if (dryRun) return switched(context, false, 0, live.place.container);
  await catchUp(context, ranges, maxLagMs, needsStop);
  if (needsStop) await makeEqual(verify);
  refuseProblems(await state.problems());
  if (control !== undefined) return exchange(context, control);
  await followOtherFromNow(context);
  await state.change((job) => ({ ...job, isSwitched: !job.isSwitched }));
  return switched(context, false, 0, other.place.container);
}

/** What takes long to follow is not held up for. */
async function catchUp(
  context: MoveContext,
  ranges: readonly RangeState[],
  maxLagMs: number,
  isQuiet: boolean,
): Promise<void> {
  const begunMs = context.now();
  await followRanges(context, ranges, isQuiet ? "nothingMore" : "caughtUp");
  const tookMs = context.now() - begunMs;
  if (tookMs <= maxLagMs) return;
  throw new RepartitionError(
    `The target was ${tookMs} ms behind, more than ${maxLagMs}. Follow, then try again.`,
  );
}

/** Deletions that nobody told of are found by comparing. */
async function makeEqual(verify: SwitchMeans["verify"]): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { differences, examples } = await verify(tries < REPAIRS_MAX);
    if (differences === 0) return;
    if (tries < REPAIRS_MAX) continue;
    throw new RepartitionError(
      `The two sides still differ, as in ${examples[0]}: somebody writes to one of them.`,
    );
  }
}

/**
 * The live container's writers wait while the rest is brought over and the names are exchanged. The other's positions
 * are stored before: what is written to it until the exchange comes back and changes nothing.
 */
async function exchange(context: MoveContext, control: SwitchControl): Promise<Switched> {
  const { live, other } = context.direction;
  await followOtherFromNow(context);
  const ranges = () => context.state.ranges(live.rid);
  await followRanges(context, await ranges(), "caughtUp");
  const current = await ranges();
  const hold = await control.hold(HOLD_MS);
  const heldMs = context.now();
  try {
    await followRanges(context, current, "nothingMore");
    refuseProblems(await context.state.problems());
    await control.exchange(other.place.container, hold);
  } catch (error) {
    await control.release(hold).catch(() => {});
    throw error;
  }
  return switched(context, true, context.now() - heldMs, live.place.container);
}

async function followOtherFromNow({ direction: { other }, state }: MoveContext): Promise<void> {
  const positions = await positionsNow(other);
  await state.replaceRanges(
    other.rid,
    positions.map((position) => ({ ...position, isCopied: true, items: 0 })),
  );
}

function switched({ now }: MoveContext, exchanged: boolean, pauseMs: number, live: string): Switched {
  return { exchanged, pauseMs, live, at: new Date(now()).toISOString() };
}

export function refuseProblems(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  throw new RepartitionError(
    `${problems.length} items cannot be moved, such as ${first.identity}: ${first.why} Change them at the source, verify with repair, and try again.`,
  );
}
