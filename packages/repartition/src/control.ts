/** What Orrery's control API does for a cut-over; other endpoints do not have it. docs/control-api.md describes it. */
import { createHmac } from "node:crypto";
import { type ContainerPlace, RepartitionError } from "./account.ts";

/** What a cut-over needs of the endpoint, so that writers need not stop. */
export interface SwitchControl {
  /** Lets writers wait, for so long at most. */
  hold(forMs: number): Promise<string>;
  release(hold: string): Promise<void>;
  /** The live container and the other exchange their names. */
  exchange(other: string, hold: string): Promise<void>;
}

export class ControlApi implements SwitchControl {
  readonly #place: ContainerPlace;

  private constructor(place: ContainerPlace) {
    this.#place = place;
  }

  /** Undefined where the endpoint is not Orrery's. */
  static async at(place: ContainerPlace): Promise<ControlApi | undefined> {
    const api = new ControlApi(place);
    try {
      const { status, body } = await api.#send("GET", "containers");
      return status === 200 && Array.isArray(body.containers) ? api : undefined;
    } catch {
      return undefined;
    }
  }

  async hold(forMs: number): Promise<string> {
    return (await this.#post("hold", { forMs })).hold as string;
  }

  async release(hold: string): Promise<void> {
    await this.#post("release", { hold });
  }

  async exchange(other: string, hold: string): Promise<void> {
    await this.#post("exchange", { with: other, hold });
  }

  /** Where what is recorded from now on begins. */
  async startRecording(): Promise<number> {
    const { status, body } = await this.#send("POST", "recording", {});
    if (status !== 200) throw new RepartitionError(String(body.message ?? status));
    return body.next as number;
  }

  async takeRecording(
    from: number,
  ): Promise<{ readonly operations: readonly unknown[]; readonly next: number }> {
    const { status, body } = await this.#send("GET", `recording?from=${from}`);
    if (status !== 200) throw new RepartitionError(String(body.message ?? status));
    return body as unknown as { operations: unknown[]; next: number };
  }

  async stopRecording(): Promise<void> {
    await this.#send("DELETE", "recording");
  }

  async #post(action: string, body: object): Promise<Record<string, unknown>> {
    const { database, container } = this.#place;
    const path = `dbs/${encodeURIComponent(database)}/colls/${encodeURIComponent(container)}/${action}`;
    const answer = await this.#send("POST", path, body);
    if (answer.status !== 200) throw new RepartitionError(String(answer.body.message ?? answer.status));
    return answer.body;
  }

  async #send(method: string, path: string, body?: object) {
    const { endpoint, key } = this.#place;
    const link = `_orrery/${path}`;
    const date = new Date().toUTCString();
    const signed = link.split("?")[0];
    const text = `${method.toLowerCase()}\n\n${signed}\n${date.toLowerCase()}\n\n`;
    const signature = createHmac("sha256", Buffer.from(key, "base64")).update(text).digest("base64");
    const response = await fetch(`${endpoint}/${link}`, {
      method,
      headers: {
        authorization: encodeURIComponent(`type=master&ver=1.0&sig=${signature}`),
        "x-ms-date": date,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
}
