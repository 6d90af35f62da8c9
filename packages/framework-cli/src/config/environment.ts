import { join } from "node:path";
import { parseEnv } from "node:util";
import { nearestName } from "@onespec/spec-core";
import { listAppFiles } from "../files/app-files.js";
import { readIfPresent } from "../files/read-if-present.js";

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * Loads the variables in `.env.<environment>` and `.env` into the process's environment. Existing variables stay, and
 * the first file with a variable wins. Returns the whole environment.
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

/** The process's environment after `loadEnvironmentFiles`. */
export function variables(): EnvironmentVariables {
  const { env } = process;
  return env;
}

/** The environments that the framework knows. Others behave like `development`. */
const KNOWN: readonly string[] = ["development", "test", "production"];

/**
 * A warning if the environment is probably misspelt: it is unknown, and there is no file for it in
 * `config/environments`.
 */
export function unknownEnvironment(appFolder: string, environment: string): string | undefined {
  if (KNOWN.includes(environment)) return undefined;
  const hasFile = listAppFiles(appFolder, "config").some(({ name }) => name === `environments/${environment}`);
  if (hasFile) return undefined;
  const meant = KNOWN.find((name) => name.startsWith(environment)) ?? nearestName(environment, KNOWN);
  const question = meant === undefined ? "" : ` Did you mean NODE_ENV=${meant}?`;
  return `The environment ${environment} has no file config/environments/${environment}, so it behaves as development does.${question}`;
}

/** The requested environment, or else `NODE_ENV`, or else `development`. */
export function environmentName(asked?: string): string {
  const { env } = process;
  return asked ?? (env.NODE_ENV || "development");
}
