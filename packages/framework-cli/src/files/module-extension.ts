import { join } from "node:path";
import { readIfPresent } from "./read-if-present.js";

/**
 * The extension of a new ES module: `.mjs` where the nearest `package.json` makes `.js` files CommonJS, else `.js`.
 *
 * @param folder relative to the application's folder
 */
export function moduleExtension(appFolder: string, folder: string): ".js" | ".mjs" {
  const manifest =
    readIfPresent(join(appFolder, folder, "package.json")) ?? readIfPresent(join(appFolder, "package.json"));
  return manifest === undefined || /"type"\s*:\s*"module"/.test(manifest) ? ".js" : ".mjs";
}
