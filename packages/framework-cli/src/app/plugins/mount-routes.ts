import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { MountedRoute } from "../server/create-server.js";
import { METHODS } from "../server/methods.js";

type Handler = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Puts the application's routes among those of plugins, so that the closest path wins and hooks see which it is; which action
 * answers is still found by OpenAPI's rules. What no route takes is the application's, too.
 *
 * @returns routes that plugins have taken: `GET /books`
 */
export function mountRoutes(
  fastify: FastifyInstance,
  routes: readonly MountedRoute[],
  handler: Handler,
): readonly string[] {
  const taken: string[] = [];
  const mounted = new Set<string>();
  for (const { method, path, isQuiet } of routes) {
    const place = routerPath(path);
    const key = `${method} ${place?.shape}`;
    if (place === undefined || mounted.has(key)) continue;
    mounted.add(key);
    // Health is asked by those who run the server: limits for clients are not for them.
    const config = isQuiet ? { rateLimit: false } : {};
    const isOurs = addRoute(fastify, method, place.url, handler, config);
    if (!isOurs && place.isExact && method !== "HEAD") taken.push(`${method} ${path}`);
  }
  for (const method of METHODS) addRoute(fastify, method, "*", handler, {});
  return taken;
}

/** @returns false when a plugin has the route */
function addRoute(fastify: FastifyInstance, method: string, url: string, handler: Handler, config: object): boolean {
  try {
    fastify.route({ method: method as HTTPMethods, url, handler, config, exposeHeadRoute: false });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "FST_ERR_DUPLICATED_ROUTE") return false;
    throw error;
  }
}

interface RouterPath {
  /** `/books/:id` */
  readonly url: string;
  /** Without the parameters' names. */
  readonly shape: string;
  /** Does it match what the template matches, and no more? */
  readonly isExact: boolean;
}

/** A template in the words of Fastify's router; `undefined` when it has none for it, and the rest's route has to do. */
function routerPath(template: string): RouterPath | undefined {
  const segments = template.split("/");
  if (segments.some((segment) => !segment.includes("{") && /[%*()]/.test(segment))) return undefined;
  const url = segments.map((segment, at) => {
    const [, name] = /^\{([A-Za-z_]\w*)\}$/.exec(segment) ?? [];
    if (name !== undefined) return `:${name}`;
    return segment.includes("{") ? `:part${at}` : segment.replaceAll(":", "::");
  });
  return {
    url: url.join("/"),
    shape: segments.map((segment) => (segment.includes("{") ? "{}" : segment)).join("/"),
    isExact: segments.every((segment) => !segment.includes("{") || /^\{[^{}]*\}$/.test(segment)),
  };
}
