/** The contract of kv for the engine, which keeps its catalogue in a key space of its own beside the partitions'. */
export { KeyValueError, type KeyValueStore, type Reader, type Snapshot } from "../kv/key-value-store.ts";
