import { expect, test } from "vitest";
import { clientFacts } from "./client-facts.ts";

test.each([
  [
    "azure-cosmos-js/4.10.0 Node.js/v20",
    { mergesQueries: true, followsSplits: false, readsKeysAgain: false, seesEmptyPartitions: false },
  ],
  [
    "azsdk-python-cosmos/4.9.0 Python/3.12",
    { mergesQueries: true, followsSplits: true, readsKeysAgain: true, seesEmptyPartitions: true },
  ],
  [
    "azsdk-go-azcosmos/v1.5.0 (go1.26; linux)",
    { mergesQueries: true, followsSplits: true, readsKeysAgain: true, seesEmptyPartitions: true },
  ],
  [
    "cosmos-netstandard-sdk/3.46.0",
    { mergesQueries: false, followsSplits: true, readsKeysAgain: true, seesEmptyPartitions: true },
  ],
  [undefined, { mergesQueries: false, followsSplits: true, readsKeysAgain: true, seesEmptyPartitions: true }],
])("%s", (userAgent, facts) => {
  expect(clientFacts(userAgent)).toEqual(facts);
});
