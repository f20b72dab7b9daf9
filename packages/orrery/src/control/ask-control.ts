/** One request to the control API, signed with the account key, by whatever way it is sent. */

import { createHmac } from "node:crypto";
import type { ControlAnswer, ControlCall } from "../api/control-api.ts";

export type ControlMethod = "GET" | "POST" | "PUT" | "DELETE";

interface TextAnswer {
  readonly status: number;
  readonly text: string;
}

/** `path` begins with a slash, and may have a query string. */
export type SendControl = (
  method: ControlMethod,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
) => Promise<TextAnswer>;

/** Rejects with a ControlError where the server refuses. `Name` is the request that method and target make. */
export type Ask = <Name extends ControlCall>(
  method: ControlMethod,
  target: string,
  body?: object,
) => Promise<ControlAnswer<Name>>;

/** A request that the server refused, with its status and its words. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** `target` is what stands behind `/_orrery/`. */
export async function askControl<Name extends ControlCall>(
  send: SendControl,
  key: string,
  method: ControlMethod,
  target: string,
  body?: object,
): Promise<ControlAnswer<Name>> {
  const path = `/_orrery/${target}`;
  const headers = signedHeaders(key, method, path);
  const { status, text } = await send(method, path, headers, body && JSON.stringify(body));
  const answer = parsed(text);
  if (status === 200) return answer as ControlAnswer<Name>;
  const { message } = answer as { readonly message?: string };
  // Its last line is for whoever reads the server's log.
  throw new ControlError(status, message?.split("\r\n")[0] ?? `The server answered ${status}.`);
}

/** By HTTP; rejects where no server answers. */
export function sendTo(endpoint: string): SendControl {
  return async (method, path, headers, text) => {
    const body = text === undefined ? {} : { body: text };
    const response = await fetch(new URL(path, endpoint), { method, headers, ...body });
    return { status: response.status, text: await response.text() };
  };
}

/** As docs/control-api.md describes it. */
export function signedHeaders(key: string, method: string, path: string): Record<string, string> {
  const date = new Date().toUTCString();
  const text = `${method.toLowerCase()}\n\n${path.slice(1).split("?", 1)[0]}\n${date.toLowerCase()}\n\n`;
  const signature = createHmac("sha256", Buffer.from(key, "base64")).update(text).digest("base64");
  return {
    authorization: encodeURIComponent(`type=master&ver=1.0&sig=${signature}`),
    "x-ms-date": date,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
