/**
 * Turns what goes wrong into an answer: an expected failure becomes its status; a bug becomes a 500 and a line in the log,
 * and the server goes on.
 */
import { Failure } from "../../value/failure.ts";
import type { RequestContext } from "../context/request-context.ts";
import { failureResponse, type GatewayResponse } from "../exchange/gateway-response.ts";
import type { Answerer } from "./stage.ts";

export async function answerFailures(context: RequestContext, next: Answerer): Promise<GatewayResponse> {
  const { memory } = context.request;
  try {
    return await next(context);
  } catch (error) {
    logFailure(error, context);
    const answer = answerOf(error, context);
    memory?.answer(answer.body?.length ?? 0, () => false);
    return answer;
  } finally {
    memory?.workDone();
  }
}

function logFailure(error: unknown, { request, activityId, engine, services }: RequestContext): void {
  const message = messageForLog(error);
  if (message !== undefined) {
    const what = `${request.method} ${request.target} failed (${activityId})`;
    engine.environment.log("error", `${what}: ${message}`);
  }
  if (!(error instanceof Failure)) return;
  request.trace.failure = error;
  if (error.code === "unauthorized") services.refusals.note(request, error, activityId);
}

/** Of bugs and damaged data, which the operator of the server must know of. */
function messageForLog(error: unknown): string | undefined {
  if (!(error instanceof Failure)) return (error as Error)?.stack ?? String(error);
  return error.code === "corrupt" ? error.message : undefined;
}

function answerOf(error: unknown, { request, activityId, engine, client }: RequestContext): GatewayResponse {
  return failureResponse(error, activityId, engine.environment.now(), {
    isDirect: request.replica !== undefined,
    client,
  });
}
