/**
 * Frames of direct mode that are almost right, with bodies in binary JSON and rows of operations: each is answered, or
 * its connection is closed. No answer is a 500, and no memory stays counted.
 *
 * ORRERY_FUZZ_CASES says how many rounds of 500 frames, ORRERY_TEST_SEED with which seed they begin.
 */
import { expect, test } from "vitest";
import { caseSeeds, integerBelow, seededRandom } from "../harness/seeded-random.ts";
import { FrameTarget } from "./frame-target.ts";
import { FuzzTarget } from "./fuzz-target.ts";
import { brokenFrame, randomFrame } from "./sample-frames.ts";

const ROUNDS = 6;
const FRAMES = 500;
const FRAMES_PER_CONNECTION = 12;
/** The part of the connections whose last frame cannot be read. */
const BROKEN_LAST = 0.5;

test(
  "frames that are almost right",
  async () => {
    const statuses = new Map<number, number>();
    for (const seed of caseSeeds(1, ROUNDS)) {
      const random = seededRandom(seed);
      const target = await FuzzTarget.start(seed);
      const frames = new FrameTarget(target);
      for (let sent = 0; sent < FRAMES; ) {
        const count = 1 + integerBelow(random, FRAMES_PER_CONNECTION);
        const each = Array.from({ length: count }, (_, i) => randomFrame(random, target, sent + i + 1));
        if (random() < BROKEN_LAST) each[count - 1] = brokenFrame(each[count - 1]!, random);
        const { statuses: answered, fault } = await frames.talk(each, random);
        if (fault !== undefined)
          expect({ seed, frames: each.map((bytes) => bytes.toString("hex")), fault }).toBeUndefined();
        for (const status of answered) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        sent += count;
      }
      await target.close();
    }
    console.log(
      `answers by status: ${[...statuses]
        .sort()
        .map(([status, n]) => `${status}: ${n}`)
        .join(", ")}`,
    );
    // Some must get past every check.
    for (const status of [200, 201, 204]) expect(statuses.get(status)).toBeGreaterThan(0);
  },
  24 * 60 * 60 * 1000,
);
