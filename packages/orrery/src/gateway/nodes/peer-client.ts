/**
 * The end of a peer connection that relays requests. It proves that it has an account key; from then on the other end believes what
 * it says each request may do.
 */
import type { KeyObject } from "node:crypto";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import type { Frame, FrameChannel } from "../relay/frame-channel.ts";
import { type RelayBody, RelayBroken, RelayClient, type RelayExchange } from "../relay/relay-client.ts";
import { RELAY_LIMITS, type RelayedRequest, type RelayTerms } from "../relay/relay-frames.ts";
import { otherVersion, PEER_ALPN, PeerFrame, peerProof } from "./peer-protocol.ts";
import { PeerSocket } from "./peer-socket.ts";

export interface PeerNode {
  readonly id: string;
  /** Undefined until it takes requests. */
  readonly address: string | undefined;
}

export interface PeerExchange {
  /** Fails with `RelayBroken`. */
  readonly response: Promise<GatewayResponse>;
  /** The response is not wanted any more. Does nothing once it was taken. */
  cancel(): void;
}

interface PeerClientOptions {
  readonly node: PeerNode;
  /** Of the account, that may do everything; the other node has one of them. */
  readonly keys: () => readonly KeyObject[];
  /** The other node cannot be talked to, for this reason. */
  readonly onRefused: (sentence: string) => void;
}

export class PeerClient {
  readonly #options: PeerClientOptions;
  readonly #socket: PeerSocket;
  #channel!: FrameChannel;
  #relay: RelayClient | undefined;
  /** Until the other node lets it in. */
  #early: { send(relay: RelayClient): void; fail(): void }[] = [];
  #isLeaving = false;

  constructor(options: PeerClientOptions) {
    this.#options = options;
    const { node, onRefused } = options;
    this.#socket = new PeerSocket(connectTo(node), {
      met: (channel) => {
        this.#channel = channel;
      },
      refused: (version) => onRefused(otherVersion(node.address ?? node.id, version)),
      take: (frame) => this.#take(frame),
      closed: () => this.#closed(),
    });
  }

  /** Whether it takes more exchanges. */
  get isUsable(): boolean {
    return !this.#isLeaving && !this.#socket.isClosed;
  }

  exchange(request: RelayedRequest, terms: RelayTerms, body: Buffer | undefined): PeerExchange {
    let exchange: RelayExchange | undefined;
    let isCancelled = false;
    const response = new Promise<GatewayResponse>((resolve, reject) => {
      const send = (relay: RelayClient) => {
        exchange = relay.open({
          answer: (answer) => {
            resolve(answer);
            // From here on the memory of a body that is here is counted here; one in chunks is ended by its reader.
            if (answer.pieces === undefined) exchange!.end();
          },
          cut: () => reject(new RelayBroken(true)),
        });
        exchange.send(request, terms, placed(body));
        if (isCancelled) exchange.end();
      };
      if (this.#relay !== undefined) send(this.#relay);
      else this.#early.push({ send, fail: () => reject(new RelayBroken(false)) });
    });
    const cancel = () => {
      isCancelled = true;
      exchange?.end();
    };
    return { response, cancel };
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #take(frame: Frame): void {
    switch (frame.kind) {
      case PeerFrame.hello:
        this.#prove(frame.text);
        break;
      case PeerFrame.welcome:
        this.#enter();
        break;
      case PeerFrame.leave:
        this.#isLeaving = true;
        this.#endIfDone();
        break;
      default:
        if (this.#relay === undefined) this.#socket.destroy();
        else this.#relay.take(frame);
    }
  }

  #prove(text: string): void {
    const [nonce = "", id = ""] = text.split("\n");
    // Another node may have the address by now.
    if (id !== this.#options.node.id) this.#socket.destroy();
    else {
      // While keys are being replaced, nodes have one of them in common.
      const proofs = this.#options.keys().map((key) => peerProof(key, nonce, id));
      this.#channel.send(PeerFrame.proof, 0, proofs.join("\n"));
    }
  }

  #enter(): void {
    this.#socket.open();
    const relay = new RelayClient(this.#channel, () => this.#endIfDone());
    this.#relay = relay;
    for (const { send } of this.#early.splice(0)) send(relay);
  }

  #endIfDone(): void {
    if (this.#isLeaving && this.#relay?.isIdle !== false) this.#socket.end();
  }

  #closed(): void {
    for (const { fail } of this.#early.splice(0)) fail();
    this.#relay?.close();
  }
}

/** A large body goes when the other node has room for it. */
function placed(body: Buffer | undefined): RelayBody {
  return body === undefined || body.length <= RELAY_LIMITS.chunkBytes ? body : () => Promise.resolve(body);
}

function connectTo({ address }: PeerNode): Socket {
  const { protocol, hostname, port } = new URL(address ?? "http://0.0.0.0");
  const isSecure = protocol === "https:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const to = { host, port: Number(port || (isSecure ? 443 : 80)) };
  if (!isSecure) return connect(to);
  const name = isIP(host) === 0 ? { servername: host } : {};
  return connectSecurely({ ...to, ...name, ALPNProtocols: [PEER_ALPN] });
}
