import type { FastifyInstance } from "fastify";
import type { Database } from "../../database/database.js";
import type { App } from "../../load/app.js";
import { isTaken } from "../http/register-plugins.js";

export interface HealthParts {
  readonly app: App;
  readonly database: Database | undefined;
  isStopping(): boolean;
  /** Names of migrations that have not been run. */
  pendingMigrations(): Promise<readonly string[]>;
}

/**
 * `/health/live`: the process answers. `/health/ready`: it should be sent requests; 503 with the reason while it stops, when the
 * database does not answer and while migrations are pending. Left out where the application or a plugin has the path.
 */
export function addHealthRoutes(fastify: FastifyInstance, parts: HealthParts): void {
  const taken = new Set(parts.app.actions.flatMap(({ routes }) => routes.map(({ path }) => path)));
  const add = (url: string, answer: () => Promise<Health>): void => {
    if (taken.has(url) || isTaken(fastify, "GET", url)) return;
    // The operators of the server ask: limits for clients do not count it, and the log has no line.
    fastify.get(url, { config: { rateLimit: false }, logLevel: "error" }, async (_request, reply) => {
      const health = await answer();
      const isWell = health.status === "live" || health.status === "ready";
      return reply
        .code(isWell ? 200 : 503)
        .header("cache-control", "no-store")
        .send(health);
    });
  };
  add("/health/live", async () => ({ status: "live" }));
  add("/health/ready", () => readiness(parts));
}

type Health =
  | { readonly status: "live" | "ready" }
  | { readonly status: "stopping" | "database-away" | "migrations-pending"; readonly reason: string };

async function readiness({ database, isStopping, pendingMigrations }: HealthParts): Promise<Health> {
  if (isStopping()) return { status: "stopping", reason: "The server is about to stop." };
  if (database === undefined) return { status: "ready" };
  try {
    await database.ping();
    const pending = await pendingMigrations();
    if (pending.length === 0) return { status: "ready" };
    return { status: "migrations-pending", reason: `To be run: ${pending.join(", ")}.` };
  } catch {
    return { status: "database-away", reason: "The database does not answer." };
  }
}
