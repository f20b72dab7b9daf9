/**
 * Patches of one item: the condition and the operations are applied to the item as it is when its logical
 * partition's turn comes, so that concurrent patches never undo one another.
 */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { parsePartitionKeyPath, WHOLE_EPK_RANGE } from "@orrerydb/keys/hash";
import { breathe } from "../../schedule/in-turns.ts";
import type { QueryRequest } from "../../sql/index.ts";
import type { Query } from "../../sql/language.ts";
import type { LogicalTransaction } from "../../store/writes/logical-transaction.ts";
import { patchCharge } from "../../throughput/charges.ts";
import { Failure } from "../../value/failure.ts";
import { isPointerPrefix } from "../../value/json-text/json-pointer.ts";
import {
  applyPatch,
  changedPaths,
  numbered,
  type PatchOperation,
  parsePatchOperations,
} from "../../value/operations/patch.ts";
import { SYSTEM_PROPERTIES } from "../../value/system-properties.ts";
import type { Container } from "../container/container.ts";
import type { CurrentDefinition } from "../container/current-definition.ts";
import { lazily } from "../ground/lazily.ts";
import { toFailure, withQueryFailures } from "../ground/query-failure.ts";
import { loadLanguage } from "../ground/query-language.ts";
import { containerView } from "../queries/container-views.ts";
import { QUERY_TIME, queryTime } from "../queries/query-time.ts";
import { nameOf } from "./find-item.ts";
import {
  checkConditions,
  checkDocument,
  checkKeyOfDocument,
  notFound,
  readLive,
  replaceExisting,
  type WriteConditions,
  type WriteResult,
} from "./item-writes.ts";
import { type ItemAnswer, type ItemRequest, writeOne } from "./items.ts";

const queryEngine = lazily(() => import("../../sql/index.ts"));

interface Patch {
  readonly operations: readonly PatchOperation[];
  /** A query that has a row if the item fulfils the condition. */
  readonly condition?: Query;
}

/** A condition is asked of one item, which is at hand. */
const NO_INDEX: QueryRequest["indexing"] = {
  isIndexed: () => false,
  isExplicit: () => false,
  composites: [],
};
const NOT_PATCHABLE = ["id", ...SYSTEM_PROPERTIES];

/** From a request's body: `{ operations, condition }`, or the operations alone. */
export async function parsePatch({ partitionKey }: CurrentDefinition, body: Json): Promise<Patch> {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  const { operations: given = body, condition } = (isObject ? body : {}) as Partial<JsonObject>;
  const operations = parsePatchOperations(given);
  const fixed = [...NOT_PATCHABLE.map((name) => [name]), ...partitionKey.paths.map(parsePartitionKeyPath)];
  for (const [i, operation] of operations.entries()) numbered(i, () => checkPaths(operation, fixed));
  return { operations, ...(condition === undefined ? {} : { condition: await parseCondition(condition) }) };
}

export function patchOne(
  container: Container,
  id: string,
  patch: Patch,
  request: ItemRequest,
): Promise<ItemAnswer> {
  const run = async (transaction: LogicalTransaction) =>
    patchItem(container, transaction, await nameOf(container.definition, transaction, id), patch, request);
  // To triggers a patch is a replacement.
  return writeOne(container, { kind: "patch", document: undefined, run }, request);
}

export async function patchItem(
  container: Container,
  transaction: LogicalTransaction,
  id: string,
  patch: Patch,
  conditions: WriteConditions,
): Promise<WriteResult> {
  const { definition } = container;
  const existing = await readLive(definition, transaction, id);
  if (existing === undefined) throw notFound();
  checkConditions(existing, conditions);
  await transaction.parseStored(existing);
  if (patch.condition !== undefined && !(await fulfils(container, existing.document, patch.condition))) {
    throw new Failure(
      "preconditionFailed",
      "One of the specified pre-condition is not met: the item does not fulfil the condition of the patch.",
    );
  }
  const { scheduler } = container.environment;
  const { document: current, size } = existing;
  // Copied in a turn of its own if it is large.
  await breathe(scheduler, container, size);
  const document = applyPatch(current, patch.operations);
  checkDocument(document);
  await breathe(scheduler, container, size);
  // A path above the key may change it too.
  checkKeyOfDocument(definition, document, definition.partitionKey.extract(existing.document));
  return replaceExisting(transaction, existing, document, { indexed: existing.indexed }, (replacement) =>
    patchCharge(replacement, patch.operations.length),
  );
}

function checkPaths(operation: PatchOperation, fixed: readonly (readonly string[])[]): void {
  for (const path of changedPaths(operation)) {
    if (!fixed.some((name) => isPointerPrefix(name, path))) continue;
    throw new Failure(
      "badRequest",
      `'/${path.join("/")}' cannot be patched: an item's id and partition key never change, and its system properties belong to the server.`,
    );
  }
}

async function parseCondition(condition: Json): Promise<Query> {
  if (typeof condition !== "string" || !/^\s*from\s/i.test(condition)) {
    throw new Failure(
      "badRequest",
      `The 'condition' of a patch must be a text such as "from c where c.state = 'open'", not ${JSON.stringify(condition)}.`,
    );
  }
  const { cachedQuery } = await loadLanguage();
  const query = withQueryFailures(() => cachedQuery(`SELECT VALUE 1 ${condition}`));
  const { groupBy, orderBy, offset, limit } = query;
  if ([groupBy, orderBy, offset, limit].some((clause) => clause !== undefined)) {
    throw new Failure("badRequest", "The 'condition' of a patch has a FROM and a WHERE clause and no other.");
  }
  return query;
}

async function fulfils(container: Container, document: JsonObject, condition: Query): Promise<boolean> {
  const { ArraySource, executeQuery } = await queryEngine();
  const source = new ArraySource([document]);
  const { task, stop } = await queryTime(container.environment, QUERY_TIME.conditionMs);
  try {
    const { rows } = await executeQuery({
      query: condition,
      partitions: [{ ...WHOLE_EPK_RANGE, open: () => source }],
      ...containerView(container),
      indexing: NO_INDEX,
      page: { maxItems: 1 },
      task,
      stop,
    });
    return rows.length > 0;
  } catch (error) {
    throw toFailure(error);
  }
}
