import type { FastifyBaseLogger } from "fastify";
import type { ActionLog } from "../action.js";
import type { AppLog } from "../create-log.js";

/** The application's log as Fastify and its plugins call it. A child is made when it logs: most requests log nothing. */
export function createPluginLog(log: AppLog): FastifyBaseLogger {
  return asPluginLog(
    () => log,
    (fields) => log.child(fields),
  );
}

function asPluginLog(
  logOf: () => ActionLog,
  childOf: (fields: Readonly<Record<string, unknown>>) => ActionLog,
): FastifyBaseLogger {
  const line =
    (name: keyof ActionLog) =>
    (...given: readonly unknown[]): void =>
      (logOf()[name] as (...given: readonly unknown[]) => void)(...given);
  return {
    level: "info",
    fatal: line("error"),
    error: line("error"),
    warn: line("warn"),
    info: line("info"),
    debug: line("debug"),
    trace: line("debug"),
    silent: () => {},
    child(fields: Readonly<Record<string, unknown>>) {
      let made: ActionLog | undefined;
      const child = (): ActionLog => {
        made ??= childOf(fields);
        return made;
      };
      return asPluginLog(child, (more) => childOf({ ...fields, ...more }));
    },
  } as FastifyBaseLogger;
}
