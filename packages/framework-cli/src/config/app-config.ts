import type { DatabaseConfig } from "../database/database-config.js";
import type { PluginEntry } from "./plugin-entry.js";

/** `config/*.js` with the environment's overrides, checked as a whole, so that all mistakes are reported together. */
export interface AppConfig {
  /** `development`, `test`, `production` or a name of the application's own; from `NODE_ENV`. */
  readonly environment: string;
  readonly app: ServerConfig;
  readonly database: DatabaseConfig;
  readonly routes: RoutesConfig;
  /** Policies by action: `*`, `books/*`, `books/list`. An empty list, or `false` in the file, removes all of them. */
  readonly policies: Readonly<Record<string, readonly string[]>>;
  /** Fastify's, in the order in which they are registered. */
  readonly plugins: readonly PluginEntry[];
  /** Files of the application's own: `config/mail.js` is `custom.mail`. They are not checked. */
  readonly custom: Readonly<Record<string, unknown>>;
}

/** `config/app.js` */
export interface ServerConfig {
  /** The application's name in logs and messages. Default: the package's. */
  readonly name: string;
  /** The address to listen on. */
  readonly host: string;
  /**
   * Host names that are allowed in development, in addition to local names and addresses: `shop.example.com` for a
   * tunnel.
   */
  readonly hosts: readonly string[];
  /** 0 takes any free port. */
  readonly port: number;
  /** The lowest level that is logged. */
  readonly log: { readonly level: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent" };
  /** Largest body of JSON, forms and text, in bytes. */
  readonly bodyLimit: number;
  /** Largest body with files, in bytes: files larger than 256 KiB wait in a temporary folder. */
  readonly fileLimit: number;
  /** Longest time for a request to arrive, in milliseconds; 0 waits forever. */
  readonly requestTimeoutMs: number;
  /** How long a stop waits for running requests, in milliseconds. */
  readonly shutdownDeadlineMs: number;
  /** Time between `/health/ready` answering 503 and closing the port, so that a load balancer notices; in milliseconds. */
  readonly shutdownDelayMs: number;
  /** Checks answers against their schemas: `error` rejects, `warn` logs. */
  readonly validateResponses: "off" | "warn" | "error";
  /**
   * A security policy without `authenticate` rejects every request (`refuse`) or accepts it (`allow`). Production does
   * not start with `allow`.
   */
  readonly unwrittenSecurity: "refuse" | "allow";
  /** Handling of imported operations that are not written yet: `answer` with generated values, or `refuse` with 501. */
  readonly unwrittenOperations: "answer" | "refuse";
  /**
   * Handling of migrations that have not been run: `refuse` to start, or `warn` and answer 503 at `/health/ready` until
   * they have been run.
   */
  readonly pendingMigrations: "refuse" | "warn";
  /** Allows pages of other origins: all, or the listed ones. */
  readonly cors: boolean | { readonly origin: string | readonly string[] };
  /** Takes the client's address, scheme and host from `X-Forwarded-For`, `-Proto` and `-Host`. Set it only if every request comes through a proxy. */
  readonly trustProxy: boolean;
}

/** `config/routes.js` */
export interface RoutesConfig {
  /** Put before every path: `/api/v1`. */
  readonly prefix: string;
  /** Other addresses for actions: `{ "GET /home": "pages/show" }`. */
  readonly extra: Readonly<Record<string, string>>;
}

/**
 * The configuration's defaults.
 *
 * @param name the package's
 */
export function configDefaults(environment: string, name: string): Omit<AppConfig, "environment" | "custom"> {
  const isProduction = environment === "production";
  const isTest = environment === "test";
  return {
    app: {
      name,
      host: isProduction ? "0.0.0.0" : "127.0.0.1",
      hosts: [],
      port: 1337,
      log: { level: isTest ? "error" : "info" },
      bodyLimit: 1_048_576,
      fileLimit: 104_857_600,
      requestTimeoutMs: 30_000,
      shutdownDeadlineMs: 10_000,
      shutdownDelayMs: isProduction ? 5_000 : 0,
      validateResponses: isProduction ? "off" : isTest ? "error" : "warn",
      unwrittenSecurity: "refuse",
      unwrittenOperations: isProduction ? "refuse" : "answer",
      pendingMigrations: isProduction ? "refuse" : "warn",
      cors: false,
      trustProxy: false,
    },
    database: {
      dialect: "sqlite",
      storage: isTest ? ":memory:" : `data/${environment.replace(/[^\w-]/g, "_")}.sqlite`,
      poolSize: 10,
      connectTimeoutMs: 10_000,
      driverOptions: {},
      logQueries: false,
    },
    routes: { prefix: "", extra: {} },
    policies: {},
    plugins: [],
  };
}
