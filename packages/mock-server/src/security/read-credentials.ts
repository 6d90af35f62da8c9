import { readDataFile } from "../config/read-data-file.js";
import { OptionsError } from "../errors/options-error.js";

/** The value of a credentials file. @throws OptionsError `CREDENTIALS_UNREADABLE` */
export async function readCredentials(file: string): Promise<unknown> {
  const hint = "Name a JSON or YAML file that maps each security scheme to a list of credentials.";
  return readDataFile(file, (reason, cause) => new OptionsError("CREDENTIALS_UNREADABLE", reason, { hint, cause }));
}
