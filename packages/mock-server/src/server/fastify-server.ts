import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Problem } from "../errors/problem.js";
import { tooLargeProblem, transportProblem } from "../errors/transport-problem.js";
import type { Answer } from "../response/answer.js";
import type { RequestHandler } from "./handle-request.js";
import type { MockRequest } from "./mock-request.js";

export interface TransportOptions {
  /** Largest request body, in bytes. */
  readonly bodyLimit: number;
}

/**
 * Fastify with one route that takes everything: registering a route for each of a thousand operations takes longer than
 * reading the description, and OpenAPI's templates say more than Fastify's paths can.
 */
export function createFastifyServer(handle: RequestHandler, { bodyLimit }: TransportOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit,
    // Nothing is matched by Fastify itself, so its own limits on paths must not get in the way.
    routerOptions: { maxParamLength: 65_536, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) =>
      respond({ ...mockRequest(request as FastifyRequest), fault: transportProblem(error) }, reply as FastifyReply),
    exposeHeadRoutes: false,
    // No route has a schema of Fastify's: its own compilers would only be loaded.
    schemaController: {
      compilersFactory: { buildValidator: () => neverCompiled, buildSerializer: () => neverCompiled },
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  const respond = (request: MockRequest, reply: FastifyReply): void => {
    const answer = handle(request);
    if (answer instanceof Promise) answer.then((settled) => send(reply, settled));
    else send(reply, answer);
  };
  const faultOf = (error: FastifyError): Problem =>
    error.statusCode === 413 ? tooLargeProblem(bodyLimit) : transportProblem(error);
  const route = (request: FastifyRequest, reply: FastifyReply): void => respond(mockRequest(request), reply);
  app.setErrorHandler((error: FastifyError, request, reply) =>
    respond({ ...mockRequest(request), body: undefined, fault: faultOf(error) }, reply),
  );
  app.all("*", route);
  app.setNotFoundHandler(route);
  return app;
}

function neverCompiled(): never {
  throw new Error("Fastify was given a schema to compile.");
}

function mockRequest({ raw, body, headers, method }: FastifyRequest): MockRequest {
  const url = raw.url ?? "/";
  const mark = url.indexOf("?");
  return {
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? "" : url.slice(mark + 1),
    headers,
    body: body as string | Buffer | undefined,
  };
}

function send(reply: FastifyReply, { status, headers, body }: Answer): void {
  reply.code(status).headers(headers);
  reply.send(body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body);
}
