import { loadDescription } from "@onespec/spec-core";
import { onTestFinished } from "vitest";
import { createMockServer, type MockServerOptions } from "../src/index.js";

/** An answer, read whole. */
export interface Reply {
  readonly status: number;
  /** Parsed where it is JSON, else text; `undefined` when empty. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly type: string | null;
  readonly headers: Headers;
}

export interface Client {
  (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  readonly close: () => Promise<void>;
}

/** A server over `paths`, in memory, asked in the same process. An exception inside it fails the test. */
export function serve(paths: object, rest: object = {}, options: MockServerOptions = {}): Promise<Client> {
  return start(paths, rest, options, false);
}

/** The same behind a socket. */
export async function serveOverHttp(
  paths: object,
  rest: object = {},
  options: MockServerOptions = {},
): Promise<Client> {
  const client = await start(paths, rest, { port: 0, ...options }, true);
  onTestFinished(() => client.close());
  return client;
}

async function start(paths: object, rest: object, options: MockServerOptions, listens: boolean): Promise<Client> {
  const api = await loadDescription({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths, ...rest });
  const bugs: unknown[] = [];
  const mock = await createMockServer(api, { memory: true, onBug: (error) => bugs.push(error), ...options });
  const url = listens ? (await mock.listen()).url : "http://mock.test";
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => {
    const request = new Request(`${url}${path}`, {
      method,
      headers: { ...(isJson(body) ? { "content-type": "application/json" } : {}), ...headers },
      ...(body === undefined ? {} : { body: isJson(body) ? JSON.stringify(body) : (body as string) }),
    });
    const response = listens ? await fetch(request) : await mock.fetch(request);
    if (bugs.length > 0) throw bugs[0];
    const text = await response.text();
    const type = response.headers.get("content-type");
    const isJsonReply = type !== null && /[/+]json(?:;|$)/.test(type);
    const parsed = text === "" ? undefined : isJsonReply ? JSON.parse(text) : text;
    return { status: response.status, body: parsed, type, headers: response.headers };
  };
  return Object.assign(call, { close: () => mock.close() });
}

/** Text, bytes and forms go as they are. */
function isJson(body: unknown): boolean {
  return (
    body !== undefined &&
    typeof body !== "string" &&
    !(body instanceof FormData) &&
    !(body instanceof URLSearchParams) &&
    !(body instanceof Uint8Array)
  );
}

/** A JSON body or answer of this schema. */
export function json(schema: unknown, rest: object = {}): object {
  return { content: { "application/json": { schema, ...rest } } };
}

export function ok(schema: unknown, rest: object = {}): object {
  return { 200: { description: "ok", ...json(schema), ...rest } };
}

/** A path parameter. */
export function inPath(name: string, schema: object = { type: "string" }): object {
  return { name, in: "path", required: true, schema };
}

export function inQuery(name: string, schema: object, rest: object = {}): object {
  return { name, in: "query", schema, ...rest };
}

/** A collection path and its item path with every CRUD operation. @param description of the id in the path */
export function crud(
  path: string,
  schema: object,
  id: object = { type: "integer" },
  parent: object = { type: "string" },
  description?: string,
): object {
  const parents = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => inPath(name ?? "", parent));
  return {
    [path]: {
      ...(parents.length > 0 ? { parameters: parents } : {}),
      get: { responses: ok({ type: "array", items: schema }) },
      post: {
        requestBody: { required: true, ...json(schema) },
        responses: { 201: { description: "made", ...json(schema) } },
      },
    },
    [`${path}/{id}`]: {
      parameters: [...parents, { ...inPath("id", id), ...(description === undefined ? {} : { description }) }],
      get: { responses: ok(schema) },
      put: { requestBody: { required: true, ...json(schema) }, responses: ok(schema) },
      patch: {
        requestBody: { required: true, ...json({ ...schema, required: [] }) },
        responses: ok(schema),
      },
      delete: { responses: { 204: { description: "gone" } } },
    },
  };
}
