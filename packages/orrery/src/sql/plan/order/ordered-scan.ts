/**
 * Where the rows of an ORDER BY are read: in the index of the order, or in a composite index that has the order behind
 * paths whose values the filter fixes: `WHERE c.g = 'x' ORDER BY c.n` in that of (g, n). Either way the part is
 * read that the filter leaves, and the rows, their ties too, come as the index of the order has them: a position in the
 * result means the same wherever it is read.
 */
import type { CompositeParts, IndexIdentity } from "../../../value/rows/index-identity.ts";
import {
  type IndexBounds,
  indexBounds,
  type KnownValues,
  leadingIntervals,
  type PathOperands,
  pathOperands,
} from "../access/index-bounds.ts";
import type { IndexPredicate } from "../predicates/index-predicate.ts";

export interface OrderedScan {
  readonly index: IndexIdentity;
  /** Absent: all of it is read. */
  readonly bounds?: IndexBounds;
  /** What all keys that are read begin with, before the key of the order. */
  readonly prefix: string;
  /** Behind the prefix, keys are those of the order with all bits inverted, and so are read in the other direction. */
  readonly isInverted: boolean;
  /** All entries that are read are in scope. */
  readonly isInScope: boolean;
}

interface ScanContext {
  readonly predicate: IndexPredicate;
  readonly known: KnownValues;
  /** Those that have entries to read. */
  readonly composites: readonly CompositeParts[];
}

export function orderedScan({ index }: { readonly index: IndexIdentity }, context: ScanContext): OrderedScan {
  const { predicate, known, composites } = context;
  const operands = pathOperands(predicate.kind === "and" ? predicate.operands : [predicate]);
  const behind = composites.flatMap((parts) => scanBehind(parts, partsOf(index), operands, context) ?? []);
  const [longest] = behind.sort((a, b) => b.prefix.length - a.prefix.length);
  if (longest !== undefined) return longest;
  const bounds = indexBounds(index, predicate, known);
  const isInScope = index.kind === "composite" && beginsWith(index.parts, known);
  return { index, ...(bounds && { bounds }), prefix: "", isInverted: false, isInScope };
}

/** A scan of an index that has other paths in front of those of the order; undefined where it cannot serve. */
function scanBehind(
  parts: CompositeParts,
  order: CompositeParts,
  operands: PathOperands,
  { predicate, known }: ScanContext,
): OrderedScan | undefined {
  const front = parts.slice(0, Math.max(parts.length - order.length, 0));
  if (front.length === 0) return undefined;
  const isInverted = isInverse(parts.slice(front.length), order);
  if (isInverted === undefined) return undefined;
  if (front.some(({ path }) => (operands.get(path)?.intervals.length ?? 1) > 1)) return undefined;
  const { fixed } = leadingIntervals(front, operands, known);
  if (fixed === undefined) return undefined;
  const index: IndexIdentity = { kind: "composite", parts };
  const bounds = indexBounds(index, predicate, known);
  return {
    index,
    ...(bounds && { bounds }),
    prefix: fixed,
    isInverted,
    isInScope: beginsWith(parts, known),
  };
}

/** How the keys of an order are encoded. */
function partsOf(index: IndexIdentity): CompositeParts {
  return index.kind === "composite" ? index.parts : [{ path: index.path, descending: false }];
}

/** Whether some paths are encoded as those of the order are (false), or all the other way (true); undefined: neither. */
function isInverse(parts: CompositeParts, order: CompositeParts): boolean | undefined {
  if (parts.some(({ path }, i) => path !== order[i]!.path)) return undefined;
  const inverted = parts.filter(({ descending }, i) => descending !== order[i]!.descending).length;
  if (inverted > 0 && inverted < parts.length) return undefined;
  return inverted > 0;
}

/** Whether all that is known of the scope stands in front, so that its entries lie together. */
function beginsWith(parts: CompositeParts, known: KnownValues): boolean {
  return known.size > 0 && parts.slice(0, known.size).every(({ path }) => known.has(path));
}
