/** A server as one of several nodes on a store: what it owns, how requests reach the others, and how it asks them. */
import type { KeyObject } from "node:crypto";
import { ClusterNode } from "../cluster/cluster-node.ts";
import { EngineUnits } from "../cluster/engine-units.ts";
import type { Member, Members } from "../cluster/membership.ts";
import { RoutedCatalog } from "../cluster/routed-catalog.ts";
import type { Engine } from "../engine/index.ts";
import type { GatewayResponse } from "../gateway/gateway-response.ts";
import { Forwarder } from "../gateway/nodes/forwarder.ts";
import { NodeRouter } from "../gateway/nodes/node-router.ts";
import { RequestHeader } from "../wire/headers.ts";
import { CONTROL_PREFIX, parseResourcePath } from "../wire/resource-path.ts";
import { expectedStringToSign, sign } from "../wire/signature.ts";

interface JoinOptions {
  readonly members: Members;
  readonly isCurrent: () => boolean;
  /** The account key that other nodes take. */
  readonly key: () => KeyObject;
}

export interface JoinedCluster {
  readonly node: ClusterNode;
  /** Once the engine is open. */
  routerFor(engine: Engine): NodeRouter;
  close(): void;
}

export function joinCluster({ members, isCurrent, key }: JoinOptions): JoinedCluster {
  const forwarder = new Forwarder();
  const control = (
    to: Member,
    method: string,
    target: string,
    body: object | undefined,
  ): Promise<GatewayResponse> =>
    forwarder.exchange(
      to,
      { isRead: method === "GET" },
      {
        method,
        target: `${CONTROL_PREFIX}${target}`,
        headers: signedHeaders(key(), method, `${CONTROL_PREFIX}${target}`),
        body: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
      },
    );
  const node = new ClusterNode({
    members,
    isCurrent,
    onNodes: (ids) => forwarder.keep(ids),
    askToPass: async (from, unit) =>
      void (await control(from, "POST", "nodes/pass", { unit, to: members.id })),
  });
  return {
    node,
    routerFor: (engine) => {
      const units = new EngineUnits(engine);
      node.use(units);
      return new NodeRouter({ cluster: node, catalog: new RoutedCatalog(engine, units), forwarder, control });
    },
    close: () => forwarder.close(),
  };
}

function signedHeaders(key: KeyObject, method: string, target: string): Record<string, string> {
  const date = new Date().toUTCString();
  const text = expectedStringToSign({ method, path: parseResourcePath(target), msDate: date });
  return {
    [RequestHeader.authorization]: encodeURIComponent(`type=master&ver=1.0&sig=${sign(key, text)}`),
    [RequestHeader.msDate]: date,
  };
}
