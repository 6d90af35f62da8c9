import type { FastifyInstance } from "fastify";
import type { Database } from "../../database/database.js";
import type { App } from "../../load/app.js";
import { pendingMigrations } from "../../migrations/run/pending-migrations.js";
import type { AppState } from "../http/create-fastify.js";
import { isTaken } from "../http/register-plugins.js";

/**
 * `/health/live` answers while the process runs. `/health/ready` answers 200 if it should get requests. It answers 503
 * with the reason while it is stopping, if the database does not answer, and if migrations are pending. Adds no route
 * at a path that the application or a plugin already has.
 */
export function addHealthRoutes(
  fastify: FastifyInstance,
  app: App,
  database: Database | undefined,
  state: AppState,
): void {
  const taken = new Set(app.actions.flatMap(({ routes }) => routes.map(({ path }) => path)));
  const add = (url: string, answer: () => Promise<Health>): void => {
    if (taken.has(url) || isTaken(fastify, "GET", url)) return;
    // Health checks come from the server's operators. Rate limits do not count them, and they are not logged.
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
  add("/health/ready", () => readiness(app, database, state));
}

type Health =
  | { readonly status: "live" | "ready" }
  | { readonly status: "stopping" | "database-away" | "migrations-pending"; readonly reason: string };

async function readiness(app: App, database: Database | undefined, state: AppState): Promise<Health> {
  if (state.isStopping) return { status: "stopping", reason: "The server is about to stop." };
  if (database === undefined) return { status: "ready" };
  try {
    await database.ping();
    // The migration files are read at start. Once all of them have been run, the check is skipped.
    if (state.pendingMigrations.length > 0) state.pendingMigrations = await pendingMigrations(app);
    if (state.pendingMigrations.length === 0) return { status: "ready" };
    return { status: "migrations-pending", reason: `To be run: ${state.pendingMigrations.join(", ")}.` };
  } catch {
    return { status: "database-away", reason: "The database does not answer." };
  }
}
