import type { FastifyInstance } from "fastify";
import type { Database } from "../../database/database.js";
import type { App } from "../../load/app.js";
import { pendingMigrations } from "../../migrations/run/pending-migrations.js";
import type { AppState } from "../http/create-fastify.js";
import { isTaken } from "../http/register-plugins.js";

/**
 * `/health/live`: the process answers. `/health/ready`: it should be sent requests; 503 with the reason while it stops, when the
 * database does not answer and while migrations are pending. Left out where the application or a plugin has the path.
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
    // The files were read at start: once all have been run, it stays so.
    if (state.pendingMigrations.length > 0) state.pendingMigrations = await pendingMigrations(app);
    if (state.pendingMigrations.length === 0) return { status: "ready" };
    return { status: "migrations-pending", reason: `To be run: ${state.pendingMigrations.join(", ")}.` };
  } catch {
    return { status: "database-away", reason: "The database does not answer." };
  }
}
