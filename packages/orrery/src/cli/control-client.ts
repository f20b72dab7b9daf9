/** Requests of the commands to the control API of a server, signed with the account key. */
import { createHmac } from "node:crypto";

/** Rejects only where nobody answers. `target` may have a query string. */
export async function askServer(
  { endpoint, key }: { readonly endpoint: string; readonly key: string },
  method: "GET" | "POST" | "DELETE",
  target: string,
  body?: object,
): Promise<{ readonly status: number; readonly answer: Record<string, unknown> & { message?: string } }> {
  const link = `_orrery/${target.split("?", 1)[0]}`;
  const date = new Date().toUTCString();
  const text = `${method.toLowerCase()}\n\n${link}\n${date.toLowerCase()}\n\n`;
  const signature = createHmac("sha256", Buffer.from(key, "base64")).update(text).digest("base64");
  const response = await fetch(new URL(`_orrery/${target}`, endpoint), {
    method,
    headers: {
      authorization: encodeURIComponent(`type=master&ver=1.0&sig=${signature}`),
      "x-ms-date": date,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}
