import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { emptyFolder, linkDependencies } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { type Lifted, lift } from "../runtime/running-app.js";

/** Lifts an application that is imported from a description, for all tests of a file. @returns its address, during tests */
export function liftedApp(description: object): () => string {
  let parent: Awaited<ReturnType<typeof emptyFolder>>;
  let server: Lifted | undefined;
  beforeAll(async () => {
    parent = await emptyFolder();
    await writeFile(join(parent.path, "api.json"), JSON.stringify(description));
    const made = await inProcess(["new", "app", "--spec", "api.json"], parent.path);
    expect(made.code, made.err).toBe(0);
    const folder = join(parent.path, "app");
    await linkDependencies(folder);
    const migrated = await inProcess(["migrations:run"], folder);
    expect(migrated.code, migrated.err).toBe(0);
    server = await lift(folder, [], { NODE_ENV: "development" });
  });
  afterAll(async () => {
    await server?.end();
    await parent.remove();
  });
  return () => server?.url ?? "";
}
