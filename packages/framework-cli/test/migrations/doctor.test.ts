import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { emptyFolder, framework, linkDependencies, run as runCommand } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { writeFiles } from "./write-files.js";

let folder: string;
beforeEach(async () => {
  const { path, remove } = await emptyFolder();
  onTestFinished(remove);
  folder = path;
  await linkDependencies(folder);
  writeFiles(folder, {
    "package.json": JSON.stringify({ name: "shop", type: "module" }),
    "config/database.js": 'export default { dialect: "sqlite", storage: "data/shop.sqlite" };\n',
    "api/models/Book.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Book", { title: { type: DataTypes.STRING(120) } }, { timestamps: false });
`,
  });
  await inProcess(["migrations:generate", "books"], folder);
});

const doctor = (env: Readonly<Record<string, string>> = {}) => inProcess(["doctor"], folder, env);

test("migrations that were not run are a warning in development and a problem where the application would not start", async () => {
  const inDevelopment = await doctor();
  expect(inDevelopment.code).toBe(0);
  expect(inDevelopment.out).toMatch(
    /^warning {2}migrations +1 of 1 migration is not run on this database: \d+-books$/m,
  );
  expect(inDevelopment.out).toMatch(/^ok {7}migrations +the models have no change without a migration$/m);
  const production = await doctor({ NODE_ENV: "production" });
  expect(production.code).toBe(1);
  expect(production.out).toMatch(/^problem {2}migrations .*-books; production does not start before$/m);
  expect(production.out).toContain("hint: Run: framework migrations:run");
  expect((await framework(["lift", "--port", "0"], folder, { NODE_ENV: "production" })).err).toContain(
    "[MIGRATIONS_PENDING]",
  );
  await inProcess(["migrations:run"], folder);
  const done = await doctor({ NODE_ENV: "production" });
  expect(done.code).toBe(0);
  expect(done.out).toMatch(/^ok {7}migrations +1 migration, run on this database$/m);
});

test("a migration that was edited or deleted after it was run is a warning", async () => {
  await inProcess(["migrations:run"], folder);
  const [name = ""] = readdirSync(join(folder, "migrations"));
  const path = `migrations/${name}`;
  writeFiles(folder, { [path]: `${readFileSync(join(folder, path), "utf8")}// later\n` });
  const edited = await doctor();
  expect(edited.out).toMatch(/^warning {2}migrations +\d+-books was changed after it was applied\.$/m);
  expect(edited.out).toMatch(/hint: Restore the file .* run: framework migrations:resolve \d+-books --applied/);
  rmSync(join(folder, path));
  expect((await doctor()).out).toMatch(/^warning {2}migrations +\d+-books was applied, but its file is gone\.$/m);
});

test("workers name the command as it was typed", async () => {
  writeFiles(folder, { "run.js": readFileSync(new URL("../../templates/app/run.js", import.meta.url), "utf8") });
  writeFiles(folder, {
    "bin/framework.js": readFileSync(new URL("../../templates/app/bin/framework.js", import.meta.url), "utf8"),
  });
  const words = ["run", "bin/framework.js", "lift", "--port", "0", "--workers", "2"];
  const { code, err } = await runCommand(process.execPath, words, folder, { NODE_ENV: "production" });
  expect([code, err]).toEqual([1, expect.stringContaining("Run: node run bin/framework.js migrations:run.")]);
});
