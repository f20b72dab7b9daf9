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

export function readRequest(key: string, container: string, index: number, keys: number): Buffer {
  return request(key, "GET", `${container}/docs/${idOf(index)}`, keyOf(index, keys), "");
}

function request(key: string, method: string, path: string, partitionKey: string, body: string): Buffer {
  const headers = {
    host: "localhost",
    "user-agent": "orrery-bench",
    accept: "application/json",
    ...signedHeaders(key, method, path),
    "x-ms-documentdb-partitionkey": JSON.stringify([partitionKey]),
    ...(body === "" ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}
