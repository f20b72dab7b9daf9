import type { AddressInfo, Server } from "node:net";

/** Port 0 picks a free one. Rejects with the system's error, such as EADDRINUSE; later ones go to `onError`. */
export function listenOn(
  server: Server,
  address: { readonly port: number; readonly host: string },
  onError: (error: unknown) => void,
): Promise<{ port: number }> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, () => {
      server.removeListener("error", reject).on("error", onError);
      resolve({ port: (server.address() as AddressInfo).port });
    });
  });
}
