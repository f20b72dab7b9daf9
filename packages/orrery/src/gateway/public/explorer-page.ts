/**
 * The explorer under /_explorer/: files that are the same for everybody and hold nothing of the account. The page signs
 * its requests with a key that its user has, like any client. It may load nothing from elsewhere, and nobody may frame it.
 */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Failure } from "../../value/failure.ts";
import { RequestHeader, type ResponseHeaders } from "../../wire/headers.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";

/** By their paths below /_explorer/. */
export type ExplorerFiles = ReadonlyMap<string, Uint8Array>;

export const EXPLORER_PREFIX = "/_explorer/";
const INDEX = "index.html";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

const SECURITY_HEADERS: ResponseHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
};

export function isExplorerRequest({ target }: GatewayRequest): boolean {
  return target.startsWith(EXPLORER_PREFIX) || target === EXPLORER_PREFIX.slice(0, -1);
}

export class ExplorerPage {
  readonly #load: () => Promise<ExplorerFiles | undefined>;
  #files: Promise<ExplorerFiles | undefined> | undefined;
  readonly #zipped = new Map<string, Buffer>();

  /** `load` is called when somebody first asks; it answers undefined where the page is not installed. */
  constructor(load: () => Promise<ExplorerFiles | undefined>) {
    this.#load = load;
  }

  async answer(request: GatewayRequest): Promise<GatewayResponse> {
    if (request.method !== "GET" && request.method !== "HEAD")
      throw new Failure("methodNotAllowed", "The explorer can only be read.");
    const [path = ""] = request.target.split("?", 1);
    if (path === EXPLORER_PREFIX.slice(0, -1))
      return { status: 302, headers: { location: EXPLORER_PREFIX }, body: Buffer.alloc(0) };
    const files = await (this.#files ??= this.#load());
    if (files === undefined)
      throw new Failure(
        "notFound",
        "The explorer is not part of this installation. Build it with: npm run build.",
      );
    const name = fileNamed(path.slice(EXPLORER_PREFIX.length), files);
    const file = files.get(name);
    if (file === undefined) throw new Failure("notFound", `The explorer has no file '${name}'.`);
    return this.#answerFile(request, name, file);
  }

  async #answerFile(request: GatewayRequest, name: string, file: Uint8Array): Promise<GatewayResponse> {
    const headers: ResponseHeaders = {
      ...SECURITY_HEADERS,
      "content-type": CONTENT_TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
      // The names of all others change with what is in them.
      "cache-control": name === INDEX ? "no-cache" : "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    };
    if (!(request.headers[RequestHeader.acceptEncoding] ?? "").includes("gzip"))
      return { status: 200, headers, body: Buffer.from(file) };
    let zipped = this.#zipped.get(name);
    if (zipped === undefined) this.#zipped.set(name, (zipped = await promisify(gzip)(file, { level: 9 })));
    return { status: 200, headers: { ...headers, "content-encoding": "gzip" }, body: zipped };
  }
}

/** Whatever is no file is an address within the page. */
function fileNamed(path: string, files: ExplorerFiles): string {
  return files.has(path) || path.startsWith("assets/") ? path : INDEX;
}
