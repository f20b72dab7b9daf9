/*
 * Paths as types: what an item must look like for its key to be computed, and which paths an item has.
 *
 * `InputOf<["/tenant/name"]>` is `{ tenant: { name: Scalar } }`. `PathOf<Item>` is the union of the paths of an item
 * type that lead to a scalar; it looks six levels deep, which keeps recursive types finite.
 */

import type { Path, Scalar } from "./join-parts.ts";
import type { TimeBucketPart } from "./time-bucket.ts";

/** A property, or a time bucket of one. */
export type Part = Path | TimeBucketPart;

/** An object that has a value of type `Value` at the path. A path that is not a literal asks for nothing. */
export type ShapeOf<P extends string, Value> = string extends P
  ? object
  : P extends `/"${infer Key}"/${infer Rest}`
    ? { readonly [K in Key]: ShapeOf<`/${Rest}`, Value> }
    : P extends `/"${infer Key}"`
      ? { readonly [K in Key]: Value }
      : P extends `/'${infer Key}'/${infer Rest}`
        ? { readonly [K in Key]: ShapeOf<`/${Rest}`, Value> }
        : P extends `/'${infer Key}'`
          ? { readonly [K in Key]: Value }
          : P extends `/${infer Key}/${infer Rest}`
            ? { readonly [K in Key]: ShapeOf<`/${Rest}`, Value> }
            : P extends `/${infer Key}`
              ? string extends Key
                ? object
                : { readonly [K in Key]: Value }
              : object;

type OptionalDeep<T> = T extends Scalar | Date | undefined
  ? T
  : { readonly [K in keyof T]?: OptionalDeep<T[K]> | undefined };

/** What keys made of these parts need to see. */
export type InputOf<Parts extends readonly Part[]> = Parts extends readonly [
  infer Head extends Part,
  ...infer Tail extends readonly Part[],
]
  ? ShapeOfPart<Head> & InputOf<Tail>
  : unknown;

/** The same, where a placeholder stands for what is missing. */
export type OptionalInputOf<Parts extends readonly Part[]> = OptionalDeep<InputOf<Parts>>;

type ShapeOfPart<P extends Part> = P extends Path
  ? ShapeOf<P, Scalar>
  : P extends TimeBucketPart<infer Q>
    ? ShapeOf<Q, Timestamp>
    : never;

/** A Date is a text once the item is sent. */
type Timestamp = string | number | Date;

type SixLevels = [1, 1, 1, 1, 1, 1];

/** The paths of an item type that lead to a value which can be part of a key. */
export type PathOf<Item> = Extract<PathWithin<Item, SixLevels, Scalar>, Path>;

/** The parts that can be made of an item type. */
export type PartOf<Item> =
  | PathOf<Item>
  | TimeBucketPart<Extract<PathWithin<Item, SixLevels, Scalar | Date>, Path>>;

type PathWithin<Item, Depth extends readonly unknown[], Leaf> = Depth extends readonly [
  unknown,
  ...infer Deeper,
]
  ? { [K in keyof Item & string]-?: PathThrough<K, NonNullable<Item[K]>, Deeper, Leaf> }[keyof Item & string]
  : never;

type PathThrough<Key extends string, Value, Depth extends readonly unknown[], Leaf> = unknown extends Value
  ? `${SegmentOf<Key>}${"" | Path}`
  : Value extends Leaf
    ? SegmentOf<Key>
    : Value extends readonly unknown[] | Date
      ? never
      : Value extends object
        ? `${SegmentOf<Key>}${PathWithin<Value, Depth, Leaf>}`
        : never;

type SegmentOf<Key extends string> = Key extends `${string}/${string}`
  ? `/"${Key}"` | `/'${Key}'`
  : `/${Key}` | `/"${Key}"` | `/'${Key}'`;
