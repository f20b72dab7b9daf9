/** A request as rules look at it. What costs something to find is found when a rule asks for it, and once. */
import { createHash } from "node:crypto";
import type { FaultCondition, FaultOperation } from "../../api/control-api.ts";
import type { EngineOperations } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { RequestHeader } from "../../wire/headers.ts";
import { POSTS_BY_HEADER } from "../../wire/item-verbs.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import { requestVerb } from "../exchange/request-verb.ts";
import { FAULT_OPERATIONS } from "./fault-operations.ts";

type Place = Awaited<ReturnType<EngineOperations["partitions"]["place"]>>;

export class FaultSubject {
  readonly #request: GatewayRequest;
  readonly #engine: Pick<EngineOperations, "partitions">;
  readonly #operation: FaultOperation;
  #place: Promise<Place | undefined> | undefined;
  #identity: Promise<string> | undefined;

  constructor(request: GatewayRequest, engine: Pick<EngineOperations, "partitions">) {
    this.#request = request;
    this.#engine = engine;
    this.#operation = operationOf(request);
  }

  async fits(condition: FaultCondition): Promise<boolean> {
    const { operations, database, container, key, partition, connection } = condition;
    const isMeant =
      operations === undefined
        ? this.#operation !== "metadata" && this.#operation !== "queryPlan"
        : operations.includes(this.#operation);
    if (!isMeant) return false;
    const isDirect = this.#request.replica !== undefined;
    if (connection !== undefined && isDirect !== (connection === "direct")) return false;
    if (key !== undefined && keyText(Array.isArray(key) ? key : [key]) !== this.#keyText()) return false;
    if (database === undefined && container === undefined && partition === undefined) return true;
    const place = await (this.#place ??= this.#find());
    if (place === undefined) return false;
    if (database !== undefined && database !== place.database) return false;
    if (container !== undefined && container !== place.container) return false;
    return partition === undefined || (place.partition ?? this.#namedRange() ?? partition) === partition;
  }

  /** The same for an operation and its repetitions: clients change nothing but times and signatures. */
  identity(): Promise<string> {
    return (this.#identity ??= this.#identify());
  }

  async #identify(): Promise<string> {
    const { method, target, headers } = this.#request;
    const hash = createHash("sha256").update(`${method} ${target}`);
    for (const name of IDENTITY_HEADERS) hash.update(`\n${headers[name] ?? ""}`);
    // One that cannot be read is refused by its route.
    const body = await this.#request.body().catch(() => Buffer.alloc(0));
    return hash.update("\n").update(body).digest("base64");
  }

  #keyText(): string | undefined {
    try {
      const { partitionKey } = this.#request;
      return partitionKey === undefined ? undefined : keyText(partitionKey);
    } catch {
      return undefined;
    }
  }

  /** Of all partitions, for what names neither a key nor a range: it asks each of them. */
  #namedRange(): string | undefined {
    return this.#request.header(RequestHeader.partitionKeyRangeId)?.split(",").at(-1);
  }

  /** Undefined where there is no such container, which its route will say. */
  async #find(): Promise<Place | undefined> {
    const [database, container] = this.#request.path.segments;
    if (database === undefined || container?.type !== "colls") return undefined;
    try {
      const address = { database: database.id, container: container.id };
      return await this.#engine.partitions.place(address, this.#request.partitionKey);
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }
}

const IDENTITY_HEADERS = [
  RequestHeader.partitionKey,
  RequestHeader.partitionKeyRangeId,
  RequestHeader.continuation,
  ...POSTS_BY_HEADER.map(([header]) => header),
];

function operationOf(request: GatewayRequest): FaultOperation {
  const { type } = request.path;
  const verb = requestVerb(request);
  if (type !== "docs" && !(type === "sprocs" && verb === "execute")) return "metadata";
  return FAULT_OPERATIONS.find((operation) => operation === verb) ?? "metadata";
}

/** An absent component is `{}`, as in the header. */
function keyText(components: readonly unknown[]): string {
  return JSON.stringify(components.map((component) => (component === undefined ? {} : component)));
}
