/** The clock of a simulation, which stands still until it is moved. Its tests mock `node:timers/promises` by plain timers. */
import { vi } from "vitest";

/** Of the real clock. */
const { setImmediate: nextTurn } = globalThis;
const turn = () =>
  new Promise<void>((resolve) => {
    nextTurn(resolve);
  });

/** The clock goes from timer to timer; after each, all that follows from it happens. */
export async function advance(ms: number): Promise<void> {
  const endMs = performance.now() + ms;
  for (; performance.now() < endMs; vi.advanceTimersToNextTimer()) {
    await turn();
    if (vi.getTimerCount() === 0) vi.advanceTimersByTime(endMs - performance.now());
  }
  await turn();
}

/** A clock of its own for each simulation: nothing of the one before goes on. */
export function beginClock(): void {
  vi.useRealTimers();
  vi.useFakeTimers({
    toFake: [
      "setTimeout",
      "clearTimeout",
      "setInterval",
      "clearInterval",
      "setImmediate",
      "performance",
      "Date",
    ],
    now: 1_700_000_000_000,
  });
}
