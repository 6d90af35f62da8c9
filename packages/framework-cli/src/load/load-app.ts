import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonSchema } from "@onespec/spec-core";
import { isObject } from "@onespec/spec-core";
import type { Policy, ServiceFactory } from "../action/action.js";
import { type SecurityPolicy, securityPolicyProblems } from "../action/security-policy.js";
import { unknownEnvironment } from "../config/environment.js";
import { loadConfig, unusedAddress } from "../config/load-config.js";
import type { Dialect } from "../database/dialect.js";
import type { Entity } from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import { reasonOf } from "../errors/message-of.js";
import { APP_EXTENSIONS, listAppFiles } from "../files/app-files.js";
import { importAppFile } from "../files/import-app-file.js";
import { countText, sentence } from "../text/phrases.js";
import type { App, LoadedService } from "./app.js";
import { loadActions } from "./load-actions.js";
import { loadEntities } from "./load-models.js";
import { planRoutes } from "./plan-routes.js";

/**
 * Loads an application by convention and checks it. Opens nothing.
 *
 * @param appFolder absolute
 * @throws FrameworkError CONFIG_INVALID, APP_INVALID (every mistake of actions, routes and policies at once), APP_FILE_BROKEN,
 * MODEL_INVALID
 */
export async function loadApp(appFolder: string, environment: string): Promise<App> {
  const config = await loadConfig(appFolder, environment);
  const problems: string[] = [];
  const [files, policies, services, entities, schemas] = await Promise.all([
    loadActions(appFolder, problems),
    loadPolicies(appFolder, problems),
    loadServices(appFolder, problems),
    loadEntities(appFolder, config.database),
    loadSchemas(appFolder, problems),
  ]);
  const actions = planRoutes(files, policies, config, problems);
  if (problems.length > 0) {
    const count = countText(problems.length, "mistake");
    const fileOf = (problem: string): string => problem.split(":", 1)[0] ?? "";
    const list = problems.toSorted((a, b) => fileOf(a).localeCompare(fileOf(b))).join("; ");
    throw new FrameworkError("APP_INVALID", sentence(`The application has ${count}: ${list}`), {
      hint: "Fix the reported files.",
    });
  }
  const unused = unusedAddress(config.database, environment);
  return {
    folder: appFolder,
    config,
    actions,
    services,
    policies,
    schemas,
    entities: holdable(entities, config.database.dialect),
    warnings: [unknownEnvironment(appFolder, environment), unused && `${unused.message} ${unused.hint}`].filter(
      (warning) => warning !== undefined,
    ),
  };
}

/** @throws FrameworkError MODEL_INVALID for parts that only Sequelize can run, if the database is MongoDB */
function holdable(entities: readonly Entity[], dialect: Dialect): readonly Entity[] {
  if (dialect !== "mongodb") return entities;
  for (const { name, source } of entities) {
    const [first] = [...(source?.beyond ?? []), ...(source?.options.scopes === undefined ? [] : ["scopes"])];
    if (first === undefined) continue;
    throw new FrameworkError("MODEL_INVALID", `${name}: ${first} is Sequelize's, and the database is MongoDB.`, {
      hint: "Do it in the service that reads or writes the records.",
    });
  }
  return entities;
}

/**
 * Loads the policies in `api/policies`, by name. @param problems receives the mistakes of files without a valid policy
 */
async function loadPolicies(appFolder: string, problems: string[]): Promise<App["policies"]> {
  const policies = new Map<string, Policy | SecurityPolicy>();
  const schemes = new Map<string, string>();
  for (const { name, path } of listAppFiles(appFolder, "api/policies")) {
    const { default: policy } = await importAppFile(appFolder, path);
    const mistakes = securityPolicyProblems(policy);
    if (typeof policy === "function") policies.set(name, policy as Policy);
    else if (mistakes === undefined) {
      problems.push(`${path}: exports no function; write: export default async (request, services) => { ... }`);
    } else if (mistakes.length > 0) problems.push(...mistakes.map((mistake) => `${path}: ${mistake}`));
    else {
      const security = policy as SecurityPolicy;
      const other = schemes.get(security.name);
      if (other !== undefined) problems.push(`${path}: checks the scheme ${security.name}, and so does ${other}`);
      schemes.set(security.name, path);
      policies.set(name, security);
    }
  }
  return policies;
}

/**
 * The services in `api/services` by their name in code: `order-totals.js` is `orderTotals`, `mail/sender.js` is
 * `mailSender`. None is created yet.
 */
async function loadServices(appFolder: string, problems: string[]): Promise<App["services"]> {
  const services = new Map<string, LoadedService>();
  for (const { name, path } of listAppFiles(appFolder, "api/services")) {
    const { default: factory } = await importAppFile(appFolder, path);
    const key = name.replace(/[^A-Za-z0-9_$]+(.)/g, (_, letter: string) => letter.toUpperCase());
    const other = services.get(key);
    if (typeof factory !== "function")
      problems.push(`${path}: exports no function; write: export default ({ repository }) => ({ ... })`);
    else if (other !== undefined) problems.push(`${path}: is called ${key}, and so is ${other.file}`);
    else services.set(key, { file: path, factory: factory as ServiceFactory });
  }
  return services;
}

/** The schemas of `api/schemas`, by file name: `Book.json` is `#/components/schemas/Book`. */
async function loadSchemas(appFolder: string, problems: string[]): Promise<App["schemas"]> {
  const loaded = await Promise.all(
    listAppFiles(appFolder, "api/schemas", [".json", ...APP_EXTENSIONS]).map(async ({ name, path }) => {
      const schema = path.endsWith(".json")
        ? await readJson(appFolder, path, problems)
        : (await importAppFile(appFolder, path)).default;
      if (schema !== undefined && !isObject(schema) && typeof schema !== "boolean") {
        problems.push(`${path}: must hold a JSON Schema, an object`);
      }
      return [name, schema as JsonSchema] as const;
    }),
  );
  return new Map(loaded);
}

async function readJson(appFolder: string, path: string, problems: string[]): Promise<unknown> {
  const text = await readFile(join(appFolder, path), "utf8");
  try {
    return JSON.parse(text);
  } catch (error) {
    problems.push(`${path}: is not JSON: ${reasonOf(error)}`);
    return undefined;
  }
}
