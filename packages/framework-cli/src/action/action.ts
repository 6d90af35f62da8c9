import type { JsonSchema, Operation } from "@onespec/spec-core";
import type { AppConfig } from "../config/app-config.js";
import type { Database } from "../database/database.js";
import type { Repository, Row } from "../database/repository.js";

/**
 * The default export of a file in `api/controllers`: an OpenAPI operation and its handler. Routing, validation,
 * `routes` and `spec:export` all read this object. Schemas are JSON Schema 2020-12. `{ $ref:
 * "#/components/schemas/Book" }` refers to `api/schemas/Book.json`.
 */
export interface Action {
  readonly method: HttpMethod;
  /** An OpenAPI path template: `/books/{bookId}`. */
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly inputs?: ActionInputs;
  /**
   * Responses by status; `default` for all other statuses. A value that a handler returns is sent with the first 2xx.
   */
  readonly outputs?: Readonly<Record<string, ActionOutput>>;
  /**
   * Names of files in `api/policies`. They run in this order, after the policies in `config/policies.js`, which always
   * run.
   */
  readonly policies?: readonly string[];
  /**
   * OpenAPI security requirements. A request must meet one of them, with all its schemes. `{}` allows everybody. `[]`
   * makes the action public on purpose, even if a general entry (`"*"`) in the config names security policies. The
   * security policies in `api/policies` check the schemes before other policies run.
   */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly handler: ActionHandler;
}

export type HttpMethod = "GET" | "PUT" | "POST" | "DELETE" | "OPTIONS" | "HEAD" | "PATCH" | "TRACE";

export interface ActionInputs {
  readonly path?: Readonly<Record<string, ActionParameter>>;
  readonly query?: Readonly<Record<string, ActionParameter>>;
  /**
   * Handling of query parameters that `query` does not declare. `refuse` answers 400 and suggests the nearest name.
   * Absent: they are ignored.
   */
  readonly unknownQuery?: "refuse";
  /** The whole query as one value: one parameter alone, with `content` (OpenAPI 3.2, `in: querystring`). It is `request.query`. */
  readonly querystring?: Readonly<Record<string, ActionParameter>>;
  readonly headers?: Readonly<Record<string, ActionParameter>>;
  readonly cookies?: Readonly<Record<string, ActionParameter>>;
  readonly body?: ActionBody;
}

/** A Parameter Object without `name` and `in` (OpenAPI 3.1, 4.8.12), with a `schema` or a `content`. Path parameters are always required. */
export interface ActionParameter {
  readonly schema?: JsonSchema;
  /** One media type: the value is a text of that. */
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
  readonly required?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly allowEmptyValue?: boolean;
}

/** A Request Body Object. `schema` without `content` means `application/json`. */
export interface ActionBody {
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
  /** `encoding` names the media types of the parts of a form. */
  readonly content?: Readonly<
    Record<
      string,
      { readonly schema?: JsonSchema; readonly encoding?: Readonly<Record<string, { readonly contentType?: string }>> }
    >
  >;
  /**
   * Handling of members, at any depth, that the schemas neither declare nor allow with `additionalProperties`. `ignore`
   * removes them before the handler runs. Absent: the handler gets them, as JSON Schema allows.
   */
  readonly undeclared?: "ignore";
  /**
   * True: a `PATCH` also accepts JSON Merge Patch (RFC 7396) and JSON Patch (RFC 6902). `request.body` is then a
   * `RecordPatch`, and `changesOf` returns the members that change. Default: only what the action declares.
   */
  readonly patches?: boolean;
}

/** A Response Object. `schema` without `content` means `application/json`. */
export interface ActionOutput {
  readonly description?: string;
  readonly schema?: JsonSchema;
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
  readonly headers?: Readonly<
    Record<string, { readonly schema?: JsonSchema; readonly description?: string; readonly required?: boolean }>
  >;
}

/**
 * Answers a request after policies and validation. A returned `Reply` decides status, headers and body; any other value
 * is the body.
 */
export type ActionHandler = (request: ActionRequest, services: Services) => unknown;

// biome-ignore lint/suspicious/noExplicitAny: what an application puts there has types of its own, checked by its schemas.
type Untyped = any;

/** The services in `api/services`, by file name. Each is created at first use. */
export type Services = Readonly<Record<string, Untyped>>;

export interface ActionRequest {
  /** Unique; echoed in `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  readonly url: string;
  /**
   * The scheme and host of the client's request, `https://shop.example.com`. Behind a proxy, correct only with
   * `trustProxy`.
   */
  readonly origin: string;
  /** The client's address: the connection's, or with `trustProxy` in `config/app.js` the first of `X-Forwarded-For`. */
  readonly ip: string | undefined;
  /** Coerced by their schemas, with defaults filled in. */
  readonly params: Readonly<Record<string, Untyped>>;
  readonly query: Readonly<Record<string, Untyped>>;
  readonly headers: Readonly<Record<string, Untyped>>;
  readonly cookies: Readonly<Record<string, Untyped>>;
  readonly body: Untyped;
  readonly log: ActionLog;
  /** The action as its description. */
  readonly operation: Operation;
  /** Values that policies pass to the handler: `request.state.user`. */
  readonly state: Record<string, unknown>;
  /** Aborted when the client disconnects or the request times out. */
  readonly signal: AbortSignal;
}

export interface ActionLog {
  debug(details: unknown, message?: string): void;
  info(details: unknown, message?: string): void;
  warn(details: unknown, message?: string): void;
  error(details: unknown, message?: string): void;
}

/** Declares an action; only for its types. */
export function defineAction<const A extends Action>(action: A): A {
  return action;
}

/**
 * The default export of a file in `api/policies`: a guard that runs before the body is validated. It accepts a request
 * by returning nothing or `true`. It rejects by returning `false` (403) or throwing an `HttpError`.
 */
export type Policy = (request: ActionRequest, services: Services) => unknown;

/**
 * The default export of a file in `api/services`. It creates the service, once per application. Services should not
 * depend on HTTP or SQL.
 */
export type ServiceFactory = (context: ServiceContext) => unknown;

export interface ServiceContext {
  /** The repository of a model: `repository("Book")`, or `repository<Book>("Book")` with a type for its records. @throws DatabaseError UNKNOWN_ENTITY */
  repository<R extends object = Row>(name: string): Repository<R>;
  readonly transaction: Database["transaction"];
  readonly afterCommit: Database["afterCommit"];
  /** Sequelize's models by name, in the same transactions as repositories. SQL databases only. */
  readonly models: Database["models"];
  /** SQL databases only. */
  readonly sequelize: Database["sequelize"];
  readonly database: Database;
  /** The other services. */
  readonly services: Services;
  /** The schemas of `api/schemas`, by name. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly config: AppConfig;
  readonly log: ActionLog;
  /** The file of the service, for messages: `api/services/issues.js`. */
  readonly file: string;
}
