/**
 * Which node answers a request: the one that owns its container, this one or another, to which it is forwarded once. What only the
 * catalogue knows is answered by any node, whose copy of it is made new first.
 *
 * What a node knows of a container that it serves is right. So a request that finds its container served here goes on without
 * looking; all else is looked at again before a client is told that something is not there.
 */
import { CATALOG_UNIT, type ClusterNode } from "../../cluster/cluster-node.ts";
import type { Member } from "../../cluster/membership.ts";
import type { RoutedCatalog } from "../../cluster/routed-catalog.ts";
import { type ContainerAddress, ServedElsewhere } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { ResponseHeader } from "../../wire/headers.ts";
import { CONTROL_PREFIX } from "../../wire/resource-path.ts";
import type { Access } from "../access.ts";
import type { GatewayRequest } from "../gateway-request.ts";
import type { GatewayResponse } from "../gateway-response.ts";
import { type Forwarder, NotThere } from "./forwarder.ts";
import { type RequestScope, scopeOf } from "./request-scope.ts";

interface NodeRouterOptions {
  readonly cluster: ClusterNode;
  readonly catalog: RoutedCatalog;
  readonly forwarder: Forwarder;
}

type Here = () => Promise<GatewayResponse>;
type UnitFinder = () => string | undefined;

export class NodeRouter {
  readonly cluster: ClusterNode;
  readonly #catalog: RoutedCatalog;
  readonly #forwarder: Forwarder;

  constructor({ cluster, catalog, forwarder }: NodeRouterOptions) {
    this.cluster = cluster;
    this.#catalog = catalog;
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
        return this.cluster.gather(() => this.#catalog.unitsOf(scope.database), here);
      case "offer":
        return this.#serveUnit(request, access, () => this.#catalog.unitOfOffer(scope.id), here);
      case "container": {
        const unit = () => this.#unitOf(scope.address);
        return this.#serveUnit(
          request,
          access,
          unit,
          scope.isExchange ? () => this.#exchange(request, scope, here) : here,
        );
      }
    }
  }

  /** Whether these units are those of the node that changes the catalogue. */
  changesCatalog(units: readonly string[]): boolean {
    return units.includes(CATALOG_UNIT);
  }

  containersOf(units: readonly string[]): readonly string[] {
    return this.#catalog.namesOf(units);
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
  control(node: Member, method: string, target: string, body?: object): Promise<GatewayResponse> {
    return this.#forwarder.control(node, method, `${CONTROL_PREFIX}${target}`, body);
  }

  async #serveUnit(
    request: GatewayRequest,
    access: Access,
    find: UnitFinder,
    here: Here,
  ): Promise<GatewayResponse> {
    const { isForwarded } = request;
    const deadline = this.cluster.deadline();
    for (let inDoubt = false; ; ) {
      const unit = await this.#found(find, inDoubt);
      if (unit === undefined) return here();
      try {
        const answer = this.#serveHere(unit, request.isRead, here);
        if (answer !== undefined) return await answer;
        const place = await this.cluster.place(unit, { inDoubt, mayTake: isForwarded, deadline });
        if (place.kind === "here") continue;
        if (isForwarded) return notServed();
        return await this.#forwarder.send(place.node, request, access);
      } catch (error) {
        if (!(error instanceof NotThere || error instanceof ServedElsewhere)) throw error;
        inDoubt = true;
      }
    }
  }

  /** Undefined where it is not served here. */
  #serveHere(unit: string, isRead: boolean, here: Here): Promise<GatewayResponse> | undefined {
    if (!isRead) return this.cluster.write(unit, here);
    return this.cluster.has(unit) ? here() : undefined;
  }

  /** Looks at the catalogue again before it says that there is nothing. */
  async #found(find: UnitFinder, inDoubt: boolean): Promise<string | undefined> {
    const known = inDoubt ? undefined : find();
    if (known !== undefined) return known;
    await this.cluster.freshCatalog();
    return find();
  }

  /** Two containers exchange their names where both are. */
  async #exchange(
    request: GatewayRequest,
    { address }: RequestScope & { readonly kind: "container" },
    here: Here,
  ): Promise<GatewayResponse> {
    const other = nameInBody(await request.body());
    const units = () => {
      const unit = other === undefined ? undefined : this.#unitOf({ ...address, container: other });
      return unit === undefined || unit === this.#unitOf(address) ? [] : [unit];
    };
    return this.cluster.gather(units, here);
  }

  #unitOf(address: ContainerAddress): string | undefined {
    const container = this.#catalog.container(address);
    return container && this.#catalog.unitOf(container);
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

function notServed(): GatewayResponse {
  return { status: 421, headers: { [ResponseHeader.notServed]: "1" }, body: Buffer.alloc(0) };
}

export function askedNode(nodes: readonly Member[], id: string): Member {
  const node = nodes.find((each) => each.id === id);
  if (node === undefined) throw new Failure("notFound", `There is no node '${id}'.`);
  return node;
}
