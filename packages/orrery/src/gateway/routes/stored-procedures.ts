/** Running a stored procedure. */

import { Failure } from "../../value/failure.ts";
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import { parseJson } from "../../wire/parse-json.ts";
import { OUTCOME_STATUS } from "../../wire/status.ts";
import type { RequestContext } from "../context/request-context.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { rangeHeaders } from "../exchange/owner-headers.ts";
import { requestTerms } from "./item-request.ts";

const VERBS = {
  created: "create",
  replaced: "replace",
  deleted: "delete",
  read: "read",
  notModified: "read",
} as const;

export async function executeStoredProcedure(context: RequestContext): Promise<GatewayResponse> {
  const { engine, intendedContainer, request } = context;
  const parameters = parametersOf(await request.bodyToParse());
  const enableLogging = request.booleanHeader(RequestHeader.enableScriptLogging);
  const answer = await engine.procedures.execute(intendedContainer, context.id(2), parameters, {
    terms: requestTerms(context),
    key: request.partitionKey,
    enableLogging,
  });
  const headers = rangeHeaders(answer.container, answer);
  if (enableLogging && answer.log !== "")
    headers[ResponseHeader.scriptLogResults] = encodeURIComponent(answer.log);
  const body = Buffer.from(JSON.stringify(answer.body ?? ""));
  const response = context.answer(200, body, answer.charge, headers);
  if (!context.services.recorder.isOn) return response;
  const touched = answer.touched.map(({ outcome, item, charge }) => ({
    do: VERBS[outcome],
    item,
    status: OUTCOME_STATUS[outcome],
    charge,
  }));
  return { ...response, touched };
}

/** Clients without parameters send nothing at all. */
function parametersOf(body: Buffer) {
  if (body.length === 0) return [];
  const parameters = parseJson(body);
  if (!Array.isArray(parameters))
    throw new Failure("badRequest", "The parameters of a stored procedure must be a JSON array.");
  return parameters;
}
