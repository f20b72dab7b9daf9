/** A first program in five languages, with the address at which each client reaches this server. */

import { isLoopback } from "../client/loopback.ts";

export const LANGUAGES = [
  ["js", "JavaScript"],
  ["python", "Python"],
  ["java", "Java"],
  ["dotnet", ".NET"],
  ["go", "Go"],
] as const;
export type Language = (typeof LANGUAGES)[number][0];

export interface Endpoints {
  /** For clients that speak http: on this machine it needs no certificate. */
  readonly plain: string;
  /** For clients that speak https alone. The same port serves both. */
  readonly secure: string;
  readonly isLoopback: boolean;
}

export function endpointsOf({ protocol, hostname, port }: Location): Endpoints {
  const isHere = isLoopback(hostname);
  const behind = port === "" ? "" : `:${port}`;
  return {
    plain: `${isHere ? "http:" : protocol}//${hostname}${behind}/`,
    secure: `https://${isHere ? "localhost" : hostname}${behind}/`,
    isLoopback: isHere,
  };
}

export function firstSteps(language: Language, endpoints: Endpoints, key: string): string {
  return PROGRAMS[language](endpoints, key);
}

const PROGRAMS: Readonly<Record<Language, (endpoints: Endpoints, key: string) => string>> = {
  js: ({ plain }, key) => `// npm install @azure/cosmos\nimport { CosmosClient } from "@azure/cosmos";

const client = new CosmosClient({
  endpoint: "${plain}",
  key: "${key}",
});
const { database } = await client.databases.createIfNotExists({ id: "shop" });
const { container } = await database.containers.createIfNotExists({
  id: "orders",
  partitionKey: { paths: ["/customer"], version: 2 },
});
await container.items.upsert({ id: "1", customer: "ada", total: 12 });
const { resource } = await container.item("1", "ada").read();
console.log(resource.total);`,
  python: ({ plain }, key) => `# pip install azure-cosmos
from azure.cosmos import CosmosClient, PartitionKey

client = CosmosClient("${plain}", "${key}")
database = client.create_database_if_not_exists("shop")
container = database.create_container_if_not_exists("orders", PartitionKey("/customer"))
container.upsert_item({"id": "1", "customer": "ada", "total": 12})
print(container.read_item("1", "ada")["total"])`,
  java: ({ secure, isLoopback }, key) => `// com.azure:azure-cosmos${
    isLoopback
      ? `
// It speaks https only. On localhost this lets it take any certificate.
System.setProperty("COSMOS.EMULATOR_SERVER_CERTIFICATE_VALIDATION_DISABLED", "true");`
      : ""
  }
CosmosClient client = new CosmosClientBuilder()
    .endpoint("${secure}")
    .key("${key}")
    .gatewayMode()
    .buildClient();
client.createDatabaseIfNotExists("shop");
client.getDatabase("shop").createContainerIfNotExists("orders", "/customer");
CosmosContainer container = client.getDatabase("shop").getContainer("orders");
container.upsertItem(Map.of("id", "1", "customer", "ada", "total", 12));
System.out.println(container.readItem("1", new PartitionKey("ada"), Map.class).getItem().get("total"));`,
  dotnet: ({ secure, isLoopback }, key) => `// dotnet add package Microsoft.Azure.Cosmos
// dotnet add package Newtonsoft.Json
using Microsoft.Azure.Cosmos;

using CosmosClient client = new(
    "AccountEndpoint=${secure};" +
    "AccountKey=${key};"${
      isLoopback
        ? ` +
    "DisableServerCertificateValidation=True;"`
        : ""
    },
    new CosmosClientOptions { ConnectionMode = ConnectionMode.Gateway });
Database database = await client.CreateDatabaseIfNotExistsAsync("shop");
Container container = await database.CreateContainerIfNotExistsAsync("orders", "/customer");
PartitionKey ada = new("ada");
await container.UpsertItemAsync(new Order("1", "ada", 12), ada);
Order order = await container.ReadItemAsync<Order>("1", ada);
Console.WriteLine(order.total);

record Order(string id, string customer, int total);`,
  go: ({ plain }, key) => `// go get github.com/Azure/azure-sdk-for-go/sdk/data/azcosmos
package main

import (
	"context"
	"fmt"

	"github.com/Azure/azure-sdk-for-go/sdk/data/azcosmos"
)

func main() {
	ctx := context.Background()
	credential, _ := azcosmos.NewKeyCredential("${key}")
	client, _ := azcosmos.NewClientWithKey("${plain}", credential, nil)
	client.CreateDatabase(ctx, azcosmos.DatabaseProperties{ID: "shop"}, nil)
	database, _ := client.NewDatabase("shop")
	database.CreateContainer(ctx, azcosmos.ContainerProperties{
		ID:                     "orders",
		PartitionKeyDefinition: azcosmos.PartitionKeyDefinition{Paths: []string{"/customer"}, Version: 2},
	}, nil)
	container, _ := database.NewContainer("orders")
	ada := azcosmos.NewPartitionKeyString("ada")
	container.UpsertItem(ctx, ada, []byte(\`{"id": "1", "customer": "ada", "total": 12}\`), nil)
	item, err := container.ReadItem(ctx, ada, "1", nil)
	fmt.Println(string(item.Value), err)
}`,
};
