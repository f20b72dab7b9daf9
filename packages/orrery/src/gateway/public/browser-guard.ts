/**
 * A page in a browser is not a client. Any page that somebody looks at can send requests to a server on their machine,
 * and with a name that it lets point there (DNS rebinding) it can read the answers too; the well-known key is no secret
 * to it. So what a browser sends must be addressed to a name of this server, and must come from a page of this server or
 * of an origin that was allowed. Other programs may use whatever name their network has for the server.
 */
import { hostname, networkInterfaces } from "node:os";
import { Failure } from "../../value/failure.ts";
import { RequestHeader } from "../../wire/headers.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";

export interface BrowserGuardOptions {
  /** The address that the server listens on. */
  readonly host: string;
  /** The address that clients are told: its name is allowed, and so are pages that a proxy serves there. */
  readonly advertised?: string | undefined;
  /** More names by which browsers may reach it. */
  readonly allowedHosts?: readonly string[];
  /** Origins whose pages are clients; `*` stands for all. */
  readonly allowedOrigins?: readonly string[];
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
/** Listening on these is listening on every address of the machine. */
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::", "[::]"]);

export class BrowserGuard {
  readonly #names: ReadonlySet<string>;
  readonly #isOnEveryAddress: boolean;
  readonly #origins: ReadonlySet<string>;
  readonly #outerOrigin: string | undefined;

  constructor({ host, advertised, allowedHosts = [], allowedOrigins = [] }: BrowserGuardOptions) {
    this.#isOnEveryAddress = WILDCARDS.has(host);
    const own = this.#isOnEveryAddress ? [] : [host];
    const outer = advertised === undefined ? undefined : urlOf(advertised);
    this.#outerOrigin = outer?.origin;
    this.#names = new Set(
      [...LOOPBACK_NAMES, ...own, ...(outer ? [outer.hostname] : []), ...allowedHosts].map(
        (name) => hostNameOf(bracketed(name)) ?? name,
      ),
    );
    this.#origins = new Set(allowedOrigins.map((origin) => originOf(origin) ?? origin));
  }

  /** The origin of the request, if its pages are clients. */
  allowedOrigin(request: GatewayRequest): string | undefined {
    const origin = request.headers[RequestHeader.origin];
    if (origin === undefined) return undefined;
    return this.#origins.has(origin) || this.#origins.has("*") ? origin : undefined;
  }

  /** Throws a Failure for what a page sends that has no business here. */
  check(request: GatewayRequest): void {
    if (!isFromBrowser(request) || this.allowedOrigin(request) !== undefined) return;
    if (!this.#isOwnName(hostNameOf(request.host))) {
      throw new Failure(
        "forbidden",
        `A browser asked for '${request.host}', which is no name of this server. If it is, start the server with --allow-host and that name.`,
      );
    }
    const origin = request.headers[RequestHeader.origin];
    if (origin !== undefined ? !this.#isOwnOrigin(origin, request) : isOfOtherPage(request)) {
      throw new Failure(
        "forbidden",
        `Pages of ${origin === undefined ? "another origin" : `the origin '${origin}'`} may not use this server. To let them, start the server with --allow-origin and that origin.`,
      );
    }
  }

  /** A proxy may change the host that a request names, but not the origin of its page. */
  #isOwnOrigin(origin: string, request: GatewayRequest): boolean {
    return isOwnOrigin(origin, request) || (origin === this.#outerOrigin && this.#outerOrigin !== "null");
  }

  #isOwnName(name: string | undefined): boolean {
    if (name === undefined) return false;
    return this.#names.has(name) || (this.#isOnEveryAddress && machineNames().has(name));
  }
}

/**
 * Every browser calls itself Mozilla. A page may change that in some of them, but not that they send Accept-Language,
 * Origin and Sec-Fetch-Site: the last only to hosts that they trust, the second only with what may change something. Node's
 * own fetch, which is no browser, sends Accept-Language and Sec-Fetch-Mode, and none of the others.
 */
function isFromBrowser({ headers }: GatewayRequest): boolean {
  return (
    headers[RequestHeader.origin] !== undefined ||
    headers[RequestHeader.fetchSite] !== undefined ||
    (headers[RequestHeader.userAgent]?.startsWith("Mozilla/") ?? false) ||
    (headers[RequestHeader.acceptLanguage] !== undefined && headers[RequestHeader.fetchMode] === undefined)
  );
}

/** The port serves both schemes, so that a page of either is one of this server. */
function isOwnOrigin(origin: string, request: GatewayRequest): boolean {
  return urlOf(origin)?.host === urlOf(request.endpoint)?.host;
}

/** Of a request without an Origin. A link on another page may lead here: that page does not see what it leads to. */
function isOfOtherPage({ method, headers }: GatewayRequest): boolean {
  const site = headers[RequestHeader.fetchSite];
  const isLink =
    method === "GET" &&
    headers[RequestHeader.fetchMode] === "navigate" &&
    headers[RequestHeader.fetchDestination] === "document";
  return (site === "cross-site" || site === "same-site") && !isLink;
}

/** Looked up each time: addresses come and go while a server runs, and browsers are few. */
function machineNames(): Set<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return new Set([hostname().toLowerCase(), ...addresses.map(({ address }) => bracketed(address))]);
}

function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

/** In the spelling of browsers; undefined for what is no host. */
function hostNameOf(host: string): string | undefined {
  return urlOf(`http://${host}`)?.hostname;
}

function originOf(text: string): string | undefined {
  const origin = urlOf(text)?.origin;
  return origin === "null" ? undefined : origin;
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
