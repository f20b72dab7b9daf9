/** The control API of a server that runs elsewhere. */
import { askControl, sendTo } from "./ask-control.ts";
import { type Account, parseConnectionString } from "./connection-string.ts";
import { Control } from "./control.ts";

/** Takes what clients take: a connection string, or endpoint and key. Nothing is sent until a method is called. */
export function connectControl(server: string | Account): Control {
  const account = typeof server === "string" ? parseConnectionString(server) : server;
  if (account === undefined)
    throw new TypeError(
      "A connection string has the form AccountEndpoint=http://127.0.0.1:8081/;AccountKey=…; as the server prints it.",
    );
  const { endpoint, key } = account;
  return new Control((method, target, body) => askControl(sendTo(endpoint), key, method, target, body));
}
