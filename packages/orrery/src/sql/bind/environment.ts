/**
 * What a bound query computes with: one slot for each alias, group key and aggregate of the whole query, its
 * subqueries included. Slots are given out when the query is bound, so that a row costs no map and no object, and a
 * correlated subquery simply reads the slots of the query around it.
 */
import type { Exact, Value } from "@orrerydb/exact-json";

export type Environment = Exact[];

/** What an expression computes with: numbers are doubles. */
export type Evaluate = (environment: Environment) => Value;

/** The same for an answer: a number that is only passed on has its digits. */
export type EvaluateExact = (environment: Environment) => Exact;

/** The slot that holds the item a row comes from. */
export const ITEM_SLOT = 0;
