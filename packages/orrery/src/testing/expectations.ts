/** What tests of programs want to be sure of: that queries are sent to one partition, what they cost, and that no key is hot. */
import type { Container, FeedOptions, SqlQuerySpec } from "@azure/cosmos";
import type { ShownRequest } from "../api/control-api.ts";
import type { Control } from "../index.ts";

/** As many as the server keeps. */
const REQUESTS_KEPT = 1_000;
/** What asks for items without naming them one by one. */
const SEARCHES: ReadonlySet<string> = new Set(["query items", "list items"]);
/** Below it, which key has how much is chance. */
const REQUESTS_MIN = 20;

/** An expectation that is not met. */
export class ExpectationError extends Error {
  override readonly name = "ExpectationError";
}

export interface QueryOutcome<T> {
  readonly resources: T[];
  readonly requestCharge: number;
  /** The physical ones that were asked. */
  readonly partitions: readonly string[];
}

interface Search {
  readonly container: string;
  readonly text: string;
  readonly partitions: readonly string[];
}

export class Expectations {
  readonly #control: () => Control;

  constructor(control: () => Control) {
    this.#control = control;
  }

  /** Runs the query to its end. Fails if it asked more than one partition of a container that has several. */
  async expectSinglePartition<T = unknown>(
    container: Container,
    query: string | SqlQuerySpec,
    options?: FeedOptions,
  ): Promise<QueryOutcome<T>> {
    const outcome = await this.#run<T>(container, query, options);
    const name = nameOf(container);
    if (outcome.partitions.length > 1)
      throw new ExpectationError(fanOutText({ ...outcome, container: name, text: textOf(query) }));
    if ((await this.#control().partitions(name)).length === 1)
      throw new ExpectationError(
        `Container ${name} has one physical partition, so that no query can fan out. Start Orrery with { partitions: 5 }.`,
      );
    return outcome;
  }

  /** Runs the query to its end. Fails if it cost as much as `ru`, or more. */
  async expectChargeBelow<T = unknown>(
    container: Container,
    query: string | SqlQuerySpec,
    ru: number,
    options?: FeedOptions,
  ): Promise<QueryOutcome<T>> {
    const outcome = await this.#run<T>(container, query, options);
    if (outcome.requestCharge < ru) return outcome;
    const { length } = outcome.partitions;
    throw new ExpectationError(
      `The query cost ${outcome.requestCharge} RU on ${counted(length, "partition")} of container ${nameOf(container)}, not less than ${ru}: ${textOf(query)}`,
    );
  }

  /** Fails if a partition key took more than `share` (a half where absent) of the container's request units of the last hour. */
  async expectNoHotKey(
    container: Container,
    { share = 0.5 }: { readonly share?: number } = {},
  ): Promise<void> {
    const name = nameOf(container);
    const points = (await this.#control().history(name)).flatMap((each) => each.points);
    const requests = sum(points.map((point) => point.requests));
    if (requests < REQUESTS_MIN)
      throw new ExpectationError(
        `Container ${name} has had ${counted(requests, "request")}: whether a key is hot can be told from ${REQUESTS_MIN} on.`,
      );
    const { consumers } = await this.#control().hotKeys(name, { limit: 1 });
    const total = sum(points.map((point) => point.ru));
    const [hottest] = consumers;
    if (hottest === undefined) return;
    const part = (hottest.count - hottest.error) / total;
    if (part > share)
      throw new ExpectationError(
        `Partition key ${hottest.key} took ${percent(part)} of the ${Math.round(total)} RU of container ${name}, and ${percent(share)} is the most that is expected.`,
      );
  }

  /**
   * Fails if a query asked more than one partition, since the beginning or since a number of `control.requests()`;
   * `except` names texts of queries that may.
   */
  async expectNoFanOut({
    from = 0,
    except = [],
  }: {
    readonly from?: number;
    readonly except?: readonly (string | RegExp)[];
  } = {}): Promise<void> {
    const found = (await this.#searchesFrom(from)).filter(
      ({ partitions, text }) =>
        partitions.length > 1 &&
        !except.some((each) => (typeof each === "string" ? each === text : each.test(text))),
    );
    if (found.length > 0) throw new ExpectationError(found.map(fanOutText).join("\n"));
  }

  async #run<T>(
    container: Container,
    query: string | SqlQuerySpec,
    options: FeedOptions | undefined,
  ): Promise<QueryOutcome<T>> {
    const { next } = await this.#control().requests({ limit: 1 });
    const { resources, requestCharge } = await container.items.query<T>(query, options).fetchAll();
    const searches = await this.#searchesFrom(next, nameOf(container));
    const partitions = [...new Set(searches.flatMap((search) => search.partitions))];
    return { resources, requestCharge, partitions };
  }

  /** The requests of one query are one. */
  async #searchesFrom(from: number, container?: string): Promise<Search[]> {
    const { requests } = await this.#control().requests({ from, limit: REQUESTS_KEPT });
    if (requests[0] !== undefined && requests[0].number > from)
      throw new ExpectationError(
        `The server keeps the last ${REQUESTS_KEPT} requests, and there were more: look more often.`,
      );
    const byQuery = new Map<string, ShownRequest[]>();
    for (const request of requests) {
      const name = `${request.database}/${request.container}`;
      if (!SEARCHES.has(request.operation) || (container !== undefined && name !== container)) continue;
      const id = `${name} ${request.correlatedId ?? request.activityId}`;
      byQuery.set(id, [...(byQuery.get(id) ?? []), request]);
    }
    return [...byQuery.values()].map((group) => ({
      container: `${group[0]!.database}/${group[0]!.container}`,
      text: group[0]!.query ?? "all items",
      partitions: [...new Set(group.flatMap(({ partitions }) => partitions))],
    }));
  }
}

function fanOutText({ container, text, partitions }: Search): string {
  return `A query asked ${partitions.length} partitions of container ${container} (${partitions.join(", ")}), because its filter does not name one value of the partition key: ${text}`;
}

function nameOf(container: Container): string {
  return `${container.database.id}/${container.id}`;
}

function textOf(query: string | SqlQuerySpec): string {
  return typeof query === "string" ? query : query.query;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
