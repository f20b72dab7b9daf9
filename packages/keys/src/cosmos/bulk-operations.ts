/*
 * Bulk and batch operations with their keys put in. In bulk, an item whose key has several generations must carry
 * it, except when it is new: new items go to the newest.
 */

import type { JSONObject, OperationInput, PatchRequestBody } from "@azure/cosmos";
import type { KeyValue, SyntheticKeyStrategy } from "../synthetic/strategy.ts";
import { SyntheticKeyError } from "../synthetic/synthetic-key-error.ts";
import { assertKeyKept, locate, toPartitionKey } from "./key-location.ts";
import { assertPatchKeepsKey } from "./patch-guard.ts";

/** What is needed, and anything else: the second half lets object literals have more properties. */
export type Having<Needed extends object> = Needed | (Needed & Record<string, unknown>);

interface Conditional {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
}

/** The SDK's operations, with `of` (what the key needs) where there is no body to read it from. */
export type SyntheticOperation<Input extends object> =
  | ({ readonly operationType: "Create" | "Upsert"; readonly resourceBody: Having<Input> } & Conditional)
  | ({
      readonly operationType: "Replace";
      readonly id: string;
      readonly resourceBody: Having<Input>;
    } & Conditional)
  | { readonly operationType: "Read" | "Delete"; readonly id: string; readonly of: Having<Input> }
  | ({
      readonly operationType: "Patch";
      readonly id: string;
      readonly of: Having<Input>;
      readonly resourceBody: PatchRequestBody;
    } & Conditional);

interface KeyedOperation {
  readonly key: KeyValue;
  readonly input: OperationInput;
}

export function keyedOperation(
  strategy: SyntheticKeyStrategy,
  operation: SyntheticOperation<object>,
): KeyedOperation {
  switch (operation.operationType) {
    case "Create":
    case "Upsert": {
      const key = strategy.carriedKeyOf(operation.resourceBody) ?? strategy.keyOf(operation.resourceBody);
      return keyed(key, {
        ...operation,
        resourceBody: strategy.put(operation.resourceBody, key) as JSONObject,
      });
    }
    case "Replace": {
      assertKeyKept(strategy, operation.resourceBody);
      const key = theKey(strategy, operation.resourceBody);
      return keyed(key, {
        ...operation,
        resourceBody: strategy.put(operation.resourceBody, key) as JSONObject,
      });
    }
    case "Read":
    case "Delete": {
      const { of, ...input } = operation;
      return keyed(theKey(strategy, of), input);
    }
    case "Patch": {
      const { of, ...input } = operation;
      const key = theKey(strategy, of);
      assertPatchKeepsKey(strategy, of, key, input.resourceBody);
      return keyed(key, input);
    }
  }
}

/** The key that all operations of a transaction share. */
export function sharedKey(operations: readonly KeyedOperation[]): KeyValue {
  const different = new Map(operations.map(({ key }) => [JSON.stringify(key), key]));
  const [first] = different.values();
  if (first !== undefined && different.size === 1) return first;
  throw new SyntheticKeyError(
    "KeysDiffer",
    `A batch is one transaction, and a transaction lives in one logical partition: these items have ${different.size} different keys (${[...different.keys()].slice(0, 3).join(", ")}). Use bulk(), which is not atomic, or fewer suffixes.`,
  );
}

function theKey(strategy: SyntheticKeyStrategy, target: object): KeyValue {
  const keys = locate(strategy, target);
  if (keys.length === 1) return keys[0]!;
  throw new SyntheticKeyError(
    "KeyNotComputable",
    `The item may lie under ${keys.length} keys of different generations: pass it with the key that it carries, or use the operations on single items, which look.`,
  );
}

function keyed(key: KeyValue, input: OperationInput): KeyedOperation {
  return { key, input: { ...input, partitionKey: toPartitionKey(key) } as OperationInput };
}
