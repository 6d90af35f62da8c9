import type { AppConfig } from "../../config/app-config.js";
import { environmentName } from "../../config/environment.js";
import { loadConfig } from "../../config/load-config.js";
import { FrameworkError } from "../../errors/framework-error.js";
import { findAppFolder } from "../../files/app-files.js";
import { readMigrationFiles } from "../migration-files.js";
import { openTarget } from "../open-target.js";
import type { LockHolder } from "../target/migration-target.js";
import type { RunnerInput } from "./execute-migration.js";
import { LOCK_TIMES } from "./hold-lock.js";
import type { MigrationRun } from "./run-migrations.js";

export interface MigrationSession extends RunnerInput {
  readonly config: AppConfig;
}

export interface SessionOptions {
  readonly cwd: string;
  /** In seconds. */
  readonly wait?: number | undefined;
  readonly signal?: AbortSignal;
  readonly onWait?: (holder: LockHolder) => void;
  readonly onDone?: (run: MigrationRun) => void;
}

/** Opens the database of the application that `cwd` is in, for commands on migrations, and closes it after them. */
export async function withMigrations<T>(
  options: SessionOptions,
  work: (session: MigrationSession) => Promise<T>,
): Promise<T> {
  const appFolder = findAppFolder(options.cwd);
  const config = await loadConfig(appFolder, environmentName());
  const target = await openTarget(config.database, appFolder);
  try {
    return await work({
      appFolder,
      config,
      target,
      files: readMigrationFiles(appFolder),
      lock: {
        app: config.app.name,
        ...LOCK_TIMES,
        ...(options.wait !== undefined && { waitMs: options.wait * 1000 }),
        onWait: options.onWait,
        signal: options.signal,
      },
      onDone: options.onDone,
    });
  } finally {
    await target.close();
  }
}

/** @param what the command, such as `migrations:undo --all` @throws FrameworkError REFUSED_IN_PRODUCTION */
export function refuseInProduction(environment: string, what: string): void {
  if (environment !== "production") return;
  throw new FrameworkError("REFUSED_IN_PRODUCTION", `${what} is rejected in production: it can lose data.`, {
    hint: "Set NODE_ENV to the environment you mean.",
  });
}
