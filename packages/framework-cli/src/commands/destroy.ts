import { Argument, type Command } from "commander";
import type { CommandContext } from "../cli/command-context.js";
import { withWriteOptions } from "../cli/write-options.js";
import { DESTROYABLE, type DestroyableKind } from "../generate/destroyable.js";
import type { WriteFlags } from "./write-changes.js";

export function registerDestroy(program: Command, context: CommandContext): void {
  const command = program
    .command("destroy")
    .addArgument(new Argument("<kind>", "what it is").choices(DESTROYABLE))
    .argument("<name>", "users/list, Book")
    .description("take back what a generator made, if nobody edited it");
  withWriteOptions(command).action(async (kind: DestroyableKind, name: string, flags: WriteFlags) =>
    destroy(kind, name, flags, context),
  );
}

async function destroy(
  kind: DestroyableKind,
  text: string,
  flags: WriteFlags,
  { terminal }: CommandContext,
): Promise<void> {
  const [{ findAppFolder }, { originOf, planDestroy }, app, { freeMigrations }, { appEnvironment }, { writeChanges }] =
    await Promise.all([
      import("../app/find-app-folder.js"),
      import("../generate/plan-destroy.js"),
      import("../generate/generator-app.js"),
      import("../generate/free-migrations.js"),
      import("../cli/app-environment.js"),
      import("./write-changes.js"),
    ]);
  const origin = originOf(kind, text);
  const generator = await app.readGeneratorApp(findAppFolder(process.cwd()));
  const files = Object.entries(generator.manifest.files).filter(([, file]) => file.origin === origin);
  const present = await app.presentFor(
    generator,
    files.map(([path]) => ({ path })),
  );
  const free = await freeMigrations(
    generator.folder,
    appEnvironment(),
    files.map(([path]) => path),
  );
  const planned = planDestroy(origin, present, generator.manifest, (migration) => free.has(migration));
  await writeChanges(planned, present, generator.folder, flags, terminal, {
    facts: { origin, kept: planned.kept },
    notes: planned.kept.map(
      (migration) =>
        `migrations/${migration} stays: it has been run, or others build on it. Run migrations:generate to drop the table.`,
    ),
  });
}
