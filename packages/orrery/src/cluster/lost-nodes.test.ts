import { beforeEach, expect, test } from "vitest";
import type { Member } from "../kv/members.ts";
import { LostNodes } from "./lost-nodes.ts";

let nowMs: number;
let lines: string[];
let lost: LostNodes;

beforeEach(() => {
  nowMs = 100_000;
  lines = [];
  lost = new LostNodes({ log: (line) => lines.push(line), nowMs: () => nowMs });
});

function member(id: string, more: Partial<Member> = {}): Member {
  return { id, name: `host:${id}`, address: `http://${id}/`, isLeaving: false, leaseLeftMs: 5_000, ...more };
}

function byId(...members: Member[]): Map<string, Member> {
  return new Map(members.map((each) => [each.id, each]));
}

test("a lost node makes a line when its lease has ended, when it was taken over, and when it is back", () => {
  const b = member("b");
  lost.compare([b], byId(), byId(member("b", { leaseLeftMs: -500 })));
  nowMs += 1_000;
  lost.tookFrom("b");
  lost.tookFrom("b");
  lost.report();
  lost.report();
  nowMs += 10_000;
  const again = member("c", { address: b.address });
  lost.compare([], byId(again), byId());
  lost.compare([again], byId(again), byId());
  expect(lines).toEqual([
    "Node host:b at http://b/ is lost: its lease ended 0.5 s ago. Other nodes take over what it served.",
    "Took over 2 units of node host:b, 1.5 s after its lease ended.",
    "Node host:c at http://b/ is back, 11.5 s after its lease ended.",
  ]);
});

test("a node that leaves, and one that stays, make none", () => {
  const stays = member("a");
  lost.compare([stays, member("b", { isLeaving: true })], byId(stays), byId());
  lost.tookFrom("b");
  lost.report();
  expect(lines).toEqual([]);
});
