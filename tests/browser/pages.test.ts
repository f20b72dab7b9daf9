/**
 * Pages in a real browser, each with requests that are signed with the well-known key. One whose name was rebound to this
 * machine gets nothing; one of the server itself, or of an origin that was allowed, is a client like any other.
 */
import { createHmac } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { systemEnvironment } from "../../packages/orrery/src/cli/server/environment.ts";
import { startServer } from "../../packages/orrery/src/cli/server/start-server.ts";
import { WELL_KNOWN_KEY } from "../../packages/orrery/src/cli/settings/defaults.ts";
import { DEFAULT_STORAGE_LIMITS } from "../../packages/orrery/src/engine/index.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { startBrowser } from "./start-browser.ts";

const SECRET = "what-nobody-should-know";

let server: Awaited<ReturnType<typeof startServer>>;
let client: SignedClient;
let browser: Browser | undefined;

beforeAll(async () => {
  server = await startServer({
    host: "127.0.0.1",
    port: 0,
    durability: "process",
    keys: { primary: WELL_KNOWN_KEY },
    throttle: "observe",
    consistency: "Session",
    storageLimits: DEFAULT_STORAGE_LIMITS,
    environment: systemEnvironment("error"),
    browsers: { allowedOrigins: ["http://app.test:3000"] },
  });
  client = new SignedClient(`http://127.0.0.1:${server.port}`, WELL_KNOWN_KEY);
  expect((await client.send("POST", "/dbs", { body: { id: SECRET } })).status).toBe(201);
  browser = await startBrowser(["evil.test", "app.test", "other.test"]);
});

afterAll(async () => {
  await browser?.close();
  client.close();
  await server.stop();
});

interface Outcome {
  readonly status?: number;
  readonly text?: string;
  readonly charge?: string | null;
  readonly error?: string;
}

interface PageRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Signed by the attacker: the key is known to everybody. */
function signed(origin: string, method: string, body?: unknown): PageRequest {
  const date = new Date().toUTCString();
  const text = `${method.toLowerCase()}\ndbs\n\n${date.toLowerCase()}\n\n`;
  const signature = createHmac("sha256", Buffer.from(WELL_KNOWN_KEY, "base64")).update(text).digest("base64");
  return {
    url: `${origin}/dbs`,
    method,
    headers: {
      "x-ms-date": date,
      "x-ms-version": "2018-12-31",
      authorization: encodeURIComponent(`type=master&ver=1.0&sig=${signature}`),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** What a page of `origin` gets for each of its requests, one after the other. */
async function askFrom(
  { skip }: TestContext,
  origin: string,
  requests: readonly PageRequest[],
): Promise<Outcome[]> {
  if (browser === undefined) return skip("There is no browser.");
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const url = `${origin}/_explorer/page`;
  await page.route(url, (route) => route.fulfill({ contentType: "text/html", body: "<p>A page." }));
  await page.goto(url);
  const outcomes = await page.evaluate(async (sent: readonly PageRequest[]) => {
    const answers: Outcome[] = [];
    for (const { url: target, ...init } of sent) {
      try {
        const answer = await fetch(target, init);
        const charge = answer.headers.get("x-ms-request-charge");
        answers.push({ status: answer.status, text: await answer.text(), charge });
      } catch (error) {
        answers.push({ error: String(error) });
      }
    }
    return answers;
  }, requests);
  await context.close();
  return outcomes;
}

async function databases(): Promise<string[]> {
  const { text } = await client.send("GET", "/dbs");
  return (JSON.parse(text) as { Databases: { id: string }[] }).Databases.map(({ id }) => id);
}

describe.each(["http", "https"])("over %s", (scheme) => {
  test("a page whose name was rebound gets nothing and changes nothing", async (context) => {
    const origin = `${scheme}://evil.test:${server.port}`;
    const outcomes = await askFrom(context, origin, [
      signed(origin, "GET"),
      signed(origin, "POST", { id: "planted" }),
      { ...signed(origin, "GET"), url: `${origin}/_orrery/containers` },
      { ...signed(origin, "GET"), url: `${origin}/_explorer/emulator.pem` },
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    for (const { text } of outcomes) expect(text).not.toContain(SECRET);
    expect(await databases()).not.toContain("planted");
  });

  test("a page of another origin gets nothing and changes nothing", async (context) => {
    const target = `${scheme}://localhost:${server.port}`;
    const outcomes = await askFrom(context, `${scheme}://other.test:3000`, [
      signed(target, "GET"),
      signed(target, "POST", { id: "planted" }),
    ]);
    expect(outcomes.map(({ status, error }) => status ?? error)).toEqual(
      Array(2).fill("TypeError: Failed to fetch"),
    );
    expect(await databases()).not.toContain("planted");
  });

  test("a page of the server itself is a client", async (context) => {
    const origin = `${scheme}://localhost:${server.port}`;
    const outcomes = await askFrom(context, origin, [
      signed(origin, "GET"),
      signed(origin, "POST", { id: `own-${scheme}` }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([200, 201]);
    expect(outcomes[0]!.text).toContain(SECRET);
  });
});

test("a page of an origin that was allowed is a client, and reads the headers too", async (context) => {
  const target = `http://localhost:${server.port}`;
  const outcomes = await askFrom(context, "http://app.test:3000", [
    signed(target, "GET"),
    signed(target, "POST", { id: "wanted" }),
    { ...signed(target, "GET"), headers: {} },
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([200, 201, 401]);
  expect(outcomes[0]!.text).toContain(SECRET);
  expect(Number(outcomes[1]!.charge)).toBeGreaterThan(0);
  expect(await databases()).toContain("wanted");
});

test("no page shows the explorer in a frame: not one of another origin, nor one of its own", async (context) => {
  if (browser === undefined) return context.skip("There is no browser.");
  const framed = `http://localhost:${server.port}/_explorer/`;
  for (const url of ["http://app.test:3000/", `${framed}page`]) {
    const page = await browser.newPage();
    await page.route(url, (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe src="${framed}"></iframe>` }),
    );
    // Chromium writes why it shows nothing: a refusal of the server, or the policy of the page.
    const said = page.waitForEvent("console", { predicate: (message) => message.type() === "error" });
    await page.goto(url);
    expect((await said).text()).toMatch(/403|frame-ancestors/);
    expect(await page.frames()[1]!.locator("#app").count()).toBe(0);
    await page.close();
  }
});
