import type { SourceLocation } from "../errors/description-error.js";
import type { Diagnostic } from "../errors/diagnostic.js";
import type { PathTemplate } from "../paths/path-template.js";
import type { Schema, SchemaRegistry } from "../schema/schema.js";
import type { Role } from "./operation-role.js";
import type { Resource } from "./resource.js";

/**
 * Everything the project knows about an API: OpenAPI's objects in one shape whatever the version of the document
 * (Swagger 2.0 and OpenAPI 3.0 to 3.2), references followed, plus what the paths mean (roles and resources).
 * @see https://spec.openapis.org/oas/latest.html
 */
export interface ApiDescription {
  readonly title: string;
  readonly version: string;
  readonly summary: string | undefined;
  /** The specification's version as the document writes it: `3.0.3`, `3.2.0`, `2.0`. */
  readonly openapi: string;
  /** Path or URL that was loaded, `<object>` for a value. */
  readonly source: string;
  /** Every file or URL that was read, the source first. */
  readonly files: readonly string[];
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  /** In document order: paths first to last, methods in OpenAPI's order within a path. */
  readonly operations: readonly Operation[];
  readonly resources: readonly Resource[];
  /** The records that an operation lists page by page, where no path creates or reads them; `undefined` for other operations. */
  listOf(operation: Operation): Resource | undefined;
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  readonly webhooks: readonly Webhook[];
  readonly schemas: SchemaRegistry;
  /**
   * In document order. Reading the list checks every operation. Diagnostics of schemas are found when the schema is first used, so
   * the list may grow. Throws `DESCRIPTION_TOO_LARGE` where operations are nested without end.
   */
  readonly diagnostics: readonly Diagnostic[];
  /** The diagnostics of severity `error`, all known once the description is loaded: what leaves operations unusable. */
  readonly errors: readonly Diagnostic[];
  /** The parsed root document, as written. For extensions (`x-...`) and for serving it back; never edited. */
  readonly document: Readonly<Record<string, unknown>>;
  /** File, line and column of a pointer of the root document, or of a schema URI. Costs a second parse; only for messages. */
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
  /** Its operationId, else one made of method and path; unique, duplicates get a suffix and a diagnostic. */
  readonly id: string;
  /** The operationId as written. */
  readonly operationId: string | undefined;
  /** Lower case. */
  readonly method: HttpMethod;
  /** As written: `/pets/{petId}`. */
  readonly path: string;
  readonly template: PathTemplate;
  readonly tags: readonly string[];
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /** The path item's parameters and the operation's own, which win (OpenAPI 3.1, "Operation Object"). */
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  /** As documented, in document order. */
  readonly responses: readonly OperationResponse[];
  /** Alternatives, any one of which is enough; empty means open. The document's default where the operation has none. */
  readonly security: readonly SecurityRequirement[];
  readonly servers: readonly Server[];
  /** Requests that the API sends in answer to this one; one for each method of each expression. */
  readonly callbacks: readonly Callback[];
  /** Its effect on which state. */
  readonly role: Role;
  /** Why it was taken for that role, one sentence for people. */
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
  /** With the default of its location filled in. */
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** `undefined` if the description does not say. */
  readonly allowReserved: boolean | undefined;
  readonly allowEmptyValue: boolean | undefined;
  /** The value's schema, also when the parameter is described by `content`; the schema that allows everything when there is none. */
  readonly schema: Schema;
  /** Set when the parameter is described by `content`: its value is text of this media type. */
  readonly content: MediaType | undefined;
  readonly examples: readonly Example[];
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: string | undefined;
  readonly content: readonly MediaType[];
}

export interface MediaType {
  /** As written, in lower case: `application/json`, `text/*`. */
  readonly type: string;
  /** A response without a schema, or with one that allows anything, has one that shows what its examples look like: `x-by-example`. */
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
  /** With variables replaced by their defaults. */
  readonly url: string;
  /** As written, with `{variables}`. */
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

/** OpenAPI 3.1, "webhooks": a request the API sends. */
export interface Webhook {
  readonly name: string;
  readonly method: HttpMethod;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly pointer: string;
}

/** OpenAPI 3.1, "Callback Object": a request the API sends to an address that a request or its answer names. */
export interface Callback extends Webhook {
  /** As written: a runtime expression, or text with runtime expressions in braces. */
  readonly expression: string;
}
