/** The nodes that share the store: who is there, what each owns, and how one gives away what it owns. */

import type { NodeList } from "../../../api/control-api.ts";
import { CATALOG_UNIT } from "../../../cluster/cluster-node.ts";
import { Failure } from "../../../value/failure.ts";
import { boolean, number, object, oneOf, optional, text } from "../../exchange/control-body.ts";
import { askedNode, type NodeRouter } from "../../nodes/node-router.ts";
import { spendingAnswer } from "../../nodes/spending-messages.ts";
import type { ControlRequest, ControlRoutes } from "./control-request.ts";

const PASS = object({ unit: text, to: text });
const SPENDING = object({
  rid: text,
  space: number,
  spender: object({ key: optional(text), priority: oneOf("High", "Low"), bucket: number }),
  spent: optional(object({ admitted: boolean, charge: number })),
});
const NOTHING = object({ reason: optional(text) });

export const NODE_ROUTES = {
  "GET nodes": (request) => listNodes(request),
  /** It passes on all that it owns, and gets nothing any more. */
  "POST nodes/{node}/drain": async (request) => {
    await request.body(NOTHING);
    const router = nodesOf(request);
    const id = request.names.node!;
    if (id === router.cluster.id) await router.cluster.leave();
    else {
      const node = askedNode(await router.cluster.overview(), id);
      const { status } = await router.control(node, "POST", `nodes/${id}/drain`);
      if (status !== 200) throw new Failure("unavailable", `The node at ${node.address} answered ${status}.`);
    }
    return listNodes(request);
  },
} satisfies Partial<ControlRoutes>;

/** Requests of other nodes. */
export const PEER_ROUTES = {
  /** The unit goes to the node that asks for it. */
  "POST nodes/pass": async (request: ControlRequest) => {
    const { unit, to } = await request.body(PASS);
    await nodesOf(request).cluster.pass(unit, to);
    return {};
  },
  /** From nodes that read partitions which this one serves. */
  "POST nodes/spending": async (request: ControlRequest) => {
    const { spent, spender, ...partition } = await request.body(SPENDING);
    const { key, ...rest } = spender;
    const asked = { ...partition, spent, spender: key === undefined ? rest : { ...rest, key } };
    return spendingAnswer(request.engine.partitions.spend(asked));
  },
};

async function listNodes(request: ControlRequest): Promise<NodeList> {
  const router = nodesOf(request);
  await router.cluster.freshCatalog();
  const nodes = await router.cluster.overview();
  return {
    nodes: nodes.map(({ id, name, address, isLeaving, leaseLeftMs, units }) => ({
      id,
      name,
      address: address ?? null,
      isThis: id === router.cluster.id,
      state: address === undefined ? "starting" : isLeaving ? "leaving" : "serving",
      leaseLeftMs,
      changesCatalog: units.includes(CATALOG_UNIT),
      containers: router.catalog.namesOf(units),
      partitions: router.catalog.partitionsIn(units),
    })),
  };
}

function nodesOf({ services: { nodes } }: ControlRequest): NodeRouter {
  if (nodes === undefined)
    throw new Failure(
      "conflict",
      "This server has its data to itself: nodes are started with --store and --node.",
    );
  return nodes;
}
