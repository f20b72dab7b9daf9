/** A token that carries the key: unlike a signature, it fits any path. */
export function keyToken(key: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = part({ nbf: 0, exp: 4_000_000_000 });
  const token = `${part({ alg: "none" })}.${claims}.${Buffer.from(key).toString("base64url")}`;
  return encodeURIComponent(`type=aad&ver=1.0&sig=${token}`);
}
