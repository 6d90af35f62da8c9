import type { Command } from "commander";
import type { CommandContext } from "../cli/command-context.js";
import { withWriteOptions } from "../cli/write-options.js";
import type { WriteFlags } from "./write-changes.js";

export function registerPoliciesGenerate(program: Command, context: CommandContext): void {
  const command = program
    .command("policies:generate")
    .argument("<name>", "signed-in, is-admin")
    .description("a policy: a guard that runs before actions");
  withWriteOptions(command).action(async (text: string, flags: WriteFlags) => generatePolicy(text, flags, context));
}

async function generatePolicy(text: string, flags: WriteFlags, { terminal }: CommandContext): Promise<void> {
  const [
    { findAppFolder },
    { checkFileName },
    { emitPolicy },
    { sourceExtension },
    app,
    { planChanges },
    { writeChanges },
  ] = await Promise.all([
    import("../app/find-app-folder.js"),
    import("../generate/action-name.js"),
    import("../emit/emit-policy.js"),
    import("../emit/source-language.js"),
    import("../generate/generator-app.js"),
    import("../change/plan-changes.js"),
    import("./write-changes.js"),
  ]);
  checkFileName(text, text);
  const generator = await app.readGeneratorApp(findAppFolder(process.cwd()));
  const wanted = [
    {
      path: `api/policies/${text}${sourceExtension(generator.language)}`,
      content: emitPolicy(text, generator.language),
    },
  ];
  app.refuseTwins(generator, wanted);
  const present = await app.presentFor(generator, wanted);
  await writeChanges(
    planChanges(wanted, present, generator.manifest, `policy ${text}`),
    present,
    generator.folder,
    flags,
    terminal,
    {
      facts: { policy: text },
      notes: [
        `Name it in config/policies: { "books/*": [${JSON.stringify(text)}] }, or in an action's policies. It refuses everybody until you say who may pass.`,
      ],
    },
  );
}
