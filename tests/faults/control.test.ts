/** The control API as one object: the same answers in process and over HTTP, for every way to name a container. */
import { connectControl } from "orrerydb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATABASE, TestServer } from "../harness/test-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({ isClientInProcess: true });
  await (await server.createContainer("c", { partitions: 2 })).items.create({ id: "1", pk: "a" });
});
afterAll(() => server.stop());

describe.each([
  ["in process", () => server.orrery.control],
  ["over HTTP", () => connectControl(server.orrery.connectionString)],
])("%s", (_, connect) => {
  test("figures", async () => {
    const control = connect();
    const names = [`${DATABASE}/c`, { database: DATABASE, container: "c" }, server.database.container("c")];
    for (const name of names) expect((await control.partitions(name)).length).toBeGreaterThan(1);
    expect((await control.hotKeys(names[0]!)).largest[0]).toMatchObject({ key: '["a"]', items: 1 });
    expect((await control.history(names[0]!, { unit: "seconds", limit: 5 }))[0]!.points).toBeDefined();
    expect((await control.containers())[0]).toMatchObject({ database: DATABASE, container: "c" });
  });

  test("changes", async () => {
    const control = connect();
    const name = `${DATABASE}/c`;
    const [first] = await control.partitions(name);
    const { created } = await control.split(name, first!.id);
    const { partitions } = await control.merge(name, [created[0]!, created[1]!], { force: true });
    expect(partitions).toHaveLength(2);
    const { id } = partitions[1]!;
    const changed = await control.redistribute(name, { [id]: 8_000 });
    expect(changed.partitions.find((each) => each.id === id)!.ruPerSecond).toBe(8_000);
    expect(await control.throttle(name, "enforce")).toBe("enforce");
    expect(await control.throttle(name)).toBe("enforce");
    const { aheadMs } = await control.clock.read();
    expect((await control.clock.advance(1_000)).aheadMs).toBe(aheadMs + 1_000);
  });

  test("faults", async () => {
    const { faults } = connect();
    const { id } = await faults.add({ result: { type: "gone" }, hitLimit: 1 });
    expect((await faults.disable(id)).state).toBe("disabled");
    expect((await faults.enable(id)).state).toBe("active");
    expect((await faults.list()).map((rule) => rule.id)).toEqual([id]);
    expect((await faults.remove(id)).hits).toBe(0);
    await faults.clear();
  });

  test("what is refused is an error with its status", async () => {
    const refused = connect().partitions("test/none");
    await expect(refused).rejects.toMatchObject({ name: "ControlError", status: 404 });
    await expect(connect().partitions("none")).rejects.toThrow('as "shop/carts", not "none"');
  });
});

test("what is no connection string is told so", () => {
  expect(() => connectControl("http://127.0.0.1")).toThrow("AccountEndpoint=");
});

test("a client and the control of a stopped server say so", async () => {
  const other = await TestServer.start({ isClientInProcess: true });
  await other.stop();
  await other.orrery.stop();
  await expect(other.database.read()).rejects.toThrow("This Orrery was stopped.");
  await expect(other.orrery.control.containers()).rejects.toThrow("This Orrery was stopped.");
});
