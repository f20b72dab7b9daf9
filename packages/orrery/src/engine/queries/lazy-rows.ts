import type { PartitionRows } from "../../store/partition-rows.ts";
import type { RowSource } from "../../value/row-source.ts";

/** Rows whose scope is still being looked up. */
export class LazyRows implements RowSource {
  readonly #rows: Promise<PartitionRows>;
  readonly #itemCount: number;

  constructor(rows: Promise<PartitionRows>, itemCount: number) {
    this.#rows = rows;
    this.#itemCount = itemCount;
    rows.catch(() => {});
  }

  itemCount(): number {
    return this.#itemCount;
  }
  async exactCount() {
    return (await this.#rows).exactCount();
  }
  async count(scan: Parameters<RowSource["index"]>[0]) {
    return (await this.#rows).count(scan);
  }
  async *items(options: Parameters<RowSource["items"]>[0]) {
    yield* (await this.#rows).items(options);
  }
  async *lacking(path: string, options: Parameters<RowSource["lacking"]>[1]) {
    yield* (await this.#rows).lacking(path, options);
  }
  async *index(scan: Parameters<RowSource["index"]>[0]) {
    yield* (await this.#rows).index(scan);
  }
  async load(refs: readonly string[]) {
    return (await this.#rows).load(refs);
  }
  async estimate(scan: Parameters<RowSource["estimate"]>[0], max: number) {
    return (await this.#rows).estimate(scan, max);
  }
}
