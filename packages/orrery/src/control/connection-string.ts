/** An account in one string, as every SDK of the service reads it. */
export interface Account {
  readonly endpoint: string;
  readonly key: string;
}

export function connectionString({ endpoint, key }: Account): string {
  return `AccountEndpoint=${endpoint}/;AccountKey=${key};`;
}

/** Undefined for a string that names no endpoint or no key. The case of the names does not matter. */
export function parseConnectionString(text: string): Account | undefined {
  const parts = new Map(
    text.split(";").map((part) => {
      const at = part.indexOf("=");
      return [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()] as const;
    }),
  );
  const endpoint = parts.get("accountendpoint");
  const key = parts.get("accountkey");
  return endpoint !== undefined && URL.canParse(endpoint) && key ? { endpoint, key } : undefined;
}
