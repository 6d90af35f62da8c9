import type { Command } from "commander";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { currentGenerator } from "./current-app.js";
import { withWriteOptions } from "./options.js";

interface ServiceFlags extends CommonFlags {
  readonly model?: string;
}

export function registerServicesGenerate(program: Command, context: CommandContext): void {
  const command = program
    .command("services:generate")
    .argument("<name>", "name, such as mailer or order-totals")
    .description("create a service: business logic without HTTP and SQL")
    .option("--model <Name>", "add list, get, create, update, replace and delete for this model");
  withWriteOptions(command).action(async (text: string, flags: ServiceFlags) => generateService(text, flags, context));
}

async function generateService(text: string, flags: ServiceFlags, { terminal }: CommandContext): Promise<void> {
  const [{ planService }, { app, entities, write }] = await Promise.all([
    import("../generate/plan-service.js"),
    currentGenerator(),
  ]);
  const models = flags.model === undefined ? [] : (await entities()).map(({ name }) => name);
  const planned = planService(text, flags.model, app, models);
  await write({ origin: `service ${text}`, files: [planned.file] }, flags, terminal, {
    facts: { service: planned.service },
    notes: [`Handlers and other services call it services.${planned.service}.`],
  });
}
