/* What the strategies that fill one path do alike, whatever key they compute. */

import type { Path } from "./join-parts.ts";
import { SingleKey, type SingleKeyOptions } from "./single-key.ts";

export abstract class SinglePathStrategy {
  protected readonly key: SingleKey;

  constructor(options: SingleKeyOptions) {
    this.key = new SingleKey(options);
  }

  get into(): readonly Path[] {
    return [this.key.into];
  }

  get dependsOn(): readonly Path[] {
    return this.key.base.paths;
  }

  get partitionKeyVersion(): 1 | 2 {
    return this.key.partitionKeyVersion;
  }

  get isUnambiguous(): boolean {
    return !this.key.plain;
  }

  put<Item extends object>(item: Item, key: string): Item {
    return this.key.put(item, key);
  }

  hasNaturalKey(natural: object): boolean {
    return this.key.base.isComplete(natural);
  }
}
