/** Splits and merges the partitions of a container, one after another, until a connection fails. */
import assert from "node:assert/strict";
import type { ControlClient } from "../harness/control-client.ts";
import { integerBelow } from "../harness/seeded-random.ts";
import { CONTAINER_PATH } from "./writer.ts";

const PARTITIONS_MAX = 6;
/** Done; refused, because a partition was just replaced or cannot be split; given up, and may be tried again. */
const EXPECTED = [200, 400, 409, 410, 503];

export async function movePartitions(client: ControlClient, random: () => number): Promise<void> {
  for (;;) {
    try {
      await moveOnce(client, random);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
  }
}

async function moveOnce(client: ControlClient, random: () => number): Promise<void> {
  const base = CONTAINER_PATH.slice(1);
  const { partitions } = (await client.get(`${base}/partitions`)).body as {
    partitions: readonly { id: string }[];
  };
  const ids = partitions.map(({ id }) => id);
  const first = integerBelow(random, ids.length - 1);
  const isMerge = ids.length > 1 && (ids.length >= PARTITIONS_MAX || random() < 0.5);
  const { status, body } = isMerge
    ? await client.post(`${base}/merge`, { partitions: ids.slice(first, first + 2), force: true })
    : await client.post(`${base}/partitions/${ids[first]}/split`, {
        at: random() < 0.5 ? "data" : "midpoint",
      });
  assert(EXPECTED.includes(status), `${status} ${JSON.stringify(body)}`);
}
