import type { Path } from "./join-parts.ts";
import type { InputOf, OptionalInputOf, Part } from "./path-types.ts";
import { type DEFAULT_INTO, type SingleKeyOptions, SinglePathStrategy } from "./single-path-strategy.ts";
import type { ConcatDescription, KeyCondition, SyntheticKeyStrategy } from "./strategy.ts";

/** What an item must have; everything is optional where a placeholder stands in. */
export type InputFor<Parts extends readonly Part[], Options> = (Options extends { placeholder: unknown }
  ? OptionalInputOf<Parts>
  : InputOf<Parts>) &
  object;

/** Several properties joined into one: many values where each property alone has few. */
export function concat<
  const From extends readonly Part[],
  const Options extends { readonly placeholder?: unknown },
  const Into extends Path = typeof DEFAULT_INTO,
>(
  options: SingleKeyOptions<From, Into> & Options,
): SyntheticKeyStrategy<InputFor<From, Options>, InputFor<From, Options>, Into, string> {
  return new Concat(options) as SyntheticKeyStrategy<
    InputFor<From, Options>,
    InputFor<From, Options>,
    Into,
    string
  >;
}

class Concat extends SinglePathStrategy implements SyntheticKeyStrategy<object, object, Path, string> {
  readonly kind = "concat";

  keyOf(item: object): string {
    return this.checked(this.baseOf(item));
  }

  keysOf(natural: object): string[] {
    return [this.keyOf(natural)];
  }

  pointKeysOf(item: object): string[] {
    return [this.keyOf(item)];
  }

  conditionsOf(natural: object): KeyCondition[] {
    return [{ path: this.path, equals: this.keyOf(natural) }];
  }

  carriedKeyOf(item: object): string | undefined {
    const key = this.keyOf(item);
    return this.carried(item) === key ? key : undefined;
  }

  toJSON(): ConcatDescription {
    return { kind: this.kind, ...this.describe() };
  }
}
