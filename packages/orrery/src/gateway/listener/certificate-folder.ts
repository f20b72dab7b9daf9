/**
 * The certificate of a server: made when it is first needed, and kept in the data folder, so that clients who
 * trust it go on trusting it. Without a folder it lives as long as the process. It is made anew when it has
 * expired, when the files do not hold a certificate and its key, or when it is not valid for the advertised host; not when
 * the machine's name has changed, because that would break the trust of every client for the sake of one name.
 */
import { createPrivateKey, randomUUID, X509Certificate } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { type Certificate, createCertificate } from "./certificate.ts";

export const CERTIFICATE_FILE = "certificate.pem";
export const CERTIFICATE_KEY_FILE = "certificate-key.pem";

/** `extraHost`: what it must be valid for beside this machine; IPv6 in brackets. */
export async function loadOrCreateCertificate(
  folder: string | undefined,
  now: Date,
  extraHost?: string,
): Promise<Certificate> {
  if (folder === undefined) return createCertificate(now, extraHost);
  const stored = await readCertificate(folder);
  if (stored !== undefined && isUsable(stored, now, extraHost)) return stored;
  const made = await createCertificate(now, extraHost);
  await mkdir(folder, { recursive: true });
  // If only the first of them gets there, the two do not match, and the next start makes both anew.
  await replaceFile(join(folder, CERTIFICATE_KEY_FILE), made.key, 0o600);
  await replaceFile(join(folder, CERTIFICATE_FILE), made.cert, 0o644);
  return made;
}

/** Loads or creates once, on the first call. A failure is not kept: the next call tries again. */
export function lazyCertificate(
  folder: string | undefined,
  now: () => Date,
  extraHost?: string,
): () => Promise<Certificate> {
  let certificate: Promise<Certificate> | undefined;
  return () => {
    certificate ??= loadOrCreateCertificate(folder, now(), extraHost).catch((error: unknown) => {
      certificate = undefined;
      throw error;
    });
    return certificate;
  };
}

async function readCertificate(folder: string): Promise<Certificate | undefined> {
  try {
    const [key, cert] = await Promise.all([
      readFile(join(folder, CERTIFICATE_KEY_FILE), "utf8"),
      readFile(join(folder, CERTIFICATE_FILE), "utf8"),
    ]);
    return { key, cert };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isUsable({ key, cert }: Certificate, now: Date, extraHost: string | undefined): boolean {
  try {
    const parsed = new X509Certificate(cert);
    if (extraHost !== undefined && !isValidFor(parsed, extraHost)) return false;
    return parsed.checkPrivateKey(createPrivateKey(key)) && new Date(parsed.validTo) > now;
  } catch {
    return false;
  }
}

/** IPv6 in brackets. */
export function isValidFor(certificate: X509Certificate, host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  return (isIP(address) ? certificate.checkIP(address) : certificate.checkHost(address)) !== undefined;
}

async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, text, { mode });
  await rename(temporary, path);
}
