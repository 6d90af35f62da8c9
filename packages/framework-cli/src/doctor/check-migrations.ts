import type { Entity } from "../entity/entity.js";
import type { App } from "../load/app.js";
import { fileWarnings } from "../migrations/run/migration-status.js";
import { hasSequelizeMigrations, nextMigration } from "../migrations/run/next-migration.js";
import { appMigrations } from "../migrations/run/pending-migrations.js";
import { operationLabel } from "../migrations/tables/operation.js";
import { countText, listText } from "../text/phrases.js";
import { attempt, type Check } from "./check.js";

/** Changes of the models that no migration makes. */
export async function checkModels(folder: string, entities: readonly Entity[], checks: Check[]): Promise<void> {
  await attempt("migrations", checks, async () => {
    const { operations, questions } = await nextMigration(folder, {
      entities,
      name: "doctor",
      now: new Date(0),
      allowDestructive: true,
    });
    if (operations.length === 0) return [undefined, "the models have no change without a migration"];
    const asked = questions.map(({ id }) => id);
    const dropped = operations.flatMap((operation) => {
      if (operation.kind !== "dropColumn" || asked.some((id) => id.startsWith(`column ${operation.table}.`))) return [];
      return [`${operation.table}.${operation.column.name}`];
    });
    const mayExist = operations.some(({ kind }) => kind === "createTable") && (await hasSequelizeMigrations(folder));
    const run = "framework migrations:generate <name>";
    checks.push({
      name: "migrations",
      state: "warning",
      message: `the models have ${countText(operations.length, "change")} without a migration: ${listText(operations.map(operationLabel))}`,
      hint: mayExist
        ? "Run once: framework migrations:generate start --baseline; it keeps the tables that migrations of sequelize-cli make"
        : dropped.length > 0
          ? `To keep ${listText(dropped)}, add ${dropped.length === 1 ? "it" : "them"} to the model. To drop, run: ${run}`
          : `Run: ${run}`,
    });
    return;
  });
}

/** Checks that all migrations were run, and that their files have not changed since. */
export async function checkJournal(app: App, checks: Check[]): Promise<void> {
  await attempt("migrations", checks, async () => {
    const statuses = await appMigrations(app);
    for (const found of fileWarnings(statuses)) checks.push({ name: "migrations", state: "warning", ...found });
    const known = statuses.filter(({ state }) => state !== "missing");
    const pending = known.filter(({ state }) => state !== "applied" && state !== "edited").map(({ name }) => name);
    const count = countText(known.length, "migration");
    if (pending.length === 0) return known.length === 0 ? undefined : [undefined, `${count}, run on this database`];
    const { environment, app: server } = app.config;
    const isRefused = server.pendingMigrations === "refuse";
    const verb = pending.length === 1 ? "is" : "are";
    checks.push({
      name: "migrations",
      state: isRefused ? "problem" : "warning",
      message: `${pending.length} of ${count} ${verb} not run on this database: ${listText(pending)}${isRefused ? `; ${environment} does not start before` : ""}`,
      hint: "Run: framework migrations:run",
    });
    return;
  });
}
