/** Requests of the commands to the control API of a server, signed with the account key. */
import { signedHeaders } from "../../control/ask-control.ts";
import { parseJsonText } from "../../value/parse-json-text.ts";

/** Rejects only where nobody answers. `target` may have a query string. */
export async function askServer(
  { endpoint, key }: { readonly endpoint: string; readonly key: string },
  method: "GET" | "POST" | "DELETE",
  target: string,
  body?: object,
): Promise<{ readonly status: number; readonly answer: Record<string, unknown> & { message?: string } }> {
  const response = await fetch(new URL(`_orrery/${target}`, endpoint), {
    method,
    headers: signedHeaders(key, method, `/_orrery/${target}`),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: parseJsonText(await response.text()) as Record<string, unknown> };
}
