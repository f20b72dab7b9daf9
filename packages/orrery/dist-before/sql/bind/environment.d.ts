/**
 * What a bound query computes with: one slot for each alias, group key and aggregate of the whole query, its
 * subqueries included. Slots are given out when the query is bound, so that a row costs no map and no object, and a
 * correlated subquery simply reads the slots of the query around it.
 */
import type { Value } from "../../value/json.js";
export type Environment = Value[];
export type Evaluate = (environment: Environment) => Value;
/** The slot that holds the item a row comes from. */
export declare const ITEM_SLOT = 0;
