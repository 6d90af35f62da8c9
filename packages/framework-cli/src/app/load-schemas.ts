import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonSchema } from "@onespec/spec-core";
import { APP_EXTENSIONS, listAppFiles } from "./app-files.js";
import { isPlainObject } from "./config-problems.js";
import { importAppFile } from "./import-app-file.js";

/** The schemas of `api/schemas`, by file name: `Book.json` is `#/components/schemas/Book`. */
export async function loadSchemas(
  appFolder: string,
): Promise<{ readonly schemas: ReadonlyMap<string, JsonSchema>; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  const loaded = await Promise.all(
    listAppFiles(appFolder, "api/schemas", [".json", ...APP_EXTENSIONS]).map(async ({ name, path }) => {
      const schema = path.endsWith(".json")
        ? await readJson(appFolder, path, problems)
        : (await importAppFile(appFolder, path)).default;
      if (schema !== undefined && !isPlainObject(schema) && typeof schema !== "boolean") {
        problems.push(`${path}: must hold a JSON Schema, an object`);
      }
      return [name, schema as JsonSchema] as const;
    }),
  );
  return { schemas: new Map(loaded), problems };
}

async function readJson(appFolder: string, path: string, problems: string[]): Promise<unknown> {
  const text = await readFile(join(appFolder, path), "utf8");
  try {
    return JSON.parse(text);
  } catch (error) {
    problems.push(`${path}: is not JSON: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
