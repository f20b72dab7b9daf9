/**
 * Makes a self-signed certificate for the names under which a local server is reached: a client who trusts its PEM
 * trusts the server. It may sign no others, because rustls takes no authority's certificate from a server. X.509 v3 (RFC 5280), ECDSA P-256 with SHA-256.
 */
import { createHash, generateKeyPair, type KeyObject, randomBytes, sign } from "node:crypto";
import { hostname } from "node:os";
import { promisify } from "node:util";
import { addressBytes } from "./address-bytes.ts";
import { der } from "./der.ts";

/** PEM texts. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const VALID_YEARS = 10;

const DAY_MS = 24 * 60 * 60 * 1000;

const IP_ADDRESSES = [Buffer.from([127, 0, 0, 1]), Buffer.from([...Array(15).fill(0), 1])];

const ECDSA_WITH_SHA256 = der.sequence(der.objectIdentifier("1.2.840.10045.4.3.2"));

/** `extraHost`: a name or an address beside those of every server; IPv6 in brackets. */
export async function createCertificate(now: Date, extraHost?: string): Promise<Certificate> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("ec", { namedCurve: "P-256" });
  const tbs = toBeSigned(publicKey, now, extraHost);
  const signature = sign("sha256", tbs, privateKey);
  const bytes = der.sequence(tbs, ECDSA_WITH_SHA256, der.bitString(signature));
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), cert: toPem(bytes) };
}

function toBeSigned(publicKey: KeyObject, now: Date, extraHost: string | undefined): Buffer {
  // Machines and containers disagree about the time: begin a day early.
  const notBefore = new Date(now.getTime() - DAY_MS);
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + VALID_YEARS);
  const name = der.sequence(
    der.set(der.sequence(der.objectIdentifier("2.5.4.3"), der.utf8String("Orrery on this machine"))),
  );
  const spki = publicKey.export({ type: "spki", format: "der" });
  const version3 = der.tagged(0, der.integer(Buffer.from([2])));
  return der.sequence(
    version3,
    der.integer(randomBytes(16)),
    ECDSA_WITH_SHA256,
    name,
    der.sequence(der.time(notBefore), der.time(notAfter)),
    name,
    spki,
    der.tagged(3, der.sequence(...extensions(spki, extraHost))),
  );
}

function extensions(spki: Buffer, extraHost: string | undefined): Buffer[] {
  const keyId = createHash("sha1").update(spki).digest();
  // Bits from the top: 0 is digitalSignature; the other seven of the byte are not used.
  const keyUsage = der.bitString(Buffer.from([0b1000_0000]), 7);
  const serverAuthentication = der.objectIdentifier("1.3.6.1.5.5.7.3.1");
  return [
    extension("2.5.29.19", der.sequence(), "critical"),
    extension("2.5.29.15", keyUsage, "critical"),
    extension("2.5.29.37", der.sequence(serverAuthentication)),
    extension("2.5.29.17", der.sequence(...subjectNames(extraHost))),
    extension("2.5.29.14", der.octetString(keyId)),
    extension("2.5.29.35", der.sequence(der.taggedBytes(0, keyId))),
  ];
}

function extension(id: string, value: Buffer, critical?: "critical"): Buffer {
  const mark = critical === undefined ? [] : [der.boolean(true)];
  return der.sequence(der.objectIdentifier(id), ...mark, der.octetString(value));
}

function subjectNames(extraHost: string | undefined): Buffer[] {
  const machine = hostname();
  const names = new Set(["localhost", "host.docker.internal", "orrery"]);
  const addresses: Buffer[] = [...IP_ADDRESSES];
  if (/^[\x21-\x7e]+$/.test(machine)) names.add(machine);
  if (extraHost !== undefined) {
    const address = addressBytes(extraHost);
    if (address === undefined) names.add(extraHost);
    else if (!addresses.some((known) => known.equals(address))) addresses.push(address);
  }
  return [
    ...Array.from(names, (name) => der.taggedBytes(2, Buffer.from(name))),
    ...addresses.map((address) => der.taggedBytes(7, address)),
  ];
}

function toPem(bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
