/** An `http` block: a request line, then a body after a blank line. It is signed and sent as it stands. */
import type { ControlClient } from "../harness/control-client.ts";

const PREFIX = "/_orrery/";

export async function sendRequest(block: string, control: ControlClient): Promise<unknown> {
  const [head = "", ...rest] = block.trim().split("\n\n");
  const [method = "", path = ""] = head.split(" ");
  if (!path.startsWith(PREFIX)) throw new Error(`'${head}' is not a request to the control API.`);
  const body = rest.join("\n\n").trim();
  const answer = await control.send(
    method,
    path.slice(PREFIX.length),
    body === "" ? undefined : (JSON.parse(body) as object),
  );
  if (answer.status >= 300)
    throw new Error(`${head} was answered with ${answer.status}: ${answer.body.message}`);
  return answer.body;
}

/** The members of an answer with the types of their values: what holds from one run to the next. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (value === null || typeof value !== "object") return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}
