/** Every limit of a connection, in one place. */
export interface ListenerLimits {
  /** Of a connection that has not yet sent a byte. */
  readonly firstByteTimeoutMs: number;
  /** Of a TLS handshake. */
  readonly handshakeTimeoutMs: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestTimeoutMs: number;
  /** How often the two above are looked at. */
  readonly timeoutCheckMs: number;
  /** From the moment that an answer is ready until the client has taken the last of it. */
  readonly answerTimeoutMs: number;
  /** Between two requests of a connection. */
  readonly keepAliveTimeoutMs: number;
  /** Request line and headers. */
  readonly headerBytesMax: number;
  /** Requests at a time on one HTTP/1.1 connection, of a client that does not wait for answers; then it is not read on. */
  readonly pipelinedMax: number;
  /** Requests at a time on one HTTP/2 connection. */
  readonly streamsMax: number;
  /** Requests of one HTTP/2 connection in one turn of the event loop, beyond which it is closed. */
  readonly streamsPerTurnMax: number;
  /** Streams that an HTTP/2 client may reset at once, beyond which its connection is closed. */
  readonly resetsMax: number;
  /** How fast they come back. */
  readonly resetsPerSecondMax: number;
  /** What an HTTP/2 client may send ahead, on a stream and on a connection. */
  readonly windowBytes: number;
  /** Of one HTTP/2 connection, most of it answers that the client has not taken. */
  readonly sessionBytesMax: number;
  /** More are closed as soon as they come. */
  readonly connectionsMax: number;
  /** The same for those of one client address. */
  readonly connectionsPerAddressMax: number;
  /** How long `close` lets requests run before it cuts them off. */
  readonly closeGraceMs: number;
}

export const LISTENER_LIMITS: ListenerLimits = {
  firstByteTimeoutMs: 60_000,
  handshakeTimeoutMs: 30_000,
  headersTimeoutMs: 60_000,
  requestTimeoutMs: 300_000,
  timeoutCheckMs: 5_000,
  answerTimeoutMs: 300_000,
  // Longer than the pools of the SDKs keep an idle connection, so that they close it and not we, who might
  // close it just as the next request comes in.
  keepAliveTimeoutMs: 240_000,
  // A continuation token alone may have 16 KB, a session token of many partitions as much again.
  headerBytesMax: 64 * 1024,
  // Hardly any client sends a second request before the first answer.
  pipelinedMax: 8,
  streamsMax: 100,
  // Until a client knows how many streams it may have, it may send more of them.
  streamsPerTurnMax: 400,
  // A client that loses patience resets all its streams at once, and again after its next try.
  resetsMax: 200,
  resetsPerSecondMax: 33,
  windowBytes: 1024 * 1024,
  // All streams may wait with a full page each.
  sessionBytesMax: 512 * 1024 * 1024,
  connectionsMax: 10_000,
  // All clients of a laptop, of a build server, or behind a proxy share an address.
  connectionsPerAddressMax: 5_000,
  closeGraceMs: 10_000,
};
