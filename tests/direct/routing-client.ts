/**
 * Writes and reads items in direct mode as SDKs do: it keeps the ranges and their connections, sends each request to the
 * range of its key, and looks again when it is told that what it knows is old, or when a connection is lost.
 */
import type { Container } from "@azure/cosmos";
import { effectivePartitionKey } from "@orrerydb/keys/hash";
import { type Account, containerAddresses } from "./addresses.ts";
import { type DirectAnswer, type DirectSend, RntbdClient } from "./rntbd-client.ts";

const KEY = 0x2b;
const ATTEMPTS_MAX = 50;

interface Range {
  readonly id: string;
  readonly minInclusive: string;
  readonly maxExclusive: string;
}

export class RoutingClient {
  readonly #account: Account;
  readonly #container: Container;
  #ranges: readonly Range[] = [];
  #connections = new Map<string, Promise<RntbdClient>>();
  /** How often it was told that it knows too little. */
  refreshes = 0;

  constructor(account: Account, container: Container) {
    this.#account = account;
    this.#container = container;
  }

  async send(key: string, request: Omit<DirectSend, "tokens">): Promise<DirectAnswer> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const ranges = this.#ranges;
      const answer = await this.#try(key, request).catch(() => undefined);
      if (answer !== undefined && answer.status !== 410) return answer;
      // Whoever else was refused may have looked already.
      if (ranges === this.#ranges) await this.#refresh();
    }
    throw new Error(`after ${ATTEMPTS_MAX} attempts the range of '${key}' is still another one`);
  }

  close(): void {
    for (const connection of this.#connections.values()) void connection.then((each) => each.close());
  }

  async #try(key: string, request: Omit<DirectSend, "tokens">): Promise<DirectAnswer | undefined> {
    const epk = effectivePartitionKey([key], { paths: ["/pk"], kind: "Hash", version: 2 });
    const range = this.#ranges.find(
      ({ minInclusive, maxExclusive }) => minInclusive <= epk && epk < maxExclusive,
    );
    if (range === undefined) return undefined;
    const connection = await this.#connection(range.id);
    return connection?.send({ ...request, tokens: { [KEY]: JSON.stringify([key]) } });
  }

  async #connection(rangeId: string): Promise<RntbdClient | undefined> {
    const known = await this.#connections.get(rangeId);
    if (known !== undefined && !known.socket.destroyed) return known;
    const { addresses } = await containerAddresses(this.#account, this.#container, [rangeId]);
    const primary = addresses.find(({ isPrimary }) => isPrimary);
    if (primary === undefined) return undefined;
    const connection = RntbdClient.connect(primary.physcialUri, this.#account.key);
    this.#connections.set(rangeId, connection);
    return connection;
  }

  async #refresh(): Promise<void> {
    this.refreshes++;
    const { resources } = await this.#container.readPartitionKeyRanges().fetchAll();
    this.#ranges = resources as unknown as Range[];
  }
}
