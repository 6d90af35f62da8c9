import type { FastifyInstance } from "fastify";

/** A Fastify plugin, with a callback or a promise. */
export type Plugin = (fastify: FastifyInstance, options: PluginOptions, done: (error?: Error) => void) => unknown;

export type PluginOptions = Readonly<Record<string, unknown>>;

/** One plugin in `config/plugins.js`, with or without options. For a module, its default export is used. */
export type PluginEntry = PluginSource | readonly [plugin: PluginSource, options?: unknown];

type PluginSource = Plugin | { readonly default: Plugin };

/** Parses an entry; `undefined` if it is no plugin. */
export function readPluginEntry(entry: unknown): { readonly plugin: Plugin; readonly options: unknown } | undefined {
  const [source, options = {}, ...more] = Array.isArray(entry) ? (entry as readonly unknown[]) : [entry];
  const plugin = typeof source === "object" && source !== null && "default" in source ? source.default : source;
  // Options may also be a function. Fastify passes it the instance.
  const hasOptions = typeof options === "function" || (typeof options === "object" && options !== null);
  return typeof plugin === "function" && hasOptions && more.length === 0
    ? { plugin: plugin as Plugin, options }
    : undefined;
}
