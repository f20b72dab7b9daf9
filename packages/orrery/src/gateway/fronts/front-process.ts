/**
 * The process of a front. It has nothing to lose: it lives as long as the engine's process does, and ends when that says so or
 * has gone. Signals are for that one, whoever sends them to the whole group.
 */
import { Socket } from "node:net";
import type { Certificate } from "../listener/certificate.ts";
import { createListener } from "../listener/listener.ts";
import { Front } from "./front.ts";
import { FRAMES_FD, type FromFrontProcess, type ToFrontProcess } from "./front-messages.ts";

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit());

const engine = new Socket({ fd: FRAMES_FD });
engine.on("error", () => process.exit()).on("close", () => process.exit());

const front = new Front(engine);
const certificates: ((certificate: Certificate | undefined) => void)[] = [];
const listener = createListener({
  handle: front.handle,
  handleStream: front.handleStream,
  handlePlain: front.handlePlain,
  certificate,
  onError: (error) => tell({ kind: "failed", message: String(error) }),
});

process.on("message", (message: ToFrontProcess, socket?: Socket) => {
  switch (message.kind) {
    case "keys":
      front.replaceKeys(message.keys, message.version);
      break;
    case "connection":
      take(message.id, socket);
      break;
    case "certificate":
      for (const take of certificates.splice(0)) take(message.certificate);
      break;
    case "stop":
      void listener.close().then(() => process.exit());
  }
});
tell({ kind: "ready" });

/** Without a socket, the client has gone already. */
function take(id: number, socket: Socket | undefined): void {
  const closed = () => tell({ kind: "closed", id });
  tell({ kind: "taken", id });
  if (socket === undefined) closed();
  else listener.adopt(socket.once("close", closed));
}

async function certificate(): Promise<Certificate> {
  const given = await new Promise<Certificate | undefined>((resolve) => {
    certificates.push(resolve);
    tell({ kind: "wantCertificate" });
  });
  if (given === undefined) throw new Error("there is no certificate");
  return given;
}

function tell(message: FromFrontProcess): void {
  if (process.connected) process.send!(message);
}
