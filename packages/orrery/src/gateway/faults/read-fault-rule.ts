/** Reads a rule strictly: a misspelt member would make a test pass for the wrong reason. */
import type { FaultAnswer, FaultLatency, FaultRule } from "../../api/control-api.ts";
import { Failure } from "../../value/failure.ts";
import { shownValue } from "../../value/shown-value.ts";
import {
  boolean,
  list,
  number,
  object,
  oneOf,
  optional,
  type Reader,
  text,
} from "../exchange/control-body.ts";
import { FAULT_ANSWERS } from "./fault-answers.ts";
import { FAULT_OPERATIONS } from "./fault-operations.ts";
import { LATENCY_MS_MAX } from "./latency.ts";

const ID = /^[A-Za-z0-9._-]{1,64}$/;
/** Ten years: for counts and times that shall not end. */
const WHOLE_MAX = 315_576_000_000;

const CONDITION = object({
  operations: optional(list(oneOf(...FAULT_OPERATIONS))),
  database: optional(text),
  container: optional(text),
  key: optional(keyReader),
  partition: optional(text),
  connection: optional(oneOf("gateway", "direct")),
});

const RESULT = object({
  type: oneOf(...(Object.keys(FAULT_ANSWERS) as FaultAnswer[]), "cut", "delay"),
  retryAfterMs: optional(between(0, LATENCY_MS_MAX)),
  latency: optional(latencyReader),
  carriedOut: optional(boolean),
  times: optional(whole(1)),
  rate: optional(rateReader),
});

const RULE = object({
  id: optional(idReader),
  condition: optional(CONDITION),
  result: RESULT,
  skip: optional(whole(0)),
  hitLimit: optional(whole(1)),
  startDelayMs: optional(between(0, WHOLE_MAX)),
  durationMs: optional(between(0, WHOLE_MAX)),
  enabled: optional(boolean),
});

/** Throws a Failure that says what is wrong with it. */
export function readFaultRule(value: unknown): FaultRule {
  const rule = withoutAbsent(RULE(value, "The rule")) as FaultRule;
  const { type, retryAfterMs, latency, carriedOut } = rule.result;
  if (type === "delay" && latency === undefined)
    throw new Failure("badRequest", "A 'delay' needs a 'latency', such as { \"ms\": 100 }.");
  if (type === "delay" && carriedOut === false)
    throw new Failure("badRequest", "A 'delay' is always carried out: leave out 'carriedOut'.");
  if (retryAfterMs !== undefined && type !== "tooManyRequests" && type !== "retryWith")
    throw new Failure("badRequest", "'retryAfterMs' is for 'tooManyRequests' and 'retryWith' alone.");
  if (rule.condition?.partition !== undefined && rule.condition.container === undefined)
    throw new Failure("badRequest", "'partition' is the id of a partition of one container: name it too.");
  return rule;
}

function idReader(value: unknown, name: string): string {
  const id = text(value, name);
  if (!ID.test(id))
    throw new Failure(
      "badRequest",
      `${name} must be 1 to 64 letters, digits, dots, dashes or underscores, not '${shownValue(id)}'.`,
    );
  return id;
}

function keyReader(value: unknown, name: string): NonNullable<NonNullable<FaultRule["condition"]>["key"]> {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  const isKey = parts.length > 0 && parts.every((part) => part === null || typeof part !== "object");
  if (!isKey) throw new Failure("badRequest", `${name} must be a partition key value, or a list of them.`);
  return value as string;
}

function rateReader(value: unknown, name: string): number {
  const rate = number(value, name);
  if (!(rate > 0 && rate <= 1))
    throw new Failure("badRequest", `${name} must be above 0 and at most 1, not ${rate}.`);
  return rate;
}

function latencyReader(value: unknown, name: string): FaultLatency {
  const time = optional(between(0, LATENCY_MS_MAX));
  const members = { ms: time, fromMs: time, toMs: time, meanMs: time, medianMs: time, p99Ms: time };
  const latency = withoutAbsent(object(members)(value, name)) as FaultLatency;
  const shape = Object.keys(latency).sort().join(" ");
  const isWhole = ["ms", "fromMs toMs", "meanMs", "medianMs p99Ms"].includes(shape);
  const isOrdered =
    ("fromMs" in latency && latency.fromMs > latency.toMs) ||
    ("medianMs" in latency && !(latency.medianMs > 0 && latency.p99Ms >= latency.medianMs));
  if (!isWhole || isOrdered) {
    throw new Failure(
      "badRequest",
      `${name} must have 'ms', or 'fromMs' up to 'toMs', or 'meanMs', or 'medianMs' above 0 up to 'p99Ms'.`,
    );
  }
  return latency;
}

function between(min: number, max: number): Reader<number> {
  return (value, name) => {
    const given = number(value, name);
    if (!(given >= min && given <= max))
      throw new Failure("badRequest", `${name} must be a number from ${min} to ${max}, not ${given}.`);
    return given;
  };
}

function whole(min: number): Reader<number> {
  return (value, name) => {
    const given = between(min, WHOLE_MAX)(value, name);
    if (!Number.isInteger(given))
      throw new Failure("badRequest", `${name} must be a whole number, not ${given}.`);
    return given;
  };
}

/** What was not given is not there. */
function withoutAbsent(value: object): object {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => [
        name,
        typeof each === "object" && each !== null && !Array.isArray(each) ? withoutAbsent(each) : each,
      ]),
  );
}
