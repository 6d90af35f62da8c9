import { readdir } from "node:fs/promises";
import { join, parse } from "node:path";
import { meantHint, type Operation } from "@onespec/spec-core";
import type { Handler, HandlerSource } from "../../config/handler.js";
import { OptionsError } from "../../errors/options-error.js";
import { defaultExport, importModule } from "../../modules/import-module.js";
import { shownPath } from "../../modules/shown-path.js";

const HANDLER_FILE = /^(?!_)(.+)\.(?:[cm]?js|[cm]?ts)$/;
const OTHER_FILE = /\.d\.[cm]?ts$|\.(?:test|spec)\.[cm]?[jt]s$/;

/** Handlers in a folder, one file for each: `<operationId>.ts` or `.js`. */
export class HandlerFolder implements HandlerSource {
  readonly folder: string;
  #handlers: ReadonlyMap<string, Handler> = new Map();
  #version: number | undefined;
  /** Called for handlers that cannot be loaded or that fail. */
  readonly failed: (message: string) => void;

  private constructor(folder: string, failed: (message: string) => void) {
    this.folder = folder;
    this.failed = failed;
  }

  /**
   * Opens a folder of handlers. Files whose names begin with `_`, tests, types and subfolders are left alone.
   * @throws OptionsError `HANDLERS_UNREADABLE`, `HANDLER_UNKNOWN`, `TYPESCRIPT_UNSUPPORTED`
   */
  static async open(
    folder: string,
    operations: readonly Operation[],
    failed: (message: string) => void,
  ): Promise<HandlerFolder> {
    const opened = new HandlerFolder(folder, failed);
    opened.#handlers = await readHandlers(folder, operations, failed, undefined);
    return opened;
  }

  /** Reads all files again. Files that fail answer 500 and are reported. */
  async reload(operations: readonly Operation[]): Promise<void> {
    this.#version = (this.#version ?? 0) + 1;
    this.#handlers = await readHandlers(this.folder, operations, this.failed, this.#version);
  }

  get(operationId: string): Handler | undefined {
    return this.#handlers.get(operationId);
  }

  /** Ids of the operations that have a handler, in the order of the files. */
  get ids(): readonly string[] {
    return [...this.#handlers.keys()];
  }
}

async function readHandlers(
  folder: string,
  operations: readonly Operation[],
  report: (message: string) => void,
  version: number | undefined,
): Promise<ReadonlyMap<string, Handler>> {
  const ids = operations.map(({ id }) => id);
  const known = new Set(ids);
  const handlers = new Map<string, Handler>();
  for (const name of await handlerFiles(folder)) {
    const id = parse(name).name;
    const file = join(folder, name);
    if (!known.has(id)) throw unknownHandler(file, id, ids);
    if (handlers.has(id)) {
      const message = `${shownPath(folder)} has two handlers of ${id}; one is ${name}.`;
      throw new OptionsError("HANDLERS_UNREADABLE", message, { hint: "Delete one of the files." });
    }
    handlers.set(id, await readHandler(file, report, version));
  }
  return handlers;
}

async function handlerFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new OptionsError("HANDLERS_UNREADABLE", `The handlers folder ${shownPath(folder)} cannot be read.`, {
      hint: "Create the folder, or name another with --handlers.",
      cause,
    });
  });
  return entries
    .filter((entry) => entry.isFile() && HANDLER_FILE.test(entry.name) && !OTHER_FILE.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** Loads a handler. If that fails, every call of the handler fails with the reason. */
async function readHandler(
  file: string,
  report: (message: string) => void,
  version: number | undefined,
): Promise<Handler> {
  try {
    const problem = (reason: string, cause: unknown): Error => new Error(reason, { cause });
    const handler = defaultExport(await importModule(file, problem, version));
    if (typeof handler === "function") return handler as Handler;
    throw new Error(`${shownPath(file)} has no function as its default export.`);
  } catch (error) {
    if (error instanceof OptionsError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    report(message);
    return () => Promise.reject(new LoadFailure(message));
  }
}

/** An error whose message has the place, so its stack is empty. */
class LoadFailure extends Error {
  override readonly name: string = "Not loaded";
  override readonly stack: string = "";
}

function unknownHandler(file: string, id: string, ids: readonly string[]): OptionsError {
  const usual = "Name the file after an operationId; helpers go into a subfolder, or get a name that begins with _.";
  const hint = meantHint(id, ids, usual);
  return new OptionsError("HANDLER_UNKNOWN", `${shownPath(file)}: the description has no operation ${id}.`, { hint });
}
