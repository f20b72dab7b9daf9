/** Choosing a key by advice, and moving a container to it, as people do it. */
import { expect, test } from "vitest";
import { DATABASE } from "../harness/test-server.ts";
import { accessibilityFaults } from "./explorer-page.ts";
import { expectText, explorerSuite, testAccess } from "./explorer-suite.ts";

const WAIT = { timeout: 120_000 };
const PATH = `dbs/${DATABASE}/colls/visits`;

const suite = explorerSuite(async (server) => {
  const visits = await server.createContainer("visits", {
    partitionKey: "/day",
    partitions: 1,
    changeFeedPolicy: { retentionDuration: 10 },
  });
  for (let i = 0; i < 60; i++)
    await visits.items.create({ id: `${i}`, day: "2018-08-09", visitor: `visitor-${i}`, text: "x" });
});
const { open } = suite;

const PAGE = `db/${DATABASE}/visits/key`;

testAccess(suite, { [PAGE]: "form" });

test("advice is begun, and shown as keys side by side with their code", async (context) => {
  const page = await open(context, PAGE);
  await page.getByRole("button", { name: "Operations" }).click();
  const workload = page.getByLabel(/^Operations/);
  await expect.poll(() => workload.inputValue()).toContain("WHERE c.day = @day");
  await workload.fill("operations: []");
  await page.getByLabel("Items a day").fill("2,000,000");
  await page.getByRole("button", { name: "Advise me" }).click();
  await page.getByRole("alert").getByText("1 to 100 'operations'").waitFor();
  const written = "operations: [{ do: create, perSecond: 7 }]";
  await workload.fill(written);
  const [asked] = await Promise.all([
    page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/advice")),
    page.getByRole("button", { name: "Advise me" }).click(),
  ]);
  expect(asked.postDataJSON()).toEqual({ workload: written, scale: { itemsPerDay: 2_000_000 } });
  // A quick machine may be through with it before anybody could give it up.
  await page.getByRole("button", { name: /Give up|Once more/ }).waitFor();
  await suite.server.control.send("DELETE", `${PATH}/advice`);
  await page.getByRole("button", { name: "Advise me" }).waitFor();
  // As the button does, but quicker.
  await expect
    .poll(
      async () =>
        (await suite.server.control.post(`${PATH}/advice`, { replays: 2, replaySeconds: 5 })).status,
      WAIT,
    )
    .toBe(200);
  await expect.poll(() => page.locator(".candidate").count(), WAIT).toBeGreaterThan(1);
  await page
    .getByRole("img", { name: /^Replay of 5 seconds on \d+ partitions/ })
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Code" }).first().click();
  await expectText(page, /partitionKey: { paths: \["/);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Take this key" }).first().click();
  await expectText(page, /The new key:/);
  await page.getByRole("button", { name: "another one" }).click();
  await page.getByLabel(/New partition key/).waitFor();
});

test("a recording is begun and counted here, and is what advice is asked with", async (context) => {
  await suite.server.control.send("DELETE", `${PATH}/advice`);
  const page = await open(context, PAGE);
  await page.getByRole("button", { name: "A recording" }).click();
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await expectText(page, /Let the application run/);
  await suite.server.database.container("visits").item("1", "2018-08-09").read();
  await page.getByText("1 operation of this container so far").waitFor();
  await page.getByRole("button", { name: "Stop recording" }).click();
  await page.getByText("1 operation of this container recorded").waitFor();
  await page.route(/\/visits\/advice$/, (route) =>
    route.request().method() === "POST" ? route.fulfill({ json: { state: "none" } }) : route.continue(),
  );
  const [asked] = await Promise.all([
    page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/advice")),
    page.getByRole("button", { name: "Advise me" }).click(),
  ]);
  expect(asked.postDataJSON()).toEqual({ traffic: "recording" });
});

test("a container is moved to another key: planned, copied, verified, cut over, rolled back", async (context) => {
  const page = await open(context, PAGE);
  const keyOf = async () =>
    (await suite.server.database.container("visits").read()).resource?.partitionKey?.paths;
  const dialog = page.getByRole("dialog");
  await page.getByLabel(/New partition key/).fill("/visitor");
  const begin = page.getByRole("button", { name: "Begin the move" });
  expect(await begin.isDisabled()).toBe(true);
  await page.getByRole("button", { name: "What will it take?" }).click();
  await expectText(page, /60 items/);
  await begin.click();
  const following = page.getByText("Following what changes.");
  await following.waitFor(WAIT);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("0 differences, 0 repaired").waitFor(WAIT);
  await page.getByRole("button", { name: "Cut over…" }).click();
  await dialog.getByText(/Writers wait for a moment/).waitFor();
  await dialog.getByRole("button", { name: "Cut over" }).click();
  // Not what the dialog says before it.
  const status = page.getByRole("status");
  await status.getByText(/“visits” has the new key/).waitFor(WAIT);
  expect(await keyOf()).toEqual(["/visitor"]);
  await following.waitFor(WAIT);
  await page.getByRole("button", { name: "Roll back…" }).click();
  await dialog.getByRole("button", { name: "Roll back" }).click();
  await status.getByText(/“visits-repartition” is filled/).waitFor(WAIT);
  expect(await keyOf()).toEqual(["/day"]);
  await following.waitFor(WAIT);
  await page.getByRole("button", { name: "Give up…" }).click();
  await dialog.getByLabel(/Delete the container/).check();
  await dialog.getByRole("button", { name: "Give up" }).click();
  await page.getByLabel(/New partition key/).waitFor(WAIT);
});
