import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { FrameworkError } from "../../errors/framework-error.js";

const PORTS_TO_TRY = 50;

/**
 * Listens, and says where.
 *
 * @param port 0 takes a free one
 * @throws FrameworkError PORT_IN_USE, PORT_REFUSED, HOST_UNAVAILABLE
 */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host, port }, () => {
        server.off("error", reject);
        resolve();
      });
    });
  } catch (error) {
    throw await listenError(error, host, port);
  }
  const { address, family, port: bound } = server.address() as AddressInfo;
  const isAnywhere = address === "0.0.0.0" || address === "::";
  const name = isAnywhere ? "localhost" : family === "IPv6" ? `[${address}]` : address;
  return `http://${name}:${bound}`;
}

async function listenError(cause: unknown, host: string, port: number): Promise<unknown> {
  switch (cause instanceof Error && "code" in cause ? cause.code : undefined) {
    case "EADDRINUSE": {
      const free = await freePort(host, port);
      const other =
        free === undefined ? "Name another with --port, or 0 for any" : `Port ${free} is free: --port ${free}`;
      return new FrameworkError("PORT_IN_USE", `Port ${port} on ${host} is in use by another program.`, {
        hint: `${other}.`,
        cause,
      });
    }
    case "EACCES":
      return new FrameworkError("PORT_REFUSED", `The system does not let this user listen on port ${port}.`, {
        hint: "Ports below 1024 are often reserved: name a higher one with --port.",
        cause,
      });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return new FrameworkError("HOST_UNAVAILABLE", `This machine has no address ${host} to listen on.`, {
        hint: "Use --host 127.0.0.1 for this machine alone, --host 0.0.0.0 for every network it is in.",
        cause,
      });
    default:
      return cause;
  }
}

/** The next port that nothing listens on. */
async function freePort(host: string, taken: number): Promise<number | undefined> {
  for (let port = taken + 1; port <= Math.min(taken + PORTS_TO_TRY, 65_535); port += 1) {
    if (await isFree(host, port)) return port;
  }
  return undefined;
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
