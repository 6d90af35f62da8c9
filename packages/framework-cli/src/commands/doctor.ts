import type { Command } from "commander";
import type { CommandContext, CommonFlags } from "./command-context.js";

export function registerDoctor(program: Command, context: CommandContext): void {
  program
    .command("doctor")
    .description("check that the application can start: config, code, database, migrations, contract")
    .option("--environment <name>", "environment, such as test or production (default: NODE_ENV, else development)")
    .option("--json", "print the checks as JSON")
    .action(async (flags: CommonFlags) => doctor(flags, context));
}

async function doctor(flags: CommonFlags, { terminal, outcome, spoken }: CommandContext): Promise<void> {
  const [{ examineApp }, { formatChecks }, { environmentName }] = await Promise.all([
    import("../doctor/examine-app.js"),
    import("../doctor/check.js"),
    import("../config/environment.js"),
  ]);
  const checks = await examineApp(process.cwd(), environmentName(flags.environment));
  const isWell = checks.every(({ state }) => state !== "problem");
  if (!isWell) outcome.exitCode = 1;
  terminal.out(
    flags.json
      ? `${JSON.stringify({ ok: isWell, checks }, null, 2)}\n`
      : spoken(formatChecks(checks, terminal.outColor)),
  );
}
