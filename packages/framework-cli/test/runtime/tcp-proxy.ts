import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** A way to a server that can be cut and restored. */
export interface TcpProxy {
  readonly port: number;
  /** Ends all connections and takes no more. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

export async function tcpProxy(host: string, targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(targetPort, host);
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    from.pipe(to).pipe(from);
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
    restore: () => listen(port),
  };
}
