/**
 * The query functions of `__`: filter, map, pluck, flatten, sortBy, sortByDescending, unwind, alone or in a chain.
 * They run here, over pages of the container's documents, so that every function of the script works in them. A page
 * of results is filled from as many pages of documents as it takes; a sort reads all documents first.
 */
import type { Callback, Collection } from "./collection.ts";
import type { GuestKit } from "./guest-kit.ts";

export function addQueryFunctions(
  kit: GuestKit,
  collection: Collection,
  /** Where results go when the script gives no callback; undefined in pre-triggers, which have no response. */
  appendBody: ((text: string) => void) | undefined,
  pageSizeMax: number,
): void {
  type Rows = readonly unknown[];
  interface Step {
    readonly sorts?: boolean;
    apply(rows: Rows): Rows;
  }
  interface Options {
    readonly pageSize?: unknown;
    readonly continuation?: unknown;
  }
  type Build = (args: unknown[]) => Step;

  function takeFunction(args: unknown[], what: string): (row: unknown, other?: unknown) => unknown {
    const candidate = args.shift();
    if (typeof candidate !== "function") throw kit.failure(400, `${what} must be a function.`);
    return (row, other) => candidate(row, other);
  }

  /** The order of values in queries: nothing, null, booleans, numbers, strings, the rest as equals. */
  function rank(value: unknown): number {
    if (value === undefined) return 0;
    if (value === null) return 1;
    const index = ["boolean", "number", "string"].indexOf(typeof value);
    return index === -1 ? 5 : index + 2;
  }

  function compare(left: unknown, right: unknown): number {
    const byRank = rank(left) - rank(right);
    if (byRank !== 0 || left === right) return byRank;
    return (left as number) < (right as number) ? -1 : 1;
  }

  function sortStep(args: unknown[], direction: 1 | -1): Step {
    const keyOf = takeFunction(args, "The sort key");
    const sort = (rows: Rows) =>
      rows
        .map((row) => ({ row, key: keyOf(row) }))
        .sort((left, right) => direction * compare(left.key, right.key))
        .map(({ row }) => row);
    return { sorts: true, apply: sort };
  }

  const builders: Record<string, Build> = {
    filter(args) {
      const matches = takeFunction(args, "The predicate");
      return { apply: (rows) => rows.filter((row) => matches(row)) };
    },
    map(args) {
      const transform = takeFunction(args, "The transformation");
      return { apply: (rows) => rows.map((row) => transform(row)) };
    },
    pluck(args) {
      const name = args.shift();
      if (typeof name !== "string" || name === "")
        throw kit.failure(400, "pluck needs the name of a property.");
      return {
        apply: (rows) => rows.map((row) => (row as Record<string, unknown> | null | undefined)?.[name]),
      };
    },
    flatten(args) {
      const shallow = typeof args[0] === "boolean" ? args.shift() : false;
      return { apply: (rows) => rows.flat(shallow === true ? 1 : Number.POSITIVE_INFINITY) };
    },
    unwind(args) {
      const select = takeFunction(args, "The collection selector");
      const combine =
        typeof args[0] === "function" && args[0].length >= 2 ? takeFunction(args, "") : undefined;
      const inner = (row: unknown) => (select(row) ?? []) as Rows;
      return {
        apply: (rows) =>
          rows.flatMap((row) =>
            combine === undefined ? inner(row) : inner(row).map((item) => combine(row, item)),
          ),
      };
    },
    sortBy: (args) => sortStep(args, 1),
    sortByDescending: (args) => sortStep(args, -1),
  };

  function toResponse(error: unknown, rows: unknown): void {
    if (error !== undefined) throw error;
    if (appendBody === undefined) throw kit.failure(400, "A pre-trigger has no response: pass a callback.");
    appendBody(JSON.stringify(rows));
  }

  /** Options and callback in either order, both optional. */
  function readEnding(args: unknown[]): { options: Options; callback: Callback } {
    const callback = args.find((argument) => typeof argument === "function") as Callback | undefined;
    const options = args.find((argument) => typeof argument === "object" && argument !== null) as
      | Options
      | undefined;
    return { options: options ?? {}, callback: callback ?? toResponse };
  }

  function run(steps: readonly Step[], args: unknown[]): { isAccepted: boolean } {
    const { options, callback } = readEnding(args);
    const asked = Number(options.pageSize ?? 100);
    const pageSize = asked >= 1 ? Math.min(Math.floor(asked), pageSizeMax) : pageSizeMax;
    const start = typeof options.continuation === "string" ? options.continuation : "";
    const sorted = steps.some(({ sorts }) => sorts);
    const offset = sorted && start !== "" ? Number(start) : 0;
    const results: unknown[] = [];

    function finish(continuation: string | undefined): void {
      let rows: Rows = results;
      let next = continuation;
      try {
        if (sorted) {
          const all = steps.reduce((current, step) => step.apply(current), rows);
          rows = all.slice(offset, offset + pageSize);
          next = offset + pageSize < all.length ? String(offset + pageSize) : undefined;
        }
      } catch (error) {
        callback(error);
        return;
      }
      callback(undefined, rows, next === undefined ? {} : { continuation: next });
    }

    function receive(error: unknown, page: Rows, { continuation }: { continuation?: string } = {}): void {
      if (error !== undefined) {
        callback(error);
        return;
      }
      try {
        for (const row of sorted ? page : steps.reduce((rows, step) => step.apply(rows), page))
          results.push(row);
      } catch (thrown) {
        callback(thrown);
        return;
      }
      const full = !sorted && results.length >= pageSize;
      if (continuation === undefined || full) finish(continuation);
      else if (!read(continuation)) outOfTime(continuation);
    }

    function outOfTime(continuation: string): void {
      if (sorted) callback(kit.failure(408, "There is no time left to read what has to be sorted."));
      else finish(continuation);
    }

    function read(continuation: string): boolean {
      const size = sorted ? pageSizeMax : pageSize - results.length;
      return collection.readDocuments?.(
        collection.getSelfLink?.(),
        { pageSize: size, continuation },
        receive,
      ) as boolean;
    }
    return { isAccepted: read(sorted ? "" : start) };
  }

  function withoutCollection(args: unknown[]): unknown[] {
    const [first] = args;
    const named = typeof first === "object" && first !== null && "getSelfLink" in first;
    return named || (first === undefined && args.length > 0) ? args.slice(1) : args;
  }

  function link(steps: readonly Step[]): object {
    const next: Record<string, unknown> = {
      isAccepted: true,
      value: (...args: unknown[]) => run(steps, args),
    };
    for (const [name, build] of Object.entries(builders)) {
      next[name] = (...given: unknown[]) => {
        const args = withoutCollection(given);
        const step = build(args);
        if (args.some((argument) => argument !== undefined)) {
          throw kit.failure(400, "In a chain, options and callback belong to value().");
        }
        return link([...steps, step]);
      };
    }
    return next;
  }

  for (const [name, build] of Object.entries(builders)) {
    collection[name] = (...given: unknown[]) => {
      const args = withoutCollection([...given]);
      const step = build(args);
      return run([step], args);
    };
  }
  collection.chain = () => link([]);
}
