import type { Json } from "../../value/json.cjs";
import type { ItemDraws, Skew } from "./item-draws.cjs";
import { type OperationKind, type OperationSpec } from "./operation.cjs";
export declare const WORKLOAD_OPERATIONS_MAX = 100;
interface DeclaredOperation {
    readonly name: string;
    readonly kind: OperationKind;
    readonly perSecond: number;
    readonly growth: number;
    readonly skew: Skew;
    readonly text: string | undefined;
    /** By the name of the parameter: a path of the item that the query is about, or a constant. */
    readonly parameters: readonly (readonly [
        string,
        {
            readonly segments: readonly string[];
        } | {
            readonly value: Json;
        }
    ])[];
    readonly by: readonly string[] | undefined;
    readonly items: number;
}
export declare function parseWorkload(text: string, file: string): DeclaredOperation[];
export declare function specsOf(declared: readonly DeclaredOperation[], draws: ItemDraws): OperationSpec[];
export {};
