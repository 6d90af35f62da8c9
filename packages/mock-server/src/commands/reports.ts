import { execFile } from "node:child_process";
import { formatProblem, plainText, reportError, type Terminal } from "@onespec/command-line";
import type { ProblemDetail } from "@onespec/http-contract";
import type { ApiDescription, Diagnostic } from "@onespec/spec-core";
import { createColors } from "picocolors";
import type { OperationOverrides } from "../config/mock-extension.js";
import { type SeedProblem, SeedsError } from "../errors/options-error.js";
import type { ExplainedOperation } from "../explain/explain-operations.js";
import type { OperationTally } from "../features/proxy/exchange-tally.js";
import { findMockProblems } from "../features/x-mock/parse-mock-extension.js";
import type { MockServer } from "../mock-server.js";
import type { Outage } from "../store/json/write-outage.js";
import { findDrift } from "../watch/find-drift.js";

const MAX_ERRORS = 20;
const MAX_WARNINGS = 3;
/**
 * With more operations, warnings are printed without line numbers: looking the lines up would delay the first request.
 */
const MAX_OPERATIONS_TO_LOCATE = 500;

/**
 * Formats the problems of a description that cannot be served, up to a limit, and the next step.
 * @param outcome the consequence, such as `Not started`
 */
export function formatBroken(api: ApiDescription, outcome: string, color: boolean): string {
  const { errors } = api;
  const touched = new Set(errors.flatMap(({ operations }) => operations ?? []));
  const what = touched.size === 0 ? "parts of it" : countText(touched.size, "operation");
  const conclusion = {
    message: `${outcome}: ${countText(errors.length, "problem")} in ${api.source} ${errors.length === 1 ? "breaks" : "break"} ${what}.`,
    hint: "Fix the description, or skip the broken operations with --lenient.",
  };
  return formatDiagnostics(errors, MAX_ERRORS, color) + formatProblem("error", conclusion, color);
}

/**
 * Prints the first warnings about a description and its `x-mock` entries.
 * @param overrides the operations of the config file
 * @param before the previously served description: its warnings are not printed again
 */
export async function reportWarnings(
  api: ApiDescription,
  overrides: OperationOverrides | undefined,
  terminal: Terminal,
  before?: ApiDescription,
): Promise<void> {
  const key = ({ code, message, location }: Diagnostic): string => `${code} ${location.pointer} ${message}`;
  const known = new Set(before?.diagnostics.map(key));
  const diagnostics = before ? api.diagnostics.filter((one) => !known.has(key(one))) : api.diagnostics;
  terminal.err(formatWarnings(diagnostics, api.operations.length, terminal.errColor));
  const knownOfMock = before ? findMockProblems(before, overrides) : [];
  for (const message of findMockProblems(api, overrides))
    if (!knownOfMock.includes(message)) terminal.err(formatProblem("warning", { message }, terminal.errColor));
}

/** Warns of properties of seeds that the description does not declare. @param before those that were reported already */
export function reportUndeclared(
  undeclared: readonly SeedProblem[],
  terminal: Terminal,
  before: readonly SeedProblem[] = [],
): void {
  const known = new Set(before.map(({ message, location }) => `${location.file} ${message}`));
  for (const problem of undeclared)
    if (!known.has(`${problem.location.file} ${problem.message}`))
      terminal.err(formatProblem("warning", problem, terminal.errColor));
}

/**
 * Prints one line if `--check` finds more problems in the description than the start has reported. The check takes up
 * to a second, so it runs in another process: otherwise the server could not answer requests meanwhile.
 * @param overrides the operations of the config file. Their mistakes are not counted.
 * @param options the options that affect how the description is read
 */
export async function reportFaults(
  source: string,
  api: ApiDescription,
  overrides: OperationOverrides | undefined,
  options: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const remarks = await checkApart([source, "--check", ...options], terminal.stop);
  const faults = remarks - findMockProblems(api, overrides).length;
  if (faults <= shownCount(api.diagnostics.length, MAX_WARNINGS) || terminal.stop.aborted) return;
  const command = [terminal.program, source, "--check", ...options].join(" ");
  const message = `${source} has ${countText(faults, "fault")}: \`${command}\` shows them all.`;
  terminal.err(formatProblem("warning", { message }, terminal.errColor));
}

/** Returns the number of problems that the command prints; 0 if it was stopped. */
function checkApart(args: readonly string[], signal: AbortSignal): Promise<number> {
  const [program = "", command = ""] = process.argv;
  return new Promise((resolve) => {
    execFile(program, [command, ...args, "--format", "json"], { signal, maxBuffer: LARGEST_OUTPUT }, (_, stdout) => {
      resolve(stdout.trimEnd().endsWith("]") ? (JSON.parse(stdout) as readonly unknown[]).length : 0);
    });
  });
}

const LARGEST_OUTPUT = 64 * 2 ** 20;

function formatWarnings(diagnostics: readonly Diagnostic[], operations: number, color: boolean): string {
  if (operations <= MAX_OPERATIONS_TO_LOCATE) return formatDiagnostics(diagnostics, MAX_WARNINGS, color);
  const unlocated = diagnostics.map(({ location: { file, pointer }, ...rest }) => ({
    ...rest,
    location: { file, pointer },
  }));
  return formatDiagnostics(unlocated, MAX_WARNINGS, color);
}

function formatDiagnostics(diagnostics: readonly Diagnostic[], max: number, color: boolean): string {
  const shown = diagnostics.slice(0, shownCount(diagnostics.length, max));
  const more = diagnostics.length - shown.length;
  const lines = shown.map((diagnostic) => formatProblem(diagnostic.severity, diagnostic, color));
  return lines.join("") + (more > 0 ? `… and ${countText(more, "problem")} more.\n` : "");
}

/** One more problem takes no more room than "… and 1 problem more". */
function shownCount(count: number, max: number): number {
  return count <= max + 1 ? count : max;
}

/** Formats one line when the first write is rejected, and one when writes succeed again. */
export function formatOutage(outage: Outage, color: boolean): string {
  if (outage.state === "begun") {
    const { code, message } = outage.error;
    return formatProblem("error", { code, message: `${message} Writes are rejected until this is fixed.` }, color);
  }
  const { isFixed, refused, forMs } = outage;
  const writes = refused === 1 ? "1 write was" : `${refused} writes were`;
  return formatProblem(
    "warning",
    { message: `${writes} rejected in ${Math.ceil(forMs / 1000)} s${isFixed ? "; writes work again" : ""}.` },
    color,
  );
}

/** The violations of a request that was answered anyway, on one line. */
export function formatViolations(method: string, path: string, violations: readonly ProblemDetail[]): string {
  const found = violations
    .map(({ in: part = "", path: place = "", message }) => [part, place, message].filter(Boolean).join(" "))
    .join("; ");
  return `warning: ${plainText(`${method} ${path}: ${found}`)}\n`;
}

/** Formats the final report of a proxy: each operation and its violations, most frequent first. */
export function formatTally(operations: readonly OperationTally[]): string {
  if (operations.length === 0) return "Nothing was passed on.\n";
  const lines = operations.flatMap(({ operation, operationId, requests, violations }) => {
    const name = operationId === undefined ? `${operation} (not in the description)` : operation;
    const count = violations.length === 0 ? "" : `, ${countText(violations.length, "violation")}`;
    return [
      `${plainText(name)}: ${countText(requests, "request")}${count}`,
      ...violations.map(({ in: part, path, message, count: times }) => {
        return `  ${times} x ${plainText(`${part} ${path} ${message}`.replace("  ", " "))}`;
      }),
    ];
  });
  return `${lines.join("\n")}\n`;
}

const MOST = 50;

/** Reports an error. For an error about seeds, reports each problem with its file and line. */
export function reportFailure(error: unknown, terminal: Terminal): void {
  if (!(error instanceof SeedsError)) {
    reportError(error, terminal);
    return;
  }
  const { problems, code, hint } = error;
  for (const problem of problems.slice(0, MOST)) terminal.err(formatProblem("error", problem, terminal.errColor));
  const more = problems.length > MOST ? `, the first ${MOST} of them above` : "";
  const message = `${countText(problems.length, "mistake")} in the seeds${more}.`;
  terminal.err(formatProblem("error", { message, code, hint }, terminal.errColor));
}

/** `1,223 operations`, `1 record`. */
export function countText(count: number, noun: string): string {
  // `toLocaleString` would load the locale data, which takes longer than the rest of the report.
  const digits = String(count).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${digits} ${noun}${count === 1 ? "" : "s"}`;
}

/** Lists every operation with its role, the reason for that role, and the effect of each parameter. */
export function formatExplanation(operations: readonly ExplainedOperation[], color: boolean): string {
  const colors = createColors(color);
  const lines = operations.flatMap(({ method, path, role, resource, reason, parameters, mock }) => {
    const taken = resource === undefined ? role : `${role} of ${resource}`;
    const width = Math.max(0, ...parameters.map(({ name }) => name.length));
    return [
      `${colors.bold(plainText(`${method} ${path}`))}  ${colors.cyan(plainText(taken))}`,
      `  ${colors.dim(plainText(reason))}`,
      ...parameters.map(
        ({ name, in: place, use }) => `  ${plainText(`${place.padEnd(6)} ${name.padEnd(width)}`)}  ${plainText(use)}`,
      ),
      ...(mock === undefined ? [] : [`  x-mock ${plainText(JSON.stringify(mock))}`]),
    ];
  });
  return `${lines.join("\n")}\n\n`;
}

const HINT =
  "The records keep their values; answers leave out values that do not fit and fill missing required ones. Change the records, or delete all writes with POST /__mock/reset.";

/**
 * Prints a warning for each resource whose stored records violate the description.
 * @param before the previously served description: violations of it are not reported again
 */
export async function reportDrift(
  server: MockServer,
  api: ApiDescription,
  terminal: Terminal,
  before?: ApiDescription,
): Promise<void> {
  if ((await server.state.names).length === 0) return;
  for (const { resource, records, drifted, reasons } of await findDrift(server.state, api, before)) {
    const message = `${drifted} of ${countText(records, "record")} of ${resource} no longer fit the description: ${reasons.join("; ")}`;
    terminal.err(formatProblem("warning", { message, hint: HINT }, terminal.errColor));
  }
}
