/** Where a fault happens to a request: before its work, instead of it, or after it. The same for every way in. */
import type { EngineOperations } from "../../engine/index.ts";
import { ResponseHeader } from "../../wire/headers.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import { type GatewayResponse, refusalResponse } from "../exchange/gateway-response.ts";
import { FAULT_ANSWERS } from "./fault-answers.ts";
import { FaultSubject } from "./fault-subject.ts";
import type { Faults } from "./faults.ts";

interface FaultyExchange {
  readonly faults: Faults;
  readonly request: GatewayRequest;
  readonly activityId: string;
  readonly engine: Pick<EngineOperations, "partitions" | "environment">;
}

export async function serveWithFaults(
  { faults, request, activityId, engine }: FaultyExchange,
  serve: () => Promise<GatewayResponse>,
): Promise<GatewayResponse> {
  const fault = await faults.meet(new FaultSubject(request, engine));
  if (fault === undefined) return serve();
  request.trace.fault = fault.id;
  const { type, carriedOut = false, retryAfterMs } = fault.result;
  await fault.wait();
  if (type === "delay") return marked(await serve(), fault.id);
  // What the database itself refuses was not carried out, and is told as it is.
  if (carriedOut) await serve();
  if (type === "cut") return marked({ status: 503, headers: {}, isCut: true }, fault.id);
  const answer = refusalResponse(FAULT_ANSWERS[type], `Fault injected by the rule '${fault.id}'.`, {
    activityId,
    nowMs: engine.environment.now(),
    isDirect: request.replica !== undefined,
  });
  if (retryAfterMs !== undefined) answer.headers[ResponseHeader.retryAfterMs] = retryAfterMs;
  return marked(answer, fault.id);
}

function marked(answer: GatewayResponse, id: string): GatewayResponse {
  answer.headers[ResponseHeader.fault] = id;
  return answer;
}
