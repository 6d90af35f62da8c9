import { createRequire } from "node:module";
import type { Logger } from "pino";
import type { ActionLog } from "./action.js";
import type { ServerConfig } from "./app-config.js";
import { maskAddresses, maskSecrets } from "./mask-secrets.js";
import { prettyLog } from "./pretty-log.js";

/** Where lines go. */
export interface LogOutput {
  readonly write: (text: string) => void;
  /** For people, instead of JSON. */
  readonly pretty: boolean;
  readonly color: boolean;
}

/** The application's log. */
export interface AppLog extends ActionLog {
  isLevelEnabled(level: "debug" | "info"): boolean;
  /** A log whose lines carry these fields. */
  child(fields: Readonly<Record<string, unknown>>): ActionLog;
}

type Level = ServerConfig["log"]["level"];

/** From the one that logs most. */
const LEVELS: readonly Level[] = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/**
 * The application's log, with secrets masked; `undefined` when the level is `silent`. pino is loaded with the first line: that takes
 * a fifteenth of a start.
 */
export function createLog({ log: { level } }: Pick<ServerConfig, "log">, output: LogOutput): AppLog | undefined {
  if (level === "silent") return undefined;
  const isLevelEnabled = (asked: Level): boolean => LEVELS.indexOf(asked) >= LEVELS.indexOf(level);
  let made: Logger | undefined;
  const lines = (): Logger => {
    made ??= loadPino(level, output);
    return made;
  };
  const line =
    (name: "debug" | "info" | "warn" | "error") =>
    (...given: Parameters<ActionLog["info"]>): void => {
      if (isLevelEnabled(name)) lines()[name](...given);
    };
  return {
    debug: line("debug"),
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
    isLevelEnabled,
    child: (fields) => lines().child(maskSecrets(fields) as Record<string, unknown>),
  };
}

function loadPino(level: Level, { write, pretty, color }: LogOutput): Logger {
  const { pino }: typeof import("pino") = createRequire(import.meta.url)("pino");
  // Drivers hang what they know on errors: settings, and what was sent.
  const err = (error: unknown): unknown =>
    error instanceof Error ? maskSecrets({ ...pino.stdSerializers.err(error) }) : error;
  return pino(
    {
      level,
      base: null,
      formatters: { log: (fields) => maskSecrets(fields) as Record<string, unknown> },
      serializers: { err },
    },
    {
      write(line: string) {
        const text = maskAddresses(line);
        write(pretty ? prettyLog(text, color) : text);
      },
    },
  );
}
