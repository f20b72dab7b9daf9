import { expect, test } from "vitest";
import { ServedElsewhere } from "../engine/index.ts";
import type { Member } from "../kv/members.ts";
import type { Place } from "./cluster-node.ts";
import { type Aim, NotThere, parseAim, serveWhereOwned } from "./serve-where-owned.ts";

const other: Member = {
  id: "other",
  name: "other",
  address: "http://other",
  isLeaving: false,
  leaseLeftMs: 1,
};

/** Units `u1` to `u3`, of the spaces 1 to 3; the first is named. */
function ask({
  mine,
  here,
  forward = async () => "there",
  ...asked
}: {
  mine: Set<string>;
  here: (course: string[]) => Promise<string>;
  forward?: (aim: Aim) => Promise<string>;
  isRead?: boolean;
  isForwarded?: boolean;
  aim?: Aim;
}) {
  const course: string[] = [];
  const cluster = {
    deadline: () => Number.POSITIVE_INFINITY,
    freshCatalog: async () => void course.push("fresh"),
    has: (unit: string) => mine.has(unit),
    place: async (unit: string, { inDoubt = false } = {}): Promise<Place> => {
      course.push(`place ${unit}${inDoubt ? " again" : ""}`);
      return mine.has(unit) ? { kind: "here" } : { kind: "there", node: other };
    },
    mayWrite: (units: readonly string[]) => units.every((unit) => mine.has(unit)),
    write: <T>(units: readonly string[], work: () => Promise<T>) => {
      course.push(`write ${units}`);
      return work();
    },
  };
  const served = serveWhereOwned(cluster, {
    aim: "named",
    isRead: false,
    isForwarded: false,
    ...asked,
    find: () => ({
      units: () => ["u1", "u2", "u3"],
      unitFor: (aim) => (typeof aim === "number" ? `u${aim}` : "u1"),
      gather: async () => {
        course.push("gather");
        for (const unit of ["u1", "u2", "u3"]) mine.add(unit);
      },
    }),
    here: () => here(course),
    forward: (node, aim) => {
      course.push(`${node.id} ${aim}`);
      return forward(aim);
    },
  });
  return served.then((answer) => ({ answer, course }));
}

const done = async () => "here";

test("what is named is done where it is served", async () => {
  expect(await ask({ mine: new Set(["u1"]), here: done })).toEqual({ answer: "here", course: ["write u1"] });
  expect(await ask({ mine: new Set(["u2"]), here: done })).toMatchObject({
    answer: "there",
    course: ["place u1", "other named"],
  });
  expect(await ask({ mine: new Set(["u1"]), here: done, isRead: true })).toMatchObject({ course: [] });
});

test("a partition that turns out to be needed is asked, here or there", async () => {
  let calls = 0;
  const here = async () => {
    if (calls++ === 0) throw new ServedElsewhere(2);
    return "here";
  };
  const { answer, course } = await ask({ mine: new Set(["u1"]), here });
  expect({ answer, course }).toEqual({ answer: "there", course: ["write u1", "place u2", "other 2"] });
  calls = 0;
  expect((await ask({ mine: new Set(["u1", "u2"]), here })).course).toEqual(["write u1", "write u2"]);
});

test("what needs one more than it was sent for needs all, and the owner of the first gathers them", async () => {
  let calls = 0;
  const here = async () => {
    if (calls++ < 1) throw new ServedElsewhere("all");
    return "here";
  };
  expect(await ask({ mine: new Set(["u1"]), here })).toEqual({
    answer: "here",
    course: ["write u1", "place u1", "gather", "write u1,u2,u3"],
  });
  const needsAnother = () => {
    const spaces = [2, 3];
    return async () => {
      const space = spaces.shift();
      if (space !== undefined) throw new ServedElsewhere(space);
      return "here";
    };
  };
  expect((await ask({ mine: new Set(["u1", "u2"]), here: needsAnother() })).course).toEqual([
    ...["write u1", "write u2", "place u1", "gather", "write u1,u2,u3"],
  ]);
});

test("one that was forwarded is not sent on, and says who is needed", async () => {
  const failed = ask({ mine: new Set(["u2"]), here: done, isForwarded: true }).catch(
    (error: unknown) => error,
  );
  expect(await failed).toMatchObject({ name: "NotThere", aim: "named" });
  const here = async () => {
    throw new ServedElsewhere("all");
  };
  const asked = { mine: new Set(["u2"]), here, isForwarded: true, aim: 2 as Aim };
  expect(await ask(asked).catch((error: unknown) => error)).toMatchObject({ name: "NotThere", aim: "whole" });
});

test("who says that another is needed is believed; who says nothing is looked at again", async () => {
  let tries = 0;
  const forward = async (aim: Aim) => {
    tries++;
    if (aim === "named") throw new NotThere("Another.", { aim: 3 });
    if (tries === 2) throw new NotThere("It does not answer.");
    return "there";
  };
  const { course } = await ask({ mine: new Set(), here: done, forward });
  expect(course).toEqual([
    ...["place u1", "other named", "place u3", "other 3", "fresh", "place u3 again", "other 3"],
  ]);
});

test("what was here and has gone is looked for again, and nothing more is gathered for it", async () => {
  const mine = new Set(["u1"]);
  const here = async () => {
    mine.clear();
    throw new ServedElsewhere("same");
  };
  const { answer, course } = await ask({ mine, here });
  expect({ answer, course }).toEqual({
    answer: "there",
    course: ["write u1", "fresh", "place u1 again", "other named"],
  });
});

test("what has failed is not tried elsewhere", async () => {
  const here = async () => {
    throw new Error("bug");
  };
  await expect(ask({ mine: new Set(["u1"]), here })).rejects.toThrow("bug");
});

test("aims are texts on their way", () => {
  for (const aim of ["named", "whole", 17] as const) expect(parseAim(String(aim))).toBe(aim);
});
