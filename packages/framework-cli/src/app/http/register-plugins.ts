import { fastifyPath } from "@onespec/http-contract";
import type { FastifyInstance, HTTPMethods } from "fastify";
import { type Plugin, type PluginOptions, readPluginEntry } from "../../config/plugin-entry.js";
import { FrameworkError } from "../../errors/framework-error.js";
import { reasonOf } from "../../errors/message-of.js";
import type { App, Route } from "../../load/app.js";

/** A route that a plugin of `config/plugins.js` adds. */
export interface PluginRoute extends Route {
  readonly plugin: string;
}

/**
 * Registers the plugins in `config/plugins.js` one after another, so that each failure and each route can name its
 * plugin.
 * @returns their routes, without the HEAD that Fastify adds to a GET
 * @throws FrameworkError PLUGIN_BROKEN
 */
export async function registerPlugins(
  fastify: FastifyInstance,
  { config, actions }: App,
): Promise<readonly PluginRoute[]> {
  const routes: PluginRoute[] = [];
  let current: string | undefined;
  if (config.plugins.length > 0)
    fastify.addHook("onRoute", ({ method, path }) => {
      for (const each of [method].flat())
        if (current !== undefined && each !== "HEAD") routes.push({ method: each, path, plugin: current });
    });
  for (const [at, entry] of config.plugins.entries()) {
    const read = readPluginEntry(entry);
    if (read === undefined) continue;
    const name = pluginName(read.plugin);
    current = name ?? String(at + 1);
    try {
      await fastify.register(shareInstance(read.plugin, read.options) as never, read.options as never);
    } catch (error) {
      throw brokenPlugin(name ?? `plugin ${at + 1}`, error);
    }
  }
  current = undefined;
  const isAnswered = (own: Route): boolean =>
    isTaken(fastify, own.method, own.path) || routes.some((route) => hides(route, own));
  const taken = actions.flatMap((action) => action.routes.filter(isAnswered));
  if (taken.length === 0) return routes;
  const told = taken.map(({ method, path }) => `${method} ${path}`).join(", ");
  throw new FrameworkError("PLUGIN_BROKEN", `config/plugins.js: plugins answer ${told}, and so do actions.`, {
    hint: "Give the plugin another path or a prefix, or remove the action.",
  });
}

/** True when a plugin has the route. @param template an OpenAPI path template */
export function isTaken(fastify: FastifyInstance, method: string, template: string): boolean {
  const place = fastifyPath("", template);
  return place !== undefined && fastify.hasRoute({ method: method as HTTPMethods, url: place.url });
}

/** True if a plugin's route answers requests of an action, without its policies. @param own with an OpenAPI path template */
function hides({ method, path }: PluginRoute, own: Route): boolean {
  const [theirs, ours] = [path.split("/"), own.path.split("/")];
  // Fastify prefers any other pattern to the one for templates that it cannot hold, and a parameter with a pattern to one without.
  const isPlain = fastifyPath("", own.path) !== undefined;
  const isWild = !isPlain && theirs.length > 2 && theirs.at(-1) === "*";
  if (method !== own.method || (theirs.length !== ours.length && !isWild)) return false;
  return theirs.every((segment, at) => {
    if (segment.startsWith(":")) return !isPlain || ours[at]?.includes("{") === true;
    return segment === ours[at] || (isWild && segment === "*");
  });
}

export function brokenPlugin(name: string, cause: unknown): FrameworkError {
  return new FrameworkError(
    "PLUGIN_BROKEN",
    `config/plugins.js: ${name} does not start: ${reasonOf(cause).replace(/\.$/, "")}.`,
    { hint: "Correct its options, or remove it from the list.", cause },
  );
}

/** The name in the plugin's metadata, such as `@fastify/helmet`, or else the function's name. */
function pluginName(plugin: Plugin): string | undefined {
  const meta: unknown = Reflect.get(plugin, Symbol.for("plugin-meta"));
  if (typeof meta === "object" && meta !== null && "name" in meta && typeof meta.name === "string") return meta.name;
  return plugin.name === "" || plugin.name === "default" ? undefined : plugin.name;
}

/** Marks a plugin that works on the instance it is registered in. @see https://github.com/fastify/fastify-plugin */
const SHARES = Symbol.for("skip-override");
const NAME = Symbol.for("fastify.display-name");

/**
 * Makes a plugin's hooks and decorators apply to the application's actions. Fastify runs a plain function in a separate
 * instance, where its hooks would affect no action; published plugins are already marked as shared. A plugin with a
 * `prefix` keeps its own instance.
 */
function shareInstance(plugin: Plugin, options: unknown): Plugin {
  const isApart = typeof options === "object" && options !== null && "prefix" in options;
  if (isApart || SHARES in plugin) return plugin;
  const shared: Plugin =
    plugin.length > 2
      ? (fastify: FastifyInstance, given: PluginOptions, done: (error?: Error) => void) => plugin(fastify, given, done)
      : async (fastify: FastifyInstance, given: PluginOptions) => {
          await plugin(fastify, given, () => {});
        };
  return Object.assign(shared, { [SHARES]: true, [NAME]: plugin.name || "a function" });
}
