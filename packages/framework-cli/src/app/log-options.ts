import { plainText } from "@onespec/command-line";
import type { FastifyServerOptions } from "fastify";
import { createColors } from "picocolors";
import type { ServerConfig } from "../config/app-config.js";
import { messageOf } from "../errors/message-of.js";
import { isSecretName } from "../text/secret-name.js";

/** The destination of log lines. */
export interface LogOutput {
  readonly write: (text: string) => void;
  /** For people, instead of JSON. */
  readonly pretty: boolean;
  readonly color: boolean;
}

/** Fastify's options for the application's log, with secrets masked. `false` if nothing is logged. */
export function logOptions(
  { log: { level } }: Pick<ServerConfig, "log">,
  output: LogOutput | undefined,
): NonNullable<FastifyServerOptions["logger"]> {
  if (level === "silent" || output === undefined) return false;
  const { write, pretty, color } = output;
  const shown = pretty ? createPrettyLog(color) : (line: string): string => line;
  return {
    level,
    base: null,
    formatters: { log: masked, bindings: masked },
    serializers: { err: errorFields },
    stream: {
      write(line: string) {
        write(shown(maskAddresses(line)));
      },
    },
  };
}

function masked(fields: object): Record<string, unknown> {
  return maskSecrets(fields) as Record<string, unknown>;
}

/** Logs only known fields of an error, since drivers attach settings and sent data to their errors. */
function errorFields(error: unknown): never {
  if (!(error instanceof Error)) return error as never;
  const { name: type, message } = error;
  if (isAggregate(error)) {
    // The records that Sequelize hangs on each are not for the log.
    const { errors: _, ...own } = error as Error & { readonly errors?: unknown };
    return maskSecrets({ ...own, type, message: messageOf(error), stack: stackOf(error) }) as never;
  }
  return maskSecrets({ ...error, type, message, stack: stackOf(error) }) as never;
}

function isAggregate(error: Error): boolean {
  return error.name === "AggregateError" && "errors" in error;
}

function stackOf(error: Error, depth: number = 0): string {
  const own = error.stack ?? error.message;
  const stack = isAggregate(error)
    ? [messageOf(error), ...own.split("\n").filter((line) => /^\s+at /.test(line))].join("\n")
    : own;
  const isCaused = error.cause instanceof Error && depth < DEEPEST;
  return isCaused ? `${stack}\ncaused by: ${stackOf(error.cause as Error, depth + 1)}` : stack;
}

const MASK = "[masked]";
/** Values nested deeper are not searched. */
const DEEPEST = 8;

/**
 * Copies a value for the log. Members whose names suggest secrets become `[masked]`. Errors and other instances stay.
 */
function maskSecrets(value: unknown, depth: number = 0): unknown {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, depth + 1));
  if (!isPlain(value)) return value;
  const masked: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const inner = value[name];
    masked[name] = isSecretName(name) && inner !== undefined && inner !== null ? MASK : maskSecrets(inner, depth + 1);
  }
  return masked;
}

/** Masks passwords in the addresses of a text: `postgres://shop:***@db/shop`. */
function maskAddresses(text: string): string {
  return text.includes("://") && text.includes("@")
    ? text.replace(/(:\/\/[^\s:@/"'\\]*:)[^\s"'/\\]+@/g, "$1***@")
    : text;
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

interface LogLine {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly err?: { readonly type?: string; readonly message?: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

/** Fields that every line has, or that the line already shows in another form. */
const QUIET = new Set(["level", "time", "msg", "method", "path", "status", "ms", "err", "reqId", "place"]);

/**
 * Lines of the log as people read them in a terminal: `12:30:05 GET /books 200 1.2 ms`. The same error again and again is shown once,
 * with its count.
 */
function createPrettyLog(color: boolean): (line: string) => string {
  let last = "";
  let count = 0;
  return (line) =>
    prettyLine(line, color, (stack) => {
      count = stack === last ? count + 1 : 1;
      last = stack;
      return count === 1 ? stack : `    The same error, ${count} times now.`;
    });
}

function prettyLine(line: string, color: boolean, shown: (stack: string) => string): string {
  let parsed: LogLine;
  try {
    parsed = JSON.parse(line);
  } catch {
    return line;
  }
  const colors = createColors(color);
  const time = new Date(parsed.time).toTimeString().slice(0, 8);
  const { method, path, status, ms, err, msg = "" } = parsed;
  const text =
    status !== undefined && method !== undefined
      ? `${method} ${plainText(path ?? "")} ${statusColor(colors, status)(String(status))} ${colors.dim(`${ms} ms`)}`
      : `${levelText(colors, parsed.level)}${plainText(msg)}`;
  const fields = Object.entries(parsed).filter(([name]) => !QUIET.has(name));
  const rest = fields
    .map(
      ([name, value]) =>
        ` ${colors.dim(`${name}=`)}${plainText(typeof value === "string" ? value : JSON.stringify(value))}`,
    )
    .join("");
  const stack = err === undefined ? "" : `\n${colors.dim(shown(ownStack(err.stack ?? `${err.type}: ${err.message}`)))}`;
  return `${colors.dim(time)} ${text}${rest}${stack}\n`;
}

/** Drops the lines of Node, of packages and of ours. Text from a message can neither look like a log line nor move the cursor. */
function ownStack(stack: string): string {
  const [first = "", ...others] = stack
    .split("\n")
    .filter((line) => !/^\s+at .*(?:node_modules|node:|framework-cli\/dist)/.test(line))
    .map(plainText);
  return [first, ...others.map((line) => `    ${line}`)].join("\n");
}

type Colors = ReturnType<typeof createColors>;

function statusColor(colors: Colors, status: number): (text: string) => string {
  if (status >= 500) return colors.red;
  if (status >= 400) return colors.yellow;
  return colors.green;
}

function levelText(colors: Colors, level: number): string {
  if (level >= 50) return `${colors.red("error")} `;
  if (level >= 40) return `${colors.yellow("warn")} `;
  return level >= 30 ? "" : `${colors.dim("debug")} `;
}
