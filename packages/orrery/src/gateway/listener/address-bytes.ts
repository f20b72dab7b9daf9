/** The bytes of an IP address, as certificates have them. */
import { isIPv4, isIPv6 } from "node:net";

const IPV6_GROUPS = 8;

/** IPv6 with or without brackets. Undefined for a name. */
export function addressBytes(host: string): Buffer | undefined {
  if (isIPv4(host)) return Buffer.from(host.split(".").map(Number));
  const address = host.replace(/^\[|\]$/g, "");
  if (!isIPv6(address)) return undefined;
  // A URL writes every form in groups of hexadecimal digits, with at most one run of zeros left out.
  const [before, after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::") as [
    string,
    string?,
  ];
  const head = groupsIn(before);
  const tail = groupsIn(after ?? "");
  const zeros = Array<number>(IPV6_GROUPS - head.length - tail.length).fill(0);
  return Buffer.from([...head, ...zeros, ...tail].flatMap((group) => [group >> 8, group & 0xff]));
}

function groupsIn(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}
