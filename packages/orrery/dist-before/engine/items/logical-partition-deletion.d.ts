import type { AnswerSource } from "../container/answer-source.js";
import type { Container } from "../container/container.js";
import type { ItemRequest } from "./items.js";
export interface LogicalPartitionDeletion extends AnswerSource {
    readonly items: number;
    readonly charge: number;
}
export declare function deleteLogicalPartition(container: Container, { key, terms }: Pick<ItemRequest, "key" | "terms">): Promise<LogicalPartitionDeletion>;
