/** A page of the explorer in a real browser. Whatever it writes to the console as an error, or asks of other hosts, is kept. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The browser writes every refusal to the console: of a wrong key or query, of what is not there, of a stale ETag, of too much. */
const REFUSAL = /^Failed to load resource: the server responded with a status of (400|401|404|409|412|429) /;

/**
 * When a keyword at the beginning of a query is written over, Chromium keeps its looks for what follows, as a style
 * attribute, which the policy refuses: this is its hash. The editor draws the text anew, so nothing is lost.
 */
const REPLACED_KEYWORD = "sha256-33rV9Pg4/i+nf90cbbw52x1A6w0//RtLs0OW+usiMCA=";

interface PageOptions {
  readonly endpoint: string;
  readonly theme?: "light" | "dark";
  readonly width?: number;
}

export interface ExplorerPage {
  readonly page: Page;
  /** Errors of the console, and requests to elsewhere. */
  readonly faults: string[];
  close(): Promise<void>;
}

export async function openExplorer(
  browser: Browser,
  { endpoint, theme = "light", width = 1280 }: PageOptions,
  path = "",
): Promise<ExplorerPage> {
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: { width, height: 900 },
    reducedMotion: "reduce",
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !REFUSAL.test(text) && !text.includes(REPLACED_KEYWORD))
      faults.push(text);
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${endpoint}/`)) faults.push(`asked for ${request.url()}`);
  });
  await page.goto(`${endpoint}/_explorer/${path}`);
  return { page, faults, close: () => context.close() };
}

/** What axe has to say against the page as it is now. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  });
}
