import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ApiDescription, loadDescription } from "@onespec/spec-core";
import { FrameworkError } from "../../errors/framework-error.js";

/** The description that was imported last, as one document: what its changes and hand edits are told apart by. */
export const CONTRACT_PATH = ".framework/contract.json";

/** @returns `undefined` when nothing was imported yet @throws FrameworkError APP_FILE_BROKEN */
export async function readContract(appFolder: string): Promise<ApiDescription | undefined> {
  let text: string;
  try {
    text = await readFile(join(appFolder, CONTRACT_PATH), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return await loadDescription(JSON.parse(text));
  } catch (cause) {
    throw new FrameworkError("APP_FILE_BROKEN", `${CONTRACT_PATH} is not what the last import wrote.`, {
      hint: "Restore it from version control. Without it, edited files cannot be merged with the description's changes.",
      cause,
    });
  }
}
