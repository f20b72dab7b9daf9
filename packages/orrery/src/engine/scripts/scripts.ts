/**
 * Stored procedures, triggers and user-defined functions on a container. A procedure is one transaction on the
 * given key; triggers run in the transaction of the write that names them.
 */

import assert from "node:assert/strict";
import { carryForm, type Json, type JsonObject, type Value } from "@orrerydb/exact-json";
import { ScriptError } from "../../script/script-error.ts";
import type { ScriptRunner } from "../../script/script-runner.ts";
import type { ScriptThread } from "../../script/threads/worker-pool.ts";
import type { UdfHost } from "../../sql/index.ts";
import type { LogicalTransaction } from "../../store/writes/logical-transaction.ts";
import { REFUSED_WRITE_CHARGE, roundCharge, scriptCharge } from "../../throughput/charges.ts";
import { Failure } from "../../value/failure.ts";
import type { TriggerOperation } from "../../value/operations/item-operation.ts";
import { containerNameLink } from "../../value/resource-link.ts";
import { shownValue } from "../../value/shown-value.ts";
import type { Catalog, Resource } from "../catalog/catalog.ts";
import type { AnswerSource } from "../container/answer-source.ts";
import type { Container } from "../container/container.ts";
import type { ItemRequest } from "../items/items.ts";
import { type LogicalPlace, placeOf, sourceNow } from "../items/logical-place.ts";
import type {
  TriggeredResult,
  TriggeredWrite,
  TriggerNames,
  TriggerRunner,
} from "../items/trigger-runner.ts";
import type { FunctionProvider } from "../queries/function-provider.ts";
import { writerOf } from "../spending/spender.ts";
import { type ScriptStatuses, type TouchedByScript, TransactionHost } from "./transaction-host.ts";

const BUSY_RETRY_MS = 1_000;

export interface ProcedureRequest extends Pick<ItemRequest, "key" | "terms"> {
  readonly enableLogging: boolean;
}

export interface ProcedureAnswer extends AnswerSource {
  readonly body: Value;
  readonly log: string;
  readonly charge: number;
  readonly touched: readonly TouchedByScript[];
}

export class Scripts implements TriggerRunner, FunctionProvider {
  readonly #loadRunner: () => Promise<ScriptRunner>;
  #runner: Promise<ScriptRunner> | undefined;
  readonly #catalog: Catalog;
  readonly #statuses: ScriptStatuses | undefined;

  /** `loadRunner` is asked once, for the first script: most servers run none. */
  constructor(
    loadRunner: () => Promise<ScriptRunner>,
    catalog: Catalog,
    statuses: ScriptStatuses | undefined,
  ) {
    this.#loadRunner = loadRunner;
    this.#catalog = catalog;
    this.#statuses = statuses;
  }

  async execute(
    container: Container,
    procedure: Resource,
    parameters: readonly Json[],
    request: ProcedureRequest,
  ): Promise<ProcedureAnswer> {
    if (request.key === undefined) {
      throw new Failure(
        "badRequest",
        "A stored procedure runs on one partition key: send it in the header x-ms-documentdb-partitionkey.",
      );
    }
    const place = placeOf(container, request.key);
    const { partition, epk, text } = place;
    let chargeSoFar = () => 0;
    const run = async (transaction: LogicalTransaction, thread: ScriptThread) => {
      const host = this.#newHost(container, transaction, place);
      chargeSoFar = () => host.charge;
      try {
        const { body, log } = await (await this.#running()).runStoredProcedure({
          ...this.#surroundings(container, procedure, host),
          thread,
          parameters,
          enableLogging: request.enableLogging,
        });
        return { body, log, charge: host.charge, touched: host.touched };
      } finally {
        host.end();
      }
    };
    const execution = () =>
      this.inTurn(place, (thread) =>
        partition.store.transact(epk, text, (transaction) => run(transaction, thread)),
      );
    const meter = container.meter.open(partition, writerOf(request.terms, text));
    try {
      const answer = await this.#asFailure(execution, () => chargeSoFar());
      meter.close(answer.charge);
      return { ...answer, ...sourceNow(container, place) };
    } catch (error) {
      throw meter.fail(error, scriptCharge(0, 0));
    }
  }

  /**
   * Waits for what a script needs before it may hold up others: its turn among the scripts of its key, then a thread.
   * Only then the lock of the key is taken, so that none is held for longer than a script may run.
   */
  inTurn<T>({ partition, epk, text }: LogicalPlace, work: (thread: ScriptThread) => Promise<T>): Promise<T> {
    return this.#asFailure(() =>
      partition.store.inScriptTurn(epk, text, async () => (await this.#running()).withThread(work)),
    );
  }

  /**
   * A write with its triggers: those before it may change what is written, those after it what is returned. If one
   * throws, all is undone. What was done is charged, also when it is undone: each trigger as a script, beside the write.
   */
  async writeWithTriggers(names: TriggerNames, triggered: TriggeredWrite): Promise<TriggeredResult> {
    const { container, place, transaction, operation, thread } = triggered;
    let charge = 0;
    const charged = async <T>(work: () => Promise<T>, cost: (result?: T) => number): Promise<T> => {
      let result: T | undefined;
      try {
        result = await work();
        return result;
      } finally {
        charge += cost(result);
      }
    };
    let current = triggered.document;
    const run = async (name: string, type: "pre" | "post", responseBody?: JsonObject): Promise<Value> => {
      const trigger = this.#trigger(container, name, type, operation);
      const host = this.#newHost(container, transaction, place);
      const options = {
        ...this.#surroundings(container, trigger, host),
        thread,
        type,
        operation,
        requestBody: current,
        ...(responseBody === undefined ? {} : { responseBody }),
      };
      try {
        const result = await charged(
          async () => (await this.#running()).runTrigger(options),
          () => host.charge,
        );
        return result.body;
      } finally {
        host.end();
      }
    };
    const runAll = async () => {
      for (const name of names.pre) {
        const before = current;
        current = (await run(name, "pre")) as JsonObject | undefined;
        carryForm(before, current);
      }
      const result = await charged(
        () => triggered.write(current),
        (written) => written?.charge ?? REFUSED_WRITE_CHARGE,
      );
      let body: Value;
      for (const name of names.post) {
        body = await run(
          name,
          "post",
          result.outcome === "deleted"
            ? undefined
            : ((body as JsonObject | undefined) ?? result.item.document),
        );
      }
      return { ...result, charge: roundCharge(charge), ...(body === undefined ? {} : { body }) };
    };
    return this.#asFailure(runAll, () => roundCharge(charge));
  }

  /** Runs a query with the functions that it calls, if it calls any. What a function throws becomes a Failure. */
  async withFunctions<T>(
    container: Container,
    text: string,
    run: (udf: UdfHost | undefined) => Promise<T>,
  ): Promise<T> {
    if (!/\budf\s*\./.test(text)) return run(undefined);
    const runner = await this.#running();
    const functions = await runner.createUdfRunner({
      getBody: (name) => {
        const resource = this.#catalog.find("userDefinedFunction", container.definition.rid, name);
        if (resource === undefined)
          throw new Failure("badRequest", `There is no user-defined function '${name}' in this container.`);
        return resource.body.body as string;
      },
    });
    try {
      return await this.#asFailure(() => run(functions));
    } finally {
      functions.dispose();
    }
  }

  async close(): Promise<void> {
    await (await this.#runner)?.close();
  }

  #running(): Promise<ScriptRunner> {
    this.#runner ??= this.#loadRunner();
    return this.#runner;
  }

  #newHost(container: Container, transaction: LogicalTransaction, place: LogicalPlace): TransactionHost {
    assert(this.#statuses !== undefined, "scripts need the numbers of what becomes of their operations");
    return new TransactionHost(container, transaction, place, {
      functions: this,
      statuses: this.#statuses,
    });
  }

  #surroundings(container: Container, script: Resource, host: TransactionHost) {
    const { resource, selfLink } = container.definition;
    const database = this.#catalog.byRid("database", resource.parentRid);
    return {
      body: script.body.body as string,
      name: script.id,
      host,
      selfLink,
      altLink: containerNameLink(database?.id ?? "", resource.id),
    };
  }

  #trigger(container: Container, name: string, type: "pre" | "post", operation: TriggerOperation): Resource {
    const trigger = this.#catalog.find("trigger", container.definition.rid, name);
    if (trigger === undefined)
      throw new Failure("badRequest", `There is no trigger '${name}' in this container.`);
    const { triggerType, triggerOperation } = trigger.body;
    if (shownValue(triggerType).toLowerCase() !== type) {
      throw new Failure("badRequest", `Trigger '${name}' is a ${shownValue(triggerType)}-trigger.`);
    }
    const fits = [
      "all",
      operation.toLowerCase(),
      ...(operation === "Replace" || operation === "Upsert" ? ["update"] : []),
    ];
    if (
      !fits.includes(shownValue(triggerOperation).toLowerCase()) &&
      !(operation === "Upsert" && /^(create|replace)$/i.test(shownValue(triggerOperation)))
    ) {
      throw new Failure(
        "badRequest",
        `Trigger '${name}' is for ${shownValue(triggerOperation)} operations, not for ${operation}.`,
      );
    }
    return trigger;
  }

  /** Turns a script's error into a Failure, and notes on any Failure what the work until then costs. */
  async #asFailure<T>(run: () => Promise<T>, chargeSoFar: () => number = () => 0): Promise<T> {
    try {
      return await run();
    } catch (error) {
      const failure = error instanceof ScriptError ? this.#failureOf(error) : error;
      const charge = chargeSoFar();
      if (failure instanceof Failure && charge > 0) failure.charge = charge;
      throw failure;
    }
  }

  /**
   * When a script fails, so does its request: as a bad request, and with the number of the script's own error as the
   * substatus. By that number, programs tell a conflict inside a script from a mistake in it.
   */
  #failureOf(error: ScriptError): Failure {
    const { code, number, line } = error;
    if (code === "busy")
      return new Failure("tooManyRequests", error.message, { cause: error, retryAfterMs: BUSY_RETRY_MS });
    const where = line === undefined ? "" : ` (line ${line})`;
    const message = `Encountered exception while executing Javascript. Exception = ${error.message}${where}`;
    if (code === "timeout") return new Failure("timeout", message, { cause: error });
    if (code === "limit" && number !== undefined && number === this.#statuses?.failure("tooLarge"))
      return new Failure("tooLarge", message, { cause: error });
    const isStatus = Number.isInteger(number) && number! >= 400 && number! <= 599;
    return new Failure("badRequest", message, { cause: error, ...(isStatus ? { substatus: number! } : {}) });
  }
}
