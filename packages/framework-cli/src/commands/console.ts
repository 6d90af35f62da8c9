import { once } from "node:events";
import { createInterface } from "node:readline";
import type { REPLEval, REPLServer } from "node:repl";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { Command } from "commander";
import type { CommandContext } from "./command-context.js";
import { currentApp } from "./current-app.js";

export function registerConsole(program: Command, context: CommandContext): void {
  program
    .command("console")
    .description("open a REPL with the application's services and models")
    .option("-e, --environment <name>", "development, test, production ... (default: NODE_ENV, else development)")
    .option("--json", "print results as JSON")
    .action((flags: { readonly environment?: string; readonly json?: boolean }) => openConsole(flags, context));
}

async function openConsole(
  flags: { readonly environment?: string; readonly json?: boolean },
  { terminal }: CommandContext,
): Promise<void> {
  const [repl, { inspect, types }, app, { connectDatabase }, { openApp }] = await Promise.all([
    import("node:repl"),
    import("node:util"),
    currentApp(flags.environment),
    import("../app/connect-database.js"),
    import("../app/open-app.js"),
  ]);
  const database = await connectDatabase(app, { say: (text) => terminal.err(`${text}\n`), signal: terminal.stop });
  const open = await openApp(app, { database, output: undefined });
  const models = Object.fromEntries(app.entities.map(({ name }) => [name, database?.repository(name)]));
  terminal.err(
    `${app.config.app.name} (${app.config.environment}). Available: services, config, database, fetch("/path")${
      app.entities.length === 0 ? "" : ` and the models ${app.entities.map(({ name }) => name).join(", ")}`
    }. .exit ends.\n`,
  );
  const input = process.stdin.isTTY ? process.stdin : new PassThrough();
  const server = repl.start({
    input,
    output: process.stdout,
    terminal: process.stdin.isTTY === true,
    prompt: process.stdin.isTTY ? `${app.config.app.name}> ` : "",
    writer: (value) =>
      flags.json
        ? // An error's own properties say nothing of it. Those of the console's context are not this one's `Error`.
          (JSON.stringify(types.isNativeError(value) ? { name: value.name, message: value.message } : value) ?? "null")
        : inspect(value, { colors: terminal.outColor, depth: 6 }),
  });
  Object.assign(server.context, models, {
    services: open.services,
    config: app.config,
    database,
    fetch: open.fetch,
  });
  const exited = once(server, "exit");
  terminal.stop.addEventListener("abort", () => server.close(), { once: true });
  if (input instanceof PassThrough) await feed(server, input);
  await exited;
  await open.close();
}

/** Hands piped lines to a REPL one at a time: by itself it would not wait for what is awaited. */
async function feed(server: REPLServer, input: PassThrough): Promise<void> {
  let evaluated = Promise.resolve();
  let settle = (): void => {};
  const { eval: evaluate, displayPrompt } = server;
  const waiting: REPLEval = (code, context, file, done) => {
    evaluated = new Promise((resolve) => {
      settle = resolve;
      evaluate.call(server, code, context, file, done);
    });
  };
  // The prompt follows everything; what throws never calls `done`.
  const prompted = (preserveCursor?: boolean): void => {
    displayPrompt.call(server, preserveCursor);
    settle();
  };
  Object.assign(server, { eval: waiting, displayPrompt: prompted });
  for await (const line of createInterface({ input: process.stdin })) {
    input.write(`${line}\n`);
    await setImmediate();
    await evaluated;
  }
  input.end();
}
