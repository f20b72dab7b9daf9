/** What it takes to read a filter as an index predicate. */
import type { Json, Value } from "@orrerydb/exact-json";
import type { Scope } from "../../bind/scope.ts";
import type { Constant, FunctionContext } from "../../functions/builtin-function.ts";
import type { Expression } from "../../syntax/ast.ts";
import type { IndexingView } from "./indexing-view.ts";

export interface PredicateContext {
  readonly scope: Scope;
  readonly indexing: IndexingView;
  /** Scalars that every item in scope has at a path: the partition key, where the scope is a single one. */
  readonly known: ReadonlyMap<string, Json>;
  readonly functions: FunctionContext;
  /** Binds a long expression that does not depend on the row in slices. After this, its value is only looked up. */
  bindConstant(expression: Expression): Generator<void, void>;
  /** The value of an expression that does not depend on the row. */
  constantOf(expression: Expression): Constant | undefined;
  /** Evaluates an expression, as it stands in a scope, that reads one slot. */
  evaluatorOf(expression: Expression, scope: Scope): (slot: number, value: Value) => Value;
  newSlot(): number;
  /** Counts a part of the filter that asks to be judged; returns how many there were. */
  countJudged(): number;
  /** Told about each path that a predicate could use an index for, and has none. */
  noteMissing(path: string): void;
  /** Told about each path that is asked for and known. */
  noteKnown(path: string): void;
}
