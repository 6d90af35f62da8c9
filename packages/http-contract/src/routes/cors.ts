import cors from "@fastify/cors";
import { getOrMake, type Operation } from "@onespec/spec-core";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { headerText } from "../model/message.js";
import { allowedMethods } from "./route-table.js";

/** Pages that may read answers. */
export interface CorsOptions {
  /** Origins of pages; `true`: every origin, with credentials; `"*"`: every origin, without. */
  readonly origin: true | string | readonly string[];
  /** Headers that pages may read, in addition to those that the operation documents. */
  readonly exposedHeaders?: readonly string[];
}

const EXPOSED = [
  ...["location", "link", "etag", "retry-after", "x-request-id", "x-total-count"],
  ...["allow", "accept", "accept-patch", "www-authenticate"],
];

/**
 * Allows pages to call the API. Requests without `Origin` get no headers. @see
 * https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function addCors(fastify: FastifyInstance, { origin, exposedHeaders = [] }: CorsOptions): void {
  const always = [...EXPOSED, ...exposedHeaders];
  const exposed = new WeakMap<Operation, readonly string[]>();
  const exposedBy = (operation: Operation | undefined): readonly string[] => {
    if (!operation) return always;
    return getOrMake(exposed, operation, () => {
      const documented = operation.responses.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase()));
      return [...new Set([...always, ...documented])];
    });
  };
  const options = {
    delegator(request: FastifyRequest, callback: (error: Error | null, options: object) => void) {
      const { match, operation } = request.contract;
      const preflight = isPreflight(request);
      const asked = headerText(request.headers, "access-control-request-method")?.toUpperCase() ?? "";
      callback(null, {
        origin,
        credentials: origin !== "*",
        exposedHeaders: exposedBy(operation),
        maxAge: 600,
        preflight,
        strictPreflight: false,
        // Allows a method that the path does not have, so that the page can read the 405.
        methods: preflight ? [...new Set([...(match ? allowedMethods(match) : []), asked])] : [],
      });
    },
  };
  // The plugin's hook runs for requests of pages only, and its route for `OPTIONS` would hide the contract's own.
  const host = {
    decorateRequest: (name: string, value: unknown) => fastify.decorateRequest(name, value),
    options: () => undefined,
    addHook(_name: "onRequest", hook: onRequestHookHandler) {
      fastify.addHook("onRequest", function handleCors(request, reply, done) {
        if (request.headers.origin === undefined) {
          done();
          return;
        }
        if (isPreflight(request)) allowPreflight(request, reply);
        hook.call(this, request, reply, done);
      });
    },
  };
  cors(host as unknown as FastifyInstance, options, () => undefined);
}

function allowPreflight(request: FastifyRequest, reply: FastifyReply): void {
  const { match } = request.contract;
  reply.header("allow", match ? allowedMethods(match).join(", ") : "");
  const isPrivate = request.headers["access-control-request-private-network"] === "true";
  if (isPrivate) reply.header("access-control-allow-private-network", "true");
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}
