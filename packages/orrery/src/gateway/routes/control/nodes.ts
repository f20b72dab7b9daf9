/** The nodes that share the store: who is there, what each owns, and how one gives away what it owns. */
import { Failure } from "../../../value/failure.ts";
import { boolean, number, object, oneOf, optional, text } from "../../exchange/control-body.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";
import { askedNode, type NodeRouter } from "../../nodes/node-router.ts";
import { spendingAnswer } from "../../nodes/spending-messages.ts";
import type { ControlRequest } from "./control-request.ts";

const PASS = object({ unit: text, to: text });
const SPENDING = object({
  rid: text,
  space: number,
  spender: object({ key: optional(text), priority: oneOf("High", "Low"), bucket: number }),
  spent: optional(object({ admitted: boolean, charge: number })),
});
const NOTHING = object({ reason: optional(text) });

export async function listNodes(request: ControlRequest): Promise<GatewayResponse> {
  const router = nodesOf(request);
  await router.cluster.freshCatalog();
  const nodes = await router.cluster.overview();
  return request.answer<"GET nodes">({
    nodes: nodes.map(({ id, name, address, isLeaving, leaseLeftMs, units }) => ({
      id,
      name,
      address: address ?? null,
      isThis: id === router.cluster.id,
      state: address === undefined ? "starting" : isLeaving ? "leaving" : "serving",
      leaseLeftMs,
      changesCatalog: router.changesCatalog(units),
      containers: router.containersOf(units),
      partitions: router.partitionsOf(units),
    })),
  });
}

/** For nodes: the unit goes to the node that asks for it. */
export async function passUnit(request: ControlRequest): Promise<GatewayResponse> {
  const { unit, to } = await request.body(PASS);
  await nodesOf(request).cluster.pass(unit, to);
  return request.answerText("{}");
}

/** For nodes that read partitions which this one serves. */
export async function spendOnPartition(request: ControlRequest): Promise<GatewayResponse> {
  const { spent, spender, ...partition } = await request.body(SPENDING);
  const { key, ...rest } = spender;
  const asked = { ...partition, spent, spender: key === undefined ? rest : { ...rest, key } };
  return request.answerText(JSON.stringify(await spendingAnswer(request.engine.partitions.spend(asked))));
}

/** It passes on all that it owns, and gets nothing any more. */
export async function drainNode(request: ControlRequest): Promise<GatewayResponse> {
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
}

function nodesOf({ services: { nodes } }: ControlRequest): NodeRouter {
  if (nodes === undefined)
    throw new Failure(
      "conflict",
      "This server has its data to itself: nodes are started with --store and --node.",
    );
  return nodes;
}
