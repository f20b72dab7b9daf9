/** The options of `startOrrery`, looked at as strictly as the flags of the command: a misspelt one must not pass for an absent one. */
import { PARTITIONS_MAX, THROTTLE_MODES } from "../../engine/index.ts";
import { parseAdvertisedAddress } from "../../gateway/context/advertised-address.ts";
import { CONSISTENCY_LEVELS } from "../../throughput/consistency-level.ts";
import { shownValue } from "../../value/shown-value.ts";

type Check = readonly [words: string, isRight: (value: unknown) => boolean];

const isText = (value: unknown) => typeof value === "string" && value !== "";
const isAdvertised = (value: unknown) =>
  isText(value) && parseAdvertisedAddress(String(value), 0) !== undefined;
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const isPort = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535;
const isSize = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;
const isPartitionCount = (value: unknown) => isSize(value) && Number(value) <= PARTITIONS_MAX;
const oneOf = (allowed: readonly unknown[]): Check => [
  allowed.map((each) => JSON.stringify(each)).join(" or "),
  (value) => allowed.includes(value),
];

const OPTIONS: Readonly<Record<string, Check>> = {
  data: ["the name of a folder", isText],
  store: ["the address of a PostgreSQL database", isText],
  seed: ["an object, or the name of a file or folder", (value) => isText(value) || isObject(value)],
  durability: oneOf(["disk", "process"]),
  port: ["a whole number from 0 to 65535", isPort],
  direct: ["a port or false", (value) => value === false || isPort(value)],
  host: ["an address", isText],
  advertise: ["an address such as https://db.example:8081, without a path", isAdvertised],
  key: ["a text in base64", isText],
  throttle: oneOf(THROTTLE_MODES),
  consistency: oneOf(CONSISTENCY_LEVELS),
  storageLimits: ["an object", isObject],
  partitions: [`a whole number from 1 to ${PARTITIONS_MAX}`, isPartitionCount],
  controllableClock: ["true or false", (value) => typeof value === "boolean"],
  environment: ["an object", isObject],
};

const STORAGE_LIMITS: Readonly<Record<string, Check>> = {
  partitionBytes: ["a number of bytes above 0", isSize],
  logicalPartitionBytes: ["a number of bytes above 0", isSize],
};

const FUNCTION: Check = ["a function", (value) => typeof value === "function"];

const ENVIRONMENT: Readonly<Record<string, Check>> = {
  now: FUNCTION,
  random: FUNCTION,
  log: FUNCTION,
  scheduler: ["an object", isObject],
  clockControl: ["an object", isObject],
};

/** Throws a TypeError that says what is wrong. */
export function checkOptions(options: object): void {
  check(options, OPTIONS, "startOrrery");
  const { storageLimits = {}, environment = {} } = options as Readonly<Record<string, object | undefined>>;
  check(storageLimits, STORAGE_LIMITS, "'storageLimits' of startOrrery");
  check(environment, ENVIRONMENT, "'environment' of startOrrery");
}

function check(given: object, known: Readonly<Record<string, Check>>, whose: string): void {
  if (!isObject(given)) throw new TypeError(`${whose} takes an object, not ${shownValue(String(given))}.`);
  for (const [name, value] of Object.entries(given)) {
    const rule = Object.hasOwn(known, name) ? known[name] : undefined;
    if (rule === undefined)
      throw new TypeError(`${whose} has no option '${name}'. It has: ${Object.keys(known).join(", ")}.`);
    const [words, isRight] = rule;
    if (value !== undefined && !isRight(value))
      throw new TypeError(`The option '${name}' of ${whose} must be ${words}, not ${shown(value)}.`);
  }
}

function shown(value: unknown): string {
  return typeof value === "function" ? "a function" : shownValue(JSON.stringify(value) ?? String(value));
}
