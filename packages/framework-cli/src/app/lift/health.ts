import type { Database } from "../../database/database.js";
import type { App } from "../app.js";
import type { AnswerWriter } from "../server/answer-writer.js";
import type { AppServer } from "../server/create-server.js";
import type { Exchange } from "../server/exchange.js";
import { JSON_TYPE } from "../server/response-plan.js";

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
export function addHealthRoutes(server: AppServer, parts: HealthParts): void {
  const taken = new Set(parts.app.actions.flatMap(({ routes }) => routes.map(({ path }) => path)));
  const add = (path: string, answer: () => Promise<Health>): void => {
    if (taken.has(path)) return;
    server.addRoute(path, (exchange, writer) => void answer().then((health) => send(exchange, writer, health)));
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

function send(exchange: Exchange, writer: AnswerWriter, health: Health): void {
  const status = health.status === "live" || health.status === "ready" ? 200 : 503;
  const own = { "content-type": JSON_TYPE, "cache-control": "no-store" };
  writer.send(exchange, status, own, JSON.stringify(health));
}
