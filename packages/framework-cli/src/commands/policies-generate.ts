import type { Command } from "commander";
import type { CommandContext } from "./command-context.js";
import { type WriteFlags, withWriteOptions } from "./options.js";

export function registerPoliciesGenerate(program: Command, context: CommandContext): void {
  const command = program
    .command("policies:generate")
    .argument("<name>", "signed-in, is-admin")
    .description("create a policy: a guard that runs before actions");
  withWriteOptions(command).action(async (text: string, flags: WriteFlags) => generatePolicy(text, flags, context));
}

async function generatePolicy(text: string, flags: WriteFlags, { terminal }: CommandContext): Promise<void> {
  const [{ findAppFolder }, { checkFileName }, { emitPolicy }, { sourceExtension }, app, { writeGenerated }] =
    await Promise.all([
      import("../files/app-files.js"),
      import("../generate/action-name.js"),
      import("../emit/emit-policy.js"),
      import("../emit/source-language.js"),
      import("../generate/generator-app.js"),
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
  await writeGenerated(generator, { origin: `policy ${text}`, files: wanted }, flags, terminal, {
    facts: { policy: text },
    notes: [
      `Name it in config/policies: { "books/*": [${JSON.stringify(text)}] }, or in an action's policies. It refuses everybody until you say who may pass.`,
    ],
  });
}
