import type { SchemaData } from "./schema-data.js";
import type { bodyIssues, isGiven } from "./validate/call-issues.js";
import type { exactIntegers } from "./validate/keywords/exact-integers.js";
import type { onWire } from "./validate/on-wire.js";
import type { serverOf } from "./wire/build-url.js";
import type { BodyWriter } from "./wire/json-body.js";
import type { openStream, StreamReader } from "./wire/read-stream.js";
import type { headParameters } from "./wire/request-parts.js";
import type { Encode, Style } from "./wire/serialize-parameter.js";

/** The data of an operation that sending it needs. It is in the files of resources; answers are in a separate file. */
export interface OperationSpec {
  /** The `operationId`, for messages and hooks. */
  readonly id: string;
  /** Method and path: `GET /books/{bookId}`. */
  readonly route: string;
  /** Omits path parameters that are plain texts. */
  readonly parameters?: readonly (ParameterSpec | PlainParameters | string)[];
  /** Present if there are header or cookie parameters. */
  readonly head?: typeof headParameters;
  readonly body?: BodySpec;
  /** Short form of `body`: the schema of a required JSON body. */
  readonly json?: SchemaData;
  /** Present if there is a body. */
  readonly writer?: BodyWriter;
  /** Present if there is a body that is validated. */
  readonly bodyIssues?: typeof bodyIssues;
  /** Present if the body has integers of 64 bits: converts them from text. */
  readonly exactIntegers?: typeof exactIntegers;
  /** The `Accept` header. Absent: the default of the client. */
  readonly accept?: string;
  /**
   * Alternatives. Each is a set of scheme names that are needed together. Absent: the client's default. Empty: no
   * credentials.
   */
  readonly security?: readonly (readonly string[])[];
  /** The idempotency header, if the description declares one. */
  readonly idempotencyHeader?: string;
  /** Base URL, if the operation or its path declares servers. */
  readonly server?: string;
  /** Present with `server`. */
  readonly serverOf?: typeof serverOf;
  readonly deprecated?: true;
  /** Readers of the streams that the operation may answer. */
  readonly streams?: readonly StreamReader[];
  /** Present with `streams`. */
  readonly openStream?: typeof openStream;
}

/** Short form of optional query parameters, and of path parameters that the path names: schemas by name. */
export type PlainParameters = Readonly<Record<string, SchemaData>>;

export interface ParameterSpec {
  /** Name on the wire. */
  readonly name: string;
  /** Name in calls, if the name on the wire is no identifier or is taken. */
  readonly as?: string;
  readonly in: "path" | "query" | "header" | "cookie" | "querystring";
  /** Path parameters always are. */
  readonly required?: true;
  /** Absent: the default of the location (OpenAPI 3.1, "Parameter Object"). */
  readonly style?: Style;
  /** Absent: true for `form`, false for other styles. `deepObject` always explodes. */
  readonly explode?: boolean;
  /** Absent: percent-encodes everything but RFC 3986's unreserved characters. */
  readonly encode?: Encode;
  /** Set if a validated header is required, since the options may contain it. */
  readonly isGiven?: typeof isGiven;
  /** Present if the value may be an object that is validated. */
  readonly onWire?: typeof onWire;
  readonly schema?: SchemaData;
}

export interface BodySpec {
  readonly required?: true;
  /** Schemas by media type, the preferred one first. */
  readonly content: Readonly<Record<string, MediaSpec>>;
}

export interface MediaSpec {
  readonly schema?: SchemaData;
  /** Schema of each item of a sequential media type. */
  readonly itemSchema?: SchemaData;
  /** By property. */
  readonly encoding?: Readonly<Record<string, EncodingSpec>>;
  /** Style of properties without an `encoding`. */
  readonly style?: Style;
  /** Encodes plain values, if the body is not JSON. */
  readonly encode?: (value: unknown, media: MediaSpec) => FormData | string;
}

export interface EncodingSpec {
  readonly contentType?: string;
  readonly style?: ParameterSpec["style"];
  readonly explode?: boolean;
}

/** Answers by operation and documented status: `200`, `2XX`, `default`. */
export type AnswerSpecs = Readonly<Record<string, Readonly<Record<string, AnswerSpec>>>>;

/** Schemas by media type; absent if the body is not documented. */
export interface AnswerSpec {
  readonly content?: Readonly<Record<string, { readonly schema?: SchemaData; readonly itemSchema?: SchemaData }>>;
}
