import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { DEFAULT_STORAGE_LIMITS, Engine } from "../../engine/index.ts";
import { command as check } from "../commands/check.ts";
import { DEFAULT_CONSISTENCY, DEFAULT_HOST, WELL_KNOWN_KEY } from "../settings/defaults.ts";
import { systemEnvironment } from "./environment.ts";
import { type ServerSettings, startServer } from "./start-server.ts";

const SETTINGS: ServerSettings = {
  host: DEFAULT_HOST,
  port: 0,
  durability: "process",
  keys: { primary: WELL_KNOWN_KEY },
  throttle: "observe",
  consistency: DEFAULT_CONSISTENCY,
  storageLimits: DEFAULT_STORAGE_LIMITS,
  environment: systemEnvironment("error"),
};

test("a server that finds its port in use closes the engine that it has opened", async () => {
  const first = await startServer(SETTINGS);
  const close = vi.spyOn(Engine.prototype, "close");
  try {
    await expect(startServer({ ...SETTINGS, port: first.port })).rejects.toThrow("EADDRINUSE");
    expect(close).toHaveBeenCalledOnce();
  } finally {
    close.mockRestore();
    await first.stop();
  }
});

test("a check that fails on the way closes the data folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orrery-check-"));
  await (await startServer({ ...SETTINGS, dataFolder: folder })).stop();
  const proof = vi.spyOn(Engine.prototype, "check").mockImplementation(() => {
    throw new Error("unreadable");
  });
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    await expect(check.run({ data: folder }, [], [])).rejects.toThrow("unreadable");
    proof.mockRestore();
    expect(await check.run({ data: folder }, [], [])).toBe(true);
    expect(write).toHaveBeenLastCalledWith("Everything agrees: 0 items, 0 index entries.\n");
  } finally {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  }
});
