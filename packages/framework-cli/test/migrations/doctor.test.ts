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
  for (const other of ["20990101000000-a", "20990102000000-b"])
    writeFiles(folder, { [`migrations/${other}.js`]: "export async function up() {}\n" });
  await inProcess(["migrations:run"], folder);
  for (const other of readdirSync(join(folder, "migrations"))) rmSync(join(folder, `migrations/${other}`));
  expect(
    (await doctor()).out.match(/^warning {2}migrations +3 migrations were applied to this database.*$/gm),
  ).toHaveLength(1);
});

test("a column that only a migration adds can be kept; questions of the next migration are no changes", async () => {
  writeFiles(folder, {
    "migrations/20990101000000-shelf.js": `export async function up({ schema }) {
  await schema.addColumn("books", { name: "shelf", type: "string(20)" });
}\n`,
  });
  const pending = await doctor();
  expect(pending.out).toContain("the models have 1 change without a migration: dropColumn books.shelf");
  expect(pending.out).toContain(
    "hint: To keep books.shelf, add it to the model. To drop, run: framework migrations:generate <name>",
  );
  writeFiles(folder, {
    "api/models/Book.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Book", {
  title: { type: DataTypes.STRING(120) }, place: { type: DataTypes.STRING(20) },
  isbn: { type: DataTypes.STRING(13), allowNull: false },
}, { timestamps: false });\n`,
  });
  const asking = await doctor();
  expect(asking.out).toContain(
    "the models have 3 changes without a migration: addColumn books.place, addColumn books.isbn, dropColumn books.shelf",
  );
  expect(asking.out).toContain("hint: Run: framework migrations:generate <name>");
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

test("a service that cannot be created and a schema that does not exist are problems, and a timer does not keep doctor running", async () => {
  writeFiles(folder, {
    "api/services/mail.js": `setInterval(() => {}, 1000);\nexport default () => { throw new Error("no MAIL_URL"); };\n`,
    "api/services/books.js": `export default ({ models: { Book } }) => ({ count: () => Book.count() });\n`,
    "api/controllers/books/list.js": `export default { method: "GET", path: "/books", handler: () => [] };\n`,
  });
  const service = await framework(["doctor"], folder);
  expect(service.code).toBe(1);
  expect(service.out).toMatch(/^problem {2}code +api\/services\/mail\.js:2: Error: no MAIL_URL$/m);
  expect(service.out.match(/^problem/gm)).toHaveLength(1);
  writeFiles(folder, {
    "api/services/mail.js": "export default () => ({});\n",
    "api/controllers/books/list.js": `export default { method: "GET", path: "/books", handler: () => [],
  outputs: { 200: { description: "Books.", schema: { $ref: "#/components/schemas/Boook" } } } };\n`,
  });
  const schema = await doctor();
  expect(schema.code).toBe(1);
  expect(schema.out).toMatch(/^problem {2}code .*api\/controllers\/books\/list\.js: .*#\/components\/schemas\/Boook/m);
});

test("doctor creates no database file, and counts the migrations that wait for it", async () => {
  rmSync(join(folder, "data"), { recursive: true, force: true });
  const { code, out } = await doctor();
  expect(code).toBe(0);
  expect(out).toMatch(/^ok {7}database +sqlite data\/shop\.sqlite does not exist yet$/m);
  expect(out).toMatch(/^warning {2}migrations +1 of 1 migration is not run on this database/m);
  expect(readdirSync(folder)).not.toContain("data");
});

test.each([
  [
    'shelf: { type: DataTypes.INTEGER, references: { model: "Shelff" } }',
    "references Shelff, which is no model",
    "Shelf",
  ],
  ['shelf: { type: DataTypes.INTEGER, references: { model: "Shelf", key: "idd" } }', "has no such attribute", "id"],
  [
    'shelf: { type: DataTypes.DATE, references: { model: "Shelf" } }',
    "is timestamp and references Shelf.id, which is integer",
  ],
  [
    'shelf: { type: DataTypes.STRING, references: { model: "Shelf", key: "label" } }',
    "Shelf.label, which is not unique",
  ],
  ['shelf: DataTypes.INTEGER }, { indexes: [{ fields: ["shelff"] }]', "names the attribute shelff", "shelf"],
])("a model with %s is a problem, and stops the start", async (attribute: string, told: string, meant?: string) => {
  const model = (
    name: string,
    attributes: string,
  ): string => `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("${name}", { ${attributes.includes("}, {") ? attributes : `${attributes} }, {`} });
`;
  writeFiles(folder, {
    "api/models/Shelf.js": model("Shelf", "label: DataTypes.STRING"),
    "api/models/Book.js": model("Book", attribute),
  });
  const { code, out } = await doctor();
  expect(code).toBe(1);
  expect(out).toMatch(new RegExp(`^problem {2}code +api/models/Book\\.js: Book.*${told}`, "m"));
  if (meant !== undefined) expect(out).toContain(`hint: Did you mean ${meant}?`);
  const lifted = await inProcess(["lift", "--port", "0"], folder);
  expect([lifted.code, lifted.err]).toEqual([1, expect.stringContaining(told)]);
});
