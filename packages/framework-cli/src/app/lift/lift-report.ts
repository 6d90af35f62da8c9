import { plainText } from "@onespec/command-line";
import { createColors } from "picocolors";
import { openText } from "../../load/report-security.js";
import { migrationsHave } from "../../text/phrases.js";
import type { LiftReport } from "./supervised.js";

const MOST_ROUTES = 40;

/** The text printed at start: address, routes and duration. */
export function formatLiftReport(report: LiftReport, color: boolean, workers = 1): string {
  const colors = createColors(color);
  const { name, environment, url, routes, readyMs } = report;
  const ofPlugins = report.pluginRoutes.map((route) => ({ ...route, action: `(plugin ${route.plugin})` }));
  const all = [...routes, ...ofPlugins];
  const shown = all.slice(0, MOST_ROUTES);
  const width = Math.max(0, ...shown.map(({ path }) => path.length));
  const lines = shown.map(
    ({ method, path, action }) => `  ${method.padEnd(7)} ${plainText(path).padEnd(width)}  ${colors.dim(action)}`,
  );
  if (all.length > shown.length) lines.push(`  ... and ${all.length - shown.length} more: framework routes`);
  if (routes.length === 0) lines.push("  No actions yet. Create one: framework controllers:generate books/list");
  const actions = new Set(routes.map(({ action }) => action)).size;
  // Its first word may be "all".
  if (report.open.length > 0) lines.push("", `  ${openText(report.open, actions).replace(/^a/, "A")}.`);
  const phases = report.phases.map((phase) => `${phase.name} ${phase.ms.toFixed(0)}`).join(", ");
  const crowd = workers > 1 ? `, ${workers} workers` : "";
  // A server that listens on a single address shows that address.
  const everywhere = url.startsWith("http://localhost:") ? ", on all addresses" : "";
  return `${colors.bold(plainText(name))} is up: ${colors.cyan(url)} (${environment}${everywhere}${crowd})

${lines.join("\n")}

  Health: ${url}/health/live and /health/ready
  Ready in ${readyMs.toFixed(0)} ms ${colors.dim(`(${phases})`)}. Ctrl-C stops it.
`;
}

/** Warnings for standard error. */
export function formatLiftWarnings({ warnings, pendingMigrations }: LiftReport, color: boolean): string {
  const colors = createColors(color);
  const told = [...warnings];
  if (pendingMigrations.length > 0) {
    told.push(
      `${migrationsHave(pendingMigrations)} not been run: ${pendingMigrations.join(", ")}. Run: framework migrations:run`,
    );
  }
  return told.map((warning) => `${colors.yellow("warning")}: ${plainText(warning)}\n`).join("");
}
