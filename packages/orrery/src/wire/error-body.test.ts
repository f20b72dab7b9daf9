import { expect, test } from "vitest";
import { errorBody, errorsMessage, replicaErrorBody } from "./error-body.ts";
import { PRODUCT } from "./product.ts";
import { statusOf } from "./status.ts";

test("an error body names the code and ends its message with the activity id", () => {
  const body = errorBody(statusOf("notFound"), "No such item.", "the-id", { additionalErrorInfo: "{}" });
  expect(JSON.parse(body.toString())).toEqual({
    code: "NotFound",
    message: `No such item.\r\nActivityId: the-id, ${PRODUCT}`,
    additionalErrorInfo: "{}",
  });
});

test("details cannot replace code and message", () => {
  const body = JSON.parse(
    errorBody(statusOf("conflict"), "Taken.", "i", { code: "x", message: "y" }).toString(),
  );
  expect(body.code).toBe("Conflict");
  expect(body.message).toContain("Taken.");
});

test("in direct mode a failure is a list of one error", () => {
  const body = replicaErrorBody("No such item.", { additionalErrorInfo: "{}" });
  expect(JSON.parse(body.toString())).toEqual({ Errors: ["No such item."], additionalErrorInfo: "{}" });
});

test("a list of errors reads as clients expect it", () => {
  expect(errorsMessage('a "b"', "c")).toBe('Message: {"Errors":["a \\"b\\"","c"]}');
});
