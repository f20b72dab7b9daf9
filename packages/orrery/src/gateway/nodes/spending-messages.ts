/** What a node says of requests of others that spend on its partitions. */
import { Failure } from "../../value/failure.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";

type Refusal = Pick<Failure, "message"> & {
  readonly code: "tooManyRequests" | "throughputBucketExceeded";
  readonly retryAfterMs?: number;
  readonly charge?: number;
  readonly details?: Record<string, unknown>;
};

export interface SpendingAnswer {
  readonly admitted: boolean;
  readonly refusal?: Refusal;
}

/** The answer to a question whether a request may spend. */
export async function spendingAnswer(admitted: Promise<boolean>): Promise<SpendingAnswer> {
  try {
    return { admitted: await admitted };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, message, retryAfterMs, charge, details } = error;
    if (code !== "tooManyRequests" && code !== "throughputBucketExceeded") throw error;
    return {
      admitted: false,
      refusal: {
        code,
        message,
        ...(retryAfterMs !== undefined && { retryAfterMs }),
        ...(charge !== undefined && { charge }),
        ...(details !== undefined && { details }),
      },
    };
  }
}

/** Fails as it was refused. */
export function spendingAnswered({ status, body }: GatewayResponse): boolean {
  if (status !== 200) throw new Failure("unavailable", `A node answered ${status}.`);
  const { admitted, refusal } = JSON.parse(body!.toString()) as SpendingAnswer;
  if (refusal === undefined) return admitted;
  const { code, message, ...options } = refusal;
  throw new Failure(code, message, options);
}
