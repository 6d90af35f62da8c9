import { once } from "node:events";
import { createInterface } from "node:readline";
import type { REPLEval, REPLServer } from "node:repl";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { Command } from "commander";
import type { Database } from "../database/database.js";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { currentApp } from "./current-app.js";

export function registerConsole(program: Command, context: CommandContext): void {
  program
    .command("console")
    .description("open a REPL with the application's services and models")
    .option("-e, --environment <name>", "environment, such as test or production (default: NODE_ENV, else development)")
    .option("--json", "print results as JSON")
    .action((flags: CommonFlags) => openConsole(flags, context));
}

async function openConsole(flags: CommonFlags, { terminal }: CommandContext): Promise<void> {
  const [repl, { inspect, types }, app, { connectDatabase }, { openApp }] = await Promise.all([
    import("node:repl"),
    import("node:util"),
    currentApp(flags.environment),
    import("../app/connect-database.js"),
    import("../app/open-app.js"),
  ]);
  const database = await connectDatabase(app, {
    say: (text) => terminal.err(`${text}\n`),
    signal: terminal.stop,
    tellQuery: ({ sql, ms, failed }) => terminal.err(`${sql} (${ms} ms${failed === undefined ? "" : `, ${failed}`})\n`),
  });
  const open = await openApp(app, { database, output: undefined });
  const names = app.entities.map(({ name }) => name);
  const given = database === undefined ? {} : databaseNames(database, names);
  const known = ["services", "config", ...Object.keys(given).filter((name) => !names.includes(name)), 'fetch("/path")'];
  const modelText = names.length === 0 ? "" : `, and the models ${names.join(", ")}`;
  terminal.err(
    `${app.config.app.name} (${app.config.environment}). Available: ${known.join(", ")}${modelText}. .exit ends.\n`,
  );
  const shorten = shortener(database, given);
  const input = process.stdin.isTTY ? process.stdin : new PassThrough();
  const server = repl.start({
    input,
    output: process.stdout,
    terminal: process.stdin.isTTY === true,
    prompt: process.stdin.isTTY ? `${app.config.app.name}> ` : "",
    writer: (result) => {
      const value = shorten(result);
      if (!flags.json)
        return value instanceof Short ? value.text : inspect(value, { colors: terminal.outColor, depth: 6 });
      try {
        // Errors of the console's context are not instances of this one's `Error`, and their own properties are not their message.
        return (
          JSON.stringify(types.isNativeError(value) ? { name: value.name, message: value.message } : value) ?? "null"
        );
      } catch {
        // JSON cannot express cycles and bigint. An error here would end the console.
        return JSON.stringify(inspect(value));
      }
    },
  });
  Object.assign(server.context, given, {
    services: open.services,
    config: app.config,
    fetch: open.fetch,
  });
  const exited = once(server, "exit");
  terminal.stop.addEventListener("abort", () => server.close(), { once: true });
  if (input instanceof PassThrough) await feed(server, input);
  await exited;
  await open.close();
}

/** The database's names for services. The name of a model is Sequelize's model, and on MongoDB its repository. */
function databaseNames(database: Database, names: readonly string[]): Readonly<Record<string, unknown>> {
  const isSql = database.dialect !== "mongodb";
  return {
    repository: (name: string) => database.repository(name),
    transaction: database.transaction.bind(database),
    ...(isSql && { models: database.models, sequelize: database.sequelize }),
    database,
    ...Object.fromEntries(names.map((name) => [name, isSql ? database.models[name] : database.repository(name)])),
  };
}

/** Replaces a value that would print hundreds of lines. */
class Short {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toJSON(): string {
    return this.text;
  }
}

/** Shows records instead of instances, and a line for models and connections. */
function shortener(
  database: Database | undefined,
  given: Readonly<Record<string, unknown>>,
): (value: unknown) => unknown {
  if (database === undefined) return (value) => value;
  const texts = new Map<unknown, string>([[database, `database (${database.dialect})`]]);
  if (given.sequelize !== undefined) texts.set(given.sequelize, `sequelize (${database.dialect})`);
  if (given.models !== undefined) texts.set(given.models, `models: ${Object.keys(database.models).join(", ")}`);
  for (const { name, table, fields } of database.entities) {
    const list = fields.map((field) => field.name).join(", ");
    texts.set(given[name], `${name}, the table ${table}: ${list}`);
  }
  const shorten = (value: unknown): unknown => {
    const text = texts.get(value);
    if (text !== undefined) return new Short(text);
    if (Array.isArray(value)) return value.map(shorten);
    const isInstance = typeof value === "object" && value !== null && "dataValues" in value && "toJSON" in value;
    return isInstance ? (value as { toJSON(): unknown }).toJSON() : value;
  };
  return shorten;
}

/** Passes piped lines to a REPL one at a time. Otherwise it would not wait for promises. */
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
  // The prompt appears after every line. After an error, `done` is never called.
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
