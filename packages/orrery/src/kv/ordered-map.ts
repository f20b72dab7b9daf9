/**
 * A sorted map: a B+tree whose nodes are copied only when a clone shares them.
 *
 * - `clone` costs the same for any size. Every node carries the token of the map that made it; a map changes
 *   its own nodes in place and copies all others first, and cloning leaves neither side with a node of its own.
 * - Leaves are at one depth and hold 1 to NODE_MAX entries (none only in an empty map). After a delete a thin
 *   node joins a neighbour when both fit into one; nothing is borrowed, so it may stay thin beside full ones.
 * - The map keeps the keys and values that it is given: they must not change afterwards. No value is undefined.
 */

const NODE_MAX = 64;

interface Leaf<K, V> {
  readonly token: symbol;
  readonly keys: K[];
  readonly values: V[];
}

interface Branch<K, V> {
  readonly token: symbol;
  /** keys[i] is above every key of children[i] and not above any of children[i + 1]. */
  readonly keys: K[];
  readonly children: Node<K, V>[];
}

type Node<K, V> = Leaf<K, V> | Branch<K, V>;

/** True if `a` sorts before `b`. */
type Less<K> = (a: K, b: K) => boolean;

interface Entry<K, V> {
  readonly key: K;
  readonly value: V;
}

export interface EntryRange<K> {
  /** Inclusive. */
  readonly from?: K | undefined;
  /** Exclusive. */
  readonly to?: K | undefined;
  readonly reverse?: boolean | undefined;
}

export class OrderedMap<K, V> {
  readonly #less: Less<K>;
  #token = Symbol();
  #root: Node<K, V> = { token: this.#token, keys: [], values: [] };
  #size = 0;

  constructor(less: Less<K>) {
    this.#less = less;
  }

  get size(): number {
    return this.#size;
  }

  clone(): OrderedMap<K, V> {
    const copy = new OrderedMap<K, V>(this.#less);
    copy.#root = this.#root;
    copy.#size = this.#size;
    this.#token = Symbol();
    return copy;
  }

  get(key: K): V | undefined {
    let node = this.#root;
    while ("children" in node) node = node.children[this.#firstAbove(node.keys, key)] as Node<K, V>;
    const index = this.#firstNotBelow(node.keys, key);
    return this.#isKeyAt(node.keys, index, key) ? node.values[index] : undefined;
  }

  set(key: K, value: V): void {
    this.#root = this.#own(this.#root);
    const split = this.#set(this.#root, key, value);
    if (split !== undefined) {
      this.#root = { token: this.#token, keys: [split.key], children: [this.#root, split.right] };
    }
  }

  /** True if there was such a key. */
  delete(key: K): boolean {
    if (this.get(key) === undefined) return false;
    this.#root = this.#own(this.#root);
    this.#delete(this.#root, key);
    while ("children" in this.#root && this.#root.children.length === 1) {
      this.#root = this.#root.children[0] as Node<K, V>;
    }
    return true;
  }

  /** The first `max` entries of a range, in its direction. */
  entries(range: EntryRange<K>, max: number): Entry<K, V>[] {
    const found: Entry<K, V>[] = [];
    if (range.reverse === true) this.#collectBackward(this.#root, range, max, found);
    else this.#collectForward(this.#root, range, max, found);
    return found;
  }

  #own<N extends Node<K, V>>(node: N): N {
    if (node.token === this.#token) return node;
    return "children" in node
      ? { ...node, token: this.#token, keys: node.keys.slice(), children: node.children.slice() }
      : { ...node, token: this.#token, keys: node.keys.slice(), values: node.values.slice() };
  }

  /** `node` is this map's own. A node that grew too wide hands over its upper part. */
  #set(node: Node<K, V>, key: K, value: V): { key: K; right: Node<K, V> } | undefined {
    if (!("children" in node)) {
      const index = this.#firstNotBelow(node.keys, key);
      if (this.#isKeyAt(node.keys, index, key)) {
        node.values[index] = value;
        return undefined;
      }
      node.keys.splice(index, 0, key);
      node.values.splice(index, 0, value);
      this.#size++;
      if (node.keys.length <= NODE_MAX) return undefined;
      // Keys that only rise would leave every node half empty: what grew at its end stays full.
      const middle = index === NODE_MAX ? NODE_MAX : NODE_MAX >> 1;
      const keys = node.keys.splice(middle);
      return {
        key: keys[0] as K,
        right: { token: this.#token, keys, values: node.values.splice(middle) },
      };
    }
    const index = this.#firstAbove(node.keys, key);
    const child = (node.children[index] = this.#own(node.children[index] as Node<K, V>));
    const split = this.#set(child, key, value);
    if (split === undefined) return undefined;
    node.keys.splice(index, 0, split.key);
    node.children.splice(index + 1, 0, split.right);
    if (node.children.length <= NODE_MAX) return undefined;
    const middle = index + 1 === NODE_MAX ? NODE_MAX - 1 : NODE_MAX >> 1;
    const children = node.children.splice(middle + 1);
    const [separator, ...keys] = node.keys.splice(middle) as [K, ...K[]];
    return { key: separator, right: { token: this.#token, keys, children } };
  }

  /** `node` is this map's own, and the key is below it. */
  #delete(node: Node<K, V>, key: K): void {
    if (!("children" in node)) {
      const index = this.#firstNotBelow(node.keys, key);
      node.keys.splice(index, 1);
      node.values.splice(index, 1);
      this.#size--;
      return;
    }
    const index = this.#firstAbove(node.keys, key);
    const child = (node.children[index] = this.#own(node.children[index] as Node<K, V>));
    this.#delete(child, key);
    if (width(child) === 0) {
      node.children.splice(index, 1);
      node.keys.splice(index === 0 ? 0 : index - 1, 1);
    } else if (width(child) < NODE_MAX >> 2) {
      this.#join(node, index === 0 ? 0 : index - 1);
    }
  }

  /** Joins a child and its right neighbour if the result has room to grow. */
  #join(node: Branch<K, V>, index: number): void {
    const left = node.children[index] as Node<K, V>;
    const right = node.children[index + 1];
    if (right === undefined || width(left) + width(right) > NODE_MAX >> 1) return;
    const joined = (node.children[index] = this.#own(left));
    const [separator] = node.keys.splice(index, 1) as [K];
    node.children.splice(index + 1, 1);
    if ("children" in joined && "children" in right) {
      joined.keys.push(separator, ...right.keys);
      joined.children.push(...right.children);
    } else if ("values" in joined && "values" in right) {
      joined.keys.push(...right.keys);
      joined.values.push(...right.values);
    }
  }

  #collectForward(node: Node<K, V>, range: EntryRange<K>, max: number, found: Entry<K, V>[]): void {
    const { from, to } = range;
    if ("children" in node) {
      const first = from === undefined ? 0 : this.#firstAbove(node.keys, from);
      const last = to === undefined ? node.keys.length : this.#firstNotBelow(node.keys, to);
      for (let i = first; i <= last && found.length < max; i++) {
        this.#collectForward(node.children[i] as Node<K, V>, range, max, found);
      }
      return;
    }
    const first = from === undefined ? 0 : this.#firstNotBelow(node.keys, from);
    const end = to === undefined ? node.keys.length : this.#firstNotBelow(node.keys, to);
    for (let i = first; i < end && found.length < max; i++) {
      found.push({ key: node.keys[i] as K, value: node.values[i] as V });
    }
  }

  #collectBackward(node: Node<K, V>, range: EntryRange<K>, max: number, found: Entry<K, V>[]): void {
    const { from, to } = range;
    if ("children" in node) {
      const first = from === undefined ? 0 : this.#firstAbove(node.keys, from);
      const last = to === undefined ? node.keys.length : this.#firstNotBelow(node.keys, to);
      for (let i = last; i >= first && found.length < max; i--) {
        this.#collectBackward(node.children[i] as Node<K, V>, range, max, found);
      }
      return;
    }
    const first = from === undefined ? 0 : this.#firstNotBelow(node.keys, from);
    const end = to === undefined ? node.keys.length : this.#firstNotBelow(node.keys, to);
    for (let i = end - 1; i >= first && found.length < max; i--) {
      found.push({ key: node.keys[i] as K, value: node.values[i] as V });
    }
  }

  #isKeyAt(keys: readonly K[], index: number, key: K): boolean {
    return index < keys.length && !this.#less(key, keys[index] as K);
  }

  #firstNotBelow(keys: readonly K[], key: K): number {
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#less(keys[middle] as K, key)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #firstAbove(keys: readonly K[], key: K): number {
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#less(key, keys[middle] as K)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function width<K, V>(node: Node<K, V>): number {
  return "children" in node ? node.children.length : node.keys.length;
}
