/** Signs requests as every client does: HMAC-SHA256 with the account key over method, type, link and date. */

/** Made of a key in base64; throws if it is none. */
export async function importKey(text: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

export async function signedHeaders(
  key: CryptoKey,
  method: string,
  type: string,
  link: string,
): Promise<Record<string, string>> {
  const date = new Date().toUTCString();
  const text = `${method.toLowerCase()}\n${type}\n${link}\n${date.toLowerCase()}\n\n`;
  const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(signature)));
  return {
    authorization: encodeURIComponent(`type=master&ver=1.0&sig=${base64}`),
    "x-ms-date": date,
    "x-ms-version": "2020-07-15",
  };
}
