import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { emptyFolder, linkDependencies, run } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { bookshop } from "./contract/descriptions.js";

test("a description becomes TypeScript that compiles, before anything is installed that runs TypeScript", async () => {
  const { path: parent, remove } = await emptyFolder();
  onTestFinished(remove);
  const made = await inProcess(["new", "app", "--typescript", "--spec", bookshop], parent);
  expect(made.code, made.err).toBe(0);
  const app = join(parent, "app");
  expect(existsSync(join(app, "api/models/Book.ts"))).toBe(true);
  await linkDependencies(app);
  const compiled = await run(process.execPath, ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."], app);
  expect(compiled.code, compiled.out).toBe(0);
  const again = await inProcess(["spec:import", bookshop], app);
  expect(again.out).toContain("Created 0, updated 0, deleted 0 files.");
});
