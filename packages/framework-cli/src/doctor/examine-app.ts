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
import { messageOf, reasonOf } from "../errors/message-of.js";
import { findAppFolder } from "../files/app-files.js";
import { importedSecurity, readGeneratorApp } from "../generate/generator-app.js";
import { planSchemaSync } from "../generate/schema-sync.js";
import type { App } from "../load/app.js";
import { openText, reportSecurity } from "../load/find-open-actions.js";
import { loadApp } from "../load/load-app.js";
import { operationLabel } from "../migrations/context/operation-label.js";
import { fileWarnings } from "../migrations/run/migration-status.js";
import { hasSequelizeMigrations, nextMigration } from "../migrations/run/next-migration.js";
import { appMigrations } from "../migrations/run/pending-migrations.js";
import { type ContractGap, findContractGap } from "../spec/check/check-contract.js";
import { readContract } from "../spec/check/last-import.js";
import { findModelGaps } from "../spec/check/model-gaps.js";
import { findPlainSecrets, findUnsetValues } from "../spec/check/unset-values.js";
import { emitContract } from "../spec/emit/emit-contract.js";
import type { ContractPlan } from "../spec/plan/contract-plan.js";
import { planContract } from "../spec/plan/plan-contract.js";
import { countText, listText } from "../text/phrases.js";
import { findUnwrittenActions } from "./find-unwritten.js";

/** Checks everything an application needs to start, and continues after problems. Secrets are masked. Never throws. */
export async function examineApp(cwd: string, environment: string): Promise<readonly Check[]> {
  const checks: Check[] = [checkNode(process.versions.node)];
  const folder = await attempt("application", checks, async () => {
    const found = findAppFolder(cwd);
    return [found, found];
  });
  if (folder === undefined) return checks;
  for (const name of readdirSync(folder).filter((entry) => /^\.framework-/.test(entry))) {
    checks.push(
      warning(
        "files",
        `${name} was left by an interrupted command; it holds the files as they were`,
        "Compare with version control, then remove it.",
      ),
    );
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
  if (app !== undefined) await checkModels(folder, app.entities, checks);
  if (app !== undefined) await checkSchemas(app, checks);
  if (app !== undefined && database !== undefined) await checkJournal(app, checks);
  if (app !== undefined) {
    await attempt("contract", checks, async () => {
      const gap = findContractGap(app);
      if (gap !== undefined) checks.push(...checkContract(gap));
      checks.push(...checkUnwritten(app));
      return [true, undefined];
    });
    await attempt("contract", checks, async () => {
      const imported = await readContract(app.folder);
      if (imported === undefined) return [true, undefined];
      const plan = planContract(imported);
      checks.push(
        ...checkModelGaps(plan.entities, app),
        ...(await checkUnsetValues(plan, app)),
        ...checkSecrets(plan, app),
      );
      return [true, undefined];
    });
  }
  return config === undefined ? checks : checks.map((check) => masked(check, config));
}

const MOST_LISTED = 8;

function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isRight = major > 20 || (major === 20 && minor >= 19);
  return isRight
    ? { name: "node", state: "ok", message: version }
    : { name: "node", state: "problem", message: `${version} is too old`, hint: "Use Node 20.19 or newer." };
}

/** SQLite creates a missing file when it is opened; in its place an empty database in memory is examined. */
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

/** Creates what a start creates: the routes, the plugins and every service. Listens to nothing. */
async function checkStart(app: App, database: Database | undefined, checks: Check[]): Promise<void> {
  const hasModels = app.entities.length > 0;
  try {
    const open = await openApp(app, { database: hasModels ? database : undefined, output: undefined });
    const routes = open.pluginRoutes.map(({ method, path, plugin }) => `${method} ${path} (${plugin})`);
    if (routes.length > 0) checks.push({ name: "plugins", state: "ok", message: listText(routes, MOST_LISTED) });
    // Services may ask for the database while they are created.
    for (const name of hasModels && database === undefined ? [] : app.services.keys()) {
      await attempt("code", checks, async () => [open.services[name], undefined]);
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

async function checkModels(folder: string, entities: readonly Entity[], checks: Check[]): Promise<void> {
  await attempt("migrations", checks, async () => {
    const { operations, questions } = await nextMigration(folder, {
      entities,
      name: "doctor",
      now: new Date(0),
      allowDestructive: true,
    });
    if (operations.length === 0) return [true, "the models have no change without a migration"];
    const asked = questions.map(({ id }) => id);
    const dropped = operations.flatMap((operation) => {
      if (operation.kind !== "dropColumn" || asked.some((id) => id.startsWith(`column ${operation.table}.`))) return [];
      return [`${operation.table}.${operation.column.name}`];
    });
    const mayExist = operations.some(({ kind }) => kind === "createTable") && (await hasSequelizeMigrations(folder));
    const run = "framework migrations:generate <name>";
    checks.push({
      name: "migrations",
      state: "warning",
      message: `the models have ${countText(operations.length, "change")} without a migration: ${listText(operations.map(operationLabel), MOST_LISTED)}`,
      hint: mayExist
        ? "Run once: framework migrations:generate start --baseline; it keeps the tables that migrations of sequelize-cli make"
        : dropped.length > 0
          ? `To keep ${listText(dropped, MOST_LISTED)}, add ${dropped.length === 1 ? "it" : "them"} to the model. To drop, run: ${run}`
          : `Run: ${run}`,
    });
    return [true, undefined];
  });
}

/** Generated files that do not follow their models. */
async function checkSchemas({ folder, entities }: App, checks: Check[]): Promise<void> {
  await attempt("schemas", checks, async () => {
    const generator = await readGeneratorApp(folder);
    const { files } = generator.manifest;
    const { behind } = planSchemaSync(generator, entities, generator.manifest);
    for (const model of new Set(behind.map((each) => each.model))) {
      const paths = behind.filter((each) => each.model === model).map(({ path }) => path);
      checks.push(
        warning(
          "schemas",
          `${listText(paths, MOST_LISTED)} ${paths.length === 1 ? "is" : "are"} out of date with the model ${model}`,
          "Run: framework models:sync-schemas",
        ),
      );
    }
    for (const [path, { offered }] of Object.entries(files)) {
      const isThere = existsSync(join(folder, `${path}.new`));
      if (!isThere && offered === undefined) continue;
      const merge = `Merge it into ${path} by hand, then delete it`;
      checks.push({
        name: "schemas",
        state: "warning",
        message:
          offered === undefined
            ? `${path}.new is not merged yet`
            : `the import of the changed description waits for ${path}`,
        hint:
          offered === undefined
            ? `${merge}.`
            : `${isThere ? `The description's version is in ${path}.new. ${merge}, and run` : "Run"}: framework spec:import <description>`,
      });
    }
    return [true, undefined];
  });
}

/** The migrations in the database: whether all were run, and as they are now. */
async function checkJournal(app: App, checks: Check[]): Promise<void> {
  await attempt("migrations", checks, async () => {
    const statuses = await appMigrations(app);
    for (const found of fileWarnings(statuses)) checks.push({ name: "migrations", state: "warning", ...found });
    const known = statuses.filter(({ state }) => state !== "missing");
    const pending = known.filter(({ state }) => state !== "applied" && state !== "edited").map(({ name }) => name);
    const count = countText(known.length, "migration");
    if (pending.length === 0) return [true, known.length === 0 ? undefined : `${count}, run on this database`];
    const { environment, app: server } = app.config;
    const isRefused = server.pendingMigrations === "refuse";
    const verb = pending.length === 1 ? "is" : "are";
    checks.push({
      name: "migrations",
      state: isRefused ? "problem" : "warning",
      message: `${pending.length} of ${count} ${verb} not run on this database: ${listText(pending, MOST_LISTED)}${isRefused ? `; ${environment} does not start before` : ""}`,
      hint: "Run: framework migrations:run",
    });
    return [true, undefined];
  });
}

/** Runs one check; what it throws is a problem, and the next check goes on. */
async function attempt<T>(
  name: string,
  checks: Check[],
  work: () => Promise<[T, string | undefined]>,
): Promise<T | undefined> {
  try {
    const [value, message] = await work();
    if (message !== undefined) checks.push({ name, state: "ok", message });
    return value;
  } catch (error) {
    const message = reasonOf(error);
    const hint = error instanceof CodedError ? error.hint : undefined;
    checks.push({ name, state: "problem", message, ...(hint !== undefined && { hint }) });
    return undefined;
  }
}

/** Drivers repeat addresses with their passwords. */
function masked(check: Check, { database }: AppConfig): Check {
  const secrets = [database.password, passwordOf(database.url)].filter(
    (secret) => secret !== undefined && secret !== "",
  ) as string[];
  // Only in an address: a short password is part of many words.
  const mask = (text: string): string =>
    secrets.reduce((masked, secret) => masked.replaceAll(`:${secret}@`, ":***@"), text);
  return { ...check, message: mask(check.message), ...(check.hint !== undefined && { hint: mask(check.hint) }) };
}

function passwordOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : /:\/\/[^/@]*?:([^/@]*)@/.exec(url)?.[1];
}

/** One thing that `doctor` looked at. */
export interface Check {
  /** `database` */
  readonly name: string;
  readonly state: "ok" | "warning" | "problem" | "skipped";
  readonly message: string;
  readonly hint?: string;
}

function warning(name: string, message: string, hint: string): Check {
  return { name, state: "warning", message, hint };
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

/** Compares the actions with the operations that were imported last. */
function checkContract({ operations, missing, extra }: ContractGap): readonly Check[] {
  const checks: Check[] = [];
  if (missing.length > 0) {
    checks.push(warning("contract", `no action answers ${missing.join(", ")}`, "Write it, or run spec:import again."));
  }
  if (extra.length > 0) {
    checks.push(
      warning(
        "contract",
        `not in the description: ${extra.map(({ file }) => file).join(", ")}`,
        "Add it to the description: framework spec:export prints it.",
      ),
    );
  }
  if (checks.length > 0) return checks;
  return [{ name: "contract", state: "ok", message: `${operations} operations, each with its action` }];
}

/** Where values are not made up, which is so in production. */
async function checkUnsetValues(plan: ContractPlan, app: App): Promise<readonly Check[]> {
  if (app.config.app.unwrittenOperations !== "refuse") return [];
  const unset = await findUnsetValues(plan, app);
  return unset.map(({ model, property, file }) =>
    warning(
      "contract",
      `no code sets ${model}.${property}, and no client can send it: records without it are rejected in ${app.config.environment}`,
      `Pass it in ${file}: records.create(params, body, { ${JSON.stringify(property)}: ... }). A defaultValue in the model does as well.`,
    ),
  );
}

/** Passwords in clear text. */
function checkSecrets(plan: ContractPlan, { folder }: App): readonly Check[] {
  const names = findPlainSecrets(plan, emitContract(plan, "javascript"), folder);
  if (names.length === 0) return [];
  const verb = names.length === 1 ? "is" : "are";
  return [
    warning(
      "contract",
      `${listText(names, MOST_LISTED)} ${verb} stored as clients send ${names.length === 1 ? "it" : "them"}: no code changes the text`,
      "Hash passwords in a beforeSave hook of the model; docs/framework/login.md shows one.",
    ),
  ];
}

/** The actions that answer made-up values, or 501. */
function checkUnwritten(app: App): readonly Check[] {
  const names = findUnwrittenActions(app);
  if (names.length === 0) return [];
  const { environment, app: server } = app.config;
  const verb = names.length === 1 ? "is" : "are";
  const effect =
    server.unwrittenOperations === "refuse"
      ? `${names.length === 1 ? "it answers" : "they answer"} 501 in ${environment}`
      : `answers are generated in ${environment}, and production answers 501`;
  return [
    warning(
      "contract",
      `${listText(names, MOST_LISTED)} ${verb} not written yet: ${effect}`,
      "Write the handler in api/controllers.",
    ),
  ];
}

/** Compares the models with those that the imported description asks for. */
function checkModelGaps(wanted: readonly Entity[], { entities, schemas }: App): readonly Check[] {
  const isPublished = (field: string): boolean =>
    [...schemas.values()].some((schema) => typeof schema === "object" && Object.hasOwn(schema.properties ?? {}, field));
  return findModelGaps(wanted, entities).flatMap(({ model, missing, unset, unsent, narrower }): Check[] => {
    const checks: Check[] = [];
    const add = (state: Check["state"], message: string, hint: string): void => {
      checks.push({ name: "contract", state, message, hint });
    };
    if (missing.length > 0) {
      add(
        "problem",
        `the description's ${model} has ${listText(missing, MOST_LISTED)}, and the model does not: values that clients send are lost`,
        "Add it to the model, then run: framework migrations:generate <name>, then framework migrations:run",
      );
    }
    for (const difference of narrower) {
      add(
        "warning",
        `the model rejects values that the description allows: ${model}.${difference}`,
        "Change the model, then run: framework migrations:generate <name>, then framework migrations:run",
      );
    }
    if (unset !== undefined) {
      add(
        "warning",
        `${model}.${unset} requires a value, and the description lets no client send one`,
        "Set it in api/services, give it a default, let it be empty, or add it to the description.",
      );
    }
    const own = unsent.filter((field) => !isPublished(field));
    if (own.length > 0) {
      add(
        "warning",
        `answers leave out ${listText(own, MOST_LISTED)} of ${model}: the description does not declare ${own.length === 1 ? "it" : "them"}`,
        "Set `hidden: true` in the model if it is private; else add it to the description and run spec:import again.",
      );
    }
    return checks;
  });
}
