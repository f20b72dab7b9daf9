/** The JSON body of every response from status 400 up. Over HTTP the JavaScript client fails on one without a `message`. */
import { PRODUCT } from "./product.ts";
import type { WireStatus } from "./status.ts";

export function errorBody(
  status: WireStatus,
  message: string,
  activityId: string,
  /** More properties, such as `additionalErrorInfo`; they cannot replace code and message. */
  details?: Readonly<Record<string, unknown>>,
): Buffer {
  return Buffer.from(
    JSON.stringify({
      ...details,
      code: status.name,
      message: `${message}\r\nActivityId: ${activityId}, ${PRODUCT}`,
    }),
  );
}

/** The same in direct mode: the service's replicas list errors; code and activity id are in the frame. */
export function replicaErrorBody(message: string, details?: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(JSON.stringify({ ...details, Errors: [message] }));
}

/** A message in the form that clients search for lists of errors. */
export function errorsMessage(...errors: string[]): string {
  return `Message: ${JSON.stringify({ Errors: errors })}`;
}
