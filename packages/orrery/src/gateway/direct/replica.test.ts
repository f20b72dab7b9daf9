import { expect, test } from "vitest";
import type { EngineOperations } from "../../engine/index.ts";
import { ridText } from "../../value/resource-id-text.ts";
import { GatewayRequest } from "../exchange/gateway-request.ts";
import { checkReplica } from "./replica.ts";

const DATABASE = ridText(Buffer.alloc(4, 0xff));
const RID = ridText(Buffer.alloc(8, 0xff));

/** A server with one container. */
const engine = {
  containers: {
    replica: async () => ({
      rangeId: "0",
      lsn: 1,
      container: { rid: RID, database: "shop", container: "orders" },
    }),
  },
} as unknown as EngineOperations;

function check(target: string): Promise<void> {
  const request = new GatewayRequest({
    method: "GET",
    target,
    headers: {},
    secure: true,
    host: "localhost",
    readBody: async () => Buffer.alloc(0),
    isGone: () => false,
  });
  return checkReplica(engine, request, { containerRid: RID, rangeId: "0" });
}

test("an address fits the container under its names and its resource ids, in any mixture", async () => {
  for (const database of ["shop", DATABASE])
    for (const container of ["orders", RID])
      await check(`/dbs/${database}/colls/${encodeURIComponent(container)}/docs`);
});

test("an address of another container is stale", async () => {
  for (const target of ["/dbs/shop/colls/others/docs", "/dbs/bar/colls/orders/docs"])
    await expect(check(target)).rejects.toMatchObject({ code: "nameCacheStale" });
});
