import type { App } from "../load/app.js";
import type { PluginRoute } from "./http/register-plugins.js";
import { openApp } from "./open-app.js";

/**
 * The routes that the plugins of `config/plugins.js` add. Starts the plugins, without a database, and closes them.
 *
 * @throws FrameworkError PLUGIN_BROKEN
 */
export async function findPluginRoutes(app: App): Promise<readonly PluginRoute[]> {
  if (app.config.plugins.length === 0) return [];
  const open = await openApp({ ...app, actions: [] }, { database: undefined, output: undefined });
  await open.close();
  return open.pluginRoutes;
}
