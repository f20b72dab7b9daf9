/**
 * Resource tokens: what a permission gives its user. A token names the permission and when it expires, signed with
 * a secret of the account; what it opens is looked up in the permission itself, so that deleting or changing the
 * permission takes effect at once.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { Failure } from "../../value/failure.ts";
import {
  parseResourceClaim,
  parseResourceToken,
  type ResourceToken,
  writeResourceClaim,
  writeResourceToken,
} from "../../wire/resource-token.ts";

export const TOKEN_SECONDS_DEFAULT = 3_600;
export const TOKEN_SECONDS_MIN = 10;
export const TOKEN_SECONDS_MAX = 86_400;

export class ResourceTokens {
  readonly #secret: Buffer;

  /** When the account's key changes, all earlier tokens become invalid. */
  constructor(accountKey: string) {
    this.#secret = createHmac("sha256", Buffer.from(accountKey, "base64")).update("resource tokens").digest();
  }

  mint(permissionRid: string, expiresAtSeconds: number): string {
    const claim = writeResourceClaim({ permissionRid, expiresAtSeconds });
    return writeResourceToken({ signature: this.#sign(claim), claim });
  }

  /** The permission that a token speaks for. */
  permissionOf(token: string, nowSeconds: number): string {
    const parsed = parseResourceToken(token);
    if (parsed === undefined || !this.#isSigned(parsed)) {
      throw new Failure("unauthorized", "The resource token is not one of this account.");
    }
    const { permissionRid, expiresAtSeconds } = parseResourceClaim(parsed.claim);
    if (nowSeconds >= expiresAtSeconds) {
      throw new Failure(
        "forbidden",
        "The resource token has expired. Read the permission again to get a new one.",
      );
    }
    return permissionRid;
  }

  #isSigned({ signature, claim }: ResourceToken): boolean {
    const expected = Buffer.from(this.#sign(claim));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  #sign(claim: string): string {
    return createHmac("sha256", this.#secret).update(claim).digest("base64url");
  }
}
