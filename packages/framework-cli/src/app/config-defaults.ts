import type { AppConfig } from "./app-config.js";

/**
 * What holds where nobody says anything.
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
      log: { level: isTest ? "silent" : "info" },
      bodyLimit: 1_048_576,
      requestTimeoutMs: 30_000,
      shutdownDeadlineMs: 10_000,
      shutdownDelayMs: isProduction ? 5_000 : 0,
      validateResponses: isProduction ? "off" : isTest ? "error" : "warn",
      cors: false,
      trustProxy: false,
    },
    database: {
      dialect: "sqlite",
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
