import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApiDescription } from "@onespec/spec-core";
import { emitHandlerTypes, TYPES_HEADER } from "../features/handlers/emit-handler-types.js";
import { HandlerFolder } from "../features/handlers/handler-folder.js";

/**
 * Opens the handlers' folder and writes their types into it. @param report called with a message for each handler that
 * fails
 */
export async function openHandlers(
  folder: string,
  api: ApiDescription,
  report: (message: string) => void,
): Promise<HandlerFolder> {
  const handlers = await HandlerFolder.open(folder, api.operations, report);
  await writeHandlerTypes(folder, api, report);
  return handlers;
}

/** Writes `mock-handlers.d.ts` if it has changed. Leaves a file of that name alone if this server did not write it. */
export async function writeHandlerTypes(
  folder: string,
  api: ApiDescription,
  report: (message: string) => void,
): Promise<void> {
  const file = join(folder, "mock-handlers.d.ts");
  const text = emitHandlerTypes(api);
  const before = await readFile(file, "utf8").catch(() => undefined);
  if (before === text) return;
  if (before !== undefined && !before.startsWith(TYPES_HEADER)) {
    return report(`${file} was not written by mock-server and stays as it is; the handlers' types would go there.`);
  }
  await writeFile(file, text).catch((error: unknown) => report(`${file} cannot be written: ${String(error)}`));
}
