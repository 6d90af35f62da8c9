import { LogController } from "fastify";
import { absentOf } from "../../database/sql/sql-failure.js";
import { errorPlace } from "../../files/import-app-file.js";
import { listText } from "../../text/phrases.js";

const MOST_LISTED = 8;

type Logged = Parameters<LogController["requestCompleted"]>[1];

/** One line for each answer. Queries are left out: they may hold secrets. */
export class RequestLog extends LogController {
  readonly #folder: string;
  readonly #pendingMigrations: () => readonly string[];

  /**
   * @param folder the application's
   * @param pendingMigrations names of migrations that the database has not seen
   */
  constructor(folder: string, pendingMigrations: () => readonly string[]) {
    super();
    this.#folder = folder;
    this.#pendingMigrations = pendingMigrations;
  }

  override incomingRequest(): void {}

  override requestCompleted(
    _error: unknown,
    request: Logged,
    reply: Parameters<LogController["requestCompleted"]>[2],
  ): void {
    const { method } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ method, path: pathOf(request), status: reply.statusCode, ms }, "answered");
  }

  override routeNotFound(): void {}

  /** A client that disconnects is no failure. */
  override streamError(error: Error, request: Logged): void {
    if ("code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE") return;
    this.failed(error, request);
  }

  override writeHeadError(error: Error, request: Logged): void {
    this.failed(error, request);
  }

  /** The next step where a table or column is missing and a migration is pending. */
  pendingHint(error: unknown): string | undefined {
    const absent = absentOf(error);
    const pending = absent === undefined ? [] : this.#pendingMigrations();
    if (absent === undefined || pending.length === 0) return undefined;
    const count = pending.length === 1 ? "One migration has" : `${pending.length} migrations have`;
    return `The database has no ${absent.kind} ${absent.name}. ${count} not been run: ${listText(pending, MOST_LISTED)}. Run: framework migrations:run`;
  }

  /** An error that nobody expected, with its place in the application. */
  failed(error: unknown, request: Logged, level: "error" | "warn" = "error"): void {
    const place = errorPlace(this.#folder, error);
    const hint = this.pendingHint(error);
    request.log[level](
      { err: error, ...(place === undefined ? {} : { place }), ...(hint === undefined ? {} : { hint }) },
      `${requestLine(request)} failed${place === undefined ? "" : ` at ${place}`}`,
    );
  }
}

/** How a request is called in the log. */
export function requestLine(request: Pick<Logged, "method" | "raw">): string {
  return `${request.method} ${pathOf(request)}`;
}

function pathOf({ raw }: Pick<Logged, "raw">): string {
  return (raw.url ?? "/").replace(/\?.*$/s, "");
}
