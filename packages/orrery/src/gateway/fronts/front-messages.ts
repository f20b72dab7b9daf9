/** What the engine's process and a front say to each other beside exchanges with clients: rarely, as messages of Node's own channel. */
import type { AccountKeyTexts } from "../auth/authenticate.ts";
import type { Certificate } from "../listener/certificate.ts";

/** Where a front finds the socket for frames. */
export const FRAMES_FD = 4;

export type ToFrontProcess =
  /** The account's keys: the first message, and whenever they change. */
  | { readonly kind: "keys"; readonly keys: AccountKeyTexts; readonly version: number }
  /** A client, with its socket. */
  | { readonly kind: "connection"; readonly id: number }
  /** Undefined: it could not be had, which the engine's process has logged. */
  | { readonly kind: "certificate"; readonly certificate: Certificate | undefined }
  /** Requests under way end, then the process does. */
  | { readonly kind: "stop" };

export type FromFrontProcess =
  | { readonly kind: "ready" }
  /** The connection is here. */
  | { readonly kind: "taken"; readonly id: number }
  | { readonly kind: "closed"; readonly id: number }
  | { readonly kind: "wantCertificate" }
  | { readonly kind: "failed"; readonly message: string };
