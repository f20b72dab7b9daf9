/** An account as new: no databases, no faults, no recording. The clock stays where it is. */

import { object } from "../../exchange/control-body.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";
import type { ControlRequest } from "./control-request.ts";

const NOTHING = object({});

export async function resetAccount(request: ControlRequest): Promise<GatewayResponse> {
  await request.body(NOTHING);
  const { engine, services } = request;
  services.faults.clear();
  services.recorder.stop();
  const databases: string[] = [];
  for (;;) {
    const { rows } = await engine.databases.list({});
    if (rows.length === 0) return request.answer<"POST reset">({ databases });
    for (const row of rows as readonly { readonly id: string }[]) {
      await engine.databases.delete(row.id);
      databases.push(row.id);
    }
  }
}
