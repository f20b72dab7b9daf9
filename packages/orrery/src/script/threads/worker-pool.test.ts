import { afterEach, describe, expect, it } from "vitest";
import type { ScriptHost } from "../script-host.ts";
import { type WaitingRun, WorkerPool } from "./worker-pool.ts";

let pool: WorkerPool;
afterEach(() => pool.close());

function job(body: string, timeoutMs = 5_000): WaitingRun["job"] {
  const response = { Body: { value: "", writable: true } };
  const fixed = {
    name: "script",
    parameters: [],
    seed: "0123456789abcdef".repeat(2),
    request: {},
    response,
    enableLogging: false,
  };
  return { ...fixed, body, selfLink: "dbs/a/colls/b/", altLink: "dbs/x/colls/y", timeoutMs };
}

/** A host whose answers wait until they are released; `called(n)` waits for the n-th operation. */
class HeldHost implements ScriptHost {
  calls = 0;
  #release: (() => void) | undefined;
  readonly #released = new Promise<void>((resolve) => {
    this.#release = resolve;
  });
  #onCall: (() => void) | undefined;
  readonly called = new Promise<void>((resolve) => {
    this.#onCall = resolve;
  });

  countSteps(): void {}

  async call() {
    this.calls++;
    this.#onCall?.();
    await this.#released;
    return { status: 200, body: [] };
  }

  release(): void {
    this.#release?.();
  }
}

const noHost: ScriptHost = {
  call: () => Promise.reject(new Error("no operation expected")),
  countSteps: () => undefined,
};
const answer = (value: number) => job(`() => __.response.setBody(${value})`);
const wait = job("() => __.readDocuments(__.getSelfLink(), () => __.response.setBody('waited'))");
const spin = (timeoutMs: number) => job("() => { for (;;); }", timeoutMs);

describe("WorkerPool", () => {
  it("lets further runs wait for a thread", async () => {
    pool = new WorkerPool({ threads: 1, now: Date.now });
    const host = new HeldHost();
    const order: string[] = [];
    const first = pool.run({ job: wait, host }).then(({ response }) => order.push(String(response)));
    const rest = [1, 2, 3].map((n) =>
      pool.run({ job: answer(n), host: noHost }).then(({ response }) => order.push(String(response))),
    );
    await host.called;
    expect(order).toEqual([]);
    host.release();
    await Promise.all([first, ...rest]);
    expect(order).toEqual(['"waited"', "1", "2", "3"]);
  });

  it("stops a run past its time, and serves the next in a new thread", async () => {
    pool = new WorkerPool({ threads: 1, now: Date.now });
    const stopped = pool.run({ job: spin(50), host: noHost });
    const next = pool.run({ job: answer(1), host: noHost });
    await expect(stopped).rejects.toMatchObject({ code: "timeout" });
    expect((await next).response).toBe("1");
  });

  it("stops a run that waits for its host past its time", async () => {
    pool = new WorkerPool({ threads: 1, now: Date.now });
    const host = new HeldHost();
    await expect(pool.run({ job: { ...wait, timeoutMs: 300 }, host })).rejects.toMatchObject({
      code: "timeout",
    });
    host.release();
    expect((await pool.run({ job: answer(1), host: noHost })).response).toBe("1");
  });

  it("refuses a run whose turn does not come in time, and serves the next", async () => {
    pool = new WorkerPool({ threads: 1, waitingMs: 1, now: Date.now });
    const host = new HeldHost();
    const first = pool.run({ job: wait, host });
    await host.called;
    await expect(pool.run({ job: answer(2), host: noHost })).rejects.toMatchObject({ code: "busy" });
    host.release();
    expect((await first).response).toBe('"waited"');
    expect((await pool.run({ job: answer(3), host: noHost })).response).toBe("3");
  });

  it("runs beside each other what has threads", async () => {
    pool = new WorkerPool({ threads: 2, now: Date.now });
    const hosts = [new HeldHost(), new HeldHost()];
    const runs = hosts.map((host) => pool.run({ job: wait, host }));
    await Promise.all(hosts.map((host) => host.called));
    for (const host of hosts) host.release();
    expect((await Promise.all(runs)).map(({ response }) => response)).toEqual(['"waited"', '"waited"']);
  });

  it("does not begin a run when it is closed meanwhile", async () => {
    pool = new WorkerPool({ threads: 1, now: Date.now });
    const starting = pool.run({ job: answer(1), host: noHost });
    await Promise.all([pool.close(), expect(starting).rejects.toThrow("closed")]);
  });

  it("ends everything when it is closed", async () => {
    pool = new WorkerPool({ threads: 1, now: Date.now });
    const host = new HeldHost();
    const runs = [wait, answer(1)].map((each) => pool.run({ job: each, host }));
    const settled = Promise.allSettled(runs);
    await host.called;
    await pool.close();
    expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(pool.run({ job: answer(1), host })).rejects.toThrow("closed");
  });
});
