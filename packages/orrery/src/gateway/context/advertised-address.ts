/**
 * The address that the account document announces instead of the one that a request came to: the external name of a
 * container, a proxy or a tunnel. Clients with endpoint discovery send everything else there.
 */

export interface AdvertisedAddress {
  /** Without a slash at its end. */
  readonly endpoint: string;
  /** For direct mode, and for the names of the certificate; IPv6 in brackets. */
  readonly hostname: string;
}

/** Undefined for what is no such address. Port 0 stands for the port that the server listens on. */
export function parseAdvertisedAddress(text: string, port: number): AdvertisedAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  if (!isPlain || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.port === "0") url.port = String(port);
  const { protocol, hostname } = url;
  // Clients compare the address with their own text, so the port is always named.
  const named = url.port === "" ? (protocol === "https:" ? "443" : "80") : url.port;
  return { endpoint: `${protocol}//${hostname}:${named}`, hostname };
}
