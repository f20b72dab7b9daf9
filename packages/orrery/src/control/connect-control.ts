/** The control API of a server that runs elsewhere. */
import { type Ask, askControl } from "./ask-control.ts";
import { Control } from "./control.ts";

/** Takes what clients take: a connection string, or endpoint and key. Nothing is sent until something is asked. */
export function connectControl(
  server: string | { readonly endpoint: string; readonly key: string },
): Control {
  const { endpoint, key } = typeof server === "string" ? parseConnectionString(server) : server;
  const ask: Ask = (method, target, body) =>
    askControl(
      async (_, path, headers, text) => {
        const response = await fetch(new URL(path, endpoint), {
          method,
          headers,
          ...(text === undefined ? {} : { body: text }),
        });
        return { status: response.status, text: await response.text() };
      },
      key,
      method,
      target,
      body,
    );
  return new Control(ask);
}

function parseConnectionString(text: string): { readonly endpoint: string; readonly key: string } {
  const parts = new Map(
    text.split(";").map((part) => {
      const at = part.indexOf("=");
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
    }),
  );
  const endpoint = parts.get("AccountEndpoint");
  const key = parts.get("AccountKey");
  if (!endpoint || !key)
    throw new TypeError(
      "A connection string has the form AccountEndpoint=http://127.0.0.1:8081/;AccountKey=…; as the server prints it.",
    );
  return { endpoint, key };
}
