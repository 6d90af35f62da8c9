import { createServer } from "node:net";
import type { MockOptions } from "../config/mock-options.js";
import { ListenError } from "../errors/listen-error.js";

const PORTS_TO_TRY = 50;

/** Turns what the system says of an address that cannot be listened on into an error with a next step; other errors stay as they are. */
export async function toListenError(
  cause: unknown,
  { host, port }: Pick<MockOptions, "host" | "port">,
): Promise<unknown> {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  switch (code) {
    case "EADDRINUSE": {
      const free = await freePort(host, port);
      const hint =
        free === undefined ? "Name another one with --port, or 0 for any." : `Port ${free} is free: --port ${free}`;
      return new ListenError("PORT_IN_USE", `Port ${port} on ${host} is in use by another program.`, { hint, cause });
    }
    case "EACCES":
      return new ListenError("PORT_REFUSED", `The system does not let this user listen on port ${port}.`, {
        hint: "Ports below 1024 are often reserved: name a higher one with --port.",
        cause,
      });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return new ListenError("HOST_UNAVAILABLE", `This machine has no address "${host}" to listen on.`, {
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
