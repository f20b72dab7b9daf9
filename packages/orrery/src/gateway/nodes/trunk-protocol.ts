/**
 * What nodes say to each other over a trunk, a connection that is kept. It begins with a preface, then both ends introduce themselves
 * (hello, proof, welcome). After that, exchanges run side by side. A request and its answer begin with a frame that has the lines of
 * the head as its text, and a small body as a whole. A large body follows in pieces, so that others come in between, and no more of
 * them than the receiver has given credit for.
 */

/** Begins with a byte that neither TLS nor HTTP begins with. */
export const TRUNK_PREFACE = Buffer.from("\x02orrery trunk 1\n", "latin1");
/** By which a client says in TLS that it wants a trunk. */
export const TRUNK_PROTOCOL = "orrery-trunk-1";

export const TRUNK_LIMITS = {
  /** Of a body, in one frame. */
  pieceBytes: 64 * 1024,
  /** Of a body, on their way and not yet taken. */
  windowBytes: 256 * 1024,
  /** Lines of a head, and a piece; of an answer to a request with large headers. */
  frameBytesMax: 512 * 1024,
  /** Until both ends have introduced themselves. */
  introductionBytesMax: 1024,
  introductionMs: 10_000,
} as const;

export const TrunkKind = {
  /** From the node that was called: a text that is used once, and its id. */
  hello: 1,
  /** From the caller: that it has an account key. */
  proof: 2,
  welcome: 3,
  /** The bytes of the body, then the lines of the head. */
  request: 4,
  /** The status, 0 where the client is to be cut off; then as in a request. */
  answer: 5,
  piece: 6,
  /** So many bytes more may be sent of a body. */
  credit: 7,
  /** Nobody waits for the exchange any more. */
  cancel: 8,
  /** The node that was called is going to stop: no more exchanges. */
  leave: 9,
} as const;
