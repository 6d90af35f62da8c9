import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listAppFiles } from "../files/app-files.js";
import type { App } from "../load/app.js";

/** The actions whose answers the import made up, and nobody has written since: they call a service of `createOperationStates`. */
export function findUnwrittenActions({ folder, actions }: Pick<App, "folder" | "actions">): readonly string[] {
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  const services = listAppFiles(folder, "api/services")
    .filter(({ path }) => /\bcreateOperationStates\(/.test(read(path)))
    .map(({ name }) => name);
  if (services.length === 0) return [];
  const call = new RegExp(`\\b(?:${services.join("|")})\\.answer\\(`);
  return actions.filter(({ file }) => call.test(read(file))).map(({ name }) => name);
}
