import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DatabaseError } from "../errors/database-error.js";

/** The driver of each database and the command that installs it. This package is tested with these version ranges. */
const RANGES = {
  "@photostructure/sqlite": "^1.2.1",
  pg: "^8.23.1",
  mysql2: "^3.24.6",
  mariadb: "^3.5.4",
  tedious: "^19.2.2",
  oracledb: "^26.0.0",
  mongodb: "^7.8.0",
  sequelize: "^6.37.8",
} as const;

export type DriverName = keyof typeof RANGES;

/**
 * Loads a driver that the application has installed, or else one next to this package.
 * @param appFolder absolute
 * @throws DatabaseError DRIVER_MISSING with the command that installs it
 */
export async function loadDriver<T>(name: DriverName, appFolder: string): Promise<T> {
  try {
    return await importFrom(name, createRequire(join(appFolder, "package.json")));
  } catch (error) {
    if (!isMissing(error, name)) throw error;
  }
  try {
    return await importFrom(name, createRequire(import.meta.url));
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw new DatabaseError("DRIVER_MISSING", `The database driver ${name} is not installed.`, {
      hint: `Run: npm install ${name}@"${RANGES[name]}"`,
      cause: error,
    });
  }
}

async function importFrom<T>(name: string, require: NodeJS.Require): Promise<T> {
  const module = await import(pathToFileURL(require.resolve(name)).href);
  return (module.default ?? module) as T;
}

function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "MODULE_NOT_FOUND" && error.message.includes(`'${name}'`);
}
