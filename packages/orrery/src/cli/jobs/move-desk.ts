/**
 * Moves to another key that were asked for by the control API. The server does them itself, as a client of its own
 * without a socket, and goes on with them when it is started again.
 */
import type { KeyObject } from "node:crypto";
import type { CosmosClientOptions } from "@azure/cosmos";
import type { StrategyDescription } from "@orrerydb/keys";
import type { InPlaceJob, Repartition, RepartitionOptions, SwitchControl } from "@orrerydb/repartition";
import { STATE_CONTAINER } from "@orrerydb/repartition/state-container";
import type { MovePlan, MoveState, MoveTerms, SwitchTerms, VerifyTerms } from "../../api/control-api.ts";
import type { ContainerAddress, EngineOperations } from "../../engine/index.ts";
import type { MoveDesk } from "../../gateway/context/key-desks.ts";
import type { GatewayRequest } from "../../gateway/exchange/gateway-request.ts";
import type { GatewayResponse } from "../../gateway/exchange/gateway-response.ts";
import { InProcessHttpClient } from "../../gateway/exchange/in-process-http-client.ts";
import { Failure } from "../../value/failure.ts";
import { RequestHeader } from "../../wire/headers.ts";
import { sign, stringToSign } from "../../wire/signature.ts";
import { isMissingPackage } from "../account/missing-package.ts";
import { InPlaceMove } from "./in-place-move.ts";

export const MOVES_MAX = 4;
const LAG_MS_MAX = 3_600_000;
const MAX_RU_MAX = 10_000_000;

interface MoveDeskOptions {
  readonly engine: EngineOperations;
  serve(request: GatewayRequest): Promise<GatewayResponse>;
  /** Where this server is, and the key that it takes now. */
  endpoint(): string;
  key(): KeyObject;
  /** What it does is done by one server alone. */
  readonly isOneOfSeveral: boolean;
}

export class ServerMoveDesk implements MoveDesk {
  readonly #options: MoveDeskOptions;
  /** By database and container. */
  readonly #moves = new Map<string, InPlaceMove>();

  constructor(options: MoveDeskOptions) {
    this.#options = options;
  }

  async plan(container: ContainerAddress, terms: MoveTerms): Promise<MovePlan> {
    if (this.#options.isOneOfSeveral)
      throw new Failure(
        "conflict",
        "Nodes that share a database do no moves themselves: use the command orrery repartition.",
      );
    const move = await this.#open(container, terms);
    try {
      return { to: nameOf(container, terms), ...(await refusing(() => move.plan())) };
    } finally {
      move.dispose();
    }
  }

  async start(container: ContainerAddress, terms: MoveTerms): Promise<MoveState> {
    await this.#forgetDeleted();
    this.#checkFree(container);
    // What cannot be is said at once, not after the copy has begun.
    await this.plan(container, terms);
    (await this.#add(container, terms)).goOn();
    return this.read(container);
  }

  async #forgetDeleted(): Promise<void> {
    for (const [key, move] of this.#moves) {
      if (await this.#options.engine.containers.read(move.container).then(() => true, isMissing)) continue;
      this.#moves.delete(key);
      await move.halt();
      move.dispose();
    }
  }

  #checkFree(container: ContainerAddress): void {
    if (this.#moves.has(keyOf(container)))
      throw new Failure("conflict", "A move of this container is under way: complete or cancel it first.");
    if (this.#moves.size >= MOVES_MAX)
      throw new Failure(
        "conflict",
        `${MOVES_MAX} moves are under way: complete or cancel one of them first.`,
      );
  }

  async read(container: ContainerAddress): Promise<MoveState> {
    const move = this.#moves.get(keyOf(container));
    if (move === undefined) return { state: "none", can: ["start"] };
    const partitions = await this.#options.engine.partitions.figures(container);
    return move.shown(partitions.reduce((sum, { items }) => sum + items, 0));
  }

  async verify(container: ContainerAddress, { repair = false }: VerifyTerms): Promise<MoveState> {
    this.#found(container).verify(repair);
    return this.read(container);
  }

  async cutOver(container: ContainerAddress, terms: SwitchTerms): Promise<MoveState> {
    checkLag(terms);
    this.#found(container).cutOver(terms);
    return this.read(container);
  }

  async rollBack(container: ContainerAddress, terms: SwitchTerms): Promise<MoveState> {
    checkLag(terms);
    this.#found(container).rollBack(terms);
    return this.read(container);
  }

  async pause(container: ContainerAddress): Promise<MoveState> {
    await refusing(() => this.#found(container).pause());
    return this.read(container);
  }

  async resume(container: ContainerAddress): Promise<MoveState> {
    await refusing(() => this.#found(container).resume());
    return this.read(container);
  }

  async cancel(container: ContainerAddress, deletesTarget: boolean): Promise<MoveState> {
    await refusing(() => this.#found(container).cancel());
    return this.#end(container, deletesTarget);
  }

  async complete(container: ContainerAddress, deletesFormer: boolean): Promise<MoveState> {
    await refusing(() => this.#found(container).complete());
    return this.#end(container, deletesFormer);
  }

  async #end(container: ContainerAddress, deletesOther: boolean): Promise<MoveState> {
    const { engine } = this.#options;
    const move = this.#found(container);
    this.#moves.delete(keyOf(container));
    move.dispose();
    if (deletesOther)
      await engine.containers.delete({ database: container.database, container: move.to }).catch(isMissing);
    return this.read(container);
  }

  /** Goes on with what the server did when it was stopped. What is paused stays so. */
  async goOn(): Promise<void> {
    if (this.#options.isOneOfSeveral) return;
    const { engine } = this.#options;
    for (const database of engine.databases.ids()) {
      if (!(await this.#hasMoves(database))) continue;
      for (const { from, to, maxRu } of await this.#jobsOf(database)) {
        const container = { database, container: from };
        const isThere = await engine.containers.read(container).then(() => true, isMissing);
        if (!isThere) continue;
        const move = await this.#add(container, { to, maxRu });
        if (!(await move.isPaused())) move.goOn();
      }
    }
  }

  /** Ends all work; the moves go on with the next start. */
  async close(): Promise<void> {
    await Promise.all([...this.#moves.values()].map((move) => move.halt()));
    for (const move of this.#moves.values()) move.dispose();
  }

  #found(container: ContainerAddress): InPlaceMove {
    const move = this.#moves.get(keyOf(container));
    if (move === undefined)
      throw new Failure("conflict", "This container is not being moved: POST repartition first.");
    return move;
  }

  async #add(container: ContainerAddress, terms: MoveTerms): Promise<InPlaceMove> {
    const { log } = this.#options.engine.environment;
    let added: InPlaceMove | undefined;
    const move = await this.#open(container, terms, (progress) => added?.onProgress(progress));
    this.#checkFree(container);
    added = new InPlaceMove(container, nameOf(container, terms), move, (sentence) => log("error", sentence));
    this.#moves.set(keyOf(container), added);
    return added;
  }

  async #open(
    container: ContainerAddress,
    terms: MoveTerms,
    onProgress?: RepartitionOptions["onProgress"],
  ): Promise<Repartition> {
    const { key, strategy, maxRu } = terms;
    if (maxRu !== undefined && !(maxRu >= 1 && maxRu <= MAX_RU_MAX))
      throw new Failure("badRequest", `'maxRu' must be from 1 to ${MAX_RU_MAX}, not ${maxRu}.`);
    const place = (name: string) => ({
      endpoint: this.#options.endpoint(),
      key: "",
      database: container.database,
      container: name,
    });
    const { repartition } = await loaded();
    return refusing(() =>
      repartition({
        from: place(container.container),
        to: place(nameOf(container, terms)),
        ...(key === undefined ? {} : { key }),
        ...(strategy === undefined ? {} : { strategy: strategy as StrategyDescription }),
        ...(maxRu === undefined ? {} : { maxRu }),
        ...(onProgress === undefined ? {} : { onProgress }),
        now: () => this.#options.engine.environment.now(),
        control: this.#control(container),
        clientOptions: this.#clientOptions(),
        inPlace: true,
      }),
    );
  }

  /** Without a socket, and with the key that the server takes at the time: keys may be replaced meanwhile. */
  #clientOptions(): Partial<CosmosClientOptions> {
    const { engine, serve, key } = this.#options;
    const { environment } = engine;
    return {
      httpClient: new InProcessHttpClient(serve),
      tokenProvider: async ({ verb, resourceType, resourceId, headers }) => {
        // Signatures are judged by the real time.
        const date = new Date(environment.now() - (environment.clockControl?.aheadMs ?? 0)).toUTCString();
        headers[RequestHeader.msDate] = date;
        const text = stringToSign({ method: verb, msDate: date }, resourceType ?? "", resourceId ?? "");
        return `type=master&ver=1.0&sig=${sign(key(), text)}`;
      },
    } as Partial<CosmosClientOptions>;
  }

  #control(container: ContainerAddress): SwitchControl {
    const { naming } = this.#options.engine;
    return {
      hold: async (forMs) => (await naming.hold(container, forMs)).hold,
      release: async (hold) => void (await naming.release(hold)),
      exchange: async (other, hold) => void (await naming.exchange(container, other, hold)),
    };
  }

  async #hasMoves(database: string): Promise<boolean> {
    const state = { database, container: STATE_CONTAINER };
    return this.#options.engine.containers.read(state).then(() => true, isMissing);
  }

  async #jobsOf(database: string): Promise<readonly InPlaceJob[]> {
    const { inPlaceJobs } = await loaded();
    const { CosmosClient } = await import("@azure/cosmos");
    const client = new CosmosClient({ endpoint: this.#options.endpoint(), ...this.#clientOptions() });
    try {
      return await inPlaceJobs(client.database(database));
    } finally {
      client.dispose();
    }
  }
}

/** It needs the SDK, which serving does not. */
async function loaded() {
  return import("@orrerydb/repartition").catch((error: unknown) => {
    if (!isMissingPackage(error)) throw error;
    throw new Failure(
      "conflict",
      "Moving a container needs the package @azure/cosmos beside orrerydb: npm install @azure/cosmos, then start the server again.",
    );
  });
}

function keyOf({ database, container }: ContainerAddress): string {
  return JSON.stringify([database, container]);
}

function nameOf({ container }: ContainerAddress, { to }: MoveTerms): string {
  return to ?? `${container}-repartition`;
}

function checkLag({ maxLagMs }: SwitchTerms): void {
  if (maxLagMs === undefined || (maxLagMs >= 0 && maxLagMs <= LAG_MS_MAX)) return;
  throw new Failure("badRequest", `'maxLagMs' must be from 0 to ${LAG_MS_MAX}, not ${maxLagMs}.`);
}

/** What a move cannot do is a 409, in its own words. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { name, message } = error as Error;
    if (name === "RepartitionError" || name === "StrategyError") throw new Failure("conflict", message);
    throw error;
  }
}

function isMissing(error: unknown): false {
  if (error instanceof Failure && error.code === "notFound") return false;
  throw error;
}
