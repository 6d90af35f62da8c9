import type { Services } from "../action/action.js";
import { createApp } from "../app/create-app.js";
import type { Database, Models } from "../database/database.js";
import type { Repository } from "../database/repository.js";
import { DatabaseError } from "../errors/database-error.js";

/** An application under test: in this process, in the environment `test`, with its tables made by the migrations. */
export interface TestApp {
  /** Sends a request; a body that is no string goes as JSON, and a JSON answer comes back parsed. */
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestAnswer>;
  /** @throws DatabaseError UNKNOWN_ENTITY */
  repository(model: string): Repository;
  /** Sequelize's models by name; SQL databases only. @throws DatabaseError UNKNOWN_ENTITY, SEQUELIZE_UNSUPPORTED */
  readonly models: Models;
  readonly services: Services;
  /** Sent with every request, such as the credentials of a user; those of a request win. */
  readonly headers: Record<string, string>;
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
  const app = await createApp(folder, { environment: "test" });
  try {
    const opened = (): Database => {
      if (app.database !== undefined) return app.database;
      throw new DatabaseError("UNKNOWN_ENTITY", "The application has no models.", {
        hint: "Create one: framework models:generate Book title:string",
      });
    };
    const shared: Record<string, string> = {};
    return await work({
      headers: shared,
      services: app.services,
      repository: (model) => opened().repository(model),
      get models() {
        return opened().models;
      },
      async request(method, path, body, headers = {}) {
        const isText = typeof body === "string";
        const answer = await app.fetch(path, {
          method,
          headers: {
            ...(body !== undefined && { "content-type": isText ? "text/plain" : "application/json" }),
            ...shared,
            ...headers,
          },
          ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
        });
        return { status: answer.status, headers: answer.headers, body: await readBody(answer) };
      },
    });
  } finally {
    await app.close();
  }
}

async function readBody(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (text === "") return undefined;
  return /[/+]json\b/.test(answer.headers.get("content-type") ?? "") ? JSON.parse(text) : text;
}
