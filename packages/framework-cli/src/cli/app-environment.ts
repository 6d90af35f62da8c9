import { environmentName } from "../app/environment-name.js";

/** The environment that commands work in: what is asked for, else `NODE_ENV`, else `development`. */
export function appEnvironment(asked?: string): string {
  return asked ?? environmentName();
}
