/**
 * The form of a resource token: a claim (which permission, until when) and its signature. Both are for the server alone;
 * clients send the token back as they got it.
 */

const TOKEN = /^type=resource&ver=1\.0&sig=([\w-]+);([\w-]+);$/;

export interface ResourceClaim {
  readonly permissionRid: string;
  readonly expiresAtSeconds: number;
}

export interface ResourceToken {
  readonly signature: string;
  /** As `writeResourceClaim` writes it: what is signed. */
  readonly claim: string;
}

export function parseResourceToken(text: string): ResourceToken | undefined {
  const [, signature, claim] = TOKEN.exec(text) ?? [];
  return signature === undefined || claim === undefined ? undefined : { signature, claim };
}

export function writeResourceToken({ signature, claim }: ResourceToken): string {
  return `type=resource&ver=1.0&sig=${signature};${claim};`;
}

/** Requires a claim whose signature was checked. */
export function parseResourceClaim(claim: string): ResourceClaim {
  const json = Buffer.from(claim, "base64url").toString();
  const [permissionRid, expiresAtSeconds] = JSON.parse(json) as [string, number];
  return { permissionRid, expiresAtSeconds };
}

export function writeResourceClaim({ permissionRid, expiresAtSeconds }: ResourceClaim): string {
  return Buffer.from(JSON.stringify([permissionRid, expiresAtSeconds])).toString("base64url");
}
