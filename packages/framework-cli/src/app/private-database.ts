import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "./app.js";

/** A database for one run of an application. */
export interface PrivateDatabase {
  readonly app: App;
  remove(): void;
}

/**
 * An application whose database is SQLite in memory gets a file of its own instead: migrations and the application are two
 * connections, and memory belongs to one. Others are left as they are.
 */
export function withPrivateDatabase(app: App): PrivateDatabase {
  const { dialect, storage, url } = app.config.database;
  const isInMemory = dialect === "sqlite" && url === undefined && (storage === undefined || storage === ":memory:");
  if (!isInMemory || app.entities.length === 0) return { app, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "onespec-app-"));
  const database = { ...app.config.database, storage: join(folder, "test.sqlite") };
  return {
    app: { ...app, config: { ...app.config, database } },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
