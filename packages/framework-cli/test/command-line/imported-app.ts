import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { emptyFolder, framework, linkDependencies, run } from "./framework.js";

/** The folder of an application imported from a description, until the test ends. */
export async function importedApp(description: object): Promise<string> {
  const { path: parent, remove } = await emptyFolder();
  onTestFinished(remove);
  await writeFile(join(parent, "api.json"), JSON.stringify(description));
  const made = await framework(["new", "app", "--spec", "api.json"], parent);
  expect(made.code, made.err).toBe(0);
  const app = join(parent, "app");
  await linkDependencies(app);
  return app;
}

/** Runs a program in the folder of an application. It ends with `all right`, or fails. */
export async function runProgram(app: string, program: string): Promise<void> {
  await writeFile(join(app, "program.mjs"), program);
  const { out, err } = await run(process.execPath, ["program.mjs"], app);
  expect(err).toBe("");
  expect(out).toBe("all right\n");
}
