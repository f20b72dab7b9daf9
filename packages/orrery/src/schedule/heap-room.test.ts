import { beforeEach, expect, test } from "vitest";
import { HEAP_ROOM_LIMITS, HeapRoom } from "./heap-room.ts";
import { withinHeap } from "./heap-size.ts";

const { baseBytes, percent, waitMs } = HEAP_ROOM_LIMITS;

let nowMs: number;
let due: (() => void)[];
let room: HeapRoom;

beforeEach(() => {
  nowMs = 0;
  due = [];
  const clock = { now: () => nowMs, later: (go: () => void) => due.push(go) };
  room = new HeapRoom(clock, baseBytes + Math.ceil(10_000 / percent));
});

function later(ms: number): void {
  nowMs += ms;
  for (const go of due.splice(0)) go();
}

test("a limit is a fraction of a small heap, and its usual value on a large one", () => {
  expect(withinHeap(1_000, 0.5, 1_200)).toBe(600);
  expect(withinHeap(1_000, 0.5, 4_000)).toBe(1_000);
});

test("the room is a fraction of what a heap has beyond its base", () => {
  expect(room.bytesMax).toBe(100);
  expect(new HeapRoom({ now: () => 0, later: () => {} }, baseBytes / 2).bytesMax).toBe(0);
});

test("shares wait in the order of arrival, and a small one does not overtake", async () => {
  const granted: string[] = [];
  const reserve = (name: string, bytes: number) => {
    const share = room.begin();
    void share.reserve(bytes).then((isGranted) => isGranted && granted.push(name));
    return share;
  };
  const first = reserve("first", 60);
  const second = reserve("second", 60);
  const third = reserve("third", 10);
  await new Promise(setImmediate);
  expect([granted.join(), room.waiting]).toEqual(["first", 2]);
  first.release();
  await new Promise(setImmediate);
  expect(granted).toEqual(["first", "second", "third"]);
  expect(room.bytes).toBe(70);
  second.release();
  second.release();
  third.release();
  expect(room.bytes).toBe(0);
});

test("a share grows at once or not at all", async () => {
  const share = room.begin();
  expect(await share.reserve(50)).toBe(true);
  expect([share.tryGrow(51), share.tryGrow(50), room.bytes]).toEqual([false, true, 100]);
  share.release();
  expect(room.bytes).toBe(0);
});

test("what never fits is refused at once, what does not fit in time is refused then", async () => {
  expect(await room.begin().reserve(101)).toBe(false);
  const holder = room.begin();
  await holder.reserve(100);
  const late = room.begin().reserve(100);
  later(waitMs / 2);
  const small = room.begin();
  const reserved = small.reserve(1);
  later(waitMs / 2);
  expect(await late).toBe(false);
  holder.release();
  expect(await reserved).toBe(true);
});
