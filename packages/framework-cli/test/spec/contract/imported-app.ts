import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseConfig } from "../../../src/database/database-config.js";
import { linkDependencies } from "../../command-line/framework.js";
import { inProcess } from "../../command-line/in-process.js";
import { lift } from "../../runtime/running-app.js";

/** A server that was started as a process. */
export interface Running {
  readonly url: string;
  stop(): Promise<unknown>;
}

/** `framework new app --spec <source>`, open to everybody; its database is named by the environment, so that one application can be lifted on several. */
export async function importApp(parent: string, source: string): Promise<string> {
  const made = await inProcess(["new", "app", "--spec", source], parent);
  if (made.code !== 0) throw new Error(made.err);
  const folder = join(parent, "app");
  await linkDependencies(folder);
  await writeFile(join(folder, "config/database.js"), "export default JSON.parse(process.env.TEST_DATABASE);\n");
  // Records are what these tests are about: security.test.ts has the policies.
  const settings = { app: { unwrittenSecurity: "allow" } };
  await writeFile(join(folder, "config/environments/development.js"), `export default ${JSON.stringify(settings)};\n`);
  return folder;
}

/** `migrations:run`, then `lift`. */
export async function liftOn(folder: string, config: DatabaseConfig): Promise<Running> {
  const env = { TEST_DATABASE: JSON.stringify(config), NODE_ENV: "development" };
  const run = await inProcess(["migrations:run"], folder, env);
  if (run.code !== 0) throw new Error(`${run.out}${run.err}`);
  const lifted = await lift(folder, [], env);
  return { url: lifted.url, stop: () => lifted.end() };
}
