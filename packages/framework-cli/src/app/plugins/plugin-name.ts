import type { Plugin } from "./plugin-entry.js";

/** What a plugin calls itself: `@fastify/helmet`; else the function's name. */
export function pluginName(plugin: Plugin): string | undefined {
  const meta: unknown = Reflect.get(plugin, Symbol.for("plugin-meta"));
  if (typeof meta === "object" && meta !== null && "name" in meta && typeof meta.name === "string") return meta.name;
  return plugin.name === "" || plugin.name === "default" ? undefined : plugin.name;
}
