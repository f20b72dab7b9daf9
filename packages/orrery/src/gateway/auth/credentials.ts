/** The keys of the account and the tokens that they sign. They change together, while requests are served. */
import { AccountKeys, type AccountKeyTexts } from "./authenticate.ts";
import { ResourceTokens } from "./resource-tokens.ts";

export class Credentials {
  #current: { readonly keys: AccountKeys; readonly tokens: ResourceTokens; readonly texts: AccountKeyTexts };
  #version = 1;

  /** Throws a Failure for a key that is none. */
  constructor(texts: AccountKeyTexts) {
    this.#current = made(texts);
  }

  /** From the next request on. If one of them is no key, a Failure is thrown and nothing has changed. */
  replace(texts: AccountKeyTexts): void {
    this.#current = made(texts);
    this.#version++;
  }

  /** Another one whenever they change. */
  get version(): number {
    return this.#version;
  }

  get texts(): AccountKeyTexts {
    return this.#current.texts;
  }

  get keys(): AccountKeys {
    return this.#current.keys;
  }

  get tokens(): ResourceTokens {
    return this.#current.tokens;
  }
}

function made(texts: AccountKeyTexts) {
  return { keys: new AccountKeys(texts), tokens: new ResourceTokens(texts.primary), texts };
}
