/** Requests of the commands to the control API of a server, signed with the account key. */

import { parseJsonText } from "@orrerydb/exact-json";
import { sendTo, signedHeaders } from "../../control/ask-control.ts";
import type { Account } from "../../control/connection-string.ts";

/** Rejects only where nobody answers. `target` may have a query string. */
export async function askServer(
  { endpoint, key }: Account,
  method: "GET" | "POST" | "DELETE",
  target: string,
  body?: object,
): Promise<{ readonly status: number; readonly answer: Record<string, unknown> & { message?: string } }> {
  const path = `/_orrery/${target}`;
  const headers = signedHeaders(key, method, path);
  const { status, text } = await sendTo(endpoint)(method, path, headers, body && JSON.stringify(body));
  return { status, answer: parseJsonText(text) as Record<string, unknown> };
}
