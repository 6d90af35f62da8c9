import type { FastifyInstance } from "fastify";
import { FrameworkError } from "../../errors/framework-error.js";
import type { App } from "../app.js";
import { readPluginEntry } from "./plugin-entry.js";
import { pluginName } from "./plugin-name.js";
import { shareInstance } from "./share-instance.js";

/** One after the other, so that the one that fails is known. @throws FrameworkError PLUGIN_BROKEN */
export async function registerPlugins(instance: FastifyInstance, { config }: App): Promise<void> {
  for (const [at, entry] of config.plugins.entries()) {
    const read = readPluginEntry(entry);
    if (read === undefined) continue;
    try {
      await instance.register(shareInstance(read.plugin, read.options) as never, read.options as never);
    } catch (error) {
      throw brokenPlugin(pluginName(read.plugin) ?? `plugin ${at + 1}`, error);
    }
  }
}

export function brokenPlugin(name: string, cause: unknown): FrameworkError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new FrameworkError(
    "PLUGIN_BROKEN",
    `config/plugins.js: ${name} does not start: ${message.replace(/\.$/, "")}.`,
    {
      hint: "Correct its options, or take it out of the list.",
      cause,
    },
  );
}

/** @param taken what actions and plugins both answer @throws FrameworkError PLUGIN_BROKEN */
export function refuseTaken(taken: readonly string[]): void {
  if (taken.length === 0) return;
  throw new FrameworkError(
    "PLUGIN_BROKEN",
    `config/plugins.js: plugins answer ${taken.join(", ")}, and so do actions.`,
    {
      hint: "Give the plugin another path or a prefix, or take the action away.",
    },
  );
}
