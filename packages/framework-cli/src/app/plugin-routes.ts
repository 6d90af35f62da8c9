import type { App, Route } from "../load/app.js";
import { openApp } from "./open-app.js";

/**
 * The routes that the plugins of `config/plugins.js` add. Starts the plugins, without a database, and closes them.
 *
 * @throws FrameworkError PLUGIN_BROKEN
 */
export async function findPluginRoutes(app: App): Promise<readonly Route[]> {
  const routes: Route[] = [];
  // No actions: all routes are those of plugins.
  const open = await openApp(
    { ...app, actions: [] },
    {
      database: undefined,
      output: undefined,
      onPluginRoute: (method, path) => routes.push({ method, path }),
    },
  );
  await open.close();
  return routes;
}
