import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { AddressCounts, clientOf } from "./address-counts.ts";

function socketOf(remoteAddress: string): Socket {
  return Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;
}

test("one address has so many connections, and others have theirs", () => {
  const counts = new AddressCounts(2);
  const first = socketOf("10.0.0.1");
  expect(counts.admit(first)).toBe(true);
  expect(counts.admit(socketOf("::ffff:10.0.0.1"))).toBe(true);
  expect(counts.admit(socketOf("10.0.0.1"))).toBe(false);
  expect(counts.admit(socketOf("10.0.0.2"))).toBe(true);
  first.emit("close");
  expect(counts.admit(socketOf("10.0.0.1"))).toBe(true);
  expect(counts.admit(socketOf("10.0.0.1"))).toBe(false);
});

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["::ffff:127.0.0.1", "127.0.0.1"],
  ["::1", "0:0:0:0"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
])("the client at %s is %s", (address, client) => {
  expect(clientOf(address)).toBe(client);
});
