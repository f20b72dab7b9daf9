/**
 * The stand-in for a token of Microsoft Entra ID that the tests of the SDKs make for an emulator: a JSON web token whose
 * claims say from when to when it holds, and whose signature part is the text of an account key, in base64url. There is
 * no issuer behind it: who can make one has the key.
 */

export interface EmulatorToken {
  /** An account key in base64, as it claims. */
  readonly keyText: string;
  readonly notBeforeSeconds: number;
  readonly expiresAtSeconds: number;
}

/** Undefined for a text of another form. */
export function parseEmulatorToken(text: string): EmulatorToken | undefined {
  const [header, claims, signature, ...more] = text.split(".");
  if (header === undefined || claims === undefined || signature === undefined || more.length > 0)
    return undefined;
  const { nbf = 0, exp } = claimsOf(claims);
  if (typeof nbf !== "number" || typeof exp !== "number") return undefined;
  return { keyText: decoded(signature), notBeforeSeconds: nbf, expiresAtSeconds: exp };
}

function claimsOf(part: string): { readonly nbf?: unknown; readonly exp?: unknown } {
  try {
    return Object(JSON.parse(decoded(part)));
  } catch {
    return {};
  }
}

function decoded(part: string): string {
  return Buffer.from(part, "base64url").toString();
}
