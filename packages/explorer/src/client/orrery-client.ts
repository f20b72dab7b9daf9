/** The page's way to the server: the data plane and the control API, signed, with nothing that other clients lack. */
import type {
  ContainerFigures,
  HeatFigures,
  HeatUnit,
  KeyFigures,
  NumberedRequest,
  PartitionFigures,
  PartitionHistories,
  QueryWords,
  ServerState,
} from "orrerydb/control-api";
import { signedHeaders } from "./sign.ts";

/** The server answered with a refusal. */
export class Refusal extends Error {
  readonly status: number;
  readonly substatus: string | null;
  readonly retryAfterMs: number;
  readonly headers: Headers;

  constructor(status: number, message: string, headers: Headers) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.substatus = headers.get("x-ms-substatus");
    this.retryAfterMs = Number(headers.get("x-ms-retry-after-ms") ?? 0);
  }
}

export interface Answer<T> {
  readonly body: T;
  /** From which the body was parsed: with all digits of its numbers. */
  readonly text: string;
  readonly headers: Headers;
  /** In request units. */
  readonly charge: number;
}

/** Names of databases and containers. */
export interface Place {
  readonly database: string;
  readonly container: string;
}

export interface HeatAsked {
  readonly unit: HeatUnit;
  readonly withStorage?: boolean;
}

type Headers_ = Readonly<Record<string, string>>;

export class OrreryClient {
  readonly #key: CryptoKey;

  constructor(key: CryptoKey) {
    this.#key = key;
  }

  server(): Promise<ServerState> {
    return this.control("GET", ["server"]);
  }
  async containers(): Promise<readonly ContainerFigures[]> {
    return (await this.control<{ containers: ContainerFigures[] }>("GET", ["containers"])).containers;
  }
  container(place: Place): Promise<ContainerFigures> {
    return this.control("GET", containerPath(place));
  }
  async partitions(place: Place): Promise<readonly PartitionFigures[]> {
    const path = [...containerPath(place), "partitions"];
    return (await this.control<{ partitions: PartitionFigures[] }>("GET", path)).partitions;
  }
  /** From a number on, or the last ones. `next` is what to ask for next. */
  requests(
    from: number | undefined,
    limit: number,
  ): Promise<{ readonly requests: readonly NumberedRequest[]; readonly next: number }> {
    const query = `?limit=${limit}${from === undefined ? "" : `&from=${from}`}`;
    return this.control("GET", ["requests"], undefined, query);
  }
  heat(place: Place, { unit, withStorage = false }: HeatAsked, sinceMs?: number): Promise<HeatFigures> {
    const since = sinceMs === undefined ? "" : `&since=${sinceMs}`;
    const query = `?unit=${unit}&storage=${withStorage}${since}`;
    return this.control("GET", [...containerPath(place), "heat"], undefined, query);
  }
  queryWords(): Promise<QueryWords> {
    return this.control("GET", ["query-words"]);
  }
  async history(
    place: Place,
    unit: "seconds" | "minutes",
    limit: number,
  ): Promise<readonly PartitionHistories[]> {
    const path = [...containerPath(place), "history"];
    const query = `?unit=${unit}&limit=${limit}`;
    return (await this.control<{ partitions: PartitionHistories[] }>("GET", path, undefined, query))
      .partitions;
  }
  /** To find the largest, the server reads the records of all keys. */
  keys(place: Place, withLargest: boolean): Promise<KeyFigures> {
    const query = `?limit=12&largest=${withLargest}`;
    return this.control("GET", [...containerPath(place), "keys"], undefined, query);
  }

  /** The control API: its path is signed as it is sent. */
  async control<T>(method: string, path: readonly string[], body?: object, query = ""): Promise<T> {
    const link = ["_orrery", ...path.map(encodeURIComponent)].join("/");
    const headers = await signedHeaders(this.#key, method, "", link);
    return (await this.#send<T>(method, `/${link}${query}`, headers, body)).body;
  }

  /** The data plane: types and names in turn, such as `["dbs", "shop", "colls"]`. */
  async data<T>(
    method: string,
    path: readonly string[],
    { body, headers = {} }: { body?: unknown; headers?: Headers_ } = {},
  ): Promise<Answer<T>> {
    const isFeed = path.length % 2 === 1;
    const type = (isFeed ? path.at(-1) : path.at(-2)) ?? "";
    // An offer is signed by its resource id alone, in small letters.
    const owner = isFeed ? path.slice(0, -1) : path;
    const link = type === "offers" ? (isFeed ? "" : path.at(-1)!.toLowerCase()) : owner.join("/");
    const signed = await signedHeaders(this.#key, method, type, link);
    const target = `/${path.map(encodeURIComponent).join("/")}`;
    return this.#send<T>(method, target, { ...signed, ...headers }, body);
  }

  /** All of a feed of the data plane, page by page: `member` holds its rows. */
  async list<T>(path: readonly string[], member: string): Promise<readonly T[]> {
    const rows: T[] = [];
    for (let continuation: string | null | undefined; continuation !== null; ) {
      const more = continuation === undefined ? {} : { headers: { "x-ms-continuation": continuation } };
      const { body, headers } = await this.data<Record<string, T[]>>("GET", path, more);
      rows.push(...(body[member] ?? []));
      continuation = headers.get("x-ms-continuation");
    }
    return rows;
  }

  async #send<T>(method: string, target: string, headers: Headers_, body?: unknown): Promise<Answer<T>> {
    const init: RequestInit = { method, headers: { ...headers }, cache: "no-store" };
    if (body !== undefined) init.body = typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(target, init);
    const text = await response.text();
    const json = text === "" ? undefined : (JSON.parse(text) as T & { message?: string });
    // A feed without anything new is "not modified".
    if (!response.ok && response.status !== 304)
      throw new Refusal(response.status, plainMessage(json?.message), response.headers);
    return {
      body: json as T,
      text,
      headers: response.headers,
      charge: Number(response.headers.get("x-ms-request-charge") ?? 0),
    };
  }
}

/** The same for the data plane and for the control API. */
export function containerPath({ database, container }: Place): string[] {
  return ["dbs", database, "colls", container];
}

/** Errors of the protocol end in ids for support, which say nothing to people. */
function plainMessage(message = "The server gave no reason."): string {
  return message
    .split(/\r?\n?ActivityId:/)[0]!
    .replace(/^Message: /, "")
    .trim();
}
