/** As every SDK of the service reads it. */
export function connectionString(endpoint: string, key: string): string {
  return `AccountEndpoint=${endpoint}/;AccountKey=${key};`;
}
