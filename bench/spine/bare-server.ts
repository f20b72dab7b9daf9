/**
 * The most that Node can do: a server that checks the signature as the protocol demands, reads the body, and answers
 * every request with the bytes and headers that Orrery gave to one like it. Nothing is kept.
 */
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

export interface BareAnswers {
  readonly key: string;
  readonly read: BareAnswer;
  readonly create: BareAnswer;
}

export interface BareAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const { key, read, create } = JSON.parse(process.argv[3]!) as BareAnswers;
const secret = createSecretKey(Buffer.from(key, "base64"));
const readBody = Buffer.from(read.body);
const createBody = Buffer.from(create.body);

function isSigned(method: string, url: string, date: string, authorization: string): boolean {
  const path = decodeURIComponent(url).split("/").filter(Boolean);
  const isFeed = path.length % 2 === 1;
  const type = path.at(isFeed ? -1 : -2) ?? "";
  const link = (isFeed ? path.slice(0, -1) : path).join("/");
  const text = `${method.toLowerCase()}\n${type}\n${link}\n${date.toLowerCase()}\n\n`;
  const expected = Buffer.from(createHmac("sha256", secret).update(text).digest("base64"));
  const given = Buffer.from(decodeURIComponent(authorization).slice("type=master&ver=1.0&sig=".length));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

const server = createServer((request, response) => {
  const { authorization = "" } = request.headers;
  const date = (request.headers["x-ms-date"] as string | undefined) ?? "";
  if (!isSigned(request.method!, request.url!, date, authorization)) {
    response.writeHead(401, { "content-length": 0 }).end();
  } else if (request.method === "GET") {
    response.writeHead(200, { ...read.headers, date, "content-length": readBody.length }).end(readBody);
  } else {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      JSON.parse(Buffer.concat(chunks).toString());
      response
        .writeHead(201, { ...create.headers, date, "content-length": createBody.length })
        .end(createBody);
    });
  }
});
server.listen(Number(process.argv[2]), "127.0.0.1");
