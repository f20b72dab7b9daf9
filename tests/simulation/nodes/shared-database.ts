/** What simulated nodes share: the rows of all spaces, who is there and until when, and who owns what. */
import { CATALOG_UNIT } from "../../../packages/orrery/src/cluster/cluster-node.ts";
import { KeyValueError } from "../../../packages/orrery/src/kv/key-value-store.ts";
import type { Member, UnitOwner } from "../../../packages/orrery/src/kv/members.ts";
import { MemorySpaces } from "../../../packages/orrery/src/kv/memory/memory-spaces.ts";
import { Write } from "../../../packages/orrery/src/kv/write.ts";

interface NodeRow {
  address: string | undefined;
  isLeaving: boolean;
  expiresAtMs: number;
}

export class SharedDatabase {
  readonly spaces = new MemorySpaces();
  readonly nodes = new Map<string, NodeRow>();
  readonly owners = new Map<string, UnitOwner>();
  /** How often a partition was passed on. */
  moves = 0;
  /** Whether who is gone writes nothing. */
  readonly isFenced: boolean;

  constructor(isFenced: boolean) {
    this.isFenced = isFenced;
  }

  commit(node: string, writes: readonly Write[]): void {
    if (this.isFenced && !this.nodes.has(node)) throw lost();
    this.spaces.apply(writes);
  }

  /** As in one statement. */
  swap(node: string, space: number, key: Uint8Array, from: Uint8Array | undefined, to: Uint8Array): boolean {
    const present = this.spaces.get(space, key);
    const isSame = from === undefined ? present === undefined : present?.equals(from) === true;
    if (isSame) this.commit(node, [Write.of(space, key, to)]);
    return isSame;
  }

  renew(node: string, leaseMs: number): void {
    const row = this.nodes.get(node);
    if (row === undefined) throw lost();
    row.expiresAtMs = performance.now() + leaseMs;
  }

  look(): { members: Member[]; owners: Map<string, UnitOwner> } {
    const members = [...this.nodes].map(([id, { address, isLeaving, expiresAtMs }]) => {
      return { id, name: id, address, isLeaving, leaseLeftMs: expiresAtMs - performance.now() };
    });
    return { members, owners: new Map(this.owners) };
  }

  removeSilent(): void {
    for (const [id, { expiresAtMs }] of this.nodes)
      if (expiresAtMs < performance.now()) this.nodes.delete(id);
  }

  take(unit: string, node: string, lastTerm: number): number | undefined {
    const owner = this.owners.get(unit);
    if (owner !== undefined && owner.term !== lastTerm) return undefined;
    if (owner?.node !== undefined && owner.node !== node && this.nodes.has(owner.node)) return undefined;
    const term = (owner?.term ?? 0) + 1;
    this.owners.set(unit, { node, term });
    return term;
  }

  pass(unit: string, node: string, term: number, to: string | undefined): void {
    const owner = this.owners.get(unit);
    if (owner?.node !== node || owner.term !== term) return;
    this.owners.set(unit, { node: to, term: term + 1 });
    if (unit !== CATALOG_UNIT) this.moves++;
  }

  forget(unit: string, node: string, term: number): void {
    const owner = this.owners.get(unit);
    if (owner?.node === node && owner.term === term) this.owners.delete(unit);
  }
}

function lost(): KeyValueError {
  return new KeyValueError("locked", "Another has taken over.");
}
