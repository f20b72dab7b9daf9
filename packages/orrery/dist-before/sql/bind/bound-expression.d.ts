/** An expression as a closure over the slots of a row, and as its value where that is known before the first row. */
import type { Value } from "../../value/json.js";
import type { Constant } from "../functions/builtin-function.js";
import type { Evaluate } from "./environment.js";
export interface BoundExpression {
    readonly evaluate: Evaluate;
    /** Set where the value is known before the first row. */
    readonly constant?: Constant;
}
export declare function constant(value: Value): BoundExpression;
export declare function fromSlot(slot: number): BoundExpression;
/** Builds a closure from bound parts, and calls it at once when every part is constant. */
export declare function combine(parts: readonly BoundExpression[], build: (parts: readonly BoundExpression[]) => Evaluate, foldable?: boolean): BoundExpression;
