/** The heat of a container, kept up to date: after the first answer only what is new is asked for. */

import type { HeatColumn, HeatFigures, HeatUnit } from "orrerydb/control-api";
import { useEffect, useRef } from "preact/hooks";
import type { HeatAsked, OrreryClient, Place } from "../client/orrery-client.ts";
import { type Polled, usePolled } from "../parts/polling.ts";

const EVERY_MS: Readonly<Record<HeatUnit, number>> = { seconds: 1_000, minutes: 5_000, halfHours: 30_000 };

export function useHeat(
  client: OrreryClient,
  place: Place,
  asked: HeatAsked,
  columnsMax: number,
): Polled<HeatFigures> {
  const { unit, withStorage = false } = asked;
  const known = useRef<HeatFigures | undefined>(undefined);
  const { database, container } = place;
  useEffect(() => {
    known.current = undefined;
  }, [client, database, container, unit, withStorage]);
  const ask = async () => {
    const before = known.current;
    // The last two may have grown since.
    const sinceMs = before?.columns.at(-2)?.startMs;
    const answer = await client.heat(place, asked, sinceMs);
    return (known.current = before === undefined ? answer : joined(before, answer, columnsMax));
  };
  return usePolled(ask, EVERY_MS[unit], [client, database, container, unit, withStorage]);
}

export function joined(before: HeatFigures, answer: HeatFigures, columnsMax: number): HeatFigures {
  const fromMs = answer.columns[0]?.startMs ?? Number.POSITIVE_INFINITY;
  const oldestMs = answer.nowMs - columnsMax * answer.columnMs;
  const kept: readonly HeatColumn[] = before.columns.filter(
    ({ startMs }) => startMs < fromMs && startMs > oldestMs,
  );
  return { ...answer, columns: [...kept, ...answer.columns] };
}
