import { liftedApp } from "./lifted-app.js";
import { mockInMemory } from "./mock-in-memory.js";
import { mockOnFiles } from "./mock-on-files.js";
import { mockOnPostgres } from "./mock-on-postgres.js";
import { page } from "./page.js";
import type { Target } from "./target.js";

/** The first is what the others are compared with. */
export const ALL_TARGETS: readonly [Target, ...Target[]] = [
  mockInMemory,
  mockOnFiles,
  mockOnPostgres,
  liftedApp("sqlite", "SQLite"),
  liftedApp("postgres", "PostgreSQL"),
  liftedApp("mariadb", "MariaDB"),
  liftedApp("mongodb", "MongoDB's protocol"),
  page,
];
