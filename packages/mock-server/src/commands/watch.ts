import { formatProblem, reportError, type Terminal } from "@onespec/command-line";
import type { ApiDescription } from "@onespec/spec-core";
import type { MockServer } from "../build-mock-server.js";
import { countText } from "../cli/count-text.js";
import { formatBroken } from "../cli/diagnostics-report.js";
import type { HandlerFolder } from "../handlers/handler-folder.js";
import { shownPath } from "../modules/shown-path.js";
import { findDrift } from "../watch/find-drift.js";
import { watchFiles } from "../watch/watch-files.js";
import { writeHandlerTypes } from "./open-handlers.js";

export interface WatchParts {
  readonly server: MockServer;
  readonly terminal: Terminal;
  readonly handlers: { readonly folder: string; readonly source: HandlerFolder } | undefined;
  readonly lenient: boolean;
  /** Reads the description again. */
  read(): Promise<ApiDescription>;
}

/**
 * Serves what the files say from now on, whenever one of them changes. What cannot be served is reported, and the version
 * before stays up.
 */
export async function watchSources(first: ApiDescription, parts: WatchParts): Promise<{ close(): void }> {
  const { server, terminal, handlers, lenient, read } = parts;
  let api = first;
  const isHandler = (path: string): boolean => handlers !== undefined && !api.files.some((file) => isSame(file, path));

  const reloadDescription = async (): Promise<boolean> => {
    const next = await read();
    if (!lenient && next.errors.length > 0) {
      terminal.err(formatBroken(next, terminal.errColor));
      return false;
    }
    await server.replaceDescription(next);
    // Opens every collection the way the server does.
    await server.summary();
    const drift = await findDrift(server.state, api, next);
    api = next;
    await follow();
    terminal.out(`Reloaded ${next.source}, ${countText(next.operations.length, "operation")}\n`);
    for (const { resource, records, drifted, examples } of drift) {
      const message = `${drifted} of ${countText(records, "record")} of ${resource} no longer fit the description: ${examples.join("; ")}`;
      const hint = "They stay as they are; answers show what of them fits. Change them, or reset the state.";
      terminal.err(formatProblem("warning", { message, hint }, terminal.errColor));
    }
    return true;
  };
  const reloadHandlers = async (): Promise<boolean> => {
    if (!handlers) return true;
    await handlers.source.reload(api.operations);
    terminal.out(`Reloaded ${shownPath(handlers.folder)}, ${countText(handlers.source.count, "handler")}\n`);
    return true;
  };
  const attempt = async (work: () => Promise<boolean>, kept: string): Promise<void> => {
    const isDone = await work().catch((error: unknown) => {
      reportError(error, terminal);
      return false;
    });
    if (!isDone) terminal.err(`${kept} as before.\n`);
  };
  const watcher = watchFiles(async (paths) => {
    const relevant = paths.filter((path) => !path.endsWith("mock-handlers.d.ts"));
    if (relevant.some((path) => !isHandler(path))) {
      await attempt(reloadDescription, `${api.source} is served`);
      if (handlers) await writeHandlerTypes(handlers.folder, api, (message) => terminal.err(`${message}\n`));
    }
    if (relevant.some(isHandler)) await attempt(reloadHandlers, "The handlers stay");
  });
  const follow = (): Promise<void> =>
    watcher.follow({
      files: api.files.filter((file) => !/^https?:/i.test(file) && file !== "<object>"),
      folders: handlers ? [handlers.folder] : [],
    });
  await follow();
  return watcher;
}

function isSame(file: string, path: string): boolean {
  return shownPath(path) === shownPath(file) || path === file || path.endsWith(`/${file.replace(/^\.\//, "")}`);
}
