import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { DatabaseConfig } from "../../src/database/database-config.js";
import type { Entity } from "../../src/entity/entity.js";
import { readMigrationFiles } from "../../src/migrations/migration-files.js";
import { openTarget } from "../../src/migrations/open-target.js";
import type { MigrationPlan } from "../../src/migrations/plan-migration.js";
import type { RunnerInput } from "../../src/migrations/run/execute-migration.js";
import { nextMigration } from "../../src/migrations/run/next-migration.js";
import type { Answers } from "../../src/migrations/tables/question.js";
import type { MigrationTarget } from "../../src/migrations/target/migration-target.js";

/** An application's migrations folder on a database, without the command line around it. */
export class MigrationApp {
  readonly folder = mkdtempSync(join(tmpdir(), "onespec-migrations-"));
  readonly config: DatabaseConfig;
  #minutes = 0;

  constructor(config: DatabaseConfig) {
    this.config = config;
  }

  write(path: string, content: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  plan(entities: readonly Entity[], answers: Answers = {}, name = "change"): Promise<MigrationPlan> {
    const now = new Date(Date.UTC(2026, 0, 31, 12, this.#minutes++));
    return nextMigration(this.folder, { entities, name, now, answers, allowDestructive: true });
  }

  /** Plans and writes. */
  async generate(entities: readonly Entity[], answers: Answers = {}, name = "change"): Promise<MigrationPlan> {
    const plan = await this.plan(entities, answers, name);
    for (const change of plan.changes) if (change.kind === "create") this.write(change.path, change.content);
    return plan;
  }

  async open<T>(work: (target: MigrationTarget, input: RunnerInput) => Promise<T>): Promise<T> {
    const target = await openTarget(this.config, this.folder);
    try {
      return await work(target, this.input(target));
    } finally {
      await target.close();
    }
  }

  input(target: MigrationTarget): RunnerInput {
    return {
      appFolder: this.folder,
      target,
      files: readMigrationFiles(this.folder),
      lock: { app: "test", waitMs: 60_000, expiryMs: 5000, onWait: () => {} },
      onDone: () => {},
    };
  }
}
