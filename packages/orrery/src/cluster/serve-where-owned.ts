/**
 * Finds the node that does what is asked of a container, and has it done there: here, or by another, to which it is sent once.
 *
 * Which partition is needed is guessed from what was named. Where the engine needs another, or all of them, it says so before it has
 * done anything (`ServedElsewhere`), and the request goes there. What concerns all partitions is done by the owner of the first,
 * which gathers the others.
 */
import { ServedElsewhere } from "../engine/index.ts";
import type { Member } from "../kv/members.ts";
import type { ClusterNode } from "./cluster-node.ts";

/** Who is needed: who serves the partition that was named; who serves that of a key space; or who serves all of them. */
export type Aim = "named" | "whole" | number;

export function parseAim(text: string): Aim {
  return text === "named" || text === "whole" ? text : Number(text);
}

/** A node that does not answer, or does not serve what it was asked for. Nothing was done. */
export class NotThere extends Error {
  override readonly name = "NotThere";
  /** Who is needed instead, as far as that node can tell. */
  readonly aim: Aim | undefined;

  constructor(message: string, { aim, ...options }: ErrorOptions & { readonly aim?: Aim } = {}) {
    super(message, options);
    this.aim = aim;
  }
}

/** What a request is for. */
export interface Target {
  /** Of all partitions, in order of their ranges. */
  units(): readonly string[];
  unitFor(aim: Aim): string;
  /** All of them are to be served here. */
  gather(): Promise<void>;
}

interface Asked<T> {
  /** By the catalogue as it is known here; undefined where there is nothing of this name. */
  find(): Target | undefined;
  readonly aim: Aim;
  readonly isRead: boolean;
  /** It came from another node, and is not sent on. */
  readonly isForwarded: boolean;
  here(): Promise<T>;
  forward(node: Member, aim: Aim): Promise<T>;
}

type Cluster = Pick<ClusterNode, "deadline" | "freshCatalog" | "has" | "mayWrite" | "place" | "write">;

/** Fails with `NotThere` where a request that was forwarded is not for this node. */
export async function serveWhereOwned<T>(cluster: Cluster, asked: Asked<T>): Promise<T> {
  const { isForwarded, here } = asked;
  const deadline = cluster.deadline();
  let { aim } = asked;
  for (let inDoubt = false; ; ) {
    const target = await found(cluster, asked, inDoubt);
    if (target === undefined) return here();
    const unit = target.unitFor(aim);
    try {
      const units = aim === "whole" ? target.units() : [unit];
      if (isHere(cluster, units, asked)) return await doneHere(cluster, units, asked);
      const place = await cluster.place(unit, { inDoubt, mayTake: isForwarded, deadline });
      if (place.kind === "there" && !isForwarded) return await asked.forward(place.node, aim);
      if (place.kind === "here") {
        if (aim === "whole") await target.gather();
        continue;
      }
    } catch (error) {
      const next = nextAim(error, aim, target);
      // The same again: what is known of who has it was not true.
      inDoubt = next === aim;
      aim = next;
      continue;
    }
    throw new NotThere("Another node serves it.", { aim });
  }
}

function isHere<T>(cluster: Cluster, units: readonly string[], { isRead }: Asked<T>): boolean {
  return isRead ? units.every((unit) => cluster.has(unit)) : cluster.mayWrite(units);
}

function doneHere<T>(cluster: Cluster, units: readonly string[], { isRead, here }: Asked<T>): Promise<T> {
  return isRead ? here() : cluster.write(units, here);
}

/** Looks at the catalogue again before it says that there is nothing. */
async function found<T>(cluster: Cluster, { find }: Asked<T>, inDoubt: boolean): Promise<Target | undefined> {
  const known = inDoubt ? undefined : find();
  if (known !== undefined) return known;
  await cluster.freshCatalog();
  return find();
}

/** Where a request goes that could not be done where it went. Throws what is no reason to go elsewhere. */
function nextAim(error: unknown, aim: Aim, target: Target): Aim {
  if (error instanceof NotThere) return error.aim ?? aim;
  if (!(error instanceof ServedElsewhere)) throw error;
  const { needed } = error;
  if (needed === "all") return "whole";
  if (needed === "same" || aim === "whole" || target.unitFor(needed) === target.unitFor(aim)) return aim;
  // It was sent to the partition that was needed, and needs one more.
  return aim === "named" ? needed : "whole";
}
