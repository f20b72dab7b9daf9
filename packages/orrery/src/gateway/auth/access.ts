/** What whoever sent a request may do. */
export type Access =
  | { readonly kind: "full" }
  | { readonly kind: "readOnly" }
  /** `token` is the text that the permission's `_token` had. */
  | { readonly kind: "token"; readonly token: string };
