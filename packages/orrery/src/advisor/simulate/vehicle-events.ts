/**
 * The load of the guide to synthetic keys: vehicles report all day, so that the day makes a poor partition key. One
 * event in a while is asked for by its vehicle and day.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import type { OperationSpec } from "../traffic/operation.ts";

const VEHICLES = 20_000;
const DAY = "2018-08-09";
/** Events that are there at the start, for reads to find. */
const KNOWN_EVENTS = 500;
const READ_SHARE = 0.02;
/** Values that an index over everything would hold. */
const TERMS = 6;
/** Of its JSON, about. */
const EVENT_BYTES = 120;

export interface SimulatedLoad {
  readonly items: readonly JsonObject[];
  readonly rates: readonly { readonly spec: OperationSpec; readonly perSecond: number }[];
}

/** The same for every key that is compared. */
export function vehicleEvents(writesPerSecond: number): SimulatedLoad {
  const items = Array.from({ length: KNOWN_EVENTS }, (_, i) => event(`known-${i}`, i / KNOWN_EVENTS));
  let written = 0;
  const spec = (name: string, kind: OperationSpec["kind"], draw: OperationSpec["draw"]): OperationSpec => ({
    name,
    kind,
    perSecond: 1,
    growth: 1,
    draw,
  });
  const operation = (item: JsonObject) => ({ item, bytes: EVENT_BYTES, terms: TERMS });
  return {
    items,
    rates: [
      {
        spec: spec("write", "create", (random) => operation(event(`event-${++written}`, random()))),
        perSecond: writesPerSecond * (1 - READ_SHARE),
      },
      {
        spec: spec("read", "read", (random) => operation(items[Math.floor(random() * items.length)]!)),
        perSecond: writesPerSecond * READ_SHARE,
      },
    ],
  };
}

function event(id: string, chance: number): JsonObject {
  const vehicle = Math.floor(chance * VEHICLES);
  return {
    id,
    vin: `WVWZZZ1JZ${String(vehicle).padStart(8, "0")}`,
    day: DAY,
    kind: vehicle % 7 === 0 ? "stop" : "move",
    speed: vehicle % 131,
    odometer: 1_000 + vehicle,
  };
}
