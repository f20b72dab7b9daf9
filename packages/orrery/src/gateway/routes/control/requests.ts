/** The last requests of clients: what became of each, and why. */
import type { NumberedRequest, RequestList } from "../../../api/control-api.ts";
import { shownRequest } from "../../watch/shown-request.ts";
import type { ControlRequest } from "./control-request.ts";

const REQUESTS_DEFAULT = 100;

/** With `from`, those from a number on, oldest first; without it, the last ones. */
export async function readRequests(request: ControlRequest): Promise<RequestList> {
  const { requests } = request.services;
  const from = request.wholeNumber("from");
  const limit = request.limit() ?? REQUESTS_DEFAULT;
  const container = request.parameter("container");
  const failed = request.flag("failed", false);
  const found: NumberedRequest[] = [];
  let next = requests.next;
  for (const { number, served } of requests.from(from ?? 0)) {
    if (failed && served.status < 400) continue;
    const shown = shownRequest(served);
    if (container !== undefined && `${shown.database}/${shown.container}` !== container) continue;
    if (found.length === limit) {
      if (from !== undefined) {
        next = number;
        break;
      }
      found.shift();
    }
    found.push({ number, ...shown });
  }
  return { requests: found, next };
}
