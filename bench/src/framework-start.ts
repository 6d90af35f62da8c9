import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { alternate, median } from "./alternate.js";
import { EXAMPLE_APP, FLOORS, FRAMEWORK } from "./places.js";
import type { Report } from "./report.js";
import { type Subject, startSubject } from "./subject-process.js";

const COMMAND = join(FRAMEWORK, "bin/framework.js");

/** From the start of the process until a lifted application answers its first request, beside bare Fastify. */
export async function benchFrameworkStart(rounds: number): Promise<Report> {
  const plain = await writeApp(PLAIN);
  const stored = await writeApp({ ...PLAIN, ...STORED });
  try {
    // Where the example keeps its data.
    process.env.DATABASE_FILE = join(stored, "data/example.sqlite");
    run(stored, ["migrations:generate", "create-books"]);
    run(stored, ["migrations:run"]);
    run(EXAMPLE_APP, ["migrations:run"]);
    const lift = (folder: string): Subject => ({ name: folder, args: [COMMAND, "lift", "--port", "0"], cwd: folder });
    const floor: Subject = { name: "floor", args: [join(FLOORS, "fastify-hello.mjs")] };
    const byHand: Subject = {
      name: "Fastify + Sequelize",
      args: [join(FLOORS, "framework-fastify-sequelize.mjs"), join(stored, "data/shop.sqlite")],
    };
    const subjects = [floor, byHand, lift(plain), lift(stored), lift(EXAMPLE_APP)];
    const results = await alternate(subjects, rounds, startOnce);
    const timeOf = (subject: Subject | undefined): number =>
      subject === undefined ? Number.NaN : median(results.get(subject) ?? []);
    const row = (name: string, subject: Subject | undefined): string[] => [
      name,
      timeOf(subject).toFixed(0),
      (timeOf(subject) / timeOf(floor)).toFixed(2),
    ];
    return {
      title: "Framework: start",
      text: "Milliseconds from the start of the process to the first answer. The floor is bare Fastify with one route.",
      header: ["application", "ms", "ratio"],
      rows: [
        row("bare Fastify", floor),
        row("Fastify + Sequelize on SQLite, by hand", byHand),
        row("three actions", subjects[2]),
        row("three actions over a model on SQLite", subjects[3]),
        row("examples/shop: 6 models, 29 routes", subjects[4]),
      ],
    };
  } finally {
    await rm(plain, { recursive: true, force: true });
    await rm(stored, { recursive: true, force: true });
  }
}

function run(cwd: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

async function startOnce(subject: Subject): Promise<number> {
  const server = await startSubject(subject);
  try {
    await new Promise<void>((resolve, reject) => {
      get(`${server.url}/books`, { agent: false }, (reply) => {
        reply
          .resume()
          .once("end", () => (reply.statusCode === 200 ? resolve() : reject(new Error(`${reply.statusCode}`))));
      }).once("error", reject);
    });
    return performance.now() - server.spawnedAt;
  } finally {
    await server.stop();
  }
}

async function writeApp(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "onespec-bench-app-")));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await mkdir(join(folder, "node_modules/@onespec"), { recursive: true });
  await symlink(FRAMEWORK, join(folder, "node_modules/@onespec/framework-cli"));
  return folder;
}

const action = (source: string): string =>
  `import { defineAction } from "@onespec/framework-cli";\nexport default defineAction(${source});\n`;

const ID = 'inputs: { path: { id: { schema: { type: "integer" } } } }';

const PLAIN = {
  "package.json": '{ "name": "shop", "type": "module" }',
  "config/app.js": 'export default { log: { level: "warn" } };',
  "api/services/books.js":
    "export default () => ({ list: async () => [{ id: 1, title: 'Emma' }], get: async (id) => ({ id }), create: async (book) => book });",
  "api/controllers/books/list.js": action(
    '{ method: "GET", path: "/books", inputs: { query: { limit: { schema: { type: "integer", default: 10 } } } }, handler: ({ query }, { books }) => books.list(query) }',
  ),
  "api/controllers/books/get.js": action(
    `{ method: "GET", path: "/books/{id}", ${ID}, handler: ({ params }, { books }) => books.get(params.id) }`,
  ),
  "api/controllers/books/create.js": action(
    '{ method: "POST", path: "/books", inputs: { body: { required: true, schema: { type: "object", required: ["title"], properties: { title: { type: "string" } } } } }, handler: ({ body }, { books }) => books.create(body) }',
  ),
};

const STORED = {
  "config/database.js": 'export default { dialect: "sqlite", storage: "data/shop.sqlite" };',
  "api/models/Book.js":
    'import { DataTypes, defineModel } from "@onespec/framework-cli";\nexport default defineModel("Book", { title: DataTypes.STRING(120), isbn: DataTypes.STRING(20), pages: DataTypes.INTEGER, price: DataTypes.DECIMAL(10, 2), inPrint: DataTypes.BOOLEAN, published: DataTypes.DATEONLY });',
  "api/services/books.js":
    'import { createResourceService } from "@onespec/framework-cli";\nexport default (context) => createResourceService(context, "Book");',
};
