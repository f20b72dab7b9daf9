/**
 * Which node answers a request: the one that owns the partition that it is about, this one or another, to which it is forwarded once
 * (`cluster/serve-where-owned.ts`). What only the catalogue knows is answered by any node, whose copy of it is made new first.
 *
 * What a node knows of a container is right if it serves a partition of it. So a request that finds its partition served here goes
 * on without looking; all else is looked at again before a client is told that something is not there.
 */
import type { ClusterNode } from "../../cluster/cluster-node.ts";
import type { RoutedCatalog } from "../../cluster/routed-catalog.ts";
import { type Aim, NotThere, serveWhereOwned, type Target } from "../../cluster/serve-where-owned.ts";
import type { ContainerAddress } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { ResponseHeader } from "../../wire/headers.ts";
import { CONTROL_PREFIX } from "../../wire/resource-path.ts";
import type { Access } from "../auth/access.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import type { Forwarder } from "./forwarder.ts";
import type { PeerNode } from "./peer-client.ts";
import { askedPart, firstAim, type RequestScope, scopeOf } from "./request-scope.ts";

interface NodeRouterOptions {
  readonly cluster: ClusterNode;
  readonly catalog: RoutedCatalog;
  readonly forwarder: Forwarder;
}

type Here = () => Promise<GatewayResponse>;

export class NodeRouter {
  readonly cluster: ClusterNode;
  readonly catalog: RoutedCatalog;
  readonly #forwarder: Forwarder;

  constructor({ cluster, catalog, forwarder }: NodeRouterOptions) {
    this.cluster = cluster;
    this.catalog = catalog;
    this.#forwarder = forwarder;
  }

  get forwarded(): number {
    return this.#forwarder.forwarded;
  }

  /** Answers by `here`, or by another node. */
  async serve(request: GatewayRequest, access: Access, here: Here): Promise<GatewayResponse> {
    const scope = scopeOf(request);
    // What a token grants is in the catalogue.
    if (access.kind === "token") await this.cluster.freshCatalog();
    if (scope.kind === "node") return here();
    switch (scope.kind) {
      case "catalog":
        await this.cluster.freshCatalog();
        return here();
      case "removal":
        return this.cluster.whileHolding(() => this.catalog.unitsIn(scope.database), here);
      case "offer":
        return this.#serveTarget(request, access, () => this.catalog.spenderOf(scope.id), here);
      case "container": {
        const find = () => {
          const container = this.catalog.container(scope.address);
          return container && this.catalog.targetOf(container, () => askedPart(request));
        };
        const done = scope.isExchange ? () => this.#exchange(request, scope, here) : here;
        return this.#serveTarget(request, access, find, done);
      }
    }
  }

  /** What all nodes answer to the same question to the control API, but for this one and those that do not answer. */
  async askOthers(target: string): Promise<readonly Record<string, unknown>[]> {
    const others = (await this.cluster.overview()).filter(({ id }) => id !== this.cluster.id);
    const answers = await Promise.allSettled(others.map((node) => this.control(node, "GET", target)));
    return answers.flatMap((each) =>
      each.status === "fulfilled" && each.value.status === 200
        ? [JSON.parse(each.value.body!.toString()) as Record<string, unknown>]
        : [],
    );
  }

  /** What another node answers by its control API. */
  control(node: PeerNode, method: string, target: string, body?: object): Promise<GatewayResponse> {
    return this.#forwarder.control(node, method, `${CONTROL_PREFIX}${target}`, body);
  }

  async #serveTarget(
    request: GatewayRequest,
    access: Access,
    find: () => Target | undefined,
    here: Here,
  ): Promise<GatewayResponse> {
    const { isRead, isForwarded, forwardedAim = firstAim(request) } = request;
    try {
      return await serveWhereOwned(this.cluster, {
        find,
        aim: forwardedAim,
        isRead,
        isForwarded,
        here,
        forward: (node, aim) => this.#forwarder.send(node, request, access, aim),
      });
    } catch (error) {
      if (error instanceof NotThere) return notServed(error.aim!);
      throw error;
    }
  }

  /** Two containers exchange their names where both are. */
  async #exchange(
    request: GatewayRequest,
    { address }: RequestScope & { readonly kind: "container" },
    here: Here,
  ): Promise<GatewayResponse> {
    const other = nameInBody(await request.body());
    const units = () => {
      const own = this.#unitsOf(address);
      const others = other === undefined ? [] : this.#unitsOf({ ...address, container: other });
      return others.filter((unit) => !own.includes(unit));
    };
    return this.cluster.whileHolding(units, here);
  }

  #unitsOf(address: ContainerAddress): readonly string[] {
    const container = this.catalog.container(address);
    return container === undefined ? [] : this.catalog.unitsOf(container);
  }
}

function nameInBody(body: Buffer): string | undefined {
  try {
    const { with: name } = JSON.parse(body.toString()) as { readonly with?: unknown };
    return typeof name === "string" ? name : undefined;
  } catch {
    return undefined;
  }
}

function notServed(aim: Aim): GatewayResponse {
  return { status: 421, headers: { [ResponseHeader.notServed]: String(aim) }, body: Buffer.alloc(0) };
}

export function askedNode<Node extends PeerNode>(nodes: readonly Node[], id: string): Node {
  const node = nodes.find((each) => each.id === id);
  if (node === undefined) throw new Failure("notFound", `There is no node '${id}'.`);
  return node;
}
