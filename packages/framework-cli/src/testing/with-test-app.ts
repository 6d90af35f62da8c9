import { AssertionError } from "node:assert";
import { CodedError } from "@onespec/spec-core/errors";
import type { Services } from "../action/action.js";
import { createApp } from "../app/create-app.js";
import type { Database, Models } from "../database/database.js";
import type { Repository, Row } from "../database/repository.js";
import { DatabaseError } from "../errors/database-error.js";

/** An application under test. It runs in this process, in the environment `test`, with tables from the migrations. */
export interface TestApp {
  /**
   * Sends a request. A string is sent as text; `FormData`, `URLSearchParams`, a `Blob` and bytes keep their types; any
   * other body is sent as JSON. A JSON answer is parsed.
   */
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestAnswer>;
  /** @throws DatabaseError UNKNOWN_ENTITY */
  repository<R extends object = Row>(model: string): Repository<R>;
  /** Sequelize's models by name; SQL databases only. @throws DatabaseError UNKNOWN_ENTITY, SEQUELIZE_UNSUPPORTED */
  readonly models: Models;
  readonly services: Services;
  /** Headers for every request, such as a user's credentials. Headers of a single request override them. */
  headers: Record<string, string>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects of the body.
  readonly body: any;
}

/**
 * Opens the application, runs a test with it and closes it.
 *
 * @param folder the application's, or any inside it
 * @throws FrameworkError, DatabaseError when the application cannot be opened
 */
export async function withTestApp<T>(work: (app: TestApp) => Promise<T>, folder: string = process.cwd()): Promise<T> {
  const app = await createApp(folder, { environment: "test" }).catch(withHint);
  let last: LastAnswer | undefined;
  try {
    const opened = (): Database => {
      if (app.database !== undefined) return app.database;
      throw new DatabaseError("UNKNOWN_ENTITY", "The application has no models.", {
        hint: "Create one: framework models:generate Book title:string",
      });
    };
    const test: TestApp = {
      headers: {},
      services: app.services,
      repository: (model) => opened().repository(model),
      get models() {
        return opened().models;
      },
      async request(method, path, body, headers = {}) {
        const answer = await app.fetch(path, {
          method,
          headers: { ...typeOf(body), ...test.headers, ...headers },
          ...(body !== undefined && { body: isSendable(body) ? body : JSON.stringify(body) }),
        });
        const given = { status: answer.status, headers: answer.headers, body: await readBody(answer) };
        last = { ...given, method, path };
        return given;
      },
    };
    return await work(test);
  } catch (error) {
    if (error instanceof AssertionError && last && error.actual === last.status) explain(error, last);
    throw error;
  } finally {
    await app.close();
  }
}

type Sendable = string | FormData | URLSearchParams | Blob | Uint8Array<ArrayBuffer>;

/** True for bodies that `fetch` sends unchanged. */
function isSendable(body: unknown): body is Sendable {
  const types = [FormData, URLSearchParams, Blob, Uint8Array];
  return typeof body === "string" || types.some((type) => body instanceof type);
}

/** Forms and typed blobs name their media type themselves. */
function typeOf(body: unknown): Record<string, string> {
  if (body === undefined) return {};
  if (typeof body === "string") return { "content-type": "text/plain" };
  if (body instanceof Uint8Array || (body instanceof Blob && body.type === ""))
    return { "content-type": "application/octet-stream" };
  return isSendable(body) ? {} : { "content-type": "application/json" };
}

interface LastAnswer extends TestAnswer {
  readonly method: string;
  readonly path: string;
}

const LONGEST_BODY = 300;

/**
 * Adds the answer to a failed assertion about its status. If a policy rejected the request, also adds the next step.
 */
function explain(error: AssertionError, { method, path, status, headers, body }: LastAnswer): void {
  const text = typeof body === "string" ? body : (JSON.stringify(body) ?? "");
  const lines = [`${method} ${path} answered ${status}${text === "" ? "" : `: ${text.slice(0, LONGEST_BODY)}`}`];
  if (status === 401 && headers.has("www-authenticate"))
    lines.push(
      "A policy guards it. Send credentials that the policy accepts with every request of the test:",
      '  app.headers.authorization = "Bearer ...";',
    );
  if (status === 403)
    lines.push("If a policy rejected it, send the credentials of a user who may do this, in app.headers.");
  const before = error.message;
  error.message = `${before}\n\n${lines.join("\n")}`;
  // The stack repeats the message.
  if (error.stack !== undefined) error.stack = error.stack.replace(before, () => error.message);
}

async function readBody(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (text === "") return undefined;
  return /[/+]json\b/.test(answer.headers.get("content-type") ?? "") ? JSON.parse(text) : text;
}

/** Node's test runner prints the message alone. */
function withHint(error: unknown): never {
  if (error instanceof CodedError && error.hint !== undefined) error.message = `${error.message} ${error.hint}`;
  throw error;
}
