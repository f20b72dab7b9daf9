import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { expect, test } from "vitest";
import { remainingProcesses } from "./leftover-processes.ts";

test.runIf(process.platform === "linux")("a process is found after its parent has ended", async () => {
  const mark = randomUUID();
  const shell = spawn("sh", ["-c", "sleep 120 > /dev/null 2>&1 &"], {
    env: { ...process.env, MARK: mark },
    stdio: "ignore",
  });
  await once(shell, "close");
  const [left, ...others] = await remainingProcesses(`MARK=${mark}`, 0);
  expect(others).toEqual([]);
  expect(left!.command).toContain("sleep 120");
  process.kill(left!.pid, "SIGKILL");
  expect(await remainingProcesses(`MARK=${mark}`, 30_000)).toEqual([]);
});
