/**
 * How nodes begin a peer connection, over which one relays requests to the other (`relay/relay-frames.ts`). Each end sends a preface
 * with its version and reads that of the other; then the called node sends a nonce (hello), the caller proves that it has an account
 * key (proof), and is let in (welcome).
 */
import { createHmac, type KeyObject } from "node:crypto";
import { RELAY_VERSION } from "../relay/relay-frames.ts";

/** Of the preface: neither TLS nor HTTP begins with it. */
export const PEER_FIRST_BYTE = 2;
/** By which a caller asks for a peer connection in TLS. It has no version, so that another one can be refused in words. */
export const PEER_ALPN = "orrery-peer";

export const PEER_LIMITS = {
  /** Until both ends have introduced themselves. */
  introductionBytesMax: 1024,
  introductionMs: 10_000,
} as const;

/** Beside those of the relay. */
export const PeerFrame = {
  /** From the node that was called: a nonce, and its id. */
  hello: 101,
  /** From the caller: that it has an account key. */
  proof: 102,
  welcome: 103,
  /** The node that was called is going to stop: no more exchanges. */
  leave: 104,
} as const;

const PREFACE = `${String.fromCharCode(PEER_FIRST_BYTE)}orrery peer `;
export const PREFACE_BYTES_MAX = 32;

export function preface(version: number = RELAY_VERSION): Buffer {
  return Buffer.from(`${PREFACE}${version}\n`, "latin1");
}

/** The version; undefined: it is not a node that sent this. */
export function parsePreface(line: string): number | undefined {
  const version = line.startsWith(PREFACE) ? /^\d{1,9}(?=\n$)/.exec(line.slice(PREFACE.length)) : null;
  return version === null ? undefined : Number(version[0]);
}

export function otherVersion(where: string, version: number): string {
  return `The node at ${where} speaks version ${version} of the protocol between nodes, and this node version ${RELAY_VERSION}. Run the same version of Orrery on all nodes.`;
}

export function peerProof(key: KeyObject, nonce: string, nodeId: string): string {
  return createHmac("sha256", key).update(`orrery peer\n${nonce}\n${nodeId}`).digest("base64");
}
