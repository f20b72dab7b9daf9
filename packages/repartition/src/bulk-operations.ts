/**
 * Many conditional writes to one container, and many reads. Not by `executeBulkOperations` of the SDK, which waits for a second at the
 * end of every call.
 */
import type { Container, OperationInput, OperationResponse } from "@azure/cosmos";
import { forEachAtOnce } from "./at-once.ts";
import { type Item, type KeyComponents, sdkKey } from "./item-identity.ts";

export interface ItemWrite {
  readonly kind: "create" | "upsert" | "replace" | "delete";
  readonly id: string;
  readonly key: KeyComponents;
  /** Of replacements and deletions: only what has it is written. */
  readonly etag?: string;
  readonly item?: Item;
}

export interface WriteAnswer {
  readonly status: number;
  readonly message: string;
  readonly etag: string;
}

/** What the protocol takes in one request to one partition. */
const BULK_MAX = 100;
/** A page of changes is written in one go. */
const BULKS_AT_ONCE = 5;
/** Refused for the moment: too many requests, and a write that met another. */
const PASSING = new Set([429, 449]);
const PAUSE_MS = 50;
/** The items need not come back. */
const MINIMAL = { contentResponseOnWriteEnabled: false };

export async function writeAll(
  container: Container,
  writes: readonly ItemWrite[],
  wait: (ms: number) => Promise<void>,
  atOnce = BULKS_AT_ONCE,
): Promise<{ readonly answers: readonly WriteAnswer[]; readonly charge: number }> {
  const { results, charge } = await runAll(container, writes.map(operationOf), wait, atOnce);
  const answers = results.map(({ statusCode, eTag = "", resourceBody }) => ({
    status: statusCode,
    etag: eTag,
    message: messageOf(resourceBody),
  }));
  return { answers, charge };
}

/** Undefined where there is none, and where the answer had no room for it. */
export async function readAll(
  container: Container,
  places: readonly { readonly id: string; readonly key: KeyComponents }[],
  wait: (ms: number) => Promise<void>,
): Promise<{ readonly items: readonly (Item | undefined)[]; readonly charge: number }> {
  const operations = places.map(
    ({ id, key }): OperationInput => ({ operationType: "Read", id, partitionKey: sdkKey(key) as never }),
  );
  const { results, charge } = await runAll(container, operations, wait, BULKS_AT_ONCE);
  const items = results.map(({ statusCode, resourceBody }) =>
    statusCode === 200 ? (resourceBody as unknown as Item) : undefined,
  );
  return { items, charge };
}

async function runAll(
  container: Container,
  all: readonly OperationInput[],
  wait: (ms: number) => Promise<void>,
  atOnce: number,
): Promise<{ readonly results: readonly OperationResponse[]; readonly charge: number }> {
  const results: OperationResponse[] = [];
  let charge = 0;
  const parts = Array.from({ length: Math.ceil(all.length / BULK_MAX) }, (_, i) => i * BULK_MAX);
  await forEachAtOnce(parts, atOnce, async (from) => {
    let left = all.slice(from, from + BULK_MAX).map((operation, i) => ({ operation, place: from + i }));
    while (left.length > 0) {
      const operations = left.map(({ operation }) => operation);
      const answers = await container.items.bulk(operations, { continueOnError: true }, MINIMAL);
      let pauseMs = 0;
      left = left.filter(({ place }, i) => {
        const answer = answers[i]!;
        charge += answer.requestCharge ?? 0;
        if (PASSING.has(answer.statusCode)) {
          const { retryAfterMilliseconds } = answer as { retryAfterMilliseconds?: number };
          pauseMs = Math.max(pauseMs, retryAfterMilliseconds ?? PAUSE_MS);
          return true;
        }
        results[place] = answer;
        return false;
      });
      if (left.length > 0) await wait(pauseMs);
    }
  });
  return { results, charge };
}

function operationOf({ kind, id, key, etag, item }: ItemWrite): OperationInput {
  const partitionKey = sdkKey(key) as never;
  const ifMatch = etag as string;
  if (kind === "create") return { operationType: "Create", partitionKey, resourceBody: item as never };
  if (kind === "upsert") return { operationType: "Upsert", partitionKey, resourceBody: item as never };
  // The SDK sends the condition of a deletion, though its type does not have it.
  if (kind === "delete") return { operationType: "Delete", id, partitionKey, ifMatch } as OperationInput;
  return { operationType: "Replace", id, partitionKey, ifMatch, resourceBody: item as never };
}

function messageOf(body: unknown): string {
  return String((body as { message?: unknown } | undefined)?.message ?? "");
}
