/**
 * The included and excluded paths of an indexing policy, compiled: which paths have index entries.
 *
 * The rules form a tree of path segments. The longest rule that matches decides; `/a/?` speaks of the value at
 * `a` alone, `/a/*` of `a` and everything below. The tree also remembers the paths that items really have,
 * with the key prefix of each, so that indexing an item hashes no path twice; it stops growing at a bound.
 */
import { ARRAY_ELEMENT, parsePath, pathSegment } from "../../../value/path.ts";
import type { IndexingPolicy } from "../index-kind.ts";
import { indexPrefix } from "../index-prefix.ts";

/** The first byte of the keys of these entries. On disk: do not change. */
export const PATH_KEY_BYTE = 0x40;

export class PathRules {
  readonly root: PathNode;
  /** Paths named in full: an item without such a property has an entry that says so. */
  readonly explicitPaths: readonly { readonly node: PathNode; readonly segments: readonly string[] }[];

  constructor(policy: IndexingPolicy) {
    this.root = new PathNode("", { nodes: 0 });
    for (const { path } of policy.excludedPaths ?? []) this.#addRule(path, false);
    for (const { path } of policy.includedPaths ?? [{ path: "/*" }]) this.#addRule(path, true);
    this.root.settle(false);
    this.explicitPaths = this.#findExplicit();
  }

  /** Whether the scalar at a canonical path has index entries. */
  isIndexed(path: string): boolean {
    const segments = parsePath(path);
    if (segments === undefined) return false;
    let node = this.root;
    for (const segment of segments) node = segment === null ? node.element() : node.child(segment);
    return node.scalars;
  }

  isExplicit(path: string): boolean {
    return this.explicitPaths.some(({ node }) => node.path === path);
  }

  #addRule(rule: string, included: boolean): void {
    const segments = parsePath(rule);
    if (segments === undefined) return;
    const last = segments.at(-1);
    if (last === "?" || last === "*") segments.pop();
    let node = this.root;
    for (const segment of segments) node = segment === null ? node.element() : node.child(segment);
    if (last === "*") node.ruleBelow ??= included;
    else node.ruleHere ??= included;
  }

  #findExplicit(): { node: PathNode; segments: string[] }[] {
    const found: { node: PathNode; segments: string[] }[] = [];
    const visit = (node: PathNode): void => {
      const segments = parsePath(node.path);
      if (node.ruleHere === true && segments?.every((segment) => segment !== null)) {
        found.push({ node, segments: segments as string[] });
      }
      for (const child of node.children.values()) visit(child);
    };
    visit(this.root);
    return found;
  }
}

/** Adversarial items could have millions of paths; past this many they are hashed each time. */
const REMEMBERED_PATHS_MAX = 20_000;

export class PathNode {
  readonly path: string;
  readonly children = new Map<string, PathNode>();
  elements: PathNode | undefined;
  ruleHere: boolean | undefined;
  ruleBelow: boolean | undefined;
  /** Whether scalars at this path, and anything below it, are indexed: set by `settle`. */
  scalars = false;
  below = false;
  readonly #count: { nodes: number };
  #prefix: Buffer | undefined;

  constructor(path: string, count: { nodes: number }) {
    this.path = path;
    this.#count = count;
    count.nodes++;
  }

  /** Kind byte and digest of the path: how its index entries begin. */
  get prefix(): Buffer {
    this.#prefix ??= indexPrefix(PATH_KEY_BYTE, this.path);
    return this.#prefix;
  }

  child(name: string): PathNode {
    const known = this.children.get(name);
    if (known !== undefined) return known;
    const node = this.#make(`${this.path}/${pathSegment(name)}`);
    if (this.#count.nodes <= REMEMBERED_PATHS_MAX) this.children.set(name, node);
    return node;
  }

  /** The elements of an array. */
  element(): PathNode {
    this.elements ??= this.#make(`${this.path}/${ARRAY_ELEMENT}`);
    return this.elements;
  }

  /** Hands the rules down to a node and all below it. */
  settle(inherited: boolean): void {
    this.below = this.ruleBelow ?? inherited;
    this.scalars = this.ruleHere ?? this.below;
    for (const child of this.children.values()) child.settle(this.below);
    this.elements?.settle(this.below);
  }

  #make(path: string): PathNode {
    const node = new PathNode(path, this.#count);
    node.settle(this.below);
    return node;
  }
}
