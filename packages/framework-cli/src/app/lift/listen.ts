import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { listenProblem } from "@onespec/http-requests";
import { FrameworkError } from "../../errors/framework-error.js";

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
    const problem = await listenProblem(error, { host, port });
    throw problem ? new FrameworkError(problem.code, problem.message, { hint: problem.hint, cause: error }) : error;
  }
  const { address, family, port: bound } = server.address() as AddressInfo;
  const isAnywhere = address === "0.0.0.0" || address === "::";
  const name = isAnywhere ? "localhost" : family === "IPv6" ? `[${address}]` : address;
  return `http://${name}:${bound}`;
}
