/**
 * A container's indexing policy, compiled: which paths have index entries.
 *
 * The rules form a tree of path segments. The longest rule that matches decides; `/a/?` speaks of the value at
 * `a` alone, `/a/*` of `a` and everything below. The tree also remembers the paths that items really have,
 * with the key prefix of each, so that indexing an item hashes no path twice; it stops growing at a bound.
 */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { ShapeCells } from "../../spatial/shape-cells.ts";
import { type CompositePart, type IndexIdentity, indexName } from "../../value/index-identity.ts";
import type { JsonObject } from "../../value/json.ts";
import { ARRAY_ELEMENT, canonicalPath, parsePath, pathSegment } from "../../value/path.ts";
import { Kind } from "../records/key-layout.ts";
import { SpatialRules } from "./spatial/spatial-rules.ts";

export interface IndexingPolicy {
  readonly indexingMode?: string;
  /** False: only items whose writer asks for it are indexed. */
  readonly automatic?: boolean;
  readonly includedPaths?: readonly { readonly path: string }[];
  readonly excludedPaths?: readonly { readonly path: string }[];
  readonly compositeIndexes?: readonly (readonly { readonly path: string; readonly order?: string }[])[];
  readonly spatialIndexes?: readonly JsonObject[];
  readonly fullTextIndexes?: readonly JsonObject[];
  readonly vectorIndexes?: readonly JsonObject[];
}

export interface CompositeIndex {
  /** Kind byte and digest of the definition. */
  readonly prefix: Buffer;
  readonly parts: readonly (CompositePart & { readonly segments: readonly string[] })[];
}

export class IndexRules {
  readonly root: PathNode;
  readonly composites: readonly CompositeIndex[];
  /** Paths named in full: an item without such a property has an entry that says so. */
  readonly explicitPaths: readonly { readonly node: PathNode; readonly segments: readonly string[] }[];
  readonly enabled: boolean;
  readonly isAutomatic: boolean;
  readonly spatial: SpatialRules;

  /** `geospatialType`: "Geography" or "Geometry". */
  constructor(policy: IndexingPolicy, geospatialType?: string) {
    this.enabled = policy.indexingMode?.toLowerCase() !== "none";
    this.isAutomatic = policy.automatic !== false;
    this.root = new PathNode("", { nodes: 0 });
    for (const { path } of policy.excludedPaths ?? []) this.#addRule(path, false);
    for (const { path } of policy.includedPaths ?? [{ path: "/*" }]) this.#addRule(path, true);
    this.root.settle(false);
    this.explicitPaths = this.#findExplicit();
    this.spatial = new SpatialRules(
      policy.spatialIndexes ?? [],
      geospatialType === "Geometry" ? "Geometry" : "Geography",
    );
    this.composites = (policy.compositeIndexes ?? []).map(compileComposite);
  }

  /** Whether the scalar at a canonical path has index entries. */
  isIndexed(path: string): boolean {
    if (!this.enabled) return false;
    const segments = parsePath(path);
    if (segments === undefined) return false;
    let node = this.root;
    for (const segment of segments) node = segment === null ? node.element() : node.child(segment);
    return node.scalars;
  }

  spatialCellsAt(path: string): ShapeCells | undefined {
    return this.enabled ? this.spatial.cellsAt(path) : undefined;
  }

  isExplicit(path: string): boolean {
    return this.enabled && this.explicitPaths.some(({ node }) => node.path === path);
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
    this.#prefix ??= indexPrefix({ kind: "path", path: this.path });
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

export const INDEX_PREFIX_BYTES = 9;
const REMEMBERED_PREFIXES_MAX = 1000;
const INDEX_KINDS: Readonly<Record<IndexIdentity["kind"], number>> = {
  path: Kind.index,
  composite: Kind.composite,
  functional: Kind.spatial,
  fullText: Kind.fullText,
};
const prefixes = new LRUCache<string, Buffer>({ max: REMEMBERED_PREFIXES_MAX });

/** Callers must not change it. */
export function indexPrefix(index: IndexIdentity): Buffer {
  const kind = INDEX_KINDS[index.kind];
  const name = indexName(index);
  const id = `${kind} ${name}`;
  const known = prefixes.get(id);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(name).digest();
  const prefix = Buffer.concat([Buffer.of(kind), digest], INDEX_PREFIX_BYTES);
  prefixes.set(id, prefix);
  return prefix;
}

function compileComposite(parts: readonly { path: string; order?: string }[]): CompositeIndex {
  const compiled = parts.map(({ path, order }) => {
    const segments = (parsePath(path) ?? []).filter((segment) => segment !== null && segment !== "?");
    return {
      path: canonicalPath(segments),
      segments: segments as string[],
      descending: order?.toLowerCase() === "descending",
    };
  });
  return { prefix: indexPrefix({ kind: "composite", parts: compiled }), parts: compiled };
}
