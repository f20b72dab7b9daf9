/** Traffic, recorded, declared or assumed, in one form: kinds of operations with a rate, of which single ones can be drawn. */

import type { Json, JsonObject } from "@orrerydb/exact-json";
import type { RecordedKind } from "../../value/operations/recorded-operation.ts";
import type { Random } from "../ground/random.ts";

export interface Operation {
  /** Its scalars; of a query, none. */
  readonly item: JsonObject;
  readonly bytes: number;
  readonly terms: number;
  /** The item as a whole, for the replay; absent: its scalars are what there is. */
  readonly whole?: string;
  /** What a create changes in it. */
  readonly fresh?: readonly { readonly segments: readonly string[]; readonly value: Json }[];
  readonly parameters?: ReadonlyMap<string, Json>;
  /** The other items of a batch. */
  readonly others?: readonly JsonObject[];
  /** What it cost when it was recorded; of a query, that was under another key. */
  readonly charge?: number;
}

export interface OperationSpec {
  readonly name: string;
  readonly kind: RecordedKind;
  /** On average, before the peak factor. */
  readonly perSecond: number;
  /** Times as much at the projected size. */
  readonly growth: number;
  readonly text?: string;
  /** The properties that the caller knows of an item that it names; undefined: all. */
  readonly knows?: ReadonlySet<string>;
  /** Of a batch that was declared: the properties that its items have in common. */
  readonly together?: readonly string[];
  draw(random: Random): Operation;
}

/** What updates changed, as far as an item was seen before and after. */
export interface SeenChanges {
  readonly updates: number;
  /** By path: in how many of them its value became another. */
  readonly byPath: ReadonlyMap<string, number>;
}

export interface Traffic {
  readonly source: "recorded" | "declared" | "assumed";
  readonly specs: readonly OperationSpec[];
  /** Absent where nothing was recorded. */
  readonly changes?: SeenChanges;
  /** What had to be assumed, in sentences. */
  readonly assumptions: readonly string[];
}
