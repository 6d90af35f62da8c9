import type { FastifyInstance, FastifyReply } from "fastify";
import type { Database } from "../../database/database.js";
import type { App } from "../app.js";

export interface HealthParts {
  readonly app: App;
  readonly database: Database | undefined;
  isStopping(): boolean;
  /** Names of migrations that have not been run. */
  pendingMigrations(): Promise<readonly string[]>;
}

/**
 * `/health/live`: the process answers. `/health/ready`: it should be sent requests; 503 with the reason while it stops, when the
 * database does not answer and while migrations are pending. Left out where the application has actions of its own there.
 */
export function addHealthRoutes(server: FastifyInstance, parts: HealthParts): void {
  const taken = new Set(parts.app.actions.flatMap(({ routes }) => routes.map(({ path }) => path)));
  const add = (url: string, answer: () => Promise<Health>): void => {
    if (taken.has(url)) return;
    server.route({
      method: ["GET", "HEAD"],
      url,
      config: { isQuiet: true },
      handler: async (_request, reply) => send(reply, await answer()),
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

function send(reply: FastifyReply, health: Health): FastifyReply {
  const status = health.status === "live" || health.status === "ready" ? 200 : 503;
  return reply
    .code(status)
    .header("content-type", "application/json; charset=utf-8")
    .header("cache-control", "no-store")
    .send(JSON.stringify(health));
}
