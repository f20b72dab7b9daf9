/**
 * How many connections each client address has, so that one of them cannot take all there are. An IPv6 client has a whole
 * network of 64 bits to itself, which counts as one address.
 */
import type { Socket } from "node:net";

export class AddressCounts {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** False where the client has as many as it may; otherwise it is counted until it closes. */
  admit(socket: Socket): boolean {
    const leave = this.enter(socket.remoteAddress);
    if (leave === undefined) return false;
    socket.once("close", leave);
    return true;
  }

  /** The same for a connection of which somebody else knows when it closes: then the function is called. */
  enter(address = ""): (() => void) | undefined {
    const client = clientOf(address);
    const count = this.#counts.get(client) ?? 0;
    if (count >= this.#max) return undefined;
    this.#counts.set(client, count + 1);
    return () => {
      const left = this.#counts.get(client)! - 1;
      if (left === 0) this.#counts.delete(client);
      else this.#counts.set(client, left);
    };
  }
}

/** The address itself, or the first 64 bits of one of IPv6. */
export function clientOf(address: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  // As the system writes it: no other address has a colon.
  if (!address.includes(":")) return address;
  const [bare = ""] = address.split("%");
  const [head = "", tail] = bare.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => "0");
  const all = tail === undefined ? groups : [...groups, ...zeros, ...after];
  return all.slice(0, 4).join(":");
}
