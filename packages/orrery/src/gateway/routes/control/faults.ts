/** Faults on command: rules are added, listed with their hits, switched and removed. */
import type { ControlBody } from "../../../api/control-api.ts";
import { boolean, object, type Reader } from "../../exchange/control-body.ts";
import type { ControlRoutes } from "./control-request.ts";

const SWITCH: Reader<ControlBody<"PUT faults/{rule}">> = object({ enabled: boolean });

export const FAULT_ROUTES = {
  "GET faults": async ({ services }) => ({ rules: services.faults.list() }),
  "POST faults": async ({ services, context }) => services.faults.add(await context.json()),
  "DELETE faults": async ({ services: { faults } }) => {
    const rules = faults.list();
    faults.clear();
    return { rules };
  },
  "GET faults/{rule}": async ({ services, names }) => services.faults.read(names.rule!),
  "PUT faults/{rule}": async (request) => {
    const { enabled } = await request.body(SWITCH);
    return request.services.faults.setEnabled(request.names.rule!, enabled);
  },
  "DELETE faults/{rule}": async ({ services, names }) => services.faults.remove(names.rule!),
} satisfies Partial<ControlRoutes>;
