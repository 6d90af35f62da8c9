/** An answer that decides its status and headers itself. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** @example return reply(201, book, { location: `/books/${book.id}` }); */
export function reply(status: number, body?: unknown, headers?: Readonly<Record<string, string>>): Reply {
  return new Reply(status, body, headers);
}
