/** Every limit of a connection in direct mode, in one place. */
import type { FrameLimits } from "../../wire/rntbd/frame-reader.ts";
import { BODY_BYTES_MAX } from "../exchange/read-body.ts";
import type { ListenerLimits } from "../listener/listener-limits.ts";

export interface DirectLimits
  extends FrameLimits,
    Pick<
      ListenerLimits,
      "handshakeTimeoutMs" | "connectionsMax" | "connectionsPerAddressMax" | "closeGraceMs"
    > {
  /** From the handshake to the first request whose signature is good. */
  readonly unauthenticatedTimeoutMs: number;
  /** From the first byte of a frame to its last. */
  readonly frameTimeoutMs: number;
  /** Without a request. */
  readonly idleTimeoutMs: number;
  /** Until the client has taken what is ready for it. */
  readonly answerTimeoutMs: number;
  /** How often the four above are looked at. */
  readonly timeoutCheckMs: number;
  /** While so many requests of a connection are under way, nothing more is read from it. */
  readonly requestsMax: number;
  /** The same for the bytes of their payloads, and of answers that the client has not taken. */
  readonly bytesUnderWayMax: number;
}

export const DIRECT_LIMITS: DirectLimits = {
  // A continuation token, a session token and a partition key, each as long as a token can be.
  frameBytesMax: 256 * 1024,
  tokensMax: 512,
  payloadBytesMax: BODY_BYTES_MAX,
  discardedBytesMax: 64 * 1024 * 1024,
  handshakeTimeoutMs: 30_000,
  unauthenticatedTimeoutMs: 60_000,
  frameTimeoutMs: 300_000,
  // Longer than clients keep an idle connection by default, so that they close it and not we.
  idleTimeoutMs: 3_600_000,
  answerTimeoutMs: 300_000,
  timeoutCheckMs: 5_000,
  // Clients send 30 at once by default. Each may have an answer of 4 MB.
  requestsMax: 64,
  bytesUnderWayMax: 16 * 1024 * 1024,
  connectionsMax: 10_000,
  connectionsPerAddressMax: 5_000,
  closeGraceMs: 10_000,
};
