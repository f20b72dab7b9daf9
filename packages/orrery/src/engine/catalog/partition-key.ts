/** The partition key of a container: its definition as clients write it, and key values checked against it. */
import { type Exact, exactMember, type JsonObject } from "@orrerydb/exact-json";
import {
  type Epk,
  effectivePartitionKey,
  isPartitionKeyComponent,
  type PartitionKeyComponent,
  PartitionKeyError,
  parsePartitionKeyPath,
  valueAtSegments,
} from "@orrerydb/keys/hash";
import { parsePolicyPath } from "../../store/indexes/policy-path.ts";
import { Failure } from "../../value/failure.ts";
import { shownValue } from "../../value/shown-value.ts";

const HIERARCHY_LEVELS_MAX = 3;
const VALUE_BYTES_MAX = 2048;

/** Where items of a container without a key of its own keep one, should they have one. */
const SYSTEM_KEY_PATH = "/_partitionKey";

/** So many values of a container's key are remembered; then it begins anew. Longer ones are not. */
const REMEMBERED_MAX = 512;
const REMEMBERED_CHARACTERS_MAX = 100;

/** A full key: its values, where it lies, and how people read it. */
export interface PartitionKeyValue {
  readonly components: readonly PartitionKeyComponent[];
  readonly epk: Epk;
  readonly text: string;
}

export class PartitionKey {
  readonly paths: readonly string[];
  readonly kind: "Hash" | "MultiHash";
  readonly version: 1 | 2;
  /** A container that was made without a key: its items have the key `[]`, which counts as absent. */
  readonly isSystem: boolean;
  /** As clients see it. */
  readonly definition: JsonObject;
  readonly #segments: readonly (readonly string[])[];
  readonly #remembered = new Map<string, PartitionKeyValue>();

  private constructor(definition: JsonObject) {
    this.definition = definition;
    this.paths = definition.paths as string[];
    this.kind = definition.kind === "MultiHash" ? "MultiHash" : "Hash";
    this.version = definition.version === 2 ? 2 : 1;
    this.isSystem = definition.systemKey === true;
    this.#segments = this.paths.map(parsePartitionKeyPath);
  }

  /** From a stored definition. */
  static of(definition: JsonObject): PartitionKey {
    return new PartitionKey(definition);
  }

  /** From a client's definition; absent only for old clients, which do not know partition keys. */
  static parse(input: unknown): PartitionKey {
    if (input === undefined)
      return new PartitionKey({ paths: [SYSTEM_KEY_PATH], kind: "Hash", systemKey: true });
    if (typeof input !== "object" || input === null || Array.isArray(input))
      throw bad("The partition key must be an object.");
    const { paths, kind = "Hash", version: given, systemKey } = input as Record<string, unknown>;
    const version = parseVersion(given);
    if (!Array.isArray(paths) || !paths.every((path) => typeof path === "string")) {
      throw bad("The 'paths' of a partition key must be an array of strings.");
    }
    if (kind !== "Hash" && kind !== "MultiHash" && kind !== "Range")
      throw bad(`The partition key kind '${shownValue(kind)}' is not one of Hash, MultiHash.`);
    if (kind === "MultiHash") {
      if (version !== 2) throw bad("A partition key of kind MultiHash needs version 2.");
      if (paths.length === 0) throw bad("A hierarchical partition key needs at least one path.");
      if (paths.length > HIERARCHY_LEVELS_MAX) {
        throw bad(
          `Too many partition key paths (${paths.length}) specified. A maximum of ${HIERARCHY_LEVELS_MAX} is allowed.`,
        );
      }
      if (new Set(paths).size !== paths.length)
        throw bad("The paths of a hierarchical partition key must differ.");
    } else if (paths.length !== 1) {
      throw bad(
        `${paths.length === 0 ? "No" : "Too many"} partition key paths (${paths.length}) specified. A key of kind ${kind} has one; for several, use kind MultiHash.`,
      );
    }
    for (const path of paths) checkPath(path);
    return new PartitionKey({
      paths,
      kind,
      ...(version === undefined ? {} : { version }),
      ...(systemKey === true ? { systemKey } : {}),
    });
  }

  /**
   * What follows from a full key. Most keys are one short text, and come again: then it is the same object, and whatever
   * is kept by its text is found without hashing it anew.
   */
  value(components: readonly PartitionKeyComponent[]): PartitionKeyValue {
    const name = components.length === 1 ? components[0] : undefined;
    if (typeof name !== "string" || name.length > REMEMBERED_CHARACTERS_MAX) return this.#value(components);
    const known = this.#remembered.get(name);
    if (known !== undefined) return known;
    const value = this.#value(components);
    if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
    this.#remembered.set(name, value);
    return value;
  }

  #value(components: readonly PartitionKeyComponent[]): PartitionKeyValue {
    const full = this.checkFull(components);
    return { components: full, epk: this.epk(full), text: keyText(full) };
  }

  /** A full key: as many values as paths. */
  checkFull(components: readonly PartitionKeyComponent[]): readonly PartitionKeyComponent[] {
    if (components.length === 0 && (this.isSystem || this.paths.length === 1)) return [undefined];
    if (components.length < this.paths.length) {
      throw new Failure(
        "partitionKeyMismatch",
        `Partition key provided either doesn't correspond to definition in the collection or doesn't match partition key field values specified in the document. PartitionKey has fewer components than defined the collection resource: ${components.length} of ${this.paths.length}. Give a value for each of ${this.paths.join(", ")}.`,
      );
    }
    return this.checkPrefix(components);
  }

  /** A full key, or the first levels of a hierarchical one. */
  checkPrefix(components: readonly PartitionKeyComponent[]): readonly PartitionKeyComponent[] {
    if (components.length > this.paths.length) {
      throw bad(
        `PartitionKey has more components than defined in the collection resource: ${components.length} instead of ${this.paths.length}.`,
      );
    }
    for (const component of components) {
      if (typeof component === "string" && Buffer.byteLength(component) > VALUE_BYTES_MAX) {
        throw bad(
          `A partition key value has ${Buffer.byteLength(component)} bytes; at most ${VALUE_BYTES_MAX} are allowed.`,
        );
      }
    }
    return components;
  }

  epk(components: readonly PartitionKeyComponent[]): Epk {
    try {
      return effectivePartitionKey(components, { paths: this.paths, kind: this.kind, version: this.version });
    } catch (error) {
      throw fromKeyError(error);
    }
  }

  /** The key that an item's own properties make. An object is no value, as in the header: it counts as absent. */
  extract(document: JsonObject): PartitionKeyComponent[] {
    return this.#segments.map((segments, level) => {
      const value = valueAtSegments(document, segments);
      if (isPartitionKeyComponent(value)) return value;
      if (!Array.isArray(value)) return undefined;
      throw bad(
        `The partition key property '${this.paths[level]}' holds an array; it must be a string, a number, true, false or null.`,
      );
    });
  }

  /** The same, with the digits of numbers. Hashes are computed from doubles, as in SDKs. */
  extractExact(document: JsonObject): Exact<PartitionKeyComponent>[] {
    return this.extract(document).map((component, level) => {
      if (typeof component !== "number") return component;
      const segments = this.#segments[level]!;
      const parent = valueAtSegments(document, segments.slice(0, -1)) as JsonObject;
      return exactMember(parent, segments.at(-1)!) as Exact<number>;
    });
  }
}

/** A number, or as the Java client writes it, "V1" or "V2". */
function parseVersion(version: unknown): 1 | 2 | undefined {
  switch (version) {
    case undefined:
      return undefined;
    case 1:
    case "V1":
      return 1;
    case 2:
    case "V2":
      return 2;
    default:
      throw bad("The version of a partition key must be 1 or 2.");
  }
}

function checkPath(path: string): void {
  const refusal = (position: number) =>
    bad(
      `The partition key component definition path '${path}' could not be accepted, failed near position '${position}'. Partition key paths must contain only valid characters and not contain a trailing slash or wildcard character.`,
    );
  parsePolicyPath(path);
  if (!path.startsWith("/")) throw refusal(0);
  if (path.endsWith("/")) throw refusal(path.length - 1);
  const unquoted = path.replace(/\/"(?:[^"\\]|\\.)*"|\/'(?:[^'\\]|\\.)*'/g, "/x");
  const wrong = unquoted.search(/[\s*?[\]"'\\]|\/\//);
  if (wrong >= 0) throw refusal(wrong);
  try {
    parsePartitionKeyPath(path);
  } catch {
    throw refusal(0);
  }
}

function fromKeyError(error: unknown): unknown {
  return error instanceof PartitionKeyError ? bad(error.message, error) : error;
}

function bad(message: string, cause?: unknown): Failure {
  return new Failure("badRequest", message, cause === undefined ? {} : { cause });
}

export function parseKeyText(text: string): PartitionKeyComponent[] {
  const components = JSON.parse(text) as unknown[];
  return components.map((component) => (isPartitionKeyComponent(component) ? component : undefined));
}

/** The key value as the protocol writes it: absent components are `{}`. */
export function keyText(components: readonly PartitionKeyComponent[]): string {
  return JSON.stringify(components.map((component) => (component === undefined ? {} : component)));
}
