import type { SecurityScheme } from "@onespec/spec-core";
import { type Command, InvalidArgumentError } from "commander";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { currentGenerator } from "./current-app.js";
import { withWriteOptions } from "./options.js";

export function registerPoliciesGenerate(program: Command, context: CommandContext): void {
  const command = program
    .command("policies:generate")
    .argument("<name>", "name, such as signed-in, is-admin or bearer-auth")
    .description("create a policy: a guard that runs before actions")
    .option(
      "--scheme <kind>",
      "check a security scheme: bearer, basic, header:X-API-Key, query:api_key, cookie:session",
      parseScheme,
    );
  withWriteOptions(command).action(async (text: string, flags: PolicyFlags) => generatePolicy(text, flags, context));
}

interface PolicyFlags extends CommonFlags {
  readonly scheme?: SecurityScheme;
}

function parseScheme(text: string): SecurityScheme {
  if (text === "bearer" || text === "basic") return { type: "http", scheme: text };
  const [, place, name] = /^(header|query|cookie):([^\s:;,=]+)$/.exec(text) ?? [];
  if (place === undefined || name === undefined) {
    throw new InvalidArgumentError("It must be bearer, basic, or the place and name of an API key: header:X-API-Key.");
  }
  return { type: "apiKey", in: place as "header" | "query" | "cookie", name };
}

async function generatePolicy(text: string, flags: PolicyFlags, { terminal }: CommandContext): Promise<void> {
  const [{ checkFileName, identifier }, emit, { sourceExtension }, { app, write }] = await Promise.all([
    import("../generate/action-name.js"),
    import("../emit/emit-policy.js"),
    import("../emit/source-language.js"),
    currentGenerator(),
  ]);
  checkFileName(text, text);
  const { language } = app;
  const file = `${text}${sourceExtension(language)}`;
  const { scheme } = flags;
  if (scheme !== undefined) {
    const name = identifier(text);
    const files = [
      { path: `api/policies/${file}`, content: emit.emitSecurityPolicy(name, scheme) },
      {
        path: `tests/${text}.test${sourceExtension(language)}`,
        content: emit.emitSecurityTest(text, file, language),
      },
    ];
    await write({ origin: `policy ${text}`, files }, flags, terminal, {
      facts: { policy: text, scheme: name },
      notes: [
        `Name the scheme in an action's security: [{ ${name}: [] }], or the policy in config/policies. It rejects every request until you write authenticate().`,
      ],
    });
    return;
  }
  const wanted = [{ path: `api/policies/${file}`, content: emit.emitPolicy(text, language) }];
  await write({ origin: `policy ${text}`, files: wanted }, flags, terminal, {
    facts: { policy: text },
    notes: [
      `Name it in config/policies: { "books/*": [${JSON.stringify(text)}] }, or in an action's policies. Until you change its check, every user that a security policy has found may pass.`,
    ],
  });
}
