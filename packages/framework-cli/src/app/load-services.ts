import type { LoadedService } from "./app.js";
import { listAppFiles } from "./app-files.js";
import { importAppFile } from "./import-app-file.js";
import type { ServiceFactory } from "./service.js";

/**
 * The services of `api/services`, by the name they are called: `order-totals.js` is `orderTotals`, `mail/sender.js` is
 * `mailSender`. None is made yet.
 */
export async function loadServices(
  appFolder: string,
): Promise<{ readonly services: ReadonlyMap<string, LoadedService>; readonly problems: readonly string[] }> {
  const services = new Map<string, LoadedService>();
  const problems: string[] = [];
  for (const { name, path } of listAppFiles(appFolder, "api/services")) {
    const { default: factory } = await importAppFile(appFolder, path);
    const key = name.replace(/[^A-Za-z0-9_$]+(.)/g, (_, letter: string) => letter.toUpperCase());
    const other = services.get(key);
    if (typeof factory !== "function") {
      problems.push(`${path}: exports no function; write: export default ({ repository }) => ({ ... })`);
    } else if (other !== undefined) {
      problems.push(`${path}: is called ${key}, and so is ${other.file}`);
    } else {
      services.set(key, { file: path, factory: factory as ServiceFactory });
    }
  }
  return { services, problems };
}
