/** The allowed values of a key in a config file. Problems never quote the value: it may be a secret. */
export type ConfigRule =
  | { readonly kind: "text" }
  | { readonly kind: "boolean" }
  | { readonly kind: "false" }
  | { readonly kind: "integer"; readonly minimum: number; readonly maximum?: number }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "texts" }
  | { readonly kind: "anything" }
  /** A list of Fastify plugins, each alone or with its options. */
  | { readonly kind: "plugins" }
  /** Named keys, all optional. */
  | { readonly kind: "object"; readonly keys: Readonly<Record<string, ConfigRule>> }
  /** Any names, with values of one kind. */
  | { readonly kind: "map"; readonly values: ConfigRule }
  | { readonly kind: "either"; readonly rules: readonly ConfigRule[] };

const TEXT: ConfigRule = { kind: "text" };
const BOOLEAN: ConfigRule = { kind: "boolean" };
const MILLISECONDS: ConfigRule = { kind: "integer", minimum: 0 };
const PORT: ConfigRule = { kind: "integer", minimum: 0, maximum: 65_535 };

/** The config files the framework reads; others are the application's own. */
export const CONFIG_RULES: Readonly<Record<string, ConfigRule>> = {
  app: {
    kind: "object",
    keys: {
      name: TEXT,
      host: TEXT,
      hosts: { kind: "texts" },
      port: PORT,
      log: {
        kind: "object",
        keys: {
          level: { kind: "choice", values: ["fatal", "error", "warn", "info", "debug", "trace", "silent"] },
        },
      },
      bodyLimit: { kind: "integer", minimum: 1 },
      fileLimit: { kind: "integer", minimum: 1 },
      requestTimeoutMs: MILLISECONDS,
      shutdownDeadlineMs: MILLISECONDS,
      shutdownDelayMs: MILLISECONDS,
      validateResponses: { kind: "choice", values: ["off", "warn", "error"] },
      unwrittenSecurity: { kind: "choice", values: ["refuse", "allow"] },
      unwrittenOperations: { kind: "choice", values: ["answer", "refuse"] },
      pendingMigrations: { kind: "choice", values: ["refuse", "warn"] },
      cors: {
        kind: "either",
        rules: [BOOLEAN, { kind: "object", keys: { origin: { kind: "either", rules: [TEXT, { kind: "texts" }] } } }],
      },
      trustProxy: BOOLEAN,
    },
  },
  database: {
    kind: "object",
    keys: {
      dialect: {
        kind: "choice",
        values: ["sqlite", "postgres", "mysql", "mariadb", "mssql", "oracle", "mongodb"],
      },
      url: TEXT,
      storage: TEXT,
      host: TEXT,
      port: PORT,
      database: TEXT,
      username: TEXT,
      password: TEXT,
      poolSize: { kind: "integer", minimum: 1 },
      connectTimeoutMs: MILLISECONDS,
      define: { kind: "map", values: { kind: "anything" } },
      driverOptions: { kind: "map", values: { kind: "anything" } },
      logQueries: BOOLEAN,
    },
  },
  routes: {
    kind: "object",
    keys: { prefix: TEXT, extra: { kind: "map", values: TEXT } },
  },
  plugins: { kind: "plugins" },
  policies: { kind: "map", values: { kind: "either", rules: [{ kind: "texts" }, TEXT, { kind: "false" }] } },
};
