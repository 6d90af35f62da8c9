import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * Puts the variables of `.env.<environment>` and `.env` into the process's environment. What is set already stays, and the first
 * file that names a variable wins. Returns the whole environment.
 */
export function loadEnvironmentFiles(appFolder: string, environment: string): EnvironmentVariables {
  const { env } = process;
  for (const name of [`.env.${environment}`, ".env"]) {
    for (const [variable, value] of Object.entries(parseEnv(textOf(join(appFolder, name))))) {
      env[variable] ??= value;
    }
  }
  return env;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
