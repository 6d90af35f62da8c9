import type { Command } from "commander";
import type { CommandContext } from "../cli/command-context.js";

export function registerConsole(program: Command, context: CommandContext): void {
  program
    .command("console")
    .description("talk to the application: its services, its models, await")
    .option("-e, --environment <name>", "development, test, production ... (default: NODE_ENV, else development)")
    .option("--json", "print results as JSON")
    .action((flags: { readonly environment?: string; readonly json?: boolean }) => openConsole(flags, context));
}

async function openConsole(
  flags: { readonly environment?: string; readonly json?: boolean },
  { terminal }: CommandContext,
): Promise<void> {
  const [
    repl,
    { inspect },
    { findAppFolder },
    { loadApp },
    { environmentName },
    { connectDatabase },
    { openApp },
    { injectFetch },
  ] = await Promise.all([
    import("node:repl"),
    import("node:util"),
    import("../app/find-app-folder.js"),
    import("../app/load-app.js"),
    import("../app/environment-name.js"),
    import("../app/connect-database.js"),
    import("../app/open-app.js"),
    import("../app/inject-fetch.js"),
  ]);
  const app = await loadApp(findAppFolder(process.cwd()), flags.environment ?? environmentName());
  const database = await connectDatabase(app, { say: (text) => terminal.err(`${text}\n`), signal: terminal.stop });
  const open = await openApp(app, { database, log: undefined });
  const models = Object.fromEntries(app.entities.map(({ name }) => [name, database?.repository(name)]));
  terminal.err(
    `${app.config.app.name} (${app.config.environment}). There are services, config, database, fetch("/path")${
      app.entities.length === 0 ? "" : ` and the models ${app.entities.map(({ name }) => name).join(", ")}`
    }. .exit ends.\n`,
  );
  const server = repl.start({
    prompt: process.stdin.isTTY ? `${app.config.app.name}> ` : "",
    writer: (value) =>
      flags.json ? (JSON.stringify(value) ?? "null") : inspect(value, { colors: terminal.outColor, depth: 6 }),
  });
  Object.assign(server.context, models, {
    services: open.services,
    config: app.config,
    database,
    fetch: (path: string, init?: RequestInit) => injectFetch(open.server, path, init),
  });
  await new Promise<void>((resolve) => {
    server.once("exit", resolve);
    terminal.stop.addEventListener("abort", () => server.close(), { once: true });
  });
  await open.close();
}
