import { isObject, nearestName } from "@onespec/spec-core";
import type { DatabaseConfig } from "../database/database-config.js";
import type { Dialect } from "../database/dialect.js";
import { FrameworkError } from "../errors/framework-error.js";
import { type AppFile, listAppFiles, packageName } from "../files/app-files.js";
import { brokenFile, importAppFile } from "../files/import-app-file.js";
import { countText, sentence } from "../text/phrases.js";
import { type AppConfig, configDefaults, type RoutesConfig, type ServerConfig } from "./app-config.js";
import { CONFIG_RULES } from "./config-rules.js";
import { type ConfigProblem, type ConfigValue, readConfigValue } from "./config-value.js";
import { type EnvironmentVariables, loadEnvironmentFiles, variables } from "./environment.js";

/**
 * Reads `.env`, `config/*` and `config/environments/<environment>`, lays them over the defaults and checks the whole.
 *
 * @param environment `development`, `test`, `production` ...
 * @throws FrameworkError CONFIG_INVALID, with every mistake; APP_FILE_BROKEN
 */
export async function loadConfig(appFolder: string, environment: string): Promise<AppConfig> {
  const env = loadEnvironmentFiles(appFolder, environment);
  const files = listAppFiles(appFolder, "config").filter(
    ({ name }) => !name.includes("/") || name === `environments/${environment}`,
  );
  const written = await Promise.all(files.map((file) => readSource(appFolder, file, { environment, env })));
  // The environment's file has the last word.
  const sources = [...variableSources(environment, env), ...written].sort((a, b) => Number(a.wins) - Number(b.wins));
  const problems = sources.flatMap((source) => source.problems);
  if (problems.length > 0) throw invalidConfig(withoutEchoes(problems));

  const merged = sources.reduce<unknown>(
    (config, { sections }) => mergeConfig(config, sections),
    configDefaults(environment, packageName(appFolder)),
  ) as Record<string, unknown>;
  const { app, database, routes, policies, plugins, ...custom } = merged;
  if (environment === "production" && (app as ServerConfig).unwrittenSecurity === "allow") {
    const message = 'must be "refuse" in production: else everybody passes the policies that are not written';
    throw invalidConfig([{ file: "config", key: "app.unwrittenSecurity", message }]);
  }
  // The address already implies the dialect. `dialect` is needed only to override it (the driver `mysql` for a
  // MariaDB).
  const isSaid = sources.some(({ sections }) => isObject(sections.database) && sections.database.dialect !== undefined);
  const given = database as DatabaseConfig;
  const dialect = isSaid ? undefined : dialectOfUrl(given.url);
  const used = dialect === undefined ? given : { ...given, dialect };
  const { prefix, extra } = routes as RoutesConfig;
  const trimmed = prefix.replace(/^\/+|\/+$/g, "");
  const guards = policies as Readonly<Record<string, string | false | readonly string[]>>;
  const unused = environment === "production" ? unusedAddress(used, environment) : undefined;
  if (unused !== undefined) throw new FrameworkError("CONFIG_INVALID", unused.message, { hint: unused.hint });
  return {
    environment,
    app: app as ServerConfig,
    database: used,
    routes: { extra, prefix: trimmed === "" ? "" : `/${trimmed}` },
    policies: Object.fromEntries(
      Object.entries(guards).map(([glob, names]) => [glob, names === false ? [] : [names].flat()]),
    ),
    plugins: plugins as AppConfig["plugins"],
    custom,
  };
}

/** The content of one file by section: `config/app.js` gives `{ app: ... }`. */
interface ConfigSource {
  readonly sections: Readonly<Record<string, unknown>>;
  readonly problems: readonly ConfigProblem[];
  readonly wins: boolean;
}

/**
 * Values from variables. They apply only if the config files set nothing. For other variables, config files read them:
 * `port: process.env.SHOP_PORT`. `TEST_DATABASE_URL` is the database for tests, unless `config/environments/test.js`
 * sets one.
 */
function variableSources(environment: string, env: EnvironmentVariables): readonly ConfigSource[] {
  const { PORT: port, HOST: host, LOG_LEVEL: level, DATABASE_URL, TEST_DATABASE_URL: url } = env;
  const read = (given: Readonly<Record<string, unknown>>) => readSections(ENVIRONMENT, given, true);
  const usual = read({ app: { port, host, log: { level } }, database: { url: DATABASE_URL } });
  if (environment !== "test" || !url) return [{ ...usual, wins: false }];
  return [
    { ...usual, wins: false },
    { ...read({ database: { url, dialect: dialectOfUrl(url) } }), wins: true },
  ];
}

const ENVIRONMENT = "the environment";
/** The variables that set a key. */
const VARIABLES: Readonly<Record<string, string>> = {
  "app.port": "PORT",
  "app.host": "HOST",
  "app.log.level": "LOG_LEVEL",
  "database.url": "DATABASE_URL",
};

/** Removes problems of files that only pass on an invalid variable, as in `port: Number(process.env.PORT)`. */
function withoutEchoes(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  const wrong = new Set(problems.filter(({ file }) => file === ENVIRONMENT).map(({ key }) => key));
  return problems.flatMap((problem) => {
    const { file, key } = problem;
    if (file === ENVIRONMENT) return [{ ...problem, key: VARIABLES[key] ?? key }];
    const section = /^config\/(app|database)\./.exec(file)?.[1];
    return wrong.has(section === undefined ? key : `${section}.${key}`) ? [] : [problem];
  });
}

/** The argument of a config file that exports a function. */
interface ConfigInput {
  readonly environment: string;
  readonly env: EnvironmentVariables;
}

async function readSource(appFolder: string, { name, path }: AppFile, input: ConfigInput): Promise<ConfigSource> {
  const { default: exported } = await importAppFile(appFolder, path);
  const given = await evaluate(appFolder, path, exported, input);
  const isEnvironment = name.startsWith("environments/");
  const refused = (message: string): ConfigSource => ({
    sections: {},
    problems: [{ file: path, key: "", message }],
    wins: isEnvironment,
  });
  if (given === undefined) return refused("exports nothing; write: export default { ... }");
  if (!isEnvironment) return { ...readSections(path, { [name]: given }, false), wins: false };
  return isObject(given)
    ? { ...readSections(path, given, true), wins: true }
    : refused("must export an object with the sections it changes: { app: { ... } }");
}

async function evaluate(appFolder: string, path: string, exported: unknown, input: ConfigInput): Promise<unknown> {
  if (typeof exported !== "function") return exported;
  try {
    return await exported(input);
  } catch (error) {
    throw brokenFile(appFolder, path, error);
  }
}

/** @param isWhole true if the file has all sections. Its keys then begin with section names, which may be misspelt. */
function readSections(
  file: string,
  given: Readonly<Record<string, unknown>>,
  isWhole: boolean,
): Pick<ConfigSource, "sections" | "problems"> {
  const names = Object.keys(CONFIG_RULES);
  const read = Object.entries(given).map(([name, value]): [string, ConfigValue] => {
    const rule = Object.hasOwn(CONFIG_RULES, name) ? CONFIG_RULES[name] : undefined;
    if (rule !== undefined) return [name, readConfigValue(file, rule, value, isWhole ? name : "")];
    const nearest = isWhole ? nearestName(name, names) : undefined;
    const message = `is not a known section; did you mean ${nearest}?`;
    return [name, { value, problems: nearest === undefined ? [] : [{ file, key: name, message }] }];
  });
  return {
    sections: Object.fromEntries(read.map(([name, { value }]) => [name, value])),
    problems: read.flatMap(([, { problems }]) => problems),
  };
}

function invalidConfig(problems: readonly ConfigProblem[]): FrameworkError {
  const lines = problems.map(({ file, key, message }) => `${file}: ${key === "" ? "it" : key} ${message}`);
  const count = countText(problems.length, "mistake");
  return new FrameworkError("CONFIG_INVALID", sentence(`The configuration has ${count}: ${lines.join("; ")}`), {
    hint: "Fix the reported keys. The documentation lists all settings.",
  });
}

const DIALECT_OF_SCHEME: Readonly<Record<string, Dialect>> = {
  sqlite: "sqlite",
  postgres: "postgres",
  postgresql: "postgres",
  mysql: "mysql",
  mariadb: "mariadb",
  mssql: "mssql",
  sqlserver: "mssql",
  oracle: "oracle",
  mongodb: "mongodb",
  "mongodb+srv": "mongodb",
};

function dialectOfUrl(url: string | undefined): Dialect | undefined {
  const [, scheme = ""] = /^([a-z+]+):/i.exec(url ?? "") ?? [];
  return DIALECT_OF_SCHEME[scheme.toLowerCase()];
}

/** `DATABASE_URL` names a database, and the configuration uses another one. Tests have their own by design. */
export function unusedAddress(
  { dialect, url }: DatabaseConfig,
  environment: string,
): { readonly message: string; readonly hint: string } | undefined {
  const { DATABASE_URL: address } = variables();
  if (environment === "test" || address === undefined || address === "") return undefined;
  const named = dialectOfUrl(address) ?? dialect;
  const isMySql = (name: Dialect): boolean => name === "mysql" || name === "mariadb";
  const isSame = named === dialect || (isMySql(named) && isMySql(dialect));
  if (isSame && (url === address || dialect === "sqlite")) return undefined;
  return {
    message: `DATABASE_URL is set, and the configuration does not use it: its database is ${dialect}${isSame ? " at another address" : ""}.`,
    hint: isSame
      ? "Write url: process.env.DATABASE_URL in config/database.js, or unset the variable."
      : `Write dialect: "${named}" and url: process.env.DATABASE_URL in config/database.js and install its driver (framework new --db ${named} does both), or unset the variable. Tests have a database of their own: url: process.env.TEST_DATABASE_URL in config/environments/test.js.`,
  };
}

/** Merges `over` into `base`, object by object. Lists and plain values replace. An undefined value changes nothing. */
function mergeConfig(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (!isObject(base) || !isObject(over)) return over;
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    if (name !== "__proto__") merged[name] = mergeConfig(merged[name], value);
  }
  return merged;
}
