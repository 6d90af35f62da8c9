import type { SchemaData } from "./schema-data.js";
import type { BodyWriter } from "./wire/json-body.js";
import type { StreamReader } from "./wire/read-stream.js";
import type { Encode, Style } from "./wire/serialize-parameter.js";

/** One operation of the description, as generated resource files hold it: all that sending it takes. Its answers are in a file of their own. */
export interface OperationSpec {
  /** The description's operationId, for messages and hooks. */
  readonly id: string;
  /** Method and path: `GET /books/{bookId}`. */
  readonly route: string;
  /** Those of the path that are plain texts are not told: the path names them. */
  readonly parameters?: readonly (ParameterSpec | PlainParameters | string)[];
  readonly body?: BodySpec;
  /** Instead of `body`: the schema of one that must be there and is JSON. */
  readonly json?: SchemaData;
  /** Media types of its answers, as the request asks for them. Absent: what most operations answer, as the client knows it. */
  readonly accept?: string;
  /** Alternatives; each is a set of scheme names needed together. Absent: what most operations take, as the client knows it. Empty: open. */
  readonly security?: readonly (readonly string[])[];
  /** The header that makes a repeated call safe, when the description declares one. */
  readonly idempotencyHeader?: string;
  /** Base URL of its own, when the operation or its path declares servers. */
  readonly server?: string;
  readonly deprecated?: true;
  /** Readers of the streams that the operation may answer. */
  readonly streams?: readonly StreamReader[];
}

/** Schemas of parameters by name, of which no more is to be told: of the path where it names them, else of the query, to be left out at will. A name alone is one that is a text. */
export type PlainParameters = Readonly<Record<string, SchemaData>>;

export interface ParameterSpec {
  /** On the wire. */
  readonly name: string;
  /** In calls, when the name on the wire cannot be used or is taken by another location. */
  readonly as?: string;
  readonly in: "path" | "query" | "header" | "cookie" | "querystring";
  /** Those of the path always are. */
  readonly required?: true;
  /** Absent: the location's default (OpenAPI 3.1, "Parameter Object"). */
  readonly style?: Style;
  /** Absent: true for `form`, else false. `deepObject` always is. */
  readonly explode?: boolean;
  /** Absent: percent-encodes everything but RFC 3986's unreserved characters. */
  readonly encode?: Encode;
  readonly schema?: SchemaData;
}

export interface BodySpec {
  readonly required?: true;
  /** By media type, the preferred one first. */
  readonly content: Readonly<Record<string, MediaSpec>>;
  /** Absent: the only media type is JSON. */
  readonly writer?: BodyWriter;
}

export interface MediaSpec {
  readonly schema?: SchemaData;
  /** Of each item of a sequential media type. */
  readonly itemSchema?: SchemaData;
  /** By property. */
  readonly encoding?: Readonly<Record<string, EncodingSpec>>;
  /** How properties are written whose `encoding` says nothing. */
  readonly style?: Style;
  /** What makes the body of plain values, where that is no JSON. Only operations that take such bodies bring it. */
  readonly encode?: (value: unknown, media: MediaSpec) => FormData | string;
}

export interface EncodingSpec {
  readonly contentType?: string;
  readonly style?: ParameterSpec["style"];
  readonly explode?: boolean;
}

/** What operations answer, by operation and documented status: `200`, `2XX`, `default`. */
export type AnswerSpecs = Readonly<Record<string, Readonly<Record<string, AnswerSpec>>>>;

/** By media type; absent: nothing is said of the body. */
export interface AnswerSpec {
  readonly content?: Readonly<Record<string, { readonly schema?: SchemaData; readonly itemSchema?: SchemaData }>>;
}
