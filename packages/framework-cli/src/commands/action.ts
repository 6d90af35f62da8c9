import type { SecurityScheme } from "@onespec/spec-core";
import type { Command } from "commander";
import { FrameworkError } from "../errors/framework-error.js";
import type { App, LoadedAction } from "../load/app.js";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { currentApp } from "./current-app.js";

interface ActionFlags extends CommonFlags {
  readonly policies?: boolean;
}

export function registerAction(program: Command, context: CommandContext): void {
  program
    .command("action")
    .argument("<name>", "the action: books/list")
    .argument(
      "[input]",
      'its input as JSON: {"id":1}, or by place: {"path":{"id":1},"query":{},"headers":{},"cookies":{},"body":{}}',
      "{}",
    )
    .description("run one action without a server, validated like a request, and print its answer")
    .option(
      "--policies",
      "run its policies too, on the credentials among the headers; otherwise the person at the terminal is trusted, and request.state has no user",
    )
    .option("--json", "print status, headers and body as JSON")
    .action((name: string, input: string, flags: ActionFlags) => action(name, input, flags, context));
}

async function action(
  name: string,
  input: string,
  flags: ActionFlags,
  { terminal, outcome }: CommandContext,
): Promise<void> {
  const [loaded, { connectDatabase }, { openApp }, { callRequest, parseInput }] = await Promise.all([
    currentApp(),
    import("../app/connect-database.js"),
    import("../app/open-app.js"),
    import("../app/call-request.js"),
  ]);
  const chosen = await actionNamed(loaded, name);
  const { method, path, headers, body } = callRequest(chosen, parseInput(input));
  const actions = flags.policies
    ? loaded.actions
    : loaded.actions.map((each) => ({ ...each, policies: [], security: [] }));
  const config = { ...loaded.config, app: { ...loaded.config.app, log: { level: "warn" as const } } };
  const app: App = { ...loaded, config, actions };
  const database = await connectDatabase(app, { say: (text) => terminal.err(`${text}\n`), signal: terminal.stop });
  const output = { write: (text: string) => terminal.err(text), pretty: true, color: terminal.errColor };
  const open = await openApp(app, { database, output });
  try {
    const reply = await open.fetch(path, { method, headers, ...(body !== undefined && { body }) });
    const text = await reply.text();
    const isJson = /[/+]json\b/.test(reply.headers.get("content-type") ?? "");
    const value = isJson && text !== "" ? JSON.parse(text) : text;
    if (flags.json)
      terminal.out(
        `${JSON.stringify({ status: reply.status, headers: Object.fromEntries(reply.headers), body: value })}\n`,
      );
    else {
      terminal.err(`${reply.status} ${reply.statusText}\n`);
      if (text !== "") terminal.out(`${typeof value === "string" ? value : JSON.stringify(value, null, 2)}\n`);
    }
    const hint = policyHint(reply.status, chosen, loaded, { isGuarded: flags.policies === true, sent: headers });
    if (hint !== undefined) terminal.err(`  hint: ${hint}\n`);
    if (reply.status >= 400) outcome.exitCode = 1;
  } finally {
    await open.close();
  }
}

/** The next step if the action may need values from its policies, or the policies need credentials. */
function policyHint(
  status: number,
  { name, policies, security }: LoadedAction,
  app: App,
  { isGuarded, sent }: { readonly isGuarded: boolean; readonly sent: Readonly<Record<string, string>> },
): string | undefined {
  if (policies.length === 0 && security.length === 0) return undefined;
  const [required] = security.flat();
  const policy = required?.policy === undefined ? undefined : app.policies.get(required.policy);
  const scheme = policy !== undefined && "scheme" in policy ? policy.scheme : undefined;
  const command = `framework action ${name} '${JSON.stringify(credentialsInput(scheme))}' --policies`;
  if (!isGuarded && status >= 500)
    return `If the error is about request.state: the policies of ${name} did not run, so it has no user. To run them, send credentials: ${command}`;
  const hasCredentials = sent.authorization !== undefined || sent.cookie !== undefined;
  return isGuarded && status === 401 && !hasCredentials ? `Send credentials: ${command}` : undefined;
}

/** The credentials of a scheme as an input. */
function credentialsInput(
  scheme: SecurityScheme | undefined,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  if (scheme?.type === "apiKey") {
    const place = scheme.in === "header" ? "headers" : scheme.in === "cookie" ? "cookies" : "query";
    return { [place]: { [scheme.name]: "<key>" } };
  }
  const isBasic = scheme?.type === "http" && scheme.scheme.toLowerCase() === "basic";
  return { headers: { authorization: isBasic ? "Basic <user:password in base64>" : "Bearer <token>" } };
}

async function actionNamed({ actions }: App, name: string): Promise<LoadedAction> {
  const found = actions.find((each) => each.name === name || each.action.operationId === name);
  if (found !== undefined) return found;
  const { meantHint } = await import("@onespec/spec-core/errors");
  throw new FrameworkError("ACTION_UNKNOWN", `There is no action ${name}.`, {
    hint: meantHint(
      name,
      actions.map((each) => each.name),
      "List the actions: framework routes",
    ),
  });
}
