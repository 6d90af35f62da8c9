import { type Command, Option } from "commander";
import type { CommandContext } from "../cli/command-context.js";
import { withWriteOptions } from "../cli/write-options.js";
import type { WriteFlags } from "./write-changes.js";

interface ControllerFlags extends WriteFlags {
  readonly method?: "GET" | "PUT" | "POST" | "DELETE" | "PATCH";
  readonly path?: string;
}

export function registerControllersGenerate(program: Command, context: CommandContext): void {
  const command = program
    .command("controllers:generate")
    .argument("<group/action>", "users/list, admin/users/create, orders/cancel")
    .description("an action with its route and its test")
    .addOption(
      new Option("--method <method>", "instead of what the name says").choices([
        "GET",
        "PUT",
        "POST",
        "DELETE",
        "PATCH",
      ]),
    )
    .option("--path <template>", "instead of what the name says: /orders/{orderId}/cancel");
  withWriteOptions(command).action(async (text: string, flags: ControllerFlags) =>
    generateController(text, flags, context),
  );
}

async function generateController(text: string, flags: ControllerFlags, { terminal }: CommandContext): Promise<void> {
  const [
    { findAppFolder },
    { parseActionName },
    app,
    { planController },
    { checkRoute },
    { planChanges },
    { writeChanges },
  ] = await Promise.all([
    import("../app/find-app-folder.js"),
    import("../generate/action-name.js"),
    import("../generate/generator-app.js"),
    import("../generate/plan-controller.js"),
    import("../generate/check-route.js"),
    import("../change/plan-changes.js"),
    import("./write-changes.js"),
  ]);
  const name = parseActionName(text);
  const generator = await app.readGeneratorApp(findAppFolder(process.cwd()));
  const entities = generator.models.includes(name.model) ? await app.entitiesOf(generator) : [];
  const { method, path } = flags;
  const planned = planController({
    name,
    language: generator.language,
    entities,
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
  });
  const wanted = [...planned.files, ...planned.support];
  app.refuseTwins(generator, wanted);
  await checkRoute(generator, name.path, planned.method, planned.path);
  const present = await app.presentFor(generator, wanted);
  await writeChanges(
    planChanges(wanted, present, generator.manifest, `controller ${name.path}`),
    present,
    generator.folder,
    flags,
    terminal,
    {
      facts: { method: planned.method, path: planned.path, action: name.path },
      notes: [`${planned.method} ${planned.path} is answered by ${name.path}.`],
    },
  );
}
