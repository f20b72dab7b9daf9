/**
 * What a script may do to its container, as the engine serves it. Operations of one run come one at a time, in the
 * order in which the script asked for them; all of them belong to the transaction and the partition key that the
 * engine runs the script in. What reaches the host is well formed, but its content is the script's: ids, bodies,
 * tokens and query texts are checked as those of any request.
 */
import type { Json, JsonObject } from "@orrerydb/exact-json";

export interface ScriptHost {
  /**
   * Expected failures (404, 409, 412, …) are results, for the script to handle. A rejection ends the run at once
   * with that error.
   */
  call(operation: ScriptOperation): Promise<ScriptOperationResult>;
  /**
   * Told what the script has done since it was last told: before each operation, and before the run ends or fails.
   * The same script on the same data takes the same steps, unless it looks at the clock or draws random numbers.
   */
  countSteps(steps: number): void;
}

/** An item of the script's own container, by its id or by its resource id. */
export interface ItemLink {
  readonly by: "id" | "rid";
  readonly value: string;
}

export type IndexingDirective = "default" | "include" | "exclude";

export interface FeedPage {
  /** The most items to return; fewer are fine, with a continuation. */
  readonly pageSize: number;
  readonly continuation?: string;
}

export interface QueryParameter {
  readonly name: string;
  readonly value: Json;
}

export type ScriptOperation =
  | { readonly kind: "create"; readonly body: JsonObject; readonly indexing: IndexingDirective }
  | {
      readonly kind: "upsert";
      readonly body: JsonObject;
      readonly indexing: IndexingDirective;
      readonly ifMatch?: string;
    }
  | {
      readonly kind: "replace";
      readonly item: ItemLink;
      readonly body: JsonObject;
      readonly indexing: IndexingDirective;
      readonly ifMatch?: string;
    }
  | { readonly kind: "delete"; readonly item: ItemLink; readonly ifMatch?: string }
  | { readonly kind: "read"; readonly item: ItemLink; readonly ifNoneMatch?: string }
  | ({ readonly kind: "readFeed" } & FeedPage)
  | ({
      readonly kind: "query";
      readonly query: string;
      readonly parameters: readonly QueryParameter[];
    } & FeedPage);

/** `body` is the item, or the array of items or query results; absent for 204, 304 and errors. */
export interface ScriptOperationResult {
  readonly status: number;
  readonly body?: Json;
  readonly continuation?: string;
  readonly etag?: string;
  readonly errorMessage?: string;
}
