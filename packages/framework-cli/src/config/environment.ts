import { join } from "node:path";
import { parseEnv } from "node:util";
import { readIfPresent } from "../files/read-if-present.js";

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * Puts the variables of `.env.<environment>` and `.env` into the process's environment. Existing variables stay, and the first
 * file that names a variable wins. Returns the whole environment.
 */
export function loadEnvironmentFiles(appFolder: string, environment: string): EnvironmentVariables {
  const { env } = process;
  for (const name of [`.env.${environment}`, ".env"]) {
    for (const [variable, value] of Object.entries(parseEnv(readIfPresent(join(appFolder, name)) ?? ""))) {
      env[variable] ??= value;
    }
  }
  return env;
}

/** The environment asked for, else `NODE_ENV`, else `development`. */
export function environmentName(asked?: string): string {
  const { env } = process;
  return asked ?? (env.NODE_ENV || "development");
}
