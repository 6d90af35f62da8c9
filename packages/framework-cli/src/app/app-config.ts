import type { DatabaseConfig } from "../database/database-config.js";
import type { PluginEntry } from "./plugins/plugin-entry.js";

/** `config/*.js` with the environment's overrides, checked as a whole: every mistake is told at once. */
export interface AppConfig {
  /** `development`, `test`, `production` or a name of the application's own; from `NODE_ENV`. */
  readonly environment: string;
  readonly app: ServerConfig;
  readonly database: DatabaseConfig;
  readonly routes: RoutesConfig;
  /** Policies by action: `*`, `books/*`, `books/list`. */
  readonly policies: Readonly<Record<string, readonly string[]>>;
  /** Fastify's, in the order in which they are registered. */
  readonly plugins: readonly PluginEntry[];
  /** Files of the application's own: `config/mail.js` is `custom.mail`. They are not checked. */
  readonly custom: Readonly<Record<string, unknown>>;
}

/** `config/app.js` */
export interface ServerConfig {
  readonly name: string;
  readonly host: string;
  /** Names by which it is called in development, beside addresses and local ones: `shop.example.com` of a tunnel. */
  readonly hosts: readonly string[];
  /** 0 takes any free port. */
  readonly port: number;
  readonly log: { readonly level: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent" };
  /** Bytes. */
  readonly bodyLimit: number;
  /** Milliseconds; 0 waits for ever. */
  readonly requestTimeoutMs: number;
  /** How long a stop waits for requests under way, in milliseconds. */
  readonly shutdownDeadlineMs: number;
  /** How long readiness says no before the port closes, so that a load balancer notices; in milliseconds. */
  readonly shutdownDelayMs: number;
  /** Check answers against their schemas: `error` refuses, `warn` logs. Default `warn`, in production `off`. */
  readonly validateResponses: "off" | "warn" | "error";
  readonly cors: boolean | { readonly origin: string | readonly string[] };
  /** Is every request from a proxy, so that `X-Forwarded-For` names the client? Else a client could name itself. */
  readonly trustProxy: boolean;
}

/** `config/routes.js` */
export interface RoutesConfig {
  /** Put before every path: `/api/v1`. */
  readonly prefix: string;
  /** Other addresses for actions: `{ "GET /home": "pages/show" }`. */
  readonly extra: Readonly<Record<string, string>>;
}
