/**
 * A sorted map of strings: a B+tree whose nodes are copied only when a clone shares them.
 *
 * - `clone` costs the same for any size. Every node carries the token of the map that made it; a map changes
 *   its own nodes in place and copies all others first, and cloning leaves neither side with a node of its own.
 * - Leaves are at one depth and hold 1 to NODE_MAX entries (none only in an empty map). After a delete a thin
 *   node joins a neighbour when both fit into one; nothing is borrowed, so it may stay thin beside full ones.
 * - The map keeps the values that it is given: they must not change afterwards. No value is undefined.
 */

const NODE_MAX = 64;

/** Leaves and branches are of one shape, so that V8 reads them without asking which it has. */
class Node<V> {
  readonly token: symbol;
  /** Of a branch: keys[i] is above every key of children[i] and not above any of children[i + 1]. */
  readonly keys: string[];
  /** Of each key; none in a branch. */
  readonly values: V[];
  /** Undefined: it is a leaf. */
  readonly children: Node<V>[] | undefined;

  constructor(token: symbol, keys: string[], values: V[], children?: Node<V>[]) {
    this.token = token;
    this.keys = keys;
    this.values = values;
    this.children = children;
  }

  get width(): number {
    return this.children?.length ?? this.keys.length;
  }
}

interface Entry<V> {
  readonly key: string;
  readonly value: V;
}

/** The upper part of a node that grew too wide, and the key between the two. */
interface Split<V> {
  readonly key: string;
  readonly right: Node<V>;
}

export interface EntryRange {
  /** Inclusive. */
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
  readonly reverse?: boolean | undefined;
}

export class OrderedMap<V> {
  #token = Symbol();
  #root = new Node<V>(this.#token, [], []);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  clone(): OrderedMap<V> {
    const copy = new OrderedMap<V>();
    copy.#root = this.#root;
    copy.#size = this.#size;
    this.#token = Symbol();
    return copy;
  }

  get(key: string): V | undefined {
    let node = this.#root;
    while (node.children !== undefined) node = node.children[firstAbove(node.keys, key)]!;
    const index = firstNotBelow(node.keys, key);
    return node.keys[index] === key ? node.values[index] : undefined;
  }

  set(key: string, value: V): void {
    this.#root = this.#own(this.#root);
    const split = this.#set(this.#root, key, value);
    if (split !== undefined) {
      this.#root = new Node(this.#token, [split.key], [], [this.#root, split.right]);
    }
  }

  /** True if there was such a key. */
  delete(key: string): boolean {
    if (this.get(key) === undefined) return false;
    this.#root = this.#own(this.#root);
    this.#delete(this.#root, key);
    while (this.#root.children?.length === 1) this.#root = this.#root.children[0]!;
    return true;
  }

  /** The first `max` entries of a range, in its direction. */
  entries(range: EntryRange, max: number): Entry<V>[] {
    const found: Entry<V>[] = [];
    collect(this.#root, range, max, found);
    return found;
  }

  #own(node: Node<V>): Node<V> {
    if (node.token === this.#token) return node;
    return new Node(this.#token, node.keys.slice(), node.values.slice(), node.children?.slice());
  }

  /** `node` is this map's own. */
  #set(node: Node<V>, key: string, value: V): Split<V> | undefined {
    const { keys, children } = node;
    if (children === undefined) return this.#setInLeaf(node, key, value);
    const index = firstAbove(keys, key);
    const child = this.#own(children[index]!);
    children[index] = child;
    const split = this.#set(child, key, value);
    if (split === undefined) return undefined;
    insertAt(keys, index, split.key);
    insertAt(children, index + 1, split.right);
    if (children.length <= NODE_MAX) return undefined;
    const middle = index + 1 === NODE_MAX ? NODE_MAX - 1 : NODE_MAX >> 1;
    const upper = children.splice(middle + 1);
    const [separator, ...upperKeys] = keys.splice(middle) as [string, ...string[]];
    return { key: separator, right: new Node(this.#token, upperKeys, [], upper) };
  }

  #setInLeaf({ keys, values }: Node<V>, key: string, value: V): Split<V> | undefined {
    const index = firstNotBelow(keys, key);
    if (keys[index] === key) {
      values[index] = value;
      return undefined;
    }
    insertAt(keys, index, key);
    insertAt(values, index, value);
    this.#size++;
    if (keys.length <= NODE_MAX) return undefined;
    // Keys that only rise would leave every node half empty: what grew at its end stays full.
    const middle = index === NODE_MAX ? NODE_MAX : NODE_MAX >> 1;
    const upper = keys.splice(middle);
    return { key: upper[0]!, right: new Node(this.#token, upper, values.splice(middle)) };
  }

  /** `node` is this map's own, and the key is below it. */
  #delete({ keys, values, children }: Node<V>, key: string): void {
    if (children === undefined) {
      const index = firstNotBelow(keys, key);
      keys.splice(index, 1);
      values.splice(index, 1);
      this.#size--;
      return;
    }
    const index = firstAbove(keys, key);
    const child = this.#own(children[index]!);
    children[index] = child;
    this.#delete(child, key);
    if (child.width === 0) {
      children.splice(index, 1);
      keys.splice(index === 0 ? 0 : index - 1, 1);
    } else if (child.width < NODE_MAX >> 2) {
      this.#join(keys, children, index === 0 ? 0 : index - 1);
    }
  }

  /** Joins a child and its right neighbour if the result has room to grow. */
  #join(keys: string[], children: Node<V>[], index: number): void {
    const left = children[index]!;
    const right = children[index + 1];
    if (right === undefined || left.width + right.width > NODE_MAX >> 1) return;
    const joined = this.#own(left);
    children[index] = joined;
    children.splice(index + 1, 1);
    const [separator] = keys.splice(index, 1) as [string];
    if (joined.children !== undefined) joined.keys.push(separator);
    joined.keys.push(...right.keys);
    joined.values.push(...right.values);
    joined.children?.push(...right.children!);
  }
}

function collect<V>({ keys, values, children }: Node<V>, range: EntryRange, max: number, found: Entry<V>[]) {
  const { from, to, reverse = false } = range;
  const firstOf = children === undefined ? firstNotBelow : firstAbove;
  const first = from === undefined ? 0 : firstOf(keys, from);
  // Of a branch, the child behind the last key that is below the end may have entries of the range too.
  const end = (to === undefined ? keys.length : firstNotBelow(keys, to)) + (children === undefined ? 0 : 1);
  for (let n = first; n < end && found.length < max; n++) {
    const i = reverse ? first + end - 1 - n : n;
    if (children === undefined) found.push({ key: keys[i]!, value: values[i]! });
    else collect(children[i]!, range, max, found);
  }
}

function firstNotBelow(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function firstAbove(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (key < keys[middle]!) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** As `splice`, which would also make an array of what it takes out. */
function insertAt<T>(array: T[], index: number, value: T): void {
  array.push(value);
  for (let i = array.length - 1; i > index; i--) array[i] = array[i - 1]!;
  array[index] = value;
}
