import { dirname, resolve } from "node:path";
import { formatProblem, type Terminal } from "@onespec/command-line";
import type { ApiDescription } from "@onespec/spec-core";
import type { SeedBook } from "../config/given-seeds.js";
import type { OperationOverrides } from "../config/mock-extension.js";
import type { HandlerFolder } from "../features/handlers/handler-folder.js";
import type { IgnoredParameters } from "../features/ignored-parameters/ignored-parameters.js";
import type { MockServer } from "../mock-server.js";
import { shownPath } from "../modules/shown-path.js";
import { watchFiles } from "../watch/watch-files.js";
import { writeHandlerTypes } from "./open-handlers.js";
import { countText, formatBroken, reportDrift, reportFailure, reportUndeclared, reportWarnings } from "./reports.js";
import { ignoredText } from "./start-up-report.js";

export interface WatchParts {
  readonly server: MockServer;
  readonly terminal: Terminal;
  readonly handlers: HandlerFolder | undefined;
  readonly seeds: SeedBook | undefined;
  /** `operations` of the config file. */
  readonly operations: OperationOverrides | undefined;
  readonly lenient: boolean;
  /** Parameters of lists without effect. */
  ignored(api: ApiDescription): Promise<readonly IgnoredParameters[]>;
  /** Reads the description again. */
  read(): Promise<ApiDescription>;
}

/**
 * Serves the new version whenever one of the files changes. If it cannot be served, reports why and keeps the previous
 * version.
 */
export async function watchSources(first: ApiDescription, parts: WatchParts): Promise<{ close(): void }> {
  const { server, terminal, handlers, seeds, operations, lenient, ignored, read } = parts;
  const seedFolder = seeds?.folder;
  let api = first;
  const isDescription = (path: string): boolean => api.files.some((file) => isSame(file, path));
  const isInside = (folder: string | undefined, path: string): boolean =>
    folder !== undefined && resolve(folder) === dirname(path) && !isDescription(path);
  const isSeed = (path: string): boolean => isInside(seedFolder, path);
  const isHandler = (path: string): boolean => isInside(handlers?.folder, path);

  const dataFiles = (): readonly string[] => server.state.edits?.files ?? [];
  const isData = (path: string): boolean => dataFiles().some((file) => resolve(file) === path);

  const reloadData = async (): Promise<void> => {
    const edits = (await server.state.edits?.take()) ?? [];
    // The server's own writes also change the files.
    if (edits.length === 0) return;
    for (const { file, result } of edits) {
      const path = shownPath(resolve(file));
      if ("records" in result) terminal.out(`Reloaded ${path}, ${countText(result.records, "record")}\n`);
      else await attempt(() => Promise.reject(result.problem), `The records of ${path} stay`);
    }
    await reportDrift(server, api, terminal);
  };
  const reloadDescription = async (): Promise<boolean> => {
    const next = await read();
    if (!lenient && next.errors.length > 0) {
      terminal.err(formatBroken(next, "Not reloaded", terminal.errColor));
      return false;
    }
    await server.replaceDescription(next);
    // Opens every collection as the server does.
    await server.summary();
    const before = api;
    api = next;
    await follow();
    terminal.out(`Reloaded ${next.source}, ${countText(next.operations.length, "operation")}\n`);
    await reportWarnings(next, operations, terminal, before);
    const fresh = ignoredText(newlyIgnored(await ignored(before), await ignored(next)));
    if (fresh !== undefined) terminal.out(`Ignored  ${fresh}\n`);
    await reportDrift(server, next, terminal, before);
    return true;
  };
  const reloadHandlers = async (): Promise<boolean> => {
    if (!handlers) return true;
    await handlers.reload(api.operations);
    terminal.out(`Reloaded ${shownPath(handlers.folder)}, ${countText(handlers.ids.length, "handler")}\n`);
    return true;
  };
  /** @param says true: print a line even if nothing changed */
  const reloadSeeds = async (says: boolean): Promise<boolean> => {
    const before = seeds?.given.undeclared;
    const changed = await server.reloadSeeds();
    reportUndeclared(seeds?.given.undeclared ?? [], terminal, before);
    if (!says && changed.length === 0) return true;
    const applied = changed.filter(({ isApplied }) => isApplied);
    const texts = applied.map(({ resource, records }) => `${resource} (${countText(records, "record")})`);
    const none = changed.length === 0 ? "nothing to change" : "no records replaced";
    terminal.out(`Reloaded ${shownPath(resolve(seedFolder ?? ""))}, ${texts.length === 0 ? none : texts.join(", ")}\n`);
    for (const { resource, isApplied, records } of changed) {
      if (isApplied) continue;
      const message = `${resource} was changed since it was seeded and keeps its ${countText(records, "record")}`;
      const hint = "POST /__mock/reset begins again with the new seeds, and forgets what was written.";
      terminal.err(formatProblem("warning", { message, hint }, terminal.errColor));
    }
    return true;
  };
  const attempt = async (work: () => Promise<boolean>, kept: string): Promise<void> => {
    const isDone = await work().catch((error: unknown) => {
      reportFailure(error, terminal);
      return false;
    });
    if (!isDone) terminal.err(`${kept} as before.\n`);
  };
  const watcher = watchFiles(async (paths) => {
    if (paths.some(isData)) await reloadData();
    const served = operationIds(api);
    const relevant = paths.filter((path) => !path.endsWith("mock-handlers.d.ts") && !isData(path));
    if (relevant.some((path) => !isHandler(path) && !isSeed(path))) {
      await attempt(reloadDescription, `${api.source} is served`);
      if (seedFolder !== undefined) await attempt(() => reloadSeeds(false), "The seeds stay");
      if (handlers) await writeHandlerTypes(handlers.folder, api, (message) => terminal.err(`${message}\n`));
    }
    if (relevant.some(isSeed)) await attempt(() => reloadSeeds(true), "The seeds stay");
    // A handler is named after an operation, which may be gone or new.
    if (relevant.some(isHandler) || operationIds(api) !== served) await attempt(reloadHandlers, "The handlers stay");
  });
  const follow = (): Promise<void> =>
    watcher.follow({
      files: [...api.files.filter((file) => !/^https?:/i.test(file) && file !== "<object>"), ...dataFiles()],
      folders: [handlers?.folder, seedFolder].filter((folder) => folder !== undefined),
    });
  // Opens every collection, so that all its files are known.
  await server.summary();
  await follow();
  return watcher;
}

function operationIds({ operations }: ApiDescription): string {
  return operations.map(({ id }) => id).join();
}

function newlyIgnored(
  before: readonly IgnoredParameters[],
  now: readonly IgnoredParameters[],
): readonly IgnoredParameters[] {
  const known = new Map(before.map(({ operation, names }) => [operation, names]));
  return now.flatMap(({ operation, names }) => {
    const fresh = names.filter((name) => !known.get(operation)?.includes(name));
    return fresh.length === 0 ? [] : [{ operation, names: fresh }];
  });
}

function isSame(file: string, path: string): boolean {
  return shownPath(path) === shownPath(file) || path === file || path.endsWith(`/${file.replace(/^\.\//, "")}`);
}
