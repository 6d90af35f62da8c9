import type { SourceLocation } from "../errors/description-error.js";
import type { Diagnostic } from "../errors/diagnostic.js";
import type { PathTemplate } from "../paths/path-template.js";
import type { Schema, SchemaRegistry } from "../schema/schema.js";
import type { Role } from "./operation-role.js";
import type { Resource } from "./resource.js";

/**
 * Everything that the project knows about an API. OpenAPI's objects have one form for all versions of the document
 * (Swagger 2.0 and OpenAPI 3.0 to 3.2), and references are followed. Roles and resources describe the meaning of the
 * paths.
 * @see https://spec.openapis.org/oas/latest.html
 */
export interface ApiDescription {
  readonly title: string;
  readonly version: string;
  readonly summary: string | undefined;
  /** The specification's version in the document: `3.0.3`, `3.2.0`, `2.0`. */
  readonly openapi: string;
  /** Path or URL that was loaded, `<object>` for a value. */
  readonly source: string;
  /** All files and URLs that were read. The source comes first. */
  readonly files: readonly string[];
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  /** In document order. Within a path, methods are in OpenAPI's order. */
  readonly operations: readonly Operation[];
  readonly resources: readonly Resource[];
  /**
   * The records that an operation lists in pages or by filters, if no path creates or reads them. `undefined` for other operations.
   */
  listOf(operation: Operation): Resource | undefined;
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  readonly webhooks: readonly Webhook[];
  readonly schemas: SchemaRegistry;
  /**
   * In document order. Reading the list checks every operation. Problems of a schema are found when it is first used,
   * so the list may grow. Throws `DESCRIPTION_TOO_LARGE` if operations are nested endlessly.
   */
  readonly diagnostics: readonly Diagnostic[];
  /** The diagnostics of severity `error`, which make operations unusable. All are known after loading. */
  readonly errors: readonly Diagnostic[];
  /**
   * The parsed root document as written. Use it for extensions (`x-...`) and to serve the document. It is never
   * changed.
   */
  readonly document: Readonly<Record<string, unknown>>;
  /**
   * File, line and column of a pointer of the root document, or of a schema URI. Use it only for messages, since it
   * needs a second parse.
   */
  locate(pointerOrUri: string): SourceLocation;
}

export type HttpMethod =
  | "get"
  | "put"
  | "post"
  | "delete"
  | "options"
  | "head"
  | "patch"
  | "trace"
  | "query"
  | (string & {});

export interface Operation {
  /** Its operationId, or an id made from method and path. Ids are unique: duplicates get a suffix and a diagnostic. */
  readonly id: string;
  /** The operationId as written. */
  readonly operationId: string | undefined;
  /** Lower case. */
  readonly method: HttpMethod;
  /** As in the document: `/pets/{petId}`. */
  readonly path: string;
  readonly template: PathTemplate;
  readonly tags: readonly string[];
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /**
   * The parameters of the path item and of the operation. The operation's override (OpenAPI 3.1, "Operation Object").
   */
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  /** The documented responses, in document order. */
  readonly responses: readonly OperationResponse[];
  /**
   * Alternatives. A request needs to meet only one. Empty: public. If the operation has none, the document's default.
   */
  readonly security: readonly SecurityRequirement[];
  readonly servers: readonly Server[];
  /** Requests that the API sends because of this one. There is one entry for each method of each expression. */
  readonly callbacks: readonly Callback[];
  /** The effect of the operation, and the state that it affects. */
  readonly role: Role;
  /** One sentence that explains the role to the user. */
  readonly roleReason: string;
  /** `x-...` fields of the operation object. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** JSON pointer of the operation object in the root document. */
  readonly pointer: string;
}

export type ParameterLocation = "path" | "query" | "header" | "cookie" | "querystring";
export type ParameterStyle =
  | "matrix"
  | "label"
  | "simple"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject"
  | "cookie";

export interface Parameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string | undefined;
  /** If it is not documented, the default of the location. */
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** `undefined` if it is not documented. */
  readonly allowReserved: boolean | undefined;
  readonly allowEmptyValue: boolean | undefined;
  /**
   * The schema of the value, also if `content` describes the parameter. Without one, a schema that allows everything.
   */
  readonly schema: Schema;
  /** Set if `content` describes the parameter. Its value is then a text in this media type. */
  readonly content: MediaType | undefined;
  readonly examples: readonly Example[];
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: string | undefined;
  readonly content: readonly MediaType[];
}

export interface MediaType {
  /** As in the document, in lower case: `application/json`, `text/*`. */
  readonly type: string;
  /** The schema. If a response has none, or an empty one, it is made from the examples and has `x-by-example`. */
  readonly schema: Schema | undefined;
  /** OpenAPI 3.2: the schema of each item of a sequential media type. */
  readonly itemSchema: Schema | undefined;
  readonly examples: readonly Example[];
  readonly encoding: Readonly<Record<string, Encoding>>;
}

export interface Encoding {
  readonly contentType: string | undefined;
  readonly style: ParameterStyle | undefined;
  readonly explode: boolean | undefined;
  readonly headers: readonly Header[];
}

/** `example` has the name `""`. External values are not fetched. */
export interface Example {
  readonly name: string;
  readonly summary: string | undefined;
  readonly value: unknown;
}

export interface OperationResponse {
  /** `200`, `2XX` (upper case) or `default`. */
  readonly status: string;
  readonly description: string | undefined;
  readonly headers: readonly Header[];
  readonly content: readonly MediaType[];
  readonly links: Readonly<Record<string, Link>>;
}

export interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly explode: boolean;
  readonly schema: Schema;
  readonly examples: readonly Example[];
}

export interface Link {
  readonly operationId: string | undefined;
  readonly operationRef: string | undefined;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly requestBody: unknown;
}

export interface Server {
  /** The URL with the defaults of its variables. */
  readonly url: string;
  /** As in the document, with `{variables}`. */
  readonly urlTemplate: string;
  readonly description: string | undefined;
  readonly variables: Readonly<Record<string, ServerVariable>>;
}

export interface ServerVariable {
  readonly default: string;
  readonly enum: readonly string[] | undefined;
}

export interface Tag {
  readonly name: string;
  readonly description: string | undefined;
}

/** All of its schemes are needed together. */
export type SecurityRequirement = readonly { readonly scheme: string; readonly scopes: readonly string[] }[];

export type SecurityScheme =
  | {
      readonly type: "apiKey";
      readonly name: string;
      readonly in: "query" | "header" | "cookie";
      readonly description?: string;
    }
  | { readonly type: "http"; readonly scheme: string; readonly bearerFormat?: string; readonly description?: string }
  | { readonly type: "mutualTLS"; readonly description?: string }
  | { readonly type: "oauth2"; readonly flows: Readonly<Record<string, unknown>>; readonly description?: string }
  | { readonly type: "openIdConnect"; readonly openIdConnectUrl: string; readonly description?: string };

/** OpenAPI 3.1, "webhooks": a request that the API sends. */
export interface Webhook {
  readonly name: string;
  readonly method: HttpMethod;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly pointer: string;
}

/** OpenAPI 3.1, "Callback Object": a request that the API sends to an address in a request or its answer. */
export interface Callback extends Webhook {
  /** As in the document: a runtime expression, or a text with runtime expressions in braces. */
  readonly expression: string;
}
