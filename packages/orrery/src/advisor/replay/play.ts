/**
 * Plays traffic on a trial container in simulated time: every operation at its moment, with its budget enforced. What
 * is refused waits as long as the database says and tries again, as clients do.
 */

import type { JsonObject } from "@orrerydb/exact-json";
import { cachedQuery } from "../../sql/language.ts";
import { Failure } from "../../value/failure.ts";
import { ITEM_OPERATIONS, type ItemWork } from "../../value/operations/item-operation.ts";
import { isWrite } from "../../value/operations/recorded-operation.ts";
import type { KeyComponents } from "../candidates/candidate.ts";
import type { Random } from "../ground/random.ts";
import { withValues } from "../items/with-values.ts";
import type { Operation, OperationSpec } from "../traffic/operation.ts";
import type { TrialContainer } from "./trial-container.ts";

/** As the SDKs do by default. */
const RETRIES_MAX = 9;

export interface PlayOptions {
  readonly seconds: number;
  /** Peak factor and growth are in the rates. */
  readonly rates: readonly { readonly spec: OperationSpec; readonly perSecond: number }[];
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
  /** With the number of seconds that are over. */
  readonly onSecond?: (second: number) => Promise<void>;
}

export interface Played {
  readonly seconds: number;
  readonly operations: number;
  /** Operations that were let through at the first try. */
  readonly accepted: number;
  /** Tries that were refused with 429. */
  readonly refused: number;
  /** Operations that were still refused after nine retries, or were waiting at the end. */
  readonly lost: number;
  readonly writes: { readonly sent: number; readonly accepted: number; readonly done: number };
  /** Average time that an operation waited because it was refused. */
  readonly waitMs: number;
  readonly bySecond: readonly { readonly accepted: number; readonly refused: number }[];
  /** In the order of the hash space. */
  readonly partitions: readonly { readonly ru: readonly number[]; readonly refused: readonly number[] }[];
  readonly charges: readonly {
    readonly name: string;
    readonly charge: number;
    readonly visits: number;
    readonly count: number;
  }[];
}

interface Event {
  readonly spec: number;
  readonly operation: Operation;
  readonly sentMs: number;
  tries: number;
}

export async function play(trial: TrialContainer, options: PlayOptions): Promise<Played> {
  const { seconds, rates, random, signal, onSecond } = options;
  const startMs = trial.nowMs;
  const slots: (Event[] | undefined)[] = new Array(seconds * 1000);
  let operations = 0;
  for (const [spec, rate] of rates.entries()) {
    const step = 1000 / rate.perSecond;
    for (let at = random() * step; at < slots.length; at += step * (0.5 + random())) {
      const ms = Math.floor(at);
      (slots[ms] ??= []).push({ spec, operation: rate.spec.draw(random), sentMs: ms, tries: 0 });
      operations++;
    }
  }
  const bySecond = Array.from({ length: seconds }, () => ({ accepted: 0, refused: 0 }));
  const charges = rates.map(({ spec }) => ({ name: spec.name, charge: 0, visits: 0, count: 0 }));
  const writes = { sent: 0, accepted: 0, done: 0 };
  let accepted = 0;
  let refused = 0;
  let done = 0;
  let waitedMs = 0;
  for (let ms = 0; ms < slots.length; ms++) {
    if (onSecond !== undefined && ms > 0 && ms % 1000 === 0) {
      trial.nowMs = startMs + ms;
      await onSecond(ms / 1000);
    }
    const events = slots[ms];
    if (events === undefined) continue;
    slots[ms] = undefined;
    if (signal?.aborted) break;
    trial.nowMs = startMs + ms;
    for (const event of events) {
      const { spec } = rates[event.spec]!;
      if (event.tries === 0 && isWrite(spec.kind)) writes.sent++;
      const outcome = await run(trial, spec, event.operation);
      if (typeof outcome === "number") {
        refused++;
        bySecond[Math.floor(ms / 1000)]!.refused++;
        const next = ms + Math.max(1, outcome);
        if (++event.tries <= RETRIES_MAX && next < slots.length) (slots[next] ??= []).push(event);
        continue;
      }
      done++;
      waitedMs += ms - event.sentMs;
      if (event.tries === 0) accepted++;
      if (isWrite(spec.kind)) {
        writes.done++;
        if (event.tries === 0) writes.accepted++;
      }
      bySecond[Math.floor(ms / 1000)]!.accepted++;
      const sum = charges[event.spec]!;
      sum.charge += outcome.charge;
      sum.visits += outcome.visits;
      sum.count++;
    }
  }
  trial.nowMs = startMs + seconds * 1000;
  return {
    seconds,
    operations,
    accepted,
    refused,
    lost: operations - done,
    writes,
    waitMs: done > 0 ? waitedMs / done : 0,
    bySecond,
    partitions: await trial.history(seconds),
    charges: charges.map(({ name, charge, visits, count }) => ({
      name,
      charge: count > 0 ? charge / count : 0,
      visits: count > 0 ? visits / count : 0,
      count,
    })),
  };
}

/** What it cost, or the milliseconds to wait. */
async function run(
  trial: TrialContainer,
  spec: OperationSpec,
  operation: Operation,
): Promise<{ charge: number; visits: number } | number> {
  try {
    return await attempt(trial, spec, operation);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === "tooManyRequests") return error.retryAfterMs ?? 1000;
    // An item that a deletion took before, or another create wrote: the work of looking was done.
    if (error.code === "notFound" || error.code === "conflict")
      return { charge: error.charge ?? 1, visits: 1 };
    throw error;
  }
}

async function attempt(
  trial: TrialContainer,
  spec: OperationSpec,
  operation: Operation,
): Promise<{ charge: number; visits: number }> {
  const { candidate } = trial;
  const one = ({ charge }: { readonly charge: number }) => ({ charge, visits: 1 });
  if (spec.kind === "query") {
    const parameters = operation.parameters ?? new Map();
    const keys =
      candidate.strategy === null ? "all" : candidate.queryKeys(cachedQuery(spec.text!), parameters);
    return trial.query(spec.text!, parameters, cheaper(keys, trial.partitions));
  }
  const document = documentOf(operation);
  if (spec.kind === "batch") return one(await trial.batch([document, ...(operation.others ?? [])]));
  const { on, bringsItem, isWrite, work } = ITEM_OPERATIONS[spec.kind];
  if (on === "feed") return one(await trial.write(document));
  const id = String(document.id);
  const keys = candidate.pointKeys(document, bringsItem ? undefined : spec.knows);
  const [key] = keys === "all" ? [] : keys;
  if (keys === "all" || keys.length > 1 || key!.length < candidate.key.length) {
    const found = await trial.query(
      "SELECT * FROM c WHERE c.id = @id",
      new Map([["@id", id]]),
      cheaper(keys, trial.partitions),
    );
    if (!isWrite) return found;
    const { charge } = await point(trial, work, id, document, trial.placeOf(document));
    return { charge: found.charge + charge, visits: found.visits };
  }
  return one(await point(trial, work, id, document, key!));
}

function point(trial: TrialContainer, work: ItemWork, id: string, document: JsonObject, key: KeyComponents) {
  switch (work) {
    case "read":
      return trial.read(id, key);
    case "delete":
      return trial.delete(id, key);
    case "patch":
      return trial.patch(id, key);
    case "create":
    case "replace":
      return trial.write(document);
  }
}

function cheaper(
  keys: "all" | readonly KeyComponents[],
  partitions: number,
): readonly KeyComponents[] | undefined {
  return keys === "all" || keys.length > partitions ? undefined : keys;
}

export function documentOf({ whole, item, fresh }: Operation): JsonObject {
  const document = whole === undefined ? item : (JSON.parse(whole) as JsonObject);
  return fresh === undefined ? document : withValues(document, fresh);
}
