import type { AddressInfo } from "node:net";
import { listenProblem } from "@onespec/http-contract";
import type { FastifyInstance } from "fastify";
import { FrameworkError } from "../../errors/framework-error.js";

/**
 * Listens, and says where.
 *
 * @param port 0 takes a free one
 * @throws FrameworkError PORT_IN_USE, PORT_REFUSED, HOST_UNAVAILABLE
 */
export async function listen(fastify: FastifyInstance, host: string, port: number): Promise<string> {
  const { log, server } = fastify;
  const { level } = log;
  // The report of the start says where; Fastify would log a line for each address.
  log.level = "error";
  try {
    await fastify.listen({ host, port });
  } catch (error) {
    const problem = await listenProblem(error, { host, port });
    throw problem ? new FrameworkError(problem.code, problem.message, { hint: problem.hint, cause: error }) : error;
  } finally {
    log.level = level;
  }
  const { address, family, port: bound } = server.address() as AddressInfo;
  const isAnywhere = address === "0.0.0.0" || address === "::";
  const name = isAnywhere ? "localhost" : family === "IPv6" ? `[${address}]` : address;
  return `http://${name}:${bound}`;
}
