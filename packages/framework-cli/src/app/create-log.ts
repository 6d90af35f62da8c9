import type { Logger } from "pino";
import type { ServerConfig } from "./app-config.js";
import { prettyLog } from "./pretty-log.js";

/** Where lines go. */
export interface LogOutput {
  readonly write: (text: string) => void;
  /** For people, instead of JSON. */
  readonly pretty: boolean;
  readonly color: boolean;
}

const SECRETS: readonly string[] = ["password", "secret", "token", "authorization", "cookie", "apiKey", "api_key"];

/** The application's log, with secrets masked; `undefined` when the level is `silent`. pino is loaded only when there is something to log. */
export async function createLog(
  { log }: ServerConfig,
  { write, pretty, color }: LogOutput,
): Promise<Logger | undefined> {
  if (log.level === "silent") return undefined;
  const { pino } = await import("pino");
  return pino(
    {
      level: log.level,
      base: null,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[masked]" },
    },
    { write: pretty ? (line: string) => write(prettyLog(line, color)) : write },
  );
}
