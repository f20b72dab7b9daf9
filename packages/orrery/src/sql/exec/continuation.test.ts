import { parseEpk } from "@orrerydb/keys/hash";
import { expect, it } from "vitest";
import { decodeContinuation, encodeContinuation } from "./continuation.ts";

const REF = Buffer.alloc(8).toString("base64");

it("is read as it was written", () => {
  const position = {
    rows: 3,
    key: "k",
    segments: [{ min: parseEpk(""), max: parseEpk("80"), ref: "\0".repeat(8) }],
    within: new Map(),
  };
  expect(decodeContinuation(encodeContinuation(position))).toEqual(position);
});

it.each([
  ["", "nothing"],
  ["{", "a half"],
  ["null", "no object"],
  ['{"v":2,"n":0}', "another version"],
  ['{"v":1,"n":-1}', "a count below nought"],
  ['{"v":1,"n":0,"s":{}}', "no list"],
  ['{"v":1,"n":0,"s":[["",8]]}', "a number for a hash"],
  [`{"v":1,"n":0,"s":[["","8","${REF}"]]}`, "half a byte"],
  [`{"v":1,"n":0,"s":[["","8G","${REF}"]]}`, "a hash of other letters"],
  ['{"v":1,"n":0,"s":[["","80",5]]}', "a number for an address"],
  ['{"v":1,"n":0,"w":[[1]]}', "a place without a count"],
])("%s is refused: %s", (text) => {
  expect(() => decodeContinuation(text)).toThrow("does not belong to this query");
});
