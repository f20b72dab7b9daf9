/** The engine's side of one front: its requests are answered as those of a client in this process are. */
import type { Socket } from "node:net";
import type { Credentials } from "../auth/credentials.ts";
import { FrameChannel } from "../relay/frame-channel.ts";
import { type RelayedGateway, RelayServer } from "../relay/relay-server.ts";

/**
 * Responses go whole: a page in chunks takes 1.3 times the processor time, and what the front holds of it is counted here until its
 * client has taken it.
 */
export function serveFront(front: Socket, gateway: RelayedGateway, credentials: Credentials): void {
  const channel = new FrameChannel(front, (frame) => relay.take(frame));
  const relay = new RelayServer(channel, {
    gateway,
    // A front may not have heard yet that the keys were changed.
    accessOf: ({ access, keysVersion }) => (keysVersion === credentials.version ? access : undefined),
    wholeBytesMax: Number.POSITIVE_INFINITY,
  });
  front.on("error", () => front.destroy());
  // With the front, its clients have lost their connections.
  front.on("close", () => relay.close());
}
