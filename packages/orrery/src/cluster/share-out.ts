/**
 * Who is to own what: every node has the same number of units, or one more, and no more of them move than must. All of it follows
 * from the table of owners alone, so that nodes agree without asking each other.
 */
import { createHash } from "node:crypto";

/** Owners by unit. */
type Owners = ReadonlyMap<string, string>;

export interface Move {
  readonly unit: string;
  readonly from: string;
  readonly to: string;
}

/** Of a unit that nobody owns: the node that owns least. */
export function chooseNode(unit: string, nodes: readonly string[], owners: Owners): string | undefined {
  const loads = loadsOf(nodes, owners);
  return [...nodes].sort(
    (a, b) => loads.get(a)!.length - loads.get(b)!.length || compare(rank(unit, a), rank(unit, b)),
  )[0];
}

/**
 * Moves from those that own two more than another. Nodes that are not among `nodes` give nothing and get nothing, and units that may
 * not move count where they are.
 */
export function planMoves(
  nodes: readonly string[],
  owners: Owners,
  mayMove: (unit: string) => boolean = () => true,
): Move[] {
  const moves: Move[] = [];
  const loads = loadsOf([...nodes].sort(), owners);
  for (;;) {
    const byLoad = [...loads].sort(([, a], [, b]) => a.length - b.length);
    const [to, least] = byLoad[0] ?? [];
    const giver = byLoad.findLast(([, units]) => units.length - least!.length >= 2 && units.some(mayMove));
    if (giver === undefined) return moves;
    const [from, most] = giver;
    const [unit] = most.splice(most.findLastIndex(mayMove), 1);
    least!.unshift(unit!);
    moves.push({ unit: unit!, from, to: to! });
  }
}

/** The units of each node, in an order that is the same for all. */
function loadsOf(nodes: readonly string[], owners: Owners): Map<string, string[]> {
  const loads = new Map<string, string[]>(nodes.map((node) => [node, []]));
  for (const [unit, node] of [...owners].sort(([a], [b]) => compare(a, b))) loads.get(node)?.push(unit);
  return loads;
}

/** As good as chance, and the same for all. */
function rank(unit: string, node: string): string {
  return createHash("sha256").update(`${unit} ${node}`).digest("hex");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
