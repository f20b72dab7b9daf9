/** In a request to the control API: asks for what a node has itself, and for nothing of others. */
export const OWN_PART = "part=own";

export function isOwnPart({ target }: { readonly target: string }): boolean {
  return target.split("?", 2)[1]?.split("&").includes(OWN_PART) === true;
}
