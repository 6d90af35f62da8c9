/**
 * One row of the table of exchanges: what a program does, what the server must get, what the program must be given.
 * Runs in Node, in other runtimes and in a browser page, so nothing here is imported and nothing is of Node's own.
 */
export interface WireRow {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: the client is generated from fixtures/wire.yaml
  readonly act: (client: any) => unknown;
  /** Options of the client beside those of all rows. */
  readonly options?: object;
  /** The server's answer instead of an echo. */
  readonly answer?: WireAnswer;
  /** The request that the server must have got; `null`: nothing at all. */
  readonly sent?: SentFacts | null;
  /** The result that the call must have given, see `Outcome`. Texts are compared; expressions must match. */
  readonly outcome?: unknown;
  /** Where browsers have no choice. */
  readonly inBrowser?: Pick<WireRow, "sent" | "outcome">;
}

export interface SentFacts {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string | RegExp>>;
  /** Latin-1 text of the bytes; every expression must match. */
  readonly body?: string | readonly RegExp[];
}

export interface WireAnswer {
  readonly status: number;
  readonly type?: string;
  /** Latin-1 text of the bytes. */
  readonly body: string;
}

/** The result of a call, as JSON. */
export type Outcome = { readonly value: unknown } | { readonly error: Readonly<Record<string, unknown>> };

const AUTH = { token: "k y", apiKey: "k y", username: "ä", password: "p:ü" };

/** Runs every row with a client of its own, which names the row in a header. */
export async function runRows(
  // biome-ignore lint/suspicious/noExplicitAny: generated
  Client: new (options: object) => any,
  baseUrl: string,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [at, { act, options }] of WIRE_ROWS.entries()) {
    const headers = { "x-row": String(at) };
    const client = new Client({ baseUrl, headers, auth: AUTH, retry: { delayMs: 1 }, ...options });
    try {
      outcomes.push({ value: await plain(await act(client)) });
    } catch (error) {
      outcomes.push({ error: factsOf(error) });
    }
  }
  return outcomes;
}

/** Anything a call may give, as JSON: blobs as their bytes, streams as lists, nothing as `null`. */
async function plain(value: unknown): Promise<unknown> {
  if (value === undefined) return null;
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Blob) return { bytes: [...new Uint8Array(await value.arrayBuffer())] };
  if (typeof value === "object" && value !== null && Symbol.asyncIterator in value) {
    const list: unknown[] = [];
    for await (const item of value as AsyncIterable<unknown>) list.push(item);
    return list;
  }
  return value;
}

function factsOf(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { thrown: String(error) };
  const { name, message, code, status, body, issues, request } = error as Error & Record<string, unknown>;
  const facts = {
    name,
    message,
    code,
    status,
    body,
    issues,
    operation: (request as { operation?: string })?.operation,
  };
  return JSON.parse(JSON.stringify({ isError: true, ...facts }));
}

const query = (params: object, url: string): Pick<WireRow, "act" | "sent"> => ({
  act: (client) => client.wire.query(params),
  sent: { method: "GET", url: `/v1/query${url}` },
});

const answered = (answer: WireAnswer, outcome: unknown): Pick<WireRow, "act" | "answer" | "outcome"> => ({
  act: (client) => client.wire.answer({ kind: "x" }),
  answer,
  outcome: { value: outcome },
});

const refused = (issue: object): Pick<WireRow, "sent" | "outcome"> => ({
  sent: null,
  outcome: { error: { isError: true, name: "ValidationError", code: "VALIDATION_FAILED", issues: [issue] } },
});

const escaping = (id: string): WireRow => ({
  name: `path value ${JSON.stringify(id)} would reach another endpoint and is rejected`,
  act: (client) => client.wire.deleteOne({ id }),
  ...refused({ in: "path", field: "id" }),
});

export const WIRE_ROWS: readonly WireRow[] = [
  { name: "form arrays repeat", ...query({ exploded: ["1", "a,b"] }, "?exploded=1&exploded=a%2Cb") },
  {
    name: "form arrays without explode are joined, and a comma inside stays apart",
    ...query({ joined: ["1", "a,b"] }, "?joined=1,a%2Cb"),
  },
  { name: "pipeDelimited", ...query({ piped: ["a", "b"] }, "?piped=a%7Cb") },
  { name: "spaceDelimited", ...query({ spaced: ["a", "b"] }, "?spaced=a%20b") },
  {
    name: "deepObject, nested",
    ...query({ deep: { a: 1, b: { c: [1, 2] } } }, "?deep[a]=1&deep[b][c][]=1&deep[b][c][]=2"),
  },
  { name: "an object of the default style is its members", ...query({ plain: { x: 1, y: "a b" } }, "?x=1&y=a%20b") },
  { name: "an object without explode is joined", ...query({ flat: { x: 1, y: 2 } }, "?flat=x,1,y,2") },
  { name: "content parameters are JSON", ...query({ js: { k: "v" } }, "?js=%7B%22k%22%3A%22v%22%7D") },
  { name: "dates are RFC 3339", ...query({ at: new Date(0) }, "?at=1970-01-01T00%3A00%3A00.000Z") },
  {
    name: "allowReserved keeps reserved characters, but not those that would end the value",
    ...query({ reserved: "a/b?c&d#e+f" }, "?reserved=a/b?c%26d%23e%2Bf"),
  },
  {
    name: "everything else is encoded",
    ...query({ text: "a&b=c/d+e'()*" }, "?text=a%26b%3Dc%2Fd%2Be%27%28%29%2A"),
  },
  { name: "letters beyond ASCII are UTF-8", ...query({ text: "ä€😀" }, "?text=%C3%A4%E2%82%AC%F0%9F%98%80") },
  { name: "undefined is left out", ...query({ text: undefined, exploded: [] }, "") },
  {
    name: "header parameters",
    act: (client) => client.wire.query({ "X-Trace": ["a", "b"] }),
    sent: { headers: { "x-trace": "a,b" } },
  },
  {
    name: "cookie parameters",
    act: (client) => client.wire.query({ session: "s t" }),
    sent: { headers: { cookie: "session=s%20t" } },
    // A page may not set its cookies for a request: silence would be a call without them.
    inBrowser: refused({ in: "cookie", field: "session", keyword: "forbidden" }),
  },
  {
    name: "an API key in a cookie",
    act: (client) => client.wire.withCookie(),
    sent: { headers: { cookie: "sid=k%20y" } },
    inBrowser: refused({ in: "cookie", field: "sid", keyword: "forbidden" }),
  },
  {
    name: "an API key in the query, beside parameters",
    act: (client) => client.wire.withQueryKey({ q: { a: ["b c"] } }, { query: { more: "1" } }),
    sent: { url: "/v1/query-key?q[a][]=b%20c&more=1&api_key=k%20y" },
  },
  {
    name: "bearer and basic credentials",
    act: (client) => client.wire.withBearer(),
    sent: { headers: { authorization: "Bearer k y" } },
  },
  {
    name: "basic credentials are UTF-8",
    act: (client) => client.wire.withBasic(),
    sent: { headers: { authorization: "Basic w6Q6cDrDvA==" } },
  },
  { name: "path label", act: (client) => client.wire.label({ value: ["a", "b"] }), sent: { url: "/v1/label/.a.b" } },
  {
    name: "path matrix",
    act: (client) => client.wire.matrix({ value: [1, 2] }),
    sent: { url: "/v1/matrix/;value=1;value=2" },
  },
  {
    name: "a path value is one segment, whatever it holds",
    act: (client) => client.wire.readOne({ id: "../x?y#z" }),
    sent: { method: "GET", url: "/v1/one/..%2Fx%3Fy%23z" },
  },
  ...["", ".", "..", "%2e", "%2E%2e"].map(escaping),
  {
    name: "multipart: files, repeated texts and JSON parts",
    act: (client) =>
      client.wire.upload({
        files: [new File(["one"], "1.txt", { type: "text/plain" }), new Blob(["two"], { type: "image/png" })],
        tags: ["a", "b"],
        meta: { k: 1 },
      }),
    sent: {
      method: "POST",
      headers: { "content-type": /^multipart\/form-data; boundary=/ },
      body: [
        /name="files"; filename="1\.txt"\r\nContent-Type: text\/plain(;charset=utf-8)?\r\n\r\none\r\n/i,
        /name="files"[^\r\n]*\r\nContent-Type: image\/png\r\n\r\ntwo\r\n/i,
        /name="tags"\r\n\r\na\r\n[\s\S]*name="tags"\r\n\r\nb\r\n/,
        /name="meta"[^\r\n]*\r\nContent-Type: application\/json(;charset=utf-8)?\r\n\r\n\{"k":1\}/i,
      ],
    },
  },
  {
    name: "urlencoded: spaces are +, nested values in brackets",
    act: (client) => client.wire.form({ a: "x y", list: [1, 2], nested: { b: { c: 1 } }, and: "&=" }),
    sent: {
      headers: { "content-type": /^application\/x-www-form-urlencoded$/ },
      body: "a=x+y&list=1&list=2&nested[b][c]=1&and=%26%3D",
    },
  },
  {
    name: "binary goes out byte for byte",
    act: (client) => client.wire.putBinary(new Uint8Array([0, 255, 10])),
    sent: { method: "PUT", headers: { "content-type": "application/octet-stream" }, body: "\u0000\u00ff\n" },
  },
  {
    name: "JSON goes out as UTF-8",
    act: (client) => client.wire.postBody({ name: "ä€" }),
    sent: { headers: { "content-type": "application/json" }, body: '{"name":"\u00c3\u00a4\u00e2\u0082\u00ac"}' },
  },
  {
    name: "what breaks the description is rejected before it is sent, every mistake at once",
    act: (client) => client.wire.postBody({ name: "too long", age: -1 }),
    sent: null,
    outcome: {
      error: {
        name: "ValidationError",
        issues: [
          { in: "body", path: "/name", keyword: "maxLength" },
          { in: "body", path: "/age", keyword: "minimum" },
        ],
      },
    },
  },
  {
    name: "a missing field",
    act: (client) => client.wire.postBody({}),
    sent: null,
    outcome: { error: { message: /body name: is required/ } },
  },
  {
    name: "a missing body",
    act: (client) => client.wire.postBody(),
    sent: null,
    outcome: { error: { message: /body: is required/ } },
  },
  {
    name: "an unknown parameter",
    act: (client) => client.wire.query({ nonsense: 1 }),
    sent: null,
    outcome: { error: { message: /query nonsense: is not a parameter/ } },
  },
  {
    name: "integers beyond 2^53 go out exactly",
    act: (client) => client.wire.form({ id: 9007199254740993n }),
    sent: { body: "id=9007199254740993" },
  },
  { name: "a JSON answer", ...answered({ status: 200, type: "application/json", body: '{"a":1}' }, { a: 1 }) },
  {
    name: "vendor JSON",
    ...answered({ status: 200, type: "application/vnd.api+json; charset=utf-8", body: '{"a":1}' }, { a: 1 }),
  },
  {
    name: "an answer that is larger than allowed",
    ...answered({ status: 200, type: "text/plain", body: "hello" }, null),
    options: { maxAnswerBytes: 3 },
    outcome: { error: { code: "ANSWER_TOO_LARGE" } },
  },
  { name: "text", ...answered({ status: 200, type: "text/plain", body: "hello" }, "hello") },
  { name: "an empty 200", ...answered({ status: 200, type: "application/json", body: "" }, null) },
  { name: "204", ...answered({ status: 204, body: "" }, null) },
  { name: "HTML under a JSON type", ...answered({ status: 200, type: "application/json", body: "<html>" }, "<html>") },
  {
    name: "binary comes in byte for byte",
    ...answered({ status: 200, type: "application/octet-stream", body: "\u0000\u00ff" }, { bytes: [0, 255] }),
  },
  {
    name: "integers beyond 2^53 are exact text, digits inside of texts are left alone",
    ...answered(
      { status: 200, type: "application/json", body: '{"id":9007199254740993,"text":"9007199254740993","small":1}' },
      { id: "9007199254740993", text: "9007199254740993", small: 1 },
    ),
  },
  {
    name: "server-sent events are an async iterable",
    ...answered(
      {
        status: 200,
        type: "text/event-stream",
        body: 'id: 1\nevent: tick\ndata: {"n":1}\n\ndata: a\r\ndata: b\r\n\r\n',
      },
      [
        { event: "tick", data: { n: 1 }, id: "1" },
        { event: "message", data: "a\nb", id: "1" },
      ],
    ),
  },
  {
    name: "lines of JSON are an async iterable",
    ...answered({ status: 200, type: "application/x-ndjson", body: '{"a":1}\n\n{"a":2}' }, [{ a: 1 }, { a: 2 }]),
  },
  {
    name: "a rejection is an Error of its status, with body and request",
    act: (client) => client.wire.answer({ kind: "x" }),
    answer: { status: 404, type: "application/problem+json", body: '{"title":"No such thing","status":404}' },
    outcome: {
      error: {
        isError: true,
        name: "NotFoundError",
        code: "API_ERROR",
        status: 404,
        body: { title: "No such thing" },
        operation: "answer",
        message: /answered 404: No such thing/,
      },
    },
  },
  {
    name: "an HTML error page is an ApiError with its text",
    act: (client) => client.wire.answer({ kind: "x" }),
    answer: { status: 400, type: "text/html", body: "<h1>Oops</h1>" },
    outcome: { error: { status: 400, body: "<h1>Oops</h1>" } },
  },
];
