import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Action } from "../action/action.js";
import { CONTRACT_PATH, type Manifest, readManifest } from "../change/manifest.js";
import type { PresentFiles, WantedFile } from "../change/plan-changes.js";
import { readPresent } from "../change/read-present.js";
import { environmentName } from "../config/environment.js";
import { loadConfig } from "../config/load-config.js";
import type { SourceLanguage } from "../emit/source-language.js";
import type { Entity } from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import { listAppFiles } from "../files/app-files.js";
import { readIfPresent } from "../files/read-if-present.js";
import { loadActions } from "../load/load-actions.js";
import { loadEntities, loadModels } from "../load/load-models.js";
import { routeKey } from "../load/plan-routes.js";
import type { ModelDefinition } from "../model/define-model.js";

/** The facts about an application that generators need. */
export interface GeneratorApp {
  readonly folder: string;
  readonly language: SourceLanguage;
  readonly manifest: Manifest;
  /** Files of `api/services`, without extension. */
  readonly services: readonly string[];
  /** The security requirement of the imported description for all operations. Absent if it has none. */
  readonly security: Action["security"] | undefined;
  /** Prefix of all routes: `/v1`. */
  readonly prefix: string;
}

export async function readGeneratorApp(folder: string): Promise<GeneratorApp> {
  return {
    folder,
    security: importedSecurity(folder),
    prefix: (await loadConfig(folder, environmentName())).routes.prefix,
    language: existsSync(join(folder, "tsconfig.json")) ? "typescript" : "javascript",
    manifest: readManifest(folder),
    services: listAppFiles(folder, "api/services").map(({ name }) => name),
  };
}

/** The `security` of the imported description. If the file cannot be read, other commands report it. */
export function importedSecurity(folder: string): Action["security"] {
  try {
    const { security } = JSON.parse(readIfPresent(join(folder, CONTRACT_PATH)) ?? "{}");
    return Array.isArray(security) && security.length > 0 ? security : undefined;
  } catch {
    return undefined;
  }
}

/** The models of the application. @throws FrameworkError APP_FILE_BROKEN, MODEL_INVALID */
export async function modelsOf({ folder }: GeneratorApp): Promise<readonly ModelDefinition[]> {
  const { database } = await loadConfig(folder, environmentName());
  return loadModels(folder, database);
}

/** The current contents of the wanted files, and of the manifest. */
export function presentFor(app: GeneratorApp, wanted: readonly Pick<WantedFile, "path">[]): PresentFiles {
  return readPresent(
    app.folder,
    wanted.map(({ path }) => path),
    app.manifest,
  );
}

/** The models of the application as entities. @throws FrameworkError APP_FILE_BROKEN, MODEL_INVALID */
export async function entitiesOf({ folder }: GeneratorApp): Promise<readonly Entity[]> {
  const { database } = await loadConfig(folder, environmentName());
  return loadEntities(folder, database);
}

/**
 * @throws FrameworkError NAME_INVALID if a new file's name differs from an existing one only in capitals, since macOS
 * and Windows treat them as one file
 */
export function refuseTwins(app: GeneratorApp, wanted: readonly Pick<WantedFile, "path">[]): void {
  for (const { path } of wanted) {
    const parent = path.slice(0, path.lastIndexOf("/"));
    const name = path.slice(parent.length + 1);
    if (!existsSync(join(app.folder, parent))) continue;
    const twin = readdirSync(join(app.folder, parent)).find(
      (other) => other !== name && other.toLowerCase() === name.toLowerCase(),
    );
    if (twin === undefined) continue;
    throw new FrameworkError("NAME_INVALID", `${path} and ${parent}/${twin} would be one file on macOS and Windows.`, {
      hint: "Nothing was written. Choose another name.",
    });
  }
}

/**
 * @param action name of the new action, such as `users/list`
 * @throws FrameworkError NAME_INVALID for an invalid path template, FILE_EXISTS if another action has the same route
 */
export async function checkRoute(app: GeneratorApp, action: string, method: string, path: string): Promise<void> {
  const isBalanced = !/[{}]/.test(path.replace(/\{[A-Za-z_][\w-]*\}/g, ""));
  if (!/^\/[\w\-.~!$&'()*+,;=:@%/{}]*$/.test(path) || !isBalanced) {
    throw new FrameworkError("NAME_INVALID", `${path} is not a path.`, {
      hint: "Write a path template: /orders/{orderId}/cancel",
    });
  }
  // A broken file is reported by lift and is no reason to reject a new one.
  const actions = await loadActions(app.folder).catch(() => []);
  const place = routeKey(method, path);
  const owner = actions.find(
    (other) => other.name !== action && routeKey(other.action.method, other.action.path) === place,
  );
  if (owner === undefined) return;
  throw new FrameworkError("FILE_EXISTS", `${method} ${path} is already answered by ${owner.file}.`, {
    hint: "Nothing was written. Use --method or --path, or choose another name.",
  });
}
