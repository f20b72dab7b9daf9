/** The partition key of a request: a JSON array in a header, where `{}` stands for an absent value. */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
export declare function parsePartitionKeyHeader(text: string): PartitionKeyComponent[];
