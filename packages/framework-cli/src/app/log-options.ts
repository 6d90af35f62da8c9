import type { FastifyServerOptions } from "fastify";
import type { ServerConfig } from "../config/app-config.js";
import { messageOf } from "../errors/message-of.js";
import { createPrettyLog } from "./pretty-log.js";

/** Where lines go. */
export interface LogOutput {
  readonly write: (text: string) => void;
  /** For people, instead of JSON. */
  readonly pretty: boolean;
  readonly color: boolean;
}

/** Fastify's options for the application's log, with secrets masked; `false` when nothing is logged. */
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

/** Drivers hang what they know on errors: settings, and what was sent. */
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
  const stack = isAggregate(error) ? [messageOf(error), ...own.split("\n").filter(isFrame)].join("\n") : own;
  const isCaused = error.cause instanceof Error && depth < DEEPEST;
  return isCaused ? `${stack}\ncaused by: ${stackOf(error.cause as Error, depth + 1)}` : stack;
}

function isFrame(line: string): boolean {
  return /^\s+at /.test(line);
}

const MASK = "[masked]";
/** By the end of a name without signs and capitals: `x-api-key`, `accessToken`, `DB_PASSWORD`. */
const SECRET_END =
  /(?:token|authorization|cookies?|apikey|accesskey|privatekey|signature|credentials?|passphrase|connectionstring|sessionid)$/;
const SECRET_PART = /password|passwd|secret/;
/** Values nested deeper are not searched. */
const DEEPEST = 8;

/** A copy of what is to be logged in which members with the names of secrets hold `[masked]`. Errors and other instances stay. */
function maskSecrets(value: unknown, depth: number = 0): unknown {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, depth + 1));
  if (!isPlain(value)) return value;
  const masked: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const inner = value[name];
    masked[name] = isSecret(name) && inner !== undefined && inner !== null ? MASK : maskSecrets(inner, depth + 1);
  }
  return masked;
}

/** A text without the passwords of the addresses in it: `postgres://shop:***@db/shop`. */
function maskAddresses(text: string): string {
  return text.includes("://") && text.includes("@")
    ? text.replace(/(:\/\/[^\s:@/"'\\]*:)[^\s"'/\\]+@/g, "$1***@")
    : text;
}

function isSecret(name: string): boolean {
  const letters = name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  return SECRET_PART.test(letters) || SECRET_END.test(letters);
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
