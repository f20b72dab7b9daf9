/**
 * Requests as the .NET client sends them in gateway mode: the headers, their spelling and their values are those that
 * Microsoft.Azure.Cosmos 3.51.0 sent when it was run against Orrery. How it reads responses and sessions is written
 * from its source. Responses that the client could not read are refused.
 */
import { createHmac, randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { SignedClient } from "../harness/signed-client.ts";

const USER_AGENT =
  "cosmos-netstandard-sdk/3.51.0|1|X64|Debian GNU Linux 12 bookworm |.NET 9.0.5|N|F 00000010|";

export interface DotnetRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Requests by resource id are signed with its type and the id alone. */
  readonly signedAs?: { readonly type: string; readonly rid: string };
}

export interface DotnetAnswer {
  readonly status: number;
  readonly subStatus: number;
  readonly headers: IncomingHttpHeaders;
  readonly content: Buffer;
  /** Of a status from 400 on, as its exception shows it. */
  readonly error?: { readonly code: string; readonly message: string };
}

export class DotnetTransport {
  /** Session tokens by container and range. */
  readonly sessions = new Map<string, Map<string, string>>();
  readonly #client: SignedClient;
  readonly #key: Buffer;

  constructor(endpoint: string, key: string) {
    this.#client = new SignedClient(endpoint, key);
    this.#key = Buffer.from(key, "base64");
  }

  close(): void {
    this.#client.close();
  }

  async send(
    method: string,
    path: string,
    { headers, body, signedAs }: DotnetRequest = {},
  ): Promise<DotnetAnswer> {
    const answer = await this.#client.send(method, path, {
      headers: {
        "cache-control": "no-cache",
        "user-agent": USER_AGENT,
        accept: "application/json",
        "x-ms-activity-id": randomUUID(),
        "x-ms-cosmos-sdk-supportedcapabilities": "9",
        ...this.#authorization(method, path, signedAs),
        "x-ms-version": "2020-07-15",
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const read = readAnswer(answer.status, answer.headers, answer.bytes);
    this.#captureSession(read);
    return read;
  }

  #authorization(method: string, path: string, signedAs: DotnetRequest["signedAs"]): Record<string, string> {
    const segments = path.split("/").filter(Boolean).map(decodeURIComponent);
    const isFeed = segments.length % 2 === 1;
    const type = signedAs?.type ?? segments.at(isFeed ? -1 : -2) ?? "";
    const link = signedAs?.rid.toLowerCase() ?? segments.slice(0, isFeed ? -1 : undefined).join("/");
    const date = new Date().toUTCString();
    const text = `${method.toLowerCase()}\n${type}\n${link}\n${date.toLowerCase()}\n\n`;
    const signature = createHmac("sha256", this.#key).update(text).digest("base64");
    const token = encodeURIComponent(`type=master&ver=1.0&sig=${signature}`);
    return {
      // .NET escapes in lower case.
      authorization: token.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase()),
      "x-ms-date": date,
    };
  }

  /** On success, and on 409, 412 and 404 but for 1002. Owners are told by both of their names. */
  #captureSession({ status, subStatus, headers }: DotnetAnswer): void {
    const isKept = status < 400 || status === 409 || status === 412 || (status === 404 && subStatus !== 1002);
    const token = headers["x-ms-session-token"] as string | undefined;
    if (!isKept || token === undefined) return;
    const rid = headers["x-ms-content-path"] as string | undefined;
    // Without it a request by names leaves the session as it is.
    if (rid === undefined) return;
    const name = headers["x-ms-alt-content-path"] as string;
    if (!/^dbs\/[^/]+\/colls\/[^/]+$/.test(name)) throw new Error(`'${name}' is no container`);
    const [rangeId, position] = token.split(":") as [string, string];
    if (!/^-?\d+#\d+/.test(position)) throw new Error(`'${token}' is no session token`);
    const ranges = this.sessions.get(rid) ?? new Map<string, string>();
    this.sessions.set(rid, ranges.set(rangeId, position));
  }
}

/** Charges, activity ids and the form of errors are needed on every answer. */
function readAnswer(status: number, headers: IncomingHttpHeaders, content: Buffer): DotnetAnswer {
  if (Number.isNaN(Number.parseFloat(headers["x-ms-request-charge"] as string))) throw new Error("no charge");
  if (headers["x-ms-activity-id"] === undefined) throw new Error("no activity id");
  const subStatus = Number(headers["x-ms-substatus"] ?? 0);
  const answer = { status, subStatus, headers, content };
  if (status < 400) return answer;
  const isJson = headers["content-type"] === "application/json" && Number(headers["content-length"]) > 0;
  if (!isJson) throw new Error(`an error of status ${status} is not JSON`);
  const error = JSON.parse(content.toString()) as { code: string; message: string };
  if (typeof error.code !== "string" || typeof error.message !== "string")
    throw new Error("no error resource");
  return { ...answer, error };
}
