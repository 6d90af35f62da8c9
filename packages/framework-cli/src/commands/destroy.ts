import { Argument, type Command } from "commander";
import { DESTROYABLE, type DestroyableKind } from "../generate/destroyable.js";
import type { CommandContext } from "./command-context.js";
import { type WriteFlags, withWriteOptions } from "./options.js";

export function registerDestroy(program: Command, context: CommandContext): void {
  const command = program
    .command("destroy")
    .addArgument(new Argument("<kind>", "kind of the generated files").choices(DESTROYABLE))
    .argument("<name>", "users/list, Book")
    .description("remove generated files that nobody edited");
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
  const [{ findAppFolder }, { freeMigrations, originOf, planDestroy }, app, { environmentName }, { writeChanges }] =
    await Promise.all([
      import("../files/app-files.js"),
      import("../generate/plan-destroy.js"),
      import("../generate/generator-app.js"),
      import("../config/environment.js"),
      import("./write-changes.js"),
    ]);
  const origin = originOf(kind, text);
  const generator = await app.readGeneratorApp(findAppFolder(process.cwd()));
  const files = Object.entries(generator.manifest.files).filter(([, file]) => file.origin === origin);
  const present = app.presentFor(
    generator,
    files.map(([path]) => ({ path })),
  );
  const free = await freeMigrations(
    generator.folder,
    environmentName(),
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
