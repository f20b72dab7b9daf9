/** A server as one of several nodes on a store: what it owns, how requests reach the others, and how it asks them. */
import type { KeyObject } from "node:crypto";
import { ClusterNode } from "../../cluster/cluster-node.ts";
import { EngineUnits } from "../../cluster/engine-units.ts";
import { RoutedCatalog } from "../../cluster/routed-catalog.ts";
import type { Engine } from "../../engine/index.ts";
import { Forwarder } from "../../gateway/nodes/forwarder.ts";
import { NodeRouter } from "../../gateway/nodes/node-router.ts";
import { spendingAnswered } from "../../gateway/nodes/spending-messages.ts";
import type { Members } from "../../kv/members.ts";
import { CONTROL_PREFIX } from "../../wire/resource-path.ts";

interface JoinOptions {
  readonly members: Members;
  readonly isCurrent: () => boolean;
  /** Of the account, that may do everything. */
  readonly keys: () => readonly KeyObject[];
  readonly log: (level: "warn", message: string) => void;
}

export interface JoinedCluster {
  readonly node: ClusterNode;
  /** Once the engine is open. */
  routerFor(engine: Engine): NodeRouter;
  close(): void;
}

export function joinCluster({ members, isCurrent, keys, log }: JoinOptions): JoinedCluster {
  const forwarder = new Forwarder({ keys, log });
  const node = new ClusterNode({
    members,
    isCurrent,
    onNodes: (ids) => forwarder.keep(ids),
    askToPass: async (from, unit) =>
      void (await forwarder.control(from, "POST", `${CONTROL_PREFIX}nodes/pass`, { unit, to: members.id })),
    spendAt: async (at, asked) =>
      spendingAnswered(await forwarder.control(at, "POST", `${CONTROL_PREFIX}nodes/spending`, asked)),
  });
  return {
    node,
    routerFor: (engine) => {
      const units = new EngineUnits(engine);
      node.use(units);
      return new NodeRouter({ cluster: node, catalog: new RoutedCatalog(engine, units, node), forwarder });
    },
    close: () => forwarder.close(),
  };
}
