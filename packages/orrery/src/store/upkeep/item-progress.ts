/** Who watches work that goes through the items of partitions, and may stop it. */
export interface ItemProgress {
  /** Asked between transactions. */
  isStopped(): boolean;
  /** Called with how many more items have been seen. */
  seen(items: number): void;
}
