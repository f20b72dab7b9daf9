/**
 * A script's operations, in the transaction of the logical partition that it runs in. The script reads its own writes. An
 * operation that fails is a result, which the script may handle. All that it did commits or vanishes together, and is
 * charged either way.
 */
import { carryForm, type Json, type JsonObject } from "@orrerydb/exact-json";
import { WHOLE_EPK_RANGE } from "@orrerydb/keys/hash";
import type {
  ItemLink,
  ScriptHost,
  ScriptOperation,
  ScriptOperationResult,
} from "../../script/script-host.ts";
import { scriptLimits } from "../../script/script-limits.ts";
import type { LogicalTransaction } from "../../store/writes/logical-transaction.ts";
import { emptyReadCharge, readCharge, refusedCharge, scriptCharge } from "../../throughput/charges.ts";
import { queryCharge } from "../../throughput/query-charge.ts";
import { Failure, type FailureCode } from "../../value/failure.ts";
import type { Container } from "../container/container.ts";
import { lazily } from "../ground/lazily.ts";
import { toFailure } from "../ground/query-failure.ts";
import { loadLanguage } from "../ground/query-language.ts";
import { itemRefOf } from "../items/find-item.ts";
import {
  chargedBytes,
  checkKeyOfDocument,
  createItem,
  deleteItem,
  notFound,
  readLive,
  replaceItem,
  sameEtag,
  upsertItem,
  type WriteResult,
} from "../items/item-writes.ts";
import type { ItemAnswer } from "../items/items.ts";
import type { LogicalPlace } from "../items/logical-place.ts";
import { containerView } from "../queries/container-views.ts";
import type { FunctionProvider } from "../queries/function-provider.ts";
import { queryTime } from "../queries/query-time.ts";

/** A script runs on the replica that writes: what it reads there is no dearer at a stronger consistency level. */
const READ_MULTIPLIER = 1;

const queryEngine = lazily(() => import("../../sql/index.ts"));

/** The failures of an operation that are the script's to handle. Any other one ends the script. */
const HANDLED_BY_SCRIPTS: ReadonlySet<FailureCode> = new Set([
  "badRequest",
  "partitionKeyMismatch",
  "forbidden",
  "partitionKeyFull",
  "notFound",
  "conflict",
  "preconditionFailed",
  "timeout",
  "tooLarge",
]);

/** The numbers by which scripts, like clients, know what became of an operation. */
export interface ScriptStatuses {
  readonly outcome: Readonly<Record<ItemAnswer["outcome"], number>>;
  failure(code: FailureCode): number;
}

interface TransactionHostSurroundings {
  /** For the queries of scripts. */
  readonly functions: FunctionProvider;
  readonly statuses: ScriptStatuses;
}

export type TouchedByScript = Pick<ItemAnswer, "outcome" | "item" | "charge">;

/** Told of one run; as many as a batch may have. */
export const TOUCHED_MAX = 100;

export class TransactionHost implements ScriptHost {
  readonly #container: Container;
  readonly #functions: FunctionProvider;
  readonly #transaction: LogicalTransaction;
  readonly #place: LogicalPlace;
  readonly #statuses: ScriptStatuses;
  /** The first items that it wrote, or read by their ids. */
  readonly touched: TouchedByScript[] = [];
  #operationsCharge = 0;
  #steps = 0;
  #isEnded = false;

  constructor(
    container: Container,
    transaction: LogicalTransaction,
    place: LogicalPlace,
    { functions, statuses }: TransactionHostSurroundings,
  ) {
    this.#functions = functions;
    this.#container = container;
    this.#transaction = transaction;
    this.#place = place;
    this.#statuses = statuses;
  }

  /** Of the run so far, whether or not it will succeed. */
  get charge(): number {
    return scriptCharge(this.#operationsCharge, this.#steps);
  }

  /** The run is over: an operation that it did not wait for ends too. */
  end(): void {
    this.#isEnded = true;
  }

  countSteps(steps: number): void {
    this.#steps += steps;
  }

  async call(operation: ScriptOperation): Promise<ScriptOperationResult> {
    try {
      return await this.#perform(operation);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.#operationsCharge += refusedCharge(operation, READ_MULTIPLIER);
      if (!HANDLED_BY_SCRIPTS.has(error.code)) throw error;
      return { status: this.#statuses.failure(error.code), errorMessage: error.message };
    }
  }

  async #perform(operation: ScriptOperation): Promise<ScriptOperationResult> {
    const { definition } = this.#container;
    const transaction = this.#transaction;
    switch (operation.kind) {
      case "create":
        this.#checkKey(operation.body);
        return this.#written(
          await createItem(definition, transaction, operation.body, conditionsOf(operation)),
        );
      case "upsert":
        this.#checkKey(operation.body);
        await this.#carryDigits(operation.body.id, operation.body);
        return this.#written(
          await upsertItem(definition, transaction, operation.body, conditionsOf(operation)),
        );
      case "replace": {
        this.#checkKey(operation.body);
        const id = await this.#idOf(operation.item);
        await this.#carryDigits(id, operation.body);
        return this.#written(
          await replaceItem(definition, transaction, id, operation.body, conditionsOf(operation)),
        );
      }
      case "delete":
        return this.#written(
          await deleteItem(
            definition,
            transaction,
            await this.#idOf(operation.item),
            conditionsOf(operation),
          ),
        );
      case "read":
        return this.#read(operation);
      case "readFeed":
        return this.#query("SELECT * FROM c", [], operation);
      case "query":
        return this.#query(operation.query, operation.parameters, operation);
    }
  }

  /** Scripts compute with doubles: members that they leave as they were keep their digits. */
  async #carryDigits(id: Json | undefined, body: JsonObject): Promise<void> {
    const before = typeof id === "string" ? await this.#transaction.read(id) : undefined;
    if (before?.hasForm === true) carryForm(before.document, body);
  }

  #touch(touched: TouchedByScript): void {
    this.#operationsCharge += touched.charge;
    if (this.touched.length < TOUCHED_MAX) this.touched.push(touched);
  }

  #written({ outcome, item, charge }: WriteResult): ScriptOperationResult {
    this.#touch({ outcome, item, charge });
    if (outcome !== "deleted") this.#transaction.occupyHeap(item.json);
    const status = this.#statuses.outcome[outcome];
    return outcome === "deleted" ? { status } : { status, body: item.document, etag: item.etag };
  }

  async #read({
    item,
    ifNoneMatch,
  }: Extract<ScriptOperation, { kind: "read" }>): Promise<ScriptOperationResult> {
    const found = await readLive(this.#container.definition, this.#transaction, await this.#idOf(item));
    if (found === undefined) throw notFound();
    if (ifNoneMatch !== undefined && sameEtag(ifNoneMatch, found.etag)) {
      this.#operationsCharge += emptyReadCharge(READ_MULTIPLIER);
      return { status: this.#statuses.outcome.notModified, etag: found.etag };
    }
    this.#touch({ outcome: "read", item: found, charge: readCharge(chargedBytes(found), READ_MULTIPLIER) });
    return { status: this.#statuses.outcome.read, body: found.document, etag: found.etag };
  }

  async #query(
    text: string,
    parameters: readonly { readonly name: string; readonly value: Json }[],
    page: { readonly pageSize: number; readonly continuation?: string },
  ): Promise<ScriptOperationResult> {
    const container = this.#container;
    const [{ executeQuery }, { cachedQuery }] = await Promise.all([queryEngine(), loadLanguage()]);
    const isUnwanted = () => this.#isEnded;
    const { task, stop, deadlineMs } = await queryTime(container.environment, scriptLimits.timeoutMs, {
      isUnwanted,
    });
    const rows = await task.waitFor(this.#transaction.rows());
    try {
      const result = await this.#functions.withFunctions(container, text, (udf) =>
        executeQuery({
          query: cachedQuery(text),
          parameters,
          partitions: [{ ...WHOLE_EPK_RANGE, open: () => rows }],
          ...containerView(container),
          page: { maxItems: page.pageSize, deadlineMs },
          task,
          stop,
          ...(page.continuation === undefined ? {} : { continuation: page.continuation }),
          ...(udf === undefined ? {} : { udf }),
        }),
      );
      this.#operationsCharge += queryCharge(result.work, READ_MULTIPLIER);
      return {
        status: this.#statuses.outcome.read,
        body: result.rows.map((row) => row.value()),
        ...(result.continuation === undefined ? {} : { continuation: result.continuation }),
      };
    } catch (error) {
      throw toFailure(error);
    }
  }

  #checkKey(document: JsonObject): void {
    checkKeyOfDocument(this.#container.definition, document, this.#place.components);
  }

  async #idOf(link: ItemLink): Promise<string> {
    if (link.by === "id") return link.value;
    const ref = itemRefOf(this.#container.definition, link.value);
    const item = ref === undefined ? undefined : await this.#transaction.readByRef(ref);
    return item?.id ?? link.value;
  }
}

function conditionsOf({ ifMatch, indexing }: { readonly ifMatch?: string; readonly indexing?: string }) {
  return {
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...(indexing === "exclude" || indexing === "include" ? { indexed: indexing === "include" } : {}),
  };
}
