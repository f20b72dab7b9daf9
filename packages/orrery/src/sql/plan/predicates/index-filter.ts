/** How a filter is read as a predicate on the indexes of one kind, by the functions that it calls. */
import type { Value } from "@orrerydb/exact-json";
import type { NodeOf } from "../../syntax/ast.ts";
import type { IndexPredicate } from "./index-predicate.ts";
import type { Comparison } from "./key-interval.ts";
import type { PredicateContext } from "./predicate-context.ts";

/** Its predicates hold every item for which the filter is true; `ALL` where the index cannot tell. */
export interface IndexFilter {
  /** The functions that it reads, in upper case; no other filter reads them. */
  readonly functions: readonly string[];
  /** A call that is true. */
  ofCall?(call: NodeOf<"call">, context: PredicateContext): IndexPredicate;
  /** A call whose result is compared with a constant. */
  ofComparison?(
    call: NodeOf<"call">,
    operator: "=" | Comparison,
    value: Value,
    context: PredicateContext,
  ): IndexPredicate;
}
