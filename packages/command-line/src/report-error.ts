import { isCodedError, type SourceLocation } from "@onespec/spec-core/errors";
import { type Command, CommanderError } from "commander";
import { createColors } from "picocolors";
import { plainText } from "./plain-text.js";
import type { Terminal } from "./terminal.js";

/** An error as a user sees it. */
export interface ErrorReport {
  readonly text: string;
  readonly exitCode: number;
}

/** Says on standard error what went wrong, and returns the exit code. @param command the one that was called, if it is known */
export function reportError(error: unknown, terminal: Terminal, command?: Command): number {
  const { program, errColor: color, debug } = terminal;
  const report = formatError(error, { program, color, debug, command });
  if (report.text !== "") terminal.err(report.text);
  return report.exitCode;
}

export interface ReportOptions {
  /** The command's name, for hints. */
  readonly program: string;
  readonly color: boolean;
  /** Add the stacks. */
  readonly debug: boolean;
  /** The command whose options are suggested for a wrong one. */
  readonly command?: Command | undefined;
}

/** Words for any error: `file:line:column: error: message [CODE]` and a hint. A stack only with `debug`. */
export function formatError(error: unknown, { program, color, debug, command }: ReportOptions): ErrorReport {
  if (error instanceof CommanderError) return formatUsageError(error, program, color, command);
  if (isCodedError(error)) {
    const problem: Problem = {
      message: error.message,
      code: error.code,
      hint: error.hint,
      location: "location" in error ? (error.location as SourceLocation) : undefined,
    };
    return { text: formatProblem("error", problem, color) + stackText(error, debug), exitCode: 1 };
  }
  if (isSystemError(error)) {
    const text = formatProblem("error", { message: error.message, code: error.code }, color);
    return { text: text + stackText(error, debug), exitCode: 1 };
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const text = formatProblem(
    "error",
    {
      message: `Unexpected: ${message}`,
      hint: debug
        ? `This is a bug in ${program}.`
        : `This is a bug in ${program}. Run it again with --debug to see where, and report it.`,
    },
    color,
  );
  return { text: text + stackText(error, debug), exitCode: 70 };
}

/** A problem as people read it. */
export interface Problem {
  readonly message: string;
  readonly code?: string;
  readonly hint?: string | undefined;
  readonly location?: SourceLocation | undefined;
}

/** One line for the problem, one for its hint. Control characters of the text are not passed on to the terminal. */
export function formatProblem(severity: "error" | "warning", problem: Problem, color: boolean): string {
  const colors = createColors(color);
  const paint = severity === "error" ? colors.red : colors.yellow;
  const place = problem.location === undefined ? "" : `${colors.bold(formatLocation(problem.location))}: `;
  const code = problem.code === undefined ? "" : colors.dim(` [${problem.code}]`);
  const hint = problem.hint === undefined ? "" : `  hint: ${plainText(problem.hint)}\n`;
  return `${place}${paint(severity)}: ${plainText(problem.message)}${code}\n${hint}`;
}

/** `api.yaml:12:7`, or `api.yaml#/paths/~1pets` where no line is known. */
export function formatLocation({ file, line, column, pointer }: SourceLocation): string {
  const name = plainText(file);
  if (line !== undefined) return `${name}:${line}${column === undefined ? "" : `:${column}`}`;
  return pointer === "" ? name : `${name}#${plainText(pointer)}`;
}

function formatUsageError(
  error: CommanderError,
  program: string,
  color: boolean,
  command: Command | undefined,
): ErrorReport {
  // Help and version are "errors" of commander's with exit code 0; their text is out already.
  if (error.exitCode === 0) return { text: "", exitCode: 0 };
  const [message = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
  const suggestion = suggestBeginning(message, command) ?? rest.join(" ").replace(/^\((.*)\)$/, "$1");
  const usage = error.code === "commander.missingArgument" && suggestion === "" && command;
  const hint = [usage ? `Usage: ${program} ${command.usage()}.` : suggestion, `See ${program} --help.`]
    .filter((part) => part !== "")
    .join(" ");
  return { text: formatProblem("error", { message, hint }, color), exitCode: 2 };
}

/** `--language` for `--lang`: commander finds them too different. */
function suggestBeginning(message: string, command: Command | undefined): string | undefined {
  const [, sent] = /^unknown option '(--\w[\w-]+)'$/.exec(message) ?? [];
  const visible = command?.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? []) ?? [];
  const [found, ...others] = sent === undefined ? [] : visible.filter((name) => name.startsWith(sent));
  return found === undefined || others.length > 0 ? undefined : `Did you mean ${found}?`;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && "syscall" in error && "code" in error && typeof error.code === "string";
}

function stackText(error: unknown, debug: boolean): string {
  if (!debug || !(error instanceof Error)) return "";
  const cause = error.cause === undefined ? "" : stackText(error.cause, debug);
  return `${error.stack ?? error.message}\n${cause}`;
}
