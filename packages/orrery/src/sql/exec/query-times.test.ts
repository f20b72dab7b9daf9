import { expect, test } from "vitest";
import { QueryFixture } from "./query.fixture.ts";

test("the time of user-defined functions is the time of their calls", async () => {
  let nowMs = 0;
  const udf = {
    call: () => {
      nowMs += 7;
      return true;
    },
  };
  const items = Array.from({ length: 3 }, (_, i) => ({ id: `${i}` }));
  const { times } = await new QueryFixture({ items, udf }).page("SELECT VALUE udf.slow(c.id) FROM c", {
    clock: { now: () => nowMs },
  });
  expect(times).toMatchObject({ userFunctionMs: 21, totalMs: 21, compileMs: 0 });
});
