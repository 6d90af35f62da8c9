import { createServer } from "node:net";

/** The address that a server failed to listen on. */
interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Why a server cannot listen, with a next step. */
export interface ListenProblem {
  readonly code: "PORT_IN_USE" | "PORT_REFUSED" | "HOST_UNAVAILABLE";
  readonly message: string;
  readonly hint: string;
}

const PORTS_TO_TRY = 50;

/** The error for an address that cannot be listened on; `undefined` for other errors. */
export async function listenProblem(cause: unknown, { host, port }: ListenAddress): Promise<ListenProblem | undefined> {
  switch (cause instanceof Error && "code" in cause ? cause.code : undefined) {
    case "EADDRINUSE": {
      const free = await freePort(host, port);
      return {
        code: "PORT_IN_USE",
        message: `Port ${port} on ${host} is in use by another program.`,
        hint:
          free === undefined ? "Name another one with --port, or 0 for any." : `Port ${free} is free: --port ${free}.`,
      };
    }
    case "EACCES":
      return {
        code: "PORT_REFUSED",
        message: `The system does not let this user listen on port ${port}.`,
        hint: "Ports below 1024 are often reserved. Choose a higher one with --port.",
      };
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return {
        code: "HOST_UNAVAILABLE",
        message: `This machine has no address "${host}" to listen on.`,
        hint: "Use --host 127.0.0.1 for this machine only, or --host 0.0.0.0 for all networks.",
      };
    default:
      return undefined;
  }
}

/** The next free port. */
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
