/** How a program connects, in five languages, with the endpoint of this very server. */
import { useState } from "preact/hooks";
import { Choice } from "../parts/choice.tsx";
import { CopyButton } from "../parts/copy-button.tsx";

const LANGUAGES = [
  ["js", "JavaScript"],
  ["python", "Python"],
  ["java", "Java"],
  ["dotnet", ".NET"],
  ["go", "Go"],
] as const;
type Language = (typeof LANGUAGES)[number][0];

export function Connect({ keyText }: { readonly keyText: string }) {
  const [language, setLanguage] = useState<Language>("js");
  const endpoint = `${location.origin}/`;
  const connection = `AccountEndpoint=${endpoint};AccountKey=${keyText};`;
  const program = PROGRAMS[language](endpoint, keyText);
  return (
    <section class="panel" aria-labelledby="connect">
      <h2 id="connect">Connect</h2>
      <div class="code-line">
        <code>{connection}</code>
        <CopyButton text={connection} what="the connection string" />
      </div>
      <Choice label="Language" options={LANGUAGES} value={language} onChoose={setLanguage} />
      <div class="code-block">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide code is scrolled with the keyboard */}
        <pre tabIndex={0}>
          <code>{program}</code>
        </pre>
        <CopyButton text={program} what="the program" />
      </div>
    </section>
  );
}

const PROGRAMS: Readonly<Record<Language, (endpoint: string, key: string) => string>> = {
  js: (endpoint, key) => `// npm install @azure/cosmos\nimport { CosmosClient } from "@azure/cosmos";

const client = new CosmosClient({
  endpoint: "${endpoint}",
  key: "${key}",
});
const { database } = await client.databases.createIfNotExists({ id: "shop" });
const { container } = await database.containers.createIfNotExists({
  id: "orders",
  partitionKey: { paths: ["/customer"], version: 2 },
});
await container.items.upsert({ id: "1", customer: "ada", total: 12 });`,
  python: (endpoint, key) => `# pip install azure-cosmos
from azure.cosmos import CosmosClient, PartitionKey

client = CosmosClient("${endpoint}", "${key}")
database = client.create_database_if_not_exists("shop")
container = database.create_container_if_not_exists("orders", PartitionKey("/customer"))
container.upsert_item({"id": "1", "customer": "ada", "total": 12})`,
  java: (endpoint, key) => `// com.azure:azure-cosmos
CosmosClient client = new CosmosClientBuilder()
    .endpoint("${endpoint}")
    .key("${key}")
    .gatewayMode()
    .buildClient();
client.createDatabaseIfNotExists("shop");
CosmosDatabase database = client.getDatabase("shop");
database.createContainerIfNotExists("orders", "/customer");`,
  dotnet: (endpoint, key) => `// dotnet add package Microsoft.Azure.Cosmos
var client = new CosmosClient("${endpoint}", "${key}",
    new CosmosClientOptions { ConnectionMode = ConnectionMode.Gateway });
Database database = await client.CreateDatabaseIfNotExistsAsync("shop");
Container container = await database.CreateContainerIfNotExistsAsync("orders", "/customer");
await container.UpsertItemAsync(new { id = "1", customer = "ada", total = 12 });`,
  go: (endpoint, key) => `// go get github.com/Azure/azure-sdk-for-go/sdk/data/azcosmos
credential, err := azcosmos.NewKeyCredential("${key}")
client, err := azcosmos.NewClientWithKey("${endpoint}", credential, nil)
_, err = client.CreateDatabase(ctx, azcosmos.DatabaseProperties{ID: "shop"}, nil)`,
};
