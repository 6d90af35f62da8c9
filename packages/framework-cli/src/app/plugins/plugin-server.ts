import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";
import type { ServerConfig } from "../app-config.js";
import { createHttpServer } from "../server/http-server.js";

/** Node's server under Fastify. To cut connections off means those that speak another protocol by now, too: WebSockets. */
export function createPluginServer(listener: RequestListener, config: Pick<ServerConfig, "requestTimeoutMs">): Server {
  const server = createHttpServer(listener, config);
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.closeAllConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return server;
}
