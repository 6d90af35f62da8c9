import { listAppFiles } from "./app-files.js";
import { importAppFile } from "./import-app-file.js";
import type { Policy } from "./policy.js";

/** The policies of `api/policies`, by name, and what is wrong with files that hold none. */
export async function loadPolicies(
  appFolder: string,
): Promise<{ readonly policies: ReadonlyMap<string, Policy>; readonly problems: readonly string[] }> {
  const policies = new Map<string, Policy>();
  const problems: string[] = [];
  for (const { name, path } of listAppFiles(appFolder, "api/policies")) {
    const { default: policy } = await importAppFile(appFolder, path);
    if (typeof policy === "function") policies.set(name, policy as Policy);
    else problems.push(`${path}: exports no function; write: export default async (request, services) => { ... }`);
  }
  return { policies, problems };
}
