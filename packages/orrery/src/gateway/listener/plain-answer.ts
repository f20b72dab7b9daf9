/** The head of an answer as Node would write it: the same lines in the same order. */
import { STATUS_CODES } from "node:http";
import type { GatewayResponse } from "../exchange/gateway-response.ts";

/** It would end a line, or be none that a header can hold. */
const NOT_IN_HEADERS = /[^\t\x20-\x7e\x80-\xff]/;

/** `keepAliveMs`: how long the connection is kept for the next request; 0: it is closed. In Latin-1. */
export function answerHead({ status, headers, body, pieces }: GatewayResponse, keepAliveMs: number): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n`;
  for (const name in headers) {
    const value = headers[name]!;
    if (typeof value === "string" && NOT_IN_HEADERS.test(value))
      throw new Error(`The header '${name}' cannot hold ${JSON.stringify(value)}.`);
    head += `${name}: ${value}\r\n`;
  }
  if (headers.date === undefined) head += `Date: ${new Date().toUTCString()}\r\n`;
  if (status !== 204 && status !== 304) head += `content-length: ${body?.length ?? pieces?.bytes ?? 0}\r\n`;
  head += keepAliveMs === 0 ? "Connection: close" : keepAliveLines(keepAliveMs);
  return `${head}\r\n\r\n`;
}

function keepAliveLines(keepAliveMs: number): string {
  return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}`;
}
