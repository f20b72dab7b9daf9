import { X509Certificate } from "node:crypto";
import { hostname } from "node:os";
import { expect, test } from "vitest";
import { createCertificate } from "./certificate.ts";

const now = new Date("2026-11-15T12:00:00Z");

test("is self-signed on an elliptic curve, and no authority", async () => {
  const { key, cert } = await createCertificate(now);
  const parsed = new X509Certificate(cert);
  expect(parsed.ca).toBe(false);
  expect(parsed.verify(parsed.publicKey)).toBe(true);
  expect(parsed.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
  expect(parsed.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  expect(key).toContain("BEGIN PRIVATE KEY");
});

test("names every way to reach a local server", async () => {
  const parsed = new X509Certificate((await createCertificate(now)).cert);
  for (const name of ["localhost", "host.docker.internal", "orrery", hostname()]) {
    expect(parsed.checkHost(name)).toBe(name);
  }
  for (const address of ["127.0.0.1", "::1"]) expect(parsed.checkIP(address)).toBe(address);
  expect(parsed.checkHost("example.com")).toBeUndefined();
});

test.each([
  ["2026-11-15T12:00:00Z", "2026-11-14T12:00:00.000Z", "2036-11-15T12:00:00.000Z"],
  // From 2050 on, X.509 writes years with four digits.
  ["2041-02-03T04:05:06Z", "2041-02-02T04:05:06.000Z", "2051-02-03T04:05:06.000Z"],
])("made at %s it is valid from %s to %s", async (made, from, to) => {
  const parsed = new X509Certificate((await createCertificate(new Date(made))).cert);
  expect(new Date(parsed.validFrom).toISOString()).toBe(from);
  expect(new Date(parsed.validTo).toISOString()).toBe(to);
});

test("no two share a key or a serial number", async () => {
  const [one, two] = await Promise.all([createCertificate(now), createCertificate(now)]);
  expect(one.key).not.toBe(two.key);
  expect(new X509Certificate(one.cert).serialNumber).not.toBe(new X509Certificate(two.cert).serialNumber);
});
