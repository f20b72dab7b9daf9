/** The requests of the bench, signed and ready to be sent. */
import { signedHeaders } from "../../tests/harness/signed-client.ts";
import { idOf, itemText, keyOf } from "./item.ts";

/** `keys`: among how many logical partitions the items are shared out. */
export function createRequest(
  key: string,
  container: string,
  index: number,
  keys: number,
  text = itemText(index, keys),
): Buffer {
  return request(key, "POST", `${container}/docs`, keyOf(index, keys), text);
}

/** Of one batch, the most that there may be. */
export const BATCH_ITEMS = 100;

/** Creates the next items of a logical partition, beginning with `index`. */
export function batchRequest(key: string, container: string, index: number, keys: number): Buffer {
  const items = Array.from({ length: BATCH_ITEMS }, (_, i) => itemText(index + i * keys, keys));
  const operations = items.map((item) => `{"operationType":"Create","resourceBody":${item}}`);
  return request(key, "POST", `${container}/docs`, keyOf(index, keys), `[${operations.join()}]`, {
    "x-ms-cosmos-is-batch-request": "true",
    "x-ms-cosmos-batch-atomic": "true",
  });
}

export function readRequest(key: string, container: string, index: number, keys: number): Buffer {
  return request(key, "GET", `${container}/docs/${idOf(index)}`, keyOf(index, keys), "");
}

function request(
  key: string,
  method: string,
  path: string,
  partitionKey: string,
  body: string,
  more: Record<string, string> = {},
): Buffer {
  const headers = {
    host: "localhost",
    "user-agent": "orrery-bench",
    accept: "application/json",
    ...signedHeaders(key, method, path),
    "x-ms-documentdb-partitionkey": JSON.stringify([partitionKey]),
    ...more,
    ...(body === "" ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}
