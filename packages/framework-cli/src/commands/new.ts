import { type Command, Option } from "commander";
import type { Dialect } from "../database/dialect.js";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { lenientOption, referenceOption } from "./options.js";

interface NewFlags extends CommonFlags {
  readonly db: Dialect;
  readonly typescript?: boolean;
  readonly spec?: string;
  readonly framework?: string;
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
  // Read before anything is written.
  const { readDescription } = await import("./read-description.js");
  const spec = flags.spec === undefined ? undefined : await readDescription(flags.spec, flags, terminal);
  await newApp.checkEmpty(folder, name);
  const info = readPackageInfo();
  const own = info.isCheckout
    ? `file:${path.relative(folder, info.folder).split(path.sep).join("/")}`
    : `^${info.version}`;
  const language = flags.typescript ? "typescript" : "javascript";
  const changes = planApp(
    { name, dialect: flags.db, language, framework: flags.framework ?? own, tested: info.tested },
    await newApp.readTemplates(info.folder),
  );
  if (!flags.dryRun) await newApp.makeApp(folder, () => applyChanges(changes, folder));
  const next = (hasMigration: boolean): readonly string[] => [
    `cd ${name}`,
    "npm install",
    ...(hasMigration ? ["node run bin/framework.js migrations:run"] : []),
    "node run bin/framework.js lift",
  ];
  const importInto = async (app: string, json: boolean, out: (text: string) => void): Promise<boolean> => {
    if (spec === undefined) return false;
    const { importDescription } = await import("./spec-import.js");
    const report = await importDescription(app, spec, { json }, { terminal: { ...terminal, out }, outcome });
    return report.hasMigration;
  };
  let report = "";
  const collect = (text: string): void => {
    report += text;
  };
  if (!flags.json && !flags.dryRun) {
    terminal.out(`Created ${name}: ${changes.length} files.\n`);
    const hasMigration = await importInto(folder, false, terminal.out).catch((error: unknown) => {
      terminal.err(`${name} was created, but the description was not imported. Fix the description, then import it:\n`);
      const source = flags.spec?.replace(/^(?!https?:\/\/).*/, (file) => path.resolve(file));
      terminal.err(`  cd ${name} && npm install && node run bin/framework.js spec:import ${source}\n`);
      throw error;
    });
    terminal.out(`\nNext:\n${next(hasMigration).join("\n").replaceAll(/^/gm, "  ")}\n`);
    return;
  }
  const hasMigration = flags.dryRun
    ? await newApp.inDraft(changes, (draft) => importInto(draft, true, collect))
    : await importInto(folder, true, collect);
  const imported = report === "" ? undefined : JSON.parse(report);
  if (flags.json) {
    const files = changes.map((change) => ({ kind: change.kind, path: change.path }));
    const facts = { dryRun: flags.dryRun ?? false, folder, db: flags.db, files, next: next(hasMigration) };
    terminal.out(`${JSON.stringify({ ...facts, ...(imported && { import: imported }) }, null, 2)}\n`);
    return;
  }
  const importedFiles: readonly { readonly path: string }[] = imported?.files ?? [];
  const paths = new Set([...changes, ...importedFiles].map((file) => file.path));
  for (const file of paths) terminal.out(`create  ${name}/${file}\n`);
}
