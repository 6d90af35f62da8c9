import type { MigrationFile } from "../read-migration-folder.js";
import type { MigrationTarget } from "../target/migration-target.js";
import type { LockOptions } from "./hold-lock.js";
import type { MigrationRun } from "./run-migrations.js";

/** What running migrations needs; the caller closes the target. */
export interface RunnerInput {
  readonly appFolder: string;
  readonly target: MigrationTarget;
  readonly files: readonly MigrationFile[];
  readonly lock: LockOptions;
  onStart(name: string, direction: "up" | "down"): void;
  onDone(run: MigrationRun): void;
}
