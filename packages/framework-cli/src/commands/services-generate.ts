import type { Command } from "commander";
import type { CommandContext } from "../cli/command-context.js";
import { withWriteOptions } from "../cli/write-options.js";
import type { WriteFlags } from "./write-changes.js";

interface ServiceFlags extends WriteFlags {
  readonly model?: string;
}

export function registerServicesGenerate(program: Command, context: CommandContext): void {
  const command = program
    .command("services:generate")
    .argument("<name>", "mailer, order-totals")
    .description("a service: business logic without HTTP and SQL")
    .option("--model <Name>", "list, get, create, update, replace and delete the records of this model");
  withWriteOptions(command).action(async (text: string, flags: ServiceFlags) => generateService(text, flags, context));
}

async function generateService(text: string, flags: ServiceFlags, { terminal }: CommandContext): Promise<void> {
  const [{ findAppFolder }, { planService }, app, { planChanges }, { writeChanges }] = await Promise.all([
    import("../app/find-app-folder.js"),
    import("../generate/plan-service.js"),
    import("../generate/generator-app.js"),
    import("../change/plan-changes.js"),
    import("./write-changes.js"),
  ]);
  const generator = await app.readGeneratorApp(findAppFolder(process.cwd()));
  const planned = planService(text, flags.model, generator);
  app.refuseTwins(generator, [planned.file]);
  const present = await app.presentFor(generator, [planned.file]);
  await writeChanges(
    planChanges([planned.file], present, generator.manifest, `service ${text}`),
    present,
    generator.folder,
    flags,
    terminal,
    {
      facts: { service: planned.service },
      notes: [`Handlers and other services call it services.${planned.service}.`],
    },
  );
}
