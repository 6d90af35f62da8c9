import type { Terminal } from "@onespec/command-line";
import { type Command, Option } from "commander";
import type { Dialect } from "../database/dialect.js";
import type { ImportSource } from "../spec/import/import-source.js";
import type { CommandContext } from "./command-context.js";
import { lenientOption, referenceOption } from "./options.js";

interface NewFlags {
  readonly db: Dialect;
  readonly typescript?: boolean;
  readonly spec?: string;
  readonly allowRefs?: boolean;
  readonly lenient?: boolean;
  readonly framework?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const DIALECTS: readonly Dialect[] = ["sqlite", "postgres", "mysql", "mariadb", "mssql", "oracle", "mongodb"];

export function registerNew(program: Command, context: CommandContext): void {
  program
    .command("new")
    .argument("<app>", "name of the application and of its folder")
    .description("create an application")
    .addOption(new Option("--db <name>", "database").choices(DIALECTS).default("sqlite"))
    .option("--typescript", "write TypeScript instead of JavaScript")
    .option("--spec <file>", "start from an OpenAPI description")
    .addOption(referenceOption())
    .addOption(lenientOption())
    .option(
      "--framework <specifier>",
      "version of the framework in package.json: a range, file:..., a tarball (default: this version)",
    )
    .option("--dry-run", "show the files and write nothing")
    .option("--json", "print the result as JSON")
    .action(async (name: string, flags: NewFlags) => createApp(name, flags, context));
}

async function createApp(name: string, flags: NewFlags, { terminal, outcome }: CommandContext): Promise<void> {
  const [path, newApp, { planApp }, { readPackageInfo }, { applyChanges }] = await Promise.all([
    import("node:path"),
    import("../generate/new-app.js"),
    import("../generate/plan-app.js"),
    import("../files/package-info.js"),
    import("../change/apply-changes.js"),
  ]);
  newApp.checkAppName(name);
  const folder = path.resolve(name);
  const spec = flags.spec === undefined ? undefined : await readableSpec(flags.spec, flags, terminal);
  await newApp.checkEmpty(folder, name);
  const info = readPackageInfo();
  const framework =
    flags.framework ??
    (info.isCheckout ? `file:${path.relative(folder, info.folder).split(path.sep).join("/")}` : `^${info.version}`);
  const changes = planApp(
    {
      name,
      dialect: flags.db,
      language: flags.typescript ? "typescript" : "javascript",
      framework,
      tested: info.tested,
    },
    await newApp.readTemplates(info.folder),
  );
  if (!flags.dryRun) await newApp.makeApp(folder, () => applyChanges(changes, folder));
  const next = (hasMigration: boolean): readonly string[] => [
    `cd ${name}`,
    "npm install",
    ...(hasMigration ? ["node run bin/framework.js migrations:run"] : []),
    "node run bin/framework.js lift",
  ];
  const imported = async (out: (text: string) => void): Promise<boolean> => {
    if (spec === undefined) return false;
    const { importDescription } = await import("./spec-import.js");
    const importInto = async (app: string, json: boolean): Promise<boolean> => {
      process.chdir(app);
      return (await importDescription(spec, { json }, { terminal: { ...terminal, out }, outcome })).hasMigration;
    };
    if (!flags.dryRun) return importInto(folder, flags.json ?? false);
    const [{ mkdtemp, rm }, { tmpdir }] = await Promise.all([import("node:fs/promises"), import("node:os")]);
    const [cwd, draft] = [process.cwd(), await mkdtemp(path.join(tmpdir(), "framework-new-"))];
    try {
      await applyChanges(changes, draft);
      return await importInto(draft, true);
    } finally {
      process.chdir(cwd);
      await rm(draft, { recursive: true, force: true });
    }
  };
  let report = "";
  const collect = (text: string): void => {
    report += text;
  };
  if (flags.json) {
    const hasMigration = await imported(collect);
    const files = changes.map((change) => ({ kind: change.kind, path: change.path }));
    const facts = { dryRun: flags.dryRun ?? false, folder, db: flags.db, files, next: next(hasMigration) };
    terminal.out(`${JSON.stringify({ ...facts, ...(report !== "" && { import: JSON.parse(report) }) }, null, 2)}\n`);
    return;
  }
  if (flags.dryRun) {
    await imported(collect);
    const files: readonly { readonly path: string }[] = report === "" ? [] : JSON.parse(report).files;
    const paths = new Set([...changes, ...files].map((file) => file.path));
    for (const file of paths) terminal.out(`create  ${name}/${file}\n`);
    return;
  }
  terminal.out(`Created ${name}: ${changes.length} files.\n`);
  const hasMigration = await imported(terminal.out).catch((error: unknown) => {
    terminal.err(`${name} was created, but the description was not imported. Fix the description, then import it:\n`);
    terminal.err(`  cd ${name} && npm install && node run bin/framework.js spec:import ${spec?.name}\n`);
    throw error;
  });
  terminal.out(
    `\nNext:\n${next(hasMigration)
      .map((line) => `  ${line}\n`)
      .join("")}`,
  );
}

/**
 * The description as the importer can be given it from another folder. Read once before anything is written.
 *
 * @throws DescriptionError; FrameworkError DESCRIPTION_BROKEN
 */
async function readableSpec(source: string, flags: NewFlags, terminal: Terminal): Promise<ImportSource> {
  const [{ readDescription }, { resolve }] = await Promise.all([import("./read-description.js"), import("node:path")]);
  return await readDescription(/^https?:\/\//.test(source) ? source : resolve(source), flags, terminal);
}
