/**
 * The certificate of a server: made when it is first needed, and kept in the data folder, so that clients who
 * trust it go on trusting it. Without a folder it lives as long as the process. It is made anew when it has
 * expired, or when the files do not hold a certificate and its key; not when the machine's name has changed,
 * because that would break the trust of every client for the sake of one name.
 */
import { createPrivateKey, randomUUID, X509Certificate } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Certificate, createCertificate } from "./certificate.ts";

export const CERTIFICATE_FILE = "certificate.pem";
export const CERTIFICATE_KEY_FILE = "certificate-key.pem";

export async function loadOrCreateCertificate(folder: string | undefined, now: Date): Promise<Certificate> {
  if (folder === undefined) return createCertificate(now);
  const kept = await readCertificate(folder);
  if (kept !== undefined && isUsable(kept, now)) return kept;
  const made = await createCertificate(now);
  await mkdir(folder, { recursive: true });
  // If only the first of them gets there, the two do not match, and the next start makes both anew.
  await replaceFile(join(folder, CERTIFICATE_KEY_FILE), made.key, 0o600);
  await replaceFile(join(folder, CERTIFICATE_FILE), made.cert, 0o644);
  return made;
}

/** Loads or creates once, on the first call. A failure is not kept: the next call tries again. */
export function lazyCertificate(folder: string | undefined, now: () => Date): () => Promise<Certificate> {
  let certificate: Promise<Certificate> | undefined;
  return () => {
    certificate ??= loadOrCreateCertificate(folder, now()).catch((error: unknown) => {
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

function isUsable({ key, cert }: Certificate, now: Date): boolean {
  try {
    const parsed = new X509Certificate(cert);
    return parsed.checkPrivateKey(createPrivateKey(key)) && new Date(parsed.validTo) > now;
  } catch {
    return false;
  }
}

async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, text, { mode });
  await rename(temporary, path);
}
