/** What each partition will have when some of them are given RU/s of somebody's choice. The server decides; this is a preview. */
import { number } from "../../parts/words.ts";

export const TARGETS_MAX = 20;
const PARTITION_RU_MAX = 10_000;

interface Share {
  readonly id: string;
  readonly ruPerSecond: number;
}

/** In their order, or what is wrong with the targets. */
export function sharedOut(
  partitions: readonly Share[],
  targets: Readonly<Record<string, number>>,
  provisioned: number,
): number[] | string {
  const given = Object.values(targets);
  if (given.length === 0) return partitions.map(() => provisioned / partitions.length);
  if (given.length > TARGETS_MAX) return `At most ${TARGETS_MAX} partitions can be named at a time.`;
  if (given.some((ru) => !(ru > 0 && ru <= PARTITION_RU_MAX)))
    return `A partition has more than 0 and at most ${number(PARTITION_RU_MAX)} RU/s.`;
  const rest = provisioned - given.reduce((sum, ru) => sum + ru, 0);
  const others = partitions.filter(({ id }) => targets[id] === undefined);
  if (rest < 0) return `There are ${number(provisioned)} RU/s in all, and this is more.`;
  if (rest > others.length * PARTITION_RU_MAX)
    return `${number(rest)} RU/s would be left over: give more to these, or name fewer.`;
  const shares = withRoom(others, rest);
  return partitions.map(({ id }) => targets[id] ?? shares.get(id)!);
}

/** In proportion to what they have; what is too much for one goes to those with room. */
function withRoom(others: readonly Share[], rest: number): Map<string, number> {
  const shares = new Map<string, number>();
  let open = [...others];
  let left = rest;
  while (open.length > 0) {
    const had = open.reduce((sum, { ruPerSecond }) => sum + ruPerSecond, 0);
    const shareOf = ({ ruPerSecond }: Share) => (had > 0 ? (left * ruPerSecond) / had : left / open.length);
    const full = open.filter((each) => shareOf(each) > PARTITION_RU_MAX);
    if (full.length === 0) {
      for (const each of open) shares.set(each.id, shareOf(each));
      break;
    }
    for (const { id } of full) shares.set(id, PARTITION_RU_MAX);
    left -= full.length * PARTITION_RU_MAX;
    open = open.filter((each) => !full.includes(each));
  }
  return shares;
}
