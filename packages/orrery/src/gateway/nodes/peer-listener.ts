/**
 * Where peer connections of other nodes come in. The caller proves that it has a key of the account that may write: it could do
 * everything by itself, so it is believed what it says of the requests that it relays. The proof is made for this one connection.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import type { AccountKeys } from "../auth/authenticate.ts";
import type { Frame, FrameChannel } from "../relay/frame-channel.ts";
import { RELAY_LIMITS } from "../relay/relay-frames.ts";
import { type RelayedGateway, RelayServer } from "../relay/relay-server.ts";
import { otherVersion, PeerFrame, peerProof } from "./peer-protocol.ts";
import { PeerSocket } from "./peer-socket.ts";

interface PeerListenerOptions {
  readonly nodeId: string;
  readonly keys: () => AccountKeys;
  readonly gateway: RelayedGateway;
  /** A node was not let in, for this reason. */
  readonly onRefused: (sentence: string) => void;
}

export class PeerListener {
  readonly #options: PeerListenerOptions;
  readonly #peers = new Set<IncomingPeer>();
  #isClosing = false;

  constructor(options: PeerListenerOptions) {
    this.#options = options;
  }

  /** A connection whose first byte is that of the preface. */
  serve(socket: Socket): void {
    const peer = new IncomingPeer(socket, this.#options, () => this.#peers.delete(peer));
    this.#peers.add(peer);
    if (this.#isClosing) peer.close();
  }

  /** Tells all callers to send no more requests here; they close when they have their last responses. */
  close(): void {
    this.#isClosing = true;
    for (const peer of this.#peers) peer.close();
  }

  destroy(): void {
    for (const peer of this.#peers) peer.destroy();
  }
}

class IncomingPeer {
  readonly #options: PeerListenerOptions;
  readonly #socket: PeerSocket;
  readonly #nonce = randomBytes(24).toString("base64");
  #channel: FrameChannel | undefined;
  #relay: RelayServer | undefined;
  #proofs: readonly Buffer[] = [];
  /** The keys by which it was let in. */
  #provenFor: AccountKeys | undefined;

  constructor(socket: Socket, options: PeerListenerOptions, closed: () => void) {
    this.#options = options;
    const from = socket.remoteAddress ?? "";
    this.#socket = new PeerSocket(socket, {
      met: (channel) => {
        this.#channel = channel;
        channel.send(PeerFrame.hello, 0, `${this.#nonce}\n${options.nodeId}`);
      },
      refused: (version) => options.onRefused(otherVersion(from, version)),
      take: (frame) => this.#take(frame, from),
      closed: () => {
        this.#relay?.close();
        closed();
      },
    });
  }

  close(): void {
    if (this.#relay === undefined) this.#socket.destroy();
    else this.#channel!.send(PeerFrame.leave, 0);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #take(frame: Frame, from: string): void {
    if (frame.kind === PeerFrame.proof) this.#enter(frame.text, from);
    else if (this.#relay === undefined || !this.#isProven()) this.#socket.destroy();
    else this.#relay.take(frame);
  }

  #enter(proofs: string, from: string): void {
    this.#proofs = proofs.split("\n").map((proof) => Buffer.from(proof));
    if (this.#isProven()) {
      this.#socket.open();
      this.#relay ??= new RelayServer(this.#channel!, {
        gateway: this.#options.gateway,
        accessOf: ({ access }) => access,
        wholeBytesMax: RELAY_LIMITS.chunkBytes,
      });
      this.#channel!.send(PeerFrame.welcome, 0);
    } else {
      this.#options.onRefused(`A node at ${from} has other account keys. Give all nodes the same keys.`);
      this.#socket.destroy();
    }
  }

  /** By the keys as they are now: they may have been replaced. */
  #isProven(): boolean {
    const keys = this.#options.keys();
    if (keys === this.#provenFor) return true;
    const isProven = keys.full.some((key) => {
      const expected = Buffer.from(peerProof(key, this.#nonce, this.#options.nodeId));
      return this.#proofs.some(
        (proof) => proof.length === expected.length && timingSafeEqual(proof, expected),
      );
    });
    this.#provenFor = isProven ? keys : undefined;
    return isProven;
  }
}
