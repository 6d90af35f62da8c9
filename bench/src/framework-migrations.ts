import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { alternate, median } from "./alternate.js";
import { FLOORS, FRAMEWORK, FRAMEWORK_BIN } from "./places.js";
import type { Report } from "./report.js";

const MIGRATIONS = 200;
const SEQUELIZE_CLI = join(
  dirname(createRequire(import.meta.url).resolve("sequelize-cli/package.json")),
  "lib/sequelize",
);

interface Runner {
  readonly name: string;
  readonly folder: string;
  readonly args: readonly string[];
}

/** 200 migrations on an empty SQLite file, beside sequelize-cli over the same driver: 100 tables with an index, each with a column added. */
export async function benchFrameworkMigrations(rounds: number): Promise<Report> {
  const parent = mkdtempSync(join(tmpdir(), "onespec-bench-"));
  try {
    const ours: Runner = {
      name: "framework migrations:run",
      folder: createOurs(join(parent, "ours")),
      args: [FRAMEWORK_BIN, "migrations:run"],
    };
    const theirs: Runner = {
      name: "sequelize-cli db:migrate",
      folder: createTheirs(join(parent, "theirs")),
      args: [SEQUELIZE_CLI, "db:migrate"],
    };
    // The same files, run by the framework: what they cost over there is Sequelize itself.
    const adopted: Runner = {
      ...ours,
      name: "framework, files for sequelize-cli",
      folder: createAdopted(join(parent, "adopted")),
    };
    const results = await alternate([theirs, ours, adopted], rounds, migrate);
    const timeOf = (runner: Runner): number => median(results.get(runner) ?? []);
    const row = (runner: Runner): string[] => [
      runner.name,
      timeOf(runner).toFixed(0),
      (timeOf(theirs) / timeOf(runner)).toFixed(1),
    ];
    return {
      title: "Framework: migrations",
      text: `Runs ${MIGRATIONS} migrations on an empty SQLite file: ${MIGRATIONS / 2} tables with an index, then one more column in each. Milliseconds from the start of the process to its end. All runners use the same driver.`,
      header: ["runner", "ms", "times as fast"],
      rows: [theirs, ours, adopted].map(row),
    };
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

async function migrate({ folder, args, name }: Runner): Promise<number> {
  for (const file of readdirSync(join(folder, "data"))) rmSync(join(folder, "data", file));
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const took = performance.now() - start;
  if (status !== 0) throw new Error(`${name} failed: ${stdout}${stderr}`);
  return took;
}

function createOurs(folder: string): string {
  writeApp(folder, { type: "module" }, (at) => {
    const name = `table_${at % (MIGRATIONS / 2)}`;
    return at < MIGRATIONS / 2
      ? `export async function up({ schema }) {
  await schema.createTable("${name}", [
    { name: "id", type: "integer", primaryKey: true, autoIncrement: true },
    { name: "title", type: "string(120)", nullable: false },
    { name: "price", type: "decimal(10, 2)" },
  ], { indexes: [{ name: "${name}_title", columns: ["title"] }] });
}
export async function down({ schema }) { await schema.dropTable("${name}"); }
`
      : `export async function up({ schema }) { await schema.addColumn("${name}", { name: "pages", type: "integer" }); }
export async function down({ schema }) { await schema.dropColumn("${name}", "pages"); }
`;
  });
  write(folder, "config/database.js", 'export default { dialect: "sqlite", storage: "data/app.sqlite" };\n');
  return folder;
}

function createTheirs(folder: string): string {
  writeApp(folder, {}, sequelizeMigration);
  const floor = join(FLOORS, "sqlite-dialect-module.mjs");
  write(
    folder,
    "config/config.js",
    `module.exports = async () => {
  const { sqliteDialectModule } = await import(${JSON.stringify(floor)});
  const dialectModule = sqliteDialectModule(${JSON.stringify(folder)});
  return { development: { dialect: "sqlite", storage: "data/app.sqlite", dialectModule, logging: false } };
};
`,
  );
  return folder;
}

function createAdopted(folder: string): string {
  writeApp(folder, {}, sequelizeMigration);
  write(folder, "config/database.cjs", 'module.exports = { dialect: "sqlite", storage: "data/app.sqlite" };\n');
  return folder;
}

function sequelizeMigration(at: number): string {
  const name = `table_${at % (MIGRATIONS / 2)}`;
  return at < MIGRATIONS / 2
    ? `module.exports = {
  async up(queryInterface, Sequelize) {
    await queryInterface.createTable("${name}", {
      id: { type: Sequelize.INTEGER, primaryKey: true, autoIncrement: true },
      title: { type: Sequelize.STRING(120), allowNull: false },
      price: Sequelize.DECIMAL(10, 2),
    });
    await queryInterface.addIndex("${name}", ["title"], { name: "${name}_title" });
  },
  async down(queryInterface) { await queryInterface.dropTable("${name}"); },
};
`
    : `module.exports = {
  async up(queryInterface, Sequelize) { await queryInterface.addColumn("${name}", "pages", Sequelize.INTEGER); },
  async down(queryInterface) { await queryInterface.removeColumn("${name}", "pages"); },
};
`;
}

function writeApp(folder: string, packageFields: object, migration: (at: number) => string): void {
  write(folder, "package.json", JSON.stringify({ name: "bench", ...packageFields }));
  mkdirSync(join(folder, "data"));
  for (let at = 0; at < MIGRATIONS; at++) {
    write(folder, `migrations/${20260101000000 + at}-part-${at}.js`, migration(at));
  }
  // Both find Sequelize and the SQLite driver where the framework's tests do.
  symlinkSync(join(FRAMEWORK, "node_modules"), join(folder, "node_modules"), "dir");
}

function write(folder: string, path: string, content: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
