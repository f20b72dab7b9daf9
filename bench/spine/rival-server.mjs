/** @vercel/cosmosdb-server through its programmatic API, from the folder given, on the port given. */
import { createRequire } from "node:module";
import { join } from "node:path";

const [folder, port] = process.argv.slice(2);
const { createHttpServer } = createRequire(join(folder, "package.json"))("@vercel/cosmosdb-server");
const server = createHttpServer({ keepAlive: true });
server.listen(Number(port), "127.0.0.1", () => {
  console.log(JSON.stringify({ endpoint: `http://127.0.0.1:${server.address().port}` }));
});
