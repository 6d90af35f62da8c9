import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { CodedError } from "@onespec/spec-core";
import { databaseAddress } from "../app/connect-database.js";
import { openApp } from "../app/open-app.js";
import type { AppConfig } from "../config/app-config.js";
import { loadConfig, unusedAddress } from "../config/load-config.js";
import type { Database } from "../database/database.js";
import { openDatabase } from "../database/open-database.js";
import type { Entity } from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import { messageOf } from "../errors/message-of.js";
import { findAppFolder } from "../files/app-files.js";
import { importedSecurity, readGeneratorApp } from "../generate/generator-app.js";
import { planSchemaSync } from "../generate/schema-sync.js";
import type { App } from "../load/app.js";
import { loadApp } from "../load/load-app.js";
import { openText, reportSecurity } from "../load/report-security.js";
import { findContractGap } from "../spec/check/check-contract.js";
import { countText, listText } from "../text/phrases.js";
import { attempt, type Check, warning } from "./check.js";
import { checkContract } from "./check-contract.js";
import { checkJournal, checkModels } from "./check-migrations.js";

/** Checks everything an application needs to start, and continues after problems. Secrets are masked. Never throws. */
export async function examineApp(cwd: string, environment: string): Promise<readonly Check[]> {
  const checks: Check[] = [checkNode(process.versions.node)];
  const folder = await attempt("application", checks, async () => {
    const found = findAppFolder(cwd);
    return [found, found];
  });
  if (folder === undefined) return checks;
  for (const name of readdirSync(folder).filter((entry) => /^\.framework-/.test(entry))) {
    const message = `${name} was left by an interrupted command; it holds the files as they were`;
    checks.push(warning("files", message, "Compare with version control, then remove it."));
  }
  const written = await attempt("config", checks, async () => {
    const loaded = await loadConfig(folder, environment);
    return [loaded, `valid for ${environment}`];
  });
  const config = written && withoutMissingFile(written, folder);
  const unused = config && unusedAddress(config.database, environment);
  if (unused !== undefined) checks.push({ name: "config", state: "problem", ...unused });
  const app =
    config &&
    (await attempt("code", checks, async () => {
      const loaded = await loadApp(folder, environment);
      const { actions, entities, services, policies } = loaded;
      const counts = [
        countText(actions.length, "action"),
        countText(entities.length, "model"),
        countText(services.size, "service"),
        countText(policies.size, "policy", "policies"),
      ];
      return [{ ...loaded, config }, counts.join(", ")];
    }));
  if (config === undefined)
    checks.push({ name: "code", state: "skipped", message: "until the configuration is right" });
  for (const warning of app?.warnings.filter((text) => unused === undefined || !text.startsWith(unused.message)) ?? [])
    checks.push({ name: "code", state: "warning", message: warning });
  if (app !== undefined) checks.push(...checkSecurity(app));
  const database = config && (await checkDatabase(folder, written, app?.entities ?? [], checks));
  if (app !== undefined) await checkStart(app, database, checks);
  await database?.close();
  if (app !== undefined) {
    await checkModels(folder, app.entities, checks);
    await checkSchemas(app, checks);
    if (database !== undefined) await checkJournal(app, checks);
    await checkContract(app, checks);
  }
  return config === undefined ? checks : checks.map((check) => masked(check, config));
}

function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isRight = major > 20 || (major === 20 && minor >= 19);
  return isRight
    ? { name: "node", state: "ok", message: version }
    : { name: "node", state: "problem", message: `${version} is too old`, hint: "Use Node 20.19 or newer." };
}

/** Opening a missing SQLite file would create it, so an empty database in memory is examined instead. */
function withoutMissingFile(config: AppConfig, folder: string): AppConfig {
  return isFileMissing(config, folder) ? { ...config, database: { ...config.database, storage: ":memory:" } } : config;
}

function isFileMissing({ database: { dialect, storage = ":memory:" } }: AppConfig, folder: string): boolean {
  return dialect === "sqlite" && storage !== ":memory:" && !existsSync(resolve(folder, storage));
}

/** @returns the open database, if it answers */
async function checkDatabase(
  folder: string,
  config: AppConfig,
  entities: readonly Entity[],
  checks: Check[],
): Promise<Database | undefined> {
  const address = databaseAddress(config.database);
  return attempt("database", checks, async () => {
    const database = await openDatabase(withoutMissingFile(config, folder).database, entities, folder);
    try {
      await database.ping();
    } catch (error) {
      await database.close();
      throw error;
    }
    const state = isFileMissing(config, folder) ? `${address} does not exist yet` : `at ${address} answers`;
    return [database, `${config.database.dialect} ${state}`];
  });
}

/** Creates everything that a start creates: routes, plugins and services. Does not listen. */
async function checkStart(app: App, database: Database | undefined, checks: Check[]): Promise<void> {
  const hasModels = app.entities.length > 0;
  try {
    const open = await openApp(app, { database: hasModels ? database : undefined, output: undefined });
    const routes = open.pluginRoutes.map(({ method, path, plugin }) => `${method} ${path} (${plugin})`);
    if (routes.length > 0) checks.push({ name: "plugins", state: "ok", message: listText(routes) });
    // Services may ask for the database while they are created.
    for (const name of hasModels && database === undefined ? [] : app.services.keys()) {
      await attempt("code", checks, async () => [open.services[name]]);
    }
    await open.fastify.close();
  } catch (error) {
    const hint = error instanceof CodedError && error.hint !== undefined ? { hint: error.hint } : {};
    const isPlugin = error instanceof FrameworkError && error.code === "PLUGIN_BROKEN";
    // Without a database, that may be all that a plugin misses.
    if (isPlugin && database === undefined) {
      const message = `The routes of plugins are unknown. ${messageOf(error)}`;
      checks.push({ name: "plugins", state: "warning", message, ...hint });
    } else checks.push({ name: isPlugin ? "plugins" : "code", state: "problem", message: messageOf(error), ...hint });
  }
}

/** Generated files that do not follow their models. */
async function checkSchemas({ folder, entities }: App, checks: Check[]): Promise<void> {
  await attempt("schemas", checks, async () => {
    const generator = await readGeneratorApp(folder);
    const { files } = generator.manifest;
    const { behind } = planSchemaSync(generator, entities, generator.manifest);
    for (const model of new Set(behind.map((each) => each.model))) {
      const paths = behind.filter((each) => each.model === model).map(({ path }) => path);
      const message = `${listText(paths)} ${paths.length === 1 ? "is" : "are"} out of date with the model ${model}`;
      checks.push(warning("schemas", message, "Run: framework models:sync-schemas"));
    }
    for (const [path, { offered }] of Object.entries(files)) {
      const isThere = existsSync(join(folder, `${path}.new`));
      if (!isThere && offered === undefined) continue;
      const merge = `Merge it into ${path} by hand, then delete it`;
      const first = isThere ? `The description's version is in ${path}.new. ${merge}, and run` : "Run";
      checks.push(
        offered === undefined
          ? warning("schemas", `${path}.new is not merged yet`, `${merge}.`)
          : warning(
              "schemas",
              `the import of the changed description waits for ${path}`,
              `${first}: framework spec:import <description>`,
            ),
      );
    }
  });
}

/** Drivers repeat addresses with their passwords. */
function masked(check: Check, { database }: AppConfig): Check {
  const [, ofUrl] = /:\/\/[^/@]*?:([^/@]*)@/.exec(database.url ?? "") ?? [];
  const secrets = [database.password, ofUrl].filter((secret) => secret !== undefined && secret !== "") as string[];
  // Masks only inside addresses, because a short password may occur in ordinary words.
  const mask = (text: string): string =>
    secrets.reduce((masked, secret) => masked.replaceAll(`:${secret}@`, ":***@"), text);
  return { ...check, message: mask(check.message), ...(check.hint !== undefined && { hint: mask(check.hint) }) };
}

function checkSecurity(app: App): readonly Check[] {
  const { warnings, open } = reportSecurity(app);
  const isAsked = importedSecurity(app.folder) !== undefined;
  const extra = isAsked ? (findContractGap(app)?.extra ?? []) : [];
  // `security: []` says that the action is open on purpose.
  const unasked = extra.filter(({ name, action }) => open.includes(name) && action.security === undefined);
  return [
    ...warnings.map((message): Check => ({ name: "security", state: "warning", message })),
    ...(unasked.length > 0
      ? [
          warning(
            "security",
            `the description asks for credentials everywhere, and ${openText(unasked.map(({ name }) => name))}`,
            "Give the action `security`, or guard it in config/policies.js. If everybody may call it, write: security: []",
          ),
        ]
      : []),
    ...(open.length > 0 && unasked.length === 0
      ? [{ name: "security", state: "ok", message: openText(open, app.actions.length) } as const]
      : []),
  ];
}
