import { expect, test } from "vitest";
import { WriterGate } from "./writer-gate.ts";

test("who holds the gate waits for the writers inside, and keeps the others out", async () => {
  const gate = new WriterGate();
  const events: string[] = [];
  gate.enter();
  gate.enter();
  const held = gate.hold().then((release) => {
    events.push("held");
    return release;
  });
  const waiting = gate.opened().then(() => events.push("opened"));
  gate.leave();
  await Promise.resolve();
  expect(events).toEqual([]);
  gate.leave();
  (await held)();
  await waiting;
  expect(events).toEqual(["held", "opened"]);
  expect(gate.isShut).toBe(false);
});

test("an empty gate is held at once, and opened once", async () => {
  const gate = new WriterGate();
  const release = await gate.hold();
  expect(gate.isShut).toBe(true);
  release();
  const again = await gate.hold();
  release();
  expect(gate.isShut).toBe(true);
  again();
  expect(gate.isShut).toBe(false);
});

test("shut for good, it fails who waits and who comes, and empties once the last writer has left", async () => {
  const gate = new WriterGate();
  const gone = () => new Error("gone");
  gate.enter();
  const held = gate.hold();
  const waiting = expect(gate.opened()).rejects.toThrow("gone");
  let isEmpty = false;
  const shut = gate.shutForGood(gone).then(() => {
    isEmpty = true;
  });
  await waiting;
  await expect(gate.opened()).rejects.toThrow("gone");
  expect(isEmpty).toBe(false);
  gate.leave();
  (await held)();
  await shut;
  expect(gate.isShut).toBe(true);
  const release = await gate.hold();
  await expect(gate.opened()).rejects.toThrow("gone");
  release();
  expect(gate.isShut).toBe(true);
});
