import type { AnswerSource } from "../container/answer-source.cjs";
import type { Container } from "../container/container.cjs";
import type { ItemRequest } from "./items.cjs";
export interface LogicalPartitionDeletion extends AnswerSource {
    readonly items: number;
    readonly charge: number;
}
export declare function deleteLogicalPartition(container: Container, { key, terms }: Pick<ItemRequest, "key" | "terms">): Promise<LogicalPartitionDeletion>;
