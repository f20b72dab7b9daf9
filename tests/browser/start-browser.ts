/**
 * A real Chromium, from npm alone. There is one for Linux on x64; where it does not start, tests that need it are
 * skipped, and say so.
 */
import chromiumFiles from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

/** Not those that the package suggests: they turn off what keeps pages of different origins apart. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--ignore-certificate-errors",
  // Chromium asks the user before a page reaches the local network; other browsers do not.
  "--disable-features=LocalNetworkAccessChecks",
];

/** Undefined where there is none. `names` all lead to this machine, as an attacker's do after rebinding. */
export async function startBrowser(names: readonly string[]): Promise<Browser | undefined> {
  const rules = names.map((name) => `MAP ${name} 127.0.0.1`).join(",");
  try {
    return await chromium.launch({
      executablePath: await chromiumFiles.executablePath(),
      args: [...FLAGS, `--host-resolver-rules=${rules}`],
      headless: true,
    });
  } catch (error) {
    console.error(
      `NO BROWSER: Chromium does not start on this machine, and nothing about browsers is proved here: ${String(error)}`,
    );
    return undefined;
  }
}
