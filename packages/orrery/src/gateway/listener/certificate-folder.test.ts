import { X509Certificate } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  CERTIFICATE_FILE,
  CERTIFICATE_KEY_FILE,
  isValidFor,
  lazyCertificate,
  loadOrCreateCertificate,
} from "./certificate-folder.ts";

const now = new Date("2026-11-15T12:00:00Z");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-certificate-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("in a folder", () => {
  test("is made once and found again", async () => {
    const deeper = join(folder, "data");
    const made = await loadOrCreateCertificate(deeper, now);
    expect(await loadOrCreateCertificate(deeper, now)).toEqual(made);
    expect(readdirSync(deeper).sort()).toEqual([CERTIFICATE_KEY_FILE, CERTIFICATE_FILE].sort());
    expect(readFileSync(join(deeper, CERTIFICATE_FILE), "utf8")).toBe(made.cert);
  });

  test.skipIf(platform() === "win32")("keeps its key from other users", async () => {
    await loadOrCreateCertificate(folder, now);
    expect(statSync(join(folder, CERTIFICATE_KEY_FILE)).mode & 0o777).toBe(0o600);
  });

  test("is made anew when it has expired", async () => {
    const made = await loadOrCreateCertificate(folder, now);
    expect(await loadOrCreateCertificate(folder, new Date("2036-11-15T11:59:59Z"))).toEqual(made);
    const again = await loadOrCreateCertificate(folder, new Date("2036-11-15T12:00:00Z"));
    expect(again.cert).not.toBe(made.cert);
    expect(await loadOrCreateCertificate(folder, new Date("2040-01-01T00:00:00Z"))).toEqual(again);
  });

  test.each([CERTIFICATE_FILE, CERTIFICATE_KEY_FILE])("is made anew when %s is damaged", async (name) => {
    const made = await loadOrCreateCertificate(folder, now);
    for (const damage of ["", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]) {
      writeFileSync(join(folder, name), damage);
      const again = await loadOrCreateCertificate(folder, now);
      expect(again).not.toEqual(made);
      expect(await loadOrCreateCertificate(folder, now)).toEqual(again);
    }
  });

  test.each(["db.example", "10.1.2.3", "[fd00::7]"])(
    "is made anew for the advertised host %s",
    async (host) => {
      const made = await loadOrCreateCertificate(folder, now);
      const again = await loadOrCreateCertificate(folder, now, host);
      expect(again.cert).not.toBe(made.cert);
      expect(isValidFor(new X509Certificate(again.cert), host)).toBe(true);
      expect(isValidFor(new X509Certificate(again.cert), "localhost")).toBe(true);
      expect(await loadOrCreateCertificate(folder, now, host)).toEqual(again);
      // It is valid for everything that is needed without the host.
      expect(await loadOrCreateCertificate(folder, now)).toEqual(again);
    },
  );

  test("is made anew when certificate and key do not belong together", async () => {
    await loadOrCreateCertificate(folder, now);
    const { key } = await loadOrCreateCertificate(undefined, now);
    writeFileSync(join(folder, CERTIFICATE_KEY_FILE), key);
    expect((await loadOrCreateCertificate(folder, now)).key).not.toBe(key);
  });
});

describe("on first need", () => {
  test("is made once for all who ask, and not before", async () => {
    const get = lazyCertificate(folder, () => now);
    expect(readdirSync(folder)).toEqual([]);
    const [one, two] = await Promise.all([get(), get()]);
    expect(one).toBe(two);
    expect(await get()).toBe(one);
  });

  test("without a folder stays in memory", async () => {
    const get = lazyCertificate(undefined, () => now);
    expect(await get()).toBe(await get());
  });

  test("is tried again after a failure", async () => {
    const path = join(folder, "data");
    writeFileSync(path, "not a folder");
    const get = lazyCertificate(path, () => now);
    await expect(get()).rejects.toMatchObject({ code: "ENOTDIR" });
    rmSync(path);
    expect((await get()).cert).toContain("BEGIN CERTIFICATE");
  });
});
