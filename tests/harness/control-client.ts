/** The control API, signed as docs/control-api.md says: method, nothing, path without its first slash, date. */
import { createHmac } from "node:crypto";

export interface ControlAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect
  readonly body: any;
}

export class ControlClient {
  readonly #endpoint: string;
  readonly #key: Buffer;

  constructor({ endpoint, key }: { readonly endpoint: string; readonly key: string }) {
    this.#endpoint = endpoint;
    this.#key = Buffer.from(key, "base64");
  }

  get(path: string): Promise<ControlAnswer> {
    return this.send("GET", path);
  }
  post(path: string, body: object = {}): Promise<ControlAnswer> {
    return this.send("POST", path, body);
  }
  put(path: string, body: object): Promise<ControlAnswer> {
    return this.send("PUT", path, body);
  }

  async send(method: string, path: string, body?: object): Promise<ControlAnswer> {
    const response = await this.ask(method, path, body);
    return { status: response.status, body: await response.json() };
  }

  /** What is not JSON, too. */
  ask(method: string, path: string, body?: object): Promise<Response> {
    const target = `/_orrery/${path}`;
    const date = new Date().toUTCString();
    const link = target.slice(1).split("?", 1)[0]!;
    const text = `${method.toLowerCase()}\n\n${link}\n${date.toLowerCase()}\n\n`;
    const signature = createHmac("sha256", this.#key).update(text).digest("base64");
    return fetch(`${this.#endpoint}${target}`, {
      method,
      headers: {
        authorization: encodeURIComponent(`type=master&ver=1.0&sig=${signature}`),
        "x-ms-date": date,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}
