/**
 * Who is using the page. On this machine the well-known key is tried first, so that a fresh server opens at once; any
 * other key is asked for and kept for this tab alone.
 */
import { signal } from "@preact/signals";
import { isLoopback } from "./loopback.ts";
import { OrreryClient, Refusal } from "./orrery-client.ts";
import { importKey } from "./sign.ts";

/** Of all emulators: no secret. */
export const WELL_KNOWN_KEY =
  "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";
const STORED = "orrery-key";

export interface Session {
  readonly client: OrreryClient;
  readonly keyText: string;
  readonly mayWrite: boolean;
  readonly version: string;
  readonly inMemory: boolean;
}

export type SessionState =
  | { readonly kind: "opening" }
  | { readonly kind: "asking"; readonly reason?: string }
  /** The browser signs nothing on pages that came over an open network. */
  | { readonly kind: "insecure" }
  | { readonly kind: "unreachable" }
  | { readonly kind: "open"; readonly session: Session };

export const sessionState = signal<SessionState>({ kind: "opening" });

export async function openSession(): Promise<void> {
  if (globalThis.crypto?.subtle === undefined) {
    sessionState.value = { kind: "insecure" };
    return;
  }
  const stored = sessionStorage.getItem(STORED);
  const candidate = stored ?? (isLoopback(location.hostname) ? WELL_KNOWN_KEY : undefined);
  if (candidate === undefined) sessionState.value = { kind: "asking" };
  else await tryKey(candidate, { isGuess: true });
}

/** A guess that is wrong is not worth a word. */
export async function tryKey(text: string, { isGuess = false } = {}): Promise<void> {
  const key = text.trim();
  try {
    const client = new OrreryClient(await importKey(key));
    const { access, version, inMemory } = await client.server();
    if (key !== WELL_KNOWN_KEY) sessionStorage.setItem(STORED, key);
    const session = { client, keyText: key, mayWrite: access === "full", version, inMemory };
    sessionState.value = { kind: "open", session };
  } catch (error) {
    sessionState.value = afterFailure(error, isGuess);
  }
}

export function closeSession(): void {
  sessionStorage.removeItem(STORED);
  sessionState.value = { kind: "asking" };
}

function afterFailure(error: unknown, isGuess: boolean): SessionState {
  if (error instanceof Refusal) {
    sessionStorage.removeItem(STORED);
    return isGuess ? { kind: "asking" } : { kind: "asking", reason: reasonOf(error) };
  }
  if (error instanceof DOMException)
    return { kind: "asking", reason: "This is not a key: keys are written in base64." };
  return { kind: "unreachable" };
}

function reasonOf({ status, message }: Refusal): string {
  return status === 401 ? "The server does not know this key." : message;
}
