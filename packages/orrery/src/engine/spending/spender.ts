/** Who a request spends for: a logical partition, at a priority, perhaps from a throughput bucket. */
import type { Priority } from "../../throughput/partition-budget.ts";

export interface Spender {
  /** The logical partition as people read it; absent when the request concerns several. */
  readonly key?: string;
  readonly priority: Priority;
  readonly bucket: number;
  readonly isWrite?: true;
}

export function writerOf({ priority, bucket }: Omit<Spender, "key">, key: string): Spender {
  return { key, priority, bucket, isWrite: true };
}

export function spenderOf({ priority, bucket }: Omit<Spender, "key">, key: string | undefined): Spender {
  return key === undefined ? { priority, bucket } : { key, priority, bucket };
}
