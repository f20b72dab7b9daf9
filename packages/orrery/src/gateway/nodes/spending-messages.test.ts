import { expect, test } from "vitest";
import { Failure } from "../../value/failure.ts";
import { spendingAnswer, spendingAnswered } from "./spending-messages.ts";

const passedOn = async (admitted: Promise<boolean>) => {
  const body = Buffer.from(JSON.stringify(await spendingAnswer(admitted)));
  return spendingAnswered({ status: 200, headers: {}, body });
};

test("who asks learns whether it may spend", async () => {
  expect(await passedOn(Promise.resolve(true))).toBe(true);
  expect(await passedOn(Promise.resolve(false))).toBe(false);
});

test("a refusal is the same at the node that asked", async () => {
  const options = { retryAfterMs: 70, charge: 0.38, details: { partitionKeyRangeId: "3" } };
  const refusal = new Failure("tooManyRequests", "Request rate is large.", options);
  await expect(passedOn(Promise.reject(refusal))).rejects.toMatchObject({
    code: "tooManyRequests",
    message: "Request rate is large.",
    ...options,
  });
});

test("what else goes wrong is no refusal", async () => {
  const failure = new Failure("notFound", "The container was deleted.");
  await expect(passedOn(Promise.reject(failure))).rejects.toBe(failure);
  expect(() => spendingAnswered({ status: 503, headers: {}, body: Buffer.from("") })).toThrow("answered 503");
});
