/** The refusals that can be injected, by name: those of the service on which clients have a policy of their own. */
import type { FaultAnswer } from "../../api/control-api.ts";
import type { WireStatus } from "../../wire/status.ts";

export const FAULT_ANSWERS = {
  tooManyRequests: { status: 429, substatus: 3200, name: "TooManyRequests" },
  retryWith: { status: 449, name: "RetryWith" },
  timeout: { status: 408, name: "RequestTimeout" },
  serviceUnavailable: { status: 503, name: "ServiceUnavailable" },
  internalServerError: { status: 500, name: "InternalServerError" },
  gone: { status: 410, name: "Gone" },
  nameCacheStale: { status: 410, substatus: 1000, name: "Gone" },
  partitionKeyRangeGone: { status: 410, substatus: 1002, name: "Gone" },
  completingSplit: { status: 410, substatus: 1007, name: "Gone" },
  completingMigration: { status: 410, substatus: 1008, name: "Gone" },
  leaseNotFound: { status: 410, substatus: 1022, name: "Gone" },
  sessionNotAvailable: { status: 404, substatus: 1002, name: "NotFound" },
  ownerNotFound: { status: 404, substatus: 1003, name: "NotFound" },
  containerBeingCreated: { status: 404, substatus: 1013, name: "NotFound" },
} as const satisfies Readonly<Record<FaultAnswer, WireStatus>>;
