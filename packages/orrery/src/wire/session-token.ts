/**
 * Session tokens: how far a client has seen each partition key range, as `<range>:<version>#<lsn>`. Clients may add
 * one LSN per region (`0:0#5#0=5`), use the older form (`0:-1#5`), and join ranges by commas. Orrery writes the
 * version 0 and no regions: clients refuse to merge tokens whose lists of regions differ.
 */
import { Failure } from "../value/failure.ts";

/** The LSN per range id. */
type SessionToken = ReadonlyMap<string, number>;

export function parseSessionToken(text: string): SessionToken {
  const lsns = new Map<string, number>();
  for (const part of text.split(",")) {
    const token = part.trim();
    // Programs that join tokens leave a comma behind the last one.
    if (token === "" && lsns.size > 0) continue;
    const colon = token.indexOf(":");
    const [version, lsn, ...regions] = token.slice(colon + 1).split("#");
    if (
      colon < 1 ||
      lsn === undefined ||
      !isInteger(version!) ||
      !isInteger(lsn) ||
      !regions.every(isRegion)
    ) {
      throw new Failure("badRequest", `The session token '${text}' is not valid at '${token}'.`);
    }
    const rangeId = token.slice(0, colon);
    lsns.set(rangeId, Math.max(Number(lsn), lsns.get(rangeId) ?? 0));
  }
  return lsns;
}

export function writeSessionToken(rangeId: string, lsn: number): string {
  return `${rangeId}:0#${lsn}`;
}

/** Of 64 bits, as clients count. */
function isInteger(text: string): boolean {
  return /^-?[0-9]{1,19}$/.test(text);
}

function isRegion(text: string): boolean {
  return /^[0-9]{1,10}=-?[0-9]{1,19}$/.test(text);
}
