/**
 * Where the reads come from that are mirrored: from the recording of an Orrery server that serves the live container,
 * or from the application itself, whose container of the SDK is wrapped.
 */
import type { Container, FeedOptions, SqlQuerySpec } from "@azure/cosmos";
import { type Item, identityText, type KeyComponents, sdkKey } from "./item-identity.ts";
import type { MirroredRead, ReadAnswer, ReadMirror } from "./read-mirror.ts";
import type { Direction } from "./sides.ts";

/** A line of a recording, as far as it is read here; docs/control-api.md describes it. */
export interface RecordedRead {
  readonly container: string;
  readonly do: string;
  readonly status: number;
  readonly item?: Item;
  readonly text?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

const PART = /\[\s*\{\s*"item"/;

/** Undefined where it is no read, or one that found nothing. */
export function recordedRead(recorded: RecordedRead, direction: Direction): MirroredRead | undefined {
  const { do: verb, status, item, text, parameters = {} } = recorded;
  if (verb === "read" && status < 300 && item !== undefined)
    return pointRead(direction, item.id, direction.sourceKeys.of(item));
  if (verb !== "query" || text === undefined) return undefined;
  // One that a client must plan itself is refused with 400 first, and then sent in parts of another text.
  if ((status >= 300 && status !== 400) || PART.test(text)) return undefined;
  const list = Object.entries(parameters).map(([name, value]) => ({ name, value: value as string }));
  return queryRead(direction, { query: text, parameters: list });
}

function pointRead(direction: Direction, id: string, key: KeyComponents): MirroredRead {
  let found: Item | undefined;
  return {
    name: "read",
    about: `${id} under ${JSON.stringify(key)}`,
    askLive: async () => {
      const answer = await direction.source.item(id, sdkKey(key)).read<Item>();
      found = answer.resource;
      return oneRow(answer);
    },
    askOther: async () => {
      if (found === undefined) return { rows: [], charge: 0 };
      return readAt(direction, found, key);
    },
  };
}

/** Under the key that the item has there. */
async function readAt(direction: Direction, item: Item, key: KeyComponents): Promise<ReadAnswer> {
  const there = direction.mapped(item, identityText(item.id, key));
  if (there === undefined) return { rows: [], charge: 0 };
  return oneRow(await direction.target.item(item.id, sdkKey(direction.targetKeys.of(there))).read<Item>());
}

function oneRow({
  resource,
  requestCharge,
}: {
  resource?: Item | undefined;
  requestCharge: number;
}): ReadAnswer {
  return { rows: resource === undefined ? [] : [resource], charge: requestCharge };
}

function queryRead(direction: Direction, spec: SqlQuerySpec): MirroredRead {
  return {
    name: spec.query.replace(/\s+/g, " ").trim(),
    about: `${spec.query} ${JSON.stringify(spec.parameters ?? [])}`,
    isAnyOf: /\b(?:TOP|LIMIT)\b/i.test(spec.query) && !/\bORDER\s+BY\b/i.test(spec.query),
    askLive: () => queryOf(direction.source, spec),
    askOther: () => queryOf(direction.target, spec),
  };
}

async function queryOf(container: Container, spec: SqlQuerySpec, options?: FeedOptions): Promise<ReadAnswer> {
  const { resources, requestCharge } = await container.items.query(spec, options).fetchAll();
  return { rows: resources, charge: requestCharge };
}

export interface WrapOptions {
  readonly direction: Direction;
  readonly mirror: ReadMirror;
  readonly share: number;
  readonly random: () => number;
  /** Told of what goes on in the background. */
  readonly onRead: (read: Promise<void>) => void;
}

/**
 * The container as the application knows it, of which a share of the reads is also asked of the target:
 * `item(…).read()` and `items.query(…).fetchAll()`. The application waits for its own answer alone.
 */
export function wrapContainer(container: Container, options: WrapOptions): Container {
  const { direction, mirror, share, random, onRead } = options;
  const mirrored = <T>(answer: T, asked: ReadAnswer, read: MirroredRead): T => {
    if (random() < share) {
      let isFirst = true;
      // The application has asked already.
      const askLive = () => {
        const again = isFirst ? Promise.resolve(asked) : read.askLive();
        isFirst = false;
        return again;
      };
      onRead(mirror.compare({ ...read, askLive }));
    }
    return answer;
  };
  const item: Container["item"] = (id, key) => {
    const own = container.item(id, key);
    const read: typeof own.read = async (readOptions) => {
      const answer = await own.read(readOptions);
      const found = answer.resource as Item | undefined;
      if (found === undefined) return answer;
      const components = direction.sourceKeys.of(found);
      const again = pointRead(direction, id, components);
      const askOther = () => readAt(direction, found, components);
      return mirrored(answer, oneRow(answer as never), { ...again, askOther });
    };
    return replaced(own, { read });
  };
  const query = ((text: string | SqlQuerySpec, feedOptions?: FeedOptions) => {
    const own = container.items.query(text, feedOptions);
    const spec = typeof text === "string" ? { query: text } : text;
    const fetchAll = async () => {
      const answer = await own.fetchAll();
      const read = queryRead(direction, spec);
      return mirrored(answer, { rows: answer.resources, charge: answer.requestCharge }, read);
    };
    // A key that is given beside the query says nothing to the target.
    return feedOptions?.partitionKey === undefined ? replaced(own, { fetchAll }) : own;
  }) as Container["items"]["query"];
  return replaced(container, { item, items: replaced(container.items, { query }) });
}

/** The same object with some members in the place of its own. */
function replaced<T extends object>(object: T, members: Partial<T>): T {
  return new Proxy(object, {
    get: (target, name) => {
      if (name in members) return members[name as keyof T];
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
