/** The writes of one step as clients send them: one alone is a plain request, several are a transactional batch. */

import type { Container } from "../../packages/orrery/src/engine/container/container.ts";
import { runBatch } from "../../packages/orrery/src/engine/items/batch.ts";
import { createOne, deleteOne, replaceOne, upsertOne } from "../../packages/orrery/src/engine/items/items.ts";
import type { Write } from "./history.ts";

export const REQUEST = { terms: { priority: "High", bucket: 0, readMultiplier: 1 } } as const;

export async function sendWrites(
  container: Container,
  key: string,
  writes: readonly Write[],
): Promise<{ charge: number; isDone: boolean }> {
  const request = { ...REQUEST, key: [key] };
  const body = ({ id, version, ttl }: Write) => ({
    id,
    pk: key,
    version,
    ...(ttl === undefined ? {} : { ttl }),
  });
  if (writes.length > 1) {
    const operations = writes.map((write) =>
      write.kind === "delete"
        ? { kind: write.kind, id: write.id }
        : { kind: write.kind, id: write.id, body: body(write) },
    );
    const { results, charge } = await runBatch(container, operations, request);
    return { charge, isDone: results.every((result) => !("failure" in result)) };
  }
  const [write] = writes;
  const send = { create: createOne, upsert: upsertOne };
  const answer =
    write!.kind === "delete"
      ? await deleteOne(container, write!.id, request)
      : write!.kind === "replace"
        ? await replaceOne(container, write!.id, body(write!), request)
        : await send[write!.kind](container, body(write!), request);
  return { charge: answer.charge, isDone: true };
}
