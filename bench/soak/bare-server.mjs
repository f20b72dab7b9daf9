/** Answers everything with a text as long as a small item: what an answer takes on this machine at this moment. */
import { createServer } from "node:http";

const body = JSON.stringify({ id: "probe", text: "x".repeat(600) });
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.on("disconnect", () => process.exit());
