/**
 * The JavaScript heap that V8 allows this process (`--max-old-space-size`, or a part of the machine's memory). Limits on
 * memory that clients can take are fractions of it where it is small. Buffers are allocated outside the heap.
 */
import { getHeapStatistics } from "node:v8";

/** Does not change while the process runs. */
export const HEAP_BYTES: number = getHeapStatistics().heap_size_limit;

/** `bytesMax`, or `fraction` of the heap if that is less. */
export function withinHeap(bytesMax: number, fraction: number, heapBytes = HEAP_BYTES): number {
  return Math.min(bytesMax, Math.floor(heapBytes * fraction));
}
