/** What every file of journeys begins with: one server, one browser, pages that are closed and looked through for faults. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startBrowser } from "../browser/start-browser.ts";
import { TestServer } from "../harness/test-server.ts";
import { accessibilityFaults, type ExplorerPage, openExplorer } from "./explorer-page.ts";

interface Skips {
  skip(note?: string): never;
}

interface OpenOptions {
  readonly theme?: "light" | "dark";
  readonly width?: number;
  readonly endpoint?: string;
}

export interface ExplorerSuite {
  readonly server: TestServer;
  readonly browser: Browser | undefined;
  /** What the page that was opened last wrote to the console as an error, or asked of other hosts. */
  readonly lastFaults: string[];
  /** Skips the test where there is no browser, which has been told. */
  open(context: Skips, path?: string, options?: OpenOptions): Promise<Page>;
}

/** Registers what is done before and after the tests of a file; `prepare` fills the server. */
export function explorerSuite(prepare: (server: TestServer) => Promise<void>): ExplorerSuite {
  let server: TestServer;
  let browser: Browser | undefined;
  const opened: ExplorerPage[] = [];
  beforeAll(async () => {
    [server, browser] = await Promise.all([TestServer.start(), startBrowser(["evil.test"])]);
    await prepare(server);
  });
  afterEach(async () => {
    for (const page of opened.splice(0)) {
      await page.close();
      expect(page.faults).toEqual([]);
    }
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
  });
  return {
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },
    get lastFaults() {
      return opened.at(-1)!.faults;
    },
    open: async (context, path = "", options = {}) => {
      if (browser === undefined) return context.skip("There is no browser.");
      const page = await openExplorer(browser, { endpoint: server.orrery.endpoint, ...options }, path);
      opened.push(page);
      return page.page;
    },
  };
}

/** Each page, by its path and by what is on it when it is ready, in both colours and at both widths. */
export function testAccess(suite: ExplorerSuite, pages: Readonly<Record<string, string>>): void {
  describe.each(["light", "dark"] as const)("in %s colours", (theme) => {
    test.for(Object.entries(pages))("%s is accessible, and fits a phone", async ([path, ready], context) => {
      const page = await suite.open(context, path, { theme, width: 400 });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator(ready).first().waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      await page.setViewportSize({ width: 1280, height: 900 });
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });
}

export async function expectText(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor();
}
