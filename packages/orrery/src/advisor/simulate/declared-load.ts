/** The load of a workload file on the items of a file, as `orrery advise` takes them. */

import type { JsonObject } from "@orrerydb/exact-json";
import { Failure } from "../../value/failure.ts";
import type { Random } from "../ground/random.ts";
import { findClock, followersOf } from "../items/clock.ts";
import { ItemSample } from "../items/item-sample.ts";
import type { SizedItem } from "../items/read-item-file.ts";
import { ItemDraws } from "../traffic/item-draws.ts";
import { parseWorkload, specsOf } from "../traffic/workload.ts";
import type { SimulatedLoad } from "./vehicle-events.ts";

export async function declaredLoad(
  items: AsyncIterable<SizedItem>,
  workload: { readonly text: string; readonly name: string },
  random: Random,
): Promise<SimulatedLoad> {
  const sample = new ItemSample(random);
  for await (const item of items) sample.add(item);
  if (sample.items === 0) throw new Failure("badRequest", "There are no items to simulate with.");
  const clock = findClock(sample);
  const followers = clock === undefined ? [] : followersOf(sample, clock);
  const rows = sample.rows.filter(({ whole }) => whole !== undefined);
  const specs = specsOf(
    parseWorkload(workload.text, workload.name),
    new ItemDraws(rows.length > 0 ? rows : sample.rows, clock, followers),
  );
  return {
    items: rows.map(({ whole }) => JSON.parse(whole!) as JsonObject),
    rates: specs.map((spec) => ({ spec, perSecond: spec.perSecond })),
  };
}
