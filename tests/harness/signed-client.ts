/**
 * Signed requests on kept-alive connections, without an SDK: nothing retries, nothing is hidden. Signing is written
 * out here, apart from the server's own, so that a mistake there does not cancel out.
 */
import { createHmac } from "node:crypto";
import { Agent, type IncomingHttpHeaders, request as sendRequest } from "node:http";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** A text or bytes go out as they are, all else as JSON. */
  readonly body?: unknown;
}

export class SignedClient {
  readonly #url: URL;
  readonly #key: Buffer;
  readonly #agent: Agent;

  constructor(endpoint: string, key: string, connections = 16) {
    this.#url = new URL(endpoint);
    this.#key = Buffer.from(key, "base64");
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Rejects when the connection fails; every status is an answer. */
  send(method: string, path: string, { headers = {}, body }: RequestOptions = {}): Promise<Answer> {
    const bytes = body === undefined ? undefined : bodyBytes(body);
    return new Promise((resolve, reject) => {
      const request = sendRequest(
        {
          agent: this.#agent,
          host: this.#url.hostname,
          port: this.#url.port,
          method,
          path,
          headers: {
            ...signedHeaders(this.#key, method, path),
            ...(bytes === undefined ? {} : { "content-length": bytes.length }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => {
            const bytes = Buffer.concat(chunks);
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              bytes,
              text: bytes.toString("utf8"),
            });
          });
          response.on("error", reject);
          // An answer that was cut off has no end.
          response.on("close", () => reject(new Error("the connection was closed within an answer")));
        },
      );
      request.on("error", reject);
      request.end(bytes);
    });
  }

  /** A new database with one container, whose partition key is "/pk". */
  async createContainer(database: string, container: string): Promise<void> {
    await this.send("POST", "/dbs", { body: { id: database } });
    const body = { id: container, partitionKey: { paths: ["/pk"] } };
    await this.send("POST", `/dbs/${database}/colls`, { body });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function bodyBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

/** The headers that make a request one of the key's owner. */
export function signedHeaders(
  key: Buffer | string,
  method: string,
  path: string,
  date: Date = new Date(),
): { authorization: string; "x-ms-date": string; "x-ms-version": string } {
  // What is done to a container is signed as the container.
  const [target] = path.split(/\?|\/operations\//, 1) as [string];
  const segments = target.split("/").filter(Boolean).map(decoded);
  // A path to a feed is signed with the feed's name and the link of its owner.
  const isFeed = segments.length % 2 === 1;
  const type = segments.at(isFeed ? -1 : -2) ?? "";
  const link = segments.slice(0, isFeed ? -1 : undefined).join("/");
  const msDate = date.toUTCString();
  const text = `${method.toLowerCase()}\n${type}\n${link}\n${msDate.toLowerCase()}\n\n`;
  const secret = typeof key === "string" ? Buffer.from(key, "base64") : key;
  const signature = createHmac("sha256", secret).update(text).digest("base64");
  return {
    authorization: encodeURIComponent(`type=master&ver=1.0&sig=${signature}`),
    "x-ms-date": msDate,
    "x-ms-version": "2020-07-15",
  };
}

/** A link is signed as it reads, not as it is sent. What cannot be decoded stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
