import { plainText } from "@onespec/command-line";
import type { Command } from "commander";
import { createColors } from "picocolors";
import { reasonOf } from "../errors/message-of.js";
import type { App } from "../load/app.js";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { currentApp } from "./current-app.js";

interface RoutesFlags extends CommonFlags {
  readonly unused?: boolean;
}

export function registerRoutes(program: Command, context: CommandContext): void {
  program
    .command("routes")
    .description("list the routes with their actions and policies")
    .option("--json", "print the routes as JSON")
    .option("--unused", "list policies and schemas that no action uses")
    .action((flags: RoutesFlags) => routes(flags, context));
}

async function routes({ json, unused }: RoutesFlags, { terminal, spoken }: CommandContext): Promise<void> {
  const app = await currentApp();
  if (unused) {
    const { findUnused } = await import("../load/find-unused.js");
    const found = findUnused(app);
    const lines = [
      ...found.policies.map((name) => `api/policies: ${name} guards no action`),
      ...found.schemas.map((name) => `api/schemas: ${name} is used by no action`),
    ];
    terminal.out(json ? `${JSON.stringify(found)}\n` : `${lines.join("\n") || "Everything is used."}\n`);
    return;
  }
  const rows = [...rowsOf(app), ...(await pluginRows(app, (text) => terminal.err(text)))];
  terminal.out(json ? `${JSON.stringify(rows)}\n` : spoken(formatRoutes(rows, terminal.outColor)));
}

interface RouteRow {
  readonly method: string;
  readonly path: string;
  /** `null` for a plugin's route. */
  readonly action: string | null;
  readonly plugin?: string;
  readonly policies: readonly string[];
  /** Alternatives of security schemes. All schemes in one list are needed. */
  readonly security: readonly (readonly string[])[];
  readonly summary: string | null;
  readonly file: string;
}

/** The routes of plugins are known only after registration. The plugins get no database here. */
async function pluginRows(app: App, say: (text: string) => void): Promise<readonly RouteRow[]> {
  const { findPluginRoutes } = await import("../app/open-app.js");
  try {
    const found = await findPluginRoutes(app);
    const rest = { action: null, policies: [], security: [], summary: null, file: "config/plugins.js" };
    return found.map((route) => ({ ...route, ...rest }));
  } catch (error) {
    say(`The routes of plugins are not listed. ${reasonOf(error)}\n`);
    return [];
  }
}

function rowsOf({ actions }: App): readonly RouteRow[] {
  return actions.flatMap(({ name, file, action, policies, security, routes: own }) => {
    const schemes = security.map((schemes) => schemes.map(({ scheme }) => scheme));
    const { summary = null } = action;
    return own.map(({ method, path }) => ({ method, path, action: name, policies, security: schemes, summary, file }));
  });
}

function formatRoutes(found: readonly RouteRow[], color: boolean): string {
  const colors = createColors(color);
  const rows = found.map((row) => ({
    ...row,
    path: plainText(row.path),
    action: row.action ?? `(plugin ${row.plugin})`,
  }));
  if (rows.length === 0) return "No actions yet. Create one: framework controllers:generate books/list\n";
  const width = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.length));
  const pathWidth = width(rows.map(({ path }) => path));
  const actionWidth = width(rows.map(({ action }) => action));
  return rows
    .map(({ method, path, action, policies, security }) => {
      const schemes = security.map((names) => names.join(" + ") || "nobody").join(" or ");
      const guards = colors.dim([schemes, ...policies].filter((text) => text !== "").join(", "));
      return `${`${method.padEnd(7)} ${path.padEnd(pathWidth)}  ${action.padEnd(actionWidth)}  ${guards}`.trimEnd()}\n`;
    })
    .join("");
}
