import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { framework } from "../command-line/framework.js";
import { importedApp } from "../command-line/imported-app.js";
import { NOTES_API } from "./acknowledged-writes.js";

/** Ends the process when a file is about to be moved away from, or into, this place. */
const killedAt = (pattern: RegExp): Readonly<Record<string, string>> => {
  const module = `import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (${pattern}.test(from + " " + to)) process.kill(process.pid, "SIGKILL");
  renameSync(from, to);
};
syncBuiltinESMExports();`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(module)}` };
};

async function contents(app: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(app, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")])));
}

test.each([
  ["a replaced file is away", /new-\d+ \S+api\/models\/Note\.js$/],
  ["the last file is missing", /new-\d+ \S+contract\.json$/],
])("the changes of an import that was killed while %s are undone by the next command", async (_, place) => {
  const app = await importedApp(NOTES_API);
  const model = join(app, "api/models/Note.js");
  await writeFile(model, `// edited\n${await readFile(model, "utf8")}`);
  const changed = JSON.stringify(NOTES_API).replace('"properties":{', '"properties":{"colour":{"type":"string"},');
  await writeFile(join(app, "api.json"), changed);
  const before = await contents(app);

  const killed = await framework(["spec:import", "api.json"], app, killedAt(place));
  expect(killed.code, killed.err).toBe(null);
  expect(await contents(app)).not.toEqual(before);

  const next = await framework(["routes"], app);
  expect(next).toMatchObject({ code: 0 });
  expect(next.err).toMatch(/^A generator was killed half-way\. Its changes were undone: \S+.*\. Run it again\.\n/);
  expect(await contents(app)).toEqual(before);
  expect((await framework(["spec:import", "api.json"], app)).code).toBe(0);
  expect(await readFile(model, "utf8")).toMatch(/^\/\/ edited\n.*colour/s);
});

test("a file that was edited after its generator was killed stays; the one that it replaced is beside it", async () => {
  const app = await importedApp(NOTES_API);
  const model = join(app, "api/models/Note.js");
  const before = await readFile(model, "utf8");
  const changed = JSON.stringify(NOTES_API).replace('"properties":{', '"properties":{"colour":{"type":"string"},');
  await writeFile(join(app, "api.json"), changed);
  await framework(["spec:import", "api.json"], app, killedAt(/new-\d+ \S+contract\.json$/));
  await writeFile(model, "// mine\n");
  await framework(["routes"], app);
  expect(await readFile(model, "utf8")).toBe("// mine\n");
  expect(await readFile(`${model}.old`, "utf8")).toBe(before);
});
