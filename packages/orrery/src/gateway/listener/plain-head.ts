/**
 * The head of an HTTP/1.1 request in the form that clients of this protocol write. Undefined for every other form, and for
 * what is not whole: Node's parser decides about these. What is read here means the same to both, so that nobody can slip
 * a request past one of them.
 */

export interface PlainHead {
  readonly method: string;
  /** Path and query string, as sent. */
  readonly target: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBytes: number;
  /** Where the body begins. */
  readonly end: number;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const LINE_END = "\r\n";

const REQUEST_LINE = /(GET|POST|PUT|PATCH|DELETE) (\/[\x21-\x7e]*) HTTP\/1\.1\r\n/y;
/** Nothing folded, no blank before a colon, printable ASCII only. */
const HEADER_LINES = /(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e]*\r\n)*$/y;
/** Above the blanks that a value may hold, a blank and a tab. */
const FIRST_PRINTED = 0x21;
const KEPT_ALIVE = "keep-alive";
const LENGTH = /^\d{1,15}$/;

/** They change how the rest of the connection is to be read, or want an answer before their request has ended. */
const NOT_PLAIN = ["transfer-encoding", "expect", "upgrade", "trailer"];

export function parsePlainHead(bytes: Buffer, bytesMax: number): PlainHead | undefined {
  const length = bytes.indexOf(HEAD_END);
  if (length < 0 || length > bytesMax) return undefined;
  const text = bytes.toString("latin1", 0, length + LINE_END.length);
  REQUEST_LINE.lastIndex = 0;
  const line = REQUEST_LINE.exec(text);
  if (line === null) return undefined;
  HEADER_LINES.lastIndex = REQUEST_LINE.lastIndex;
  if (!HEADER_LINES.test(text)) return undefined;
  const headers = readHeaders(text, REQUEST_LINE.lastIndex);
  // Node refuses one that names no host.
  if (headers?.host === undefined || NOT_PLAIN.some((name) => headers[name] !== undefined)) return undefined;
  if ((headers.connection ?? KEPT_ALIVE).toLowerCase() !== KEPT_ALIVE) return undefined;
  const declared = headers["content-length"];
  if (declared !== undefined && !LENGTH.test(declared)) return undefined;
  return {
    method: line[1]!,
    target: line[2]!,
    headers,
    bodyBytes: Number(declared ?? 0),
    end: length + HEAD_END.length,
  };
}

/**
 * Undefined also where a name comes twice: which of them counts, or whether they are joined, differs by name. And for a name that
 * every object has, such as `constructor`.
 */
function readHeaders(text: string, start: number): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (let at = start; at < text.length; ) {
    const end = text.indexOf(LINE_END, at);
    const colon = text.indexOf(":", at);
    const name = text.slice(at, colon).toLowerCase();
    if (name in headers) return undefined;
    const first = text.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1;
    const isBare = text.charCodeAt(first) >= FIRST_PRINTED && text.charCodeAt(end - 1) >= FIRST_PRINTED;
    const written = text.slice(first, end);
    headers[name] = isBare ? written : written.trim();
    at = end + LINE_END.length;
  }
  return headers;
}
