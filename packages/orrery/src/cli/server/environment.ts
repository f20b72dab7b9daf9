/** The real world: the system's clock and chance, and lines on standard error. */
import type { Environment } from "../../engine/index.ts";
import { PROCESS_SCHEDULER } from "../../schedule/scheduler.ts";

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

export function systemEnvironment(level: LogLevel): Environment {
  const threshold = LOG_LEVELS.indexOf(level);
  return {
    now: () => Date.now(),
    scheduler: PROCESS_SCHEDULER,
    random: () => Math.random(),
    log: (messageLevel, message) => {
      if (LOG_LEVELS.indexOf(messageLevel) < threshold) return;
      process.stderr.write(`${new Date().toISOString()} ${messageLevel} ${message}\n`);
    },
  };
}

/** The same world, but its clock can be moved ahead. */
export function withControllableClock(environment: Environment, startAheadMs = 0): Environment {
  let aheadMs = startAheadMs;
  return {
    ...environment,
    now: () => environment.now() + aheadMs,
    clockControl: {
      get aheadMs() {
        return aheadMs;
      },
      advance: (ms) => {
        aheadMs += ms;
      },
    },
  };
}
