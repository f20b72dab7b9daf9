/** Faults on command: rules are added, listed with their hits, switched and removed. */
import type { ControlBody } from "../../../api/control-api.ts";
import { boolean, object, type Reader } from "../../exchange/control-body.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";
import type { ControlRequest } from "./control-request.ts";

const SWITCH: Reader<ControlBody<"PUT faults/{rule}">> = object({ enabled: boolean });

export async function listFaults(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer<"GET faults">({ rules: request.services.faults.list() });
}

export async function addFault(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer<"POST faults">(request.services.faults.add(await request.context.json()));
}

export async function readFault(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer<"GET faults/{rule}">(request.services.faults.read(request.names.rule!));
}

export async function switchFault(request: ControlRequest): Promise<GatewayResponse> {
  const { enabled } = await request.body(SWITCH);
  return request.answer<"PUT faults/{rule}">(
    request.services.faults.setEnabled(request.names.rule!, enabled),
  );
}

export async function removeFault(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer<"DELETE faults/{rule}">(request.services.faults.remove(request.names.rule!));
}

/** Answers what was removed. */
export async function clearFaults(request: ControlRequest): Promise<GatewayResponse> {
  const rules = request.services.faults.list();
  request.services.faults.clear();
  return request.answer<"DELETE faults">({ rules });
}
