import { Argument, type Command } from "commander";
import { DESTROYABLE, type DestroyableKind } from "../generate/destroyable.js";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { currentGenerator } from "./current-app.js";
import { withWriteOptions } from "./options.js";

export function registerDestroy(program: Command, context: CommandContext): void {
  const command = program
    .command("destroy")
    .addArgument(new Argument("<kind>", "kind of the generated files").choices(DESTROYABLE))
    .argument("<name>", "name, such as users/list or Book")
    .description("remove generated files that nobody edited")
    .addHelpText("after", "\nA migration of your own is a file: undo it with migrations:undo, then delete it.\n");
  withWriteOptions(command, "remove files that were edited, too").action(
    async (kind: DestroyableKind, name: string, flags: CommonFlags) => destroy(kind, name, flags, context),
  );
}

async function destroy(
  kind: DestroyableKind,
  text: string,
  flags: CommonFlags,
  { terminal }: CommandContext,
): Promise<void> {
  const [
    { freeMigrations, originOf, planDestroy, refuseReferredModel },
    { app },
    { modelsOf, presentFor },
    { environmentName },
    { writeChanges },
  ] = await Promise.all([
    import("../generate/plan-destroy.js"),
    currentGenerator(),
    import("../generate/generator-app.js"),
    import("../config/environment.js"),
    import("./write-changes.js"),
  ]);
  const origin = originOf(kind, text);
  // Models that cannot be read are no reason to keep the files.
  if (kind === "model" || kind === "resource")
    refuseReferredModel(origin.slice(kind.length + 1), await modelsOf(app).catch(() => []));
  const files = Object.entries(app.manifest.files).flatMap(([path, file]) => (file.origin === origin ? [path] : []));
  const present = presentFor(
    app,
    files.map((path) => ({ path })),
  );
  const free = await freeMigrations(app.folder, environmentName(), files);
  const planned = planDestroy(origin, present, app.manifest, (migration) => free.has(migration));
  await writeChanges(planned, present, app.folder, flags, terminal, {
    facts: { origin, kept: planned.kept },
    notes: planned.kept.map(
      (migration) =>
        `migrations/${migration} stays: it has been run, or others build on it. Run migrations:generate to drop the table.`,
    ),
  });
}
