import { LogController } from "fastify";
import { errorPlace } from "../../files/import-app-file.js";

type Logged = Parameters<LogController["requestCompleted"]>[1];

/** One line for each answer. Queries are left out: they may hold secrets. */
export class RequestLog extends LogController {
  readonly #folder: string;

  /** @param folder the application's */
  constructor(folder: string) {
    super();
    this.#folder = folder;
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

  /** An error that nobody expected, with its place in the application. */
  failed(error: unknown, request: Logged): void {
    const place = errorPlace(this.#folder, error);
    request.log.error(
      { err: error, ...(place === undefined ? {} : { place }) },
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
