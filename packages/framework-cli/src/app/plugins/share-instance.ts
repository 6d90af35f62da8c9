import type { FastifyInstance } from "fastify";
import type { Plugin, PluginOptions } from "./plugin-entry.js";

/** How a plugin tells Fastify that it works on the instance it is registered in. @see https://github.com/fastify/fastify-plugin */
const SHARES = Symbol.for("skip-override");
const NAME = Symbol.for("fastify.display-name");

/**
 * A plugin whose hooks and decorators hold for the application's actions. Published plugins say so themselves; to Fastify, a plain
 * function is a world of its own, and a hook in `config/plugins.js` would meet no action. With a `prefix` it stays one.
 */
export function shareInstance(plugin: Plugin, options: unknown): Plugin {
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
