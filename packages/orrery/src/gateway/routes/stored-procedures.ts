/** Running a stored procedure. */
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import { parseJson } from "../../wire/parse-json.ts";
import { Failure } from "../../wire/status.ts";
import type { GatewayResponse } from "../gateway-response.ts";
import type { RequestContext } from "../request-context.ts";
import { itemRequest, openContainer, partitionHeaders } from "./item-request.ts";

export async function executeStoredProcedure(context: RequestContext): Promise<GatewayResponse> {
  const { engine, request } = context;
  const container = await openContainer(context);
  const procedure = engine.tree.find("storedProcedure", container.rid, context.id(2));
  const enableLogging = request.booleanHeader(RequestHeader.enableScriptLogging);
  const answer = await engine.scripts.execute(container, procedure, parametersOf(await request.body()), {
    ...itemRequest(context),
    enableLogging,
  });
  return context.answer(200, Buffer.from(JSON.stringify(answer.body ?? "")), answer.charge, {
    ...partitionHeaders(context, container, answer.partition, answer.lsn),
    ...(enableLogging && answer.log !== ""
      ? { [ResponseHeader.scriptLogResults]: encodeURIComponent(answer.log) }
      : {}),
  });
}

/** Clients without parameters send nothing at all. */
function parametersOf(body: Buffer) {
  if (body.length === 0) return [];
  const parameters = parseJson(body);
  if (!Array.isArray(parameters))
    throw new Failure("badRequest", "The parameters of a stored procedure must be a JSON array.");
  return parameters;
}
