import {
  escapeToken,
  type Operation,
  type Parameter,
  type SchemaRegistry,
  type SchemaValidator,
} from "@onespec/spec-core";
import type { RequestPart, RequestViolation } from "../model/request-violation.js";
import type { QueryPair } from "../wire/text-values.js";
import {
  headerReader,
  type PairsReader,
  pairsReader,
  pathReader,
  type TextReader,
  wholeQueryReader,
} from "./parameter-reader.js";

/** A parameter of an operation, with its reader and validator. */
export class ParameterCheck<Read> {
  readonly parameter: Parameter;
  readonly read: Read;
  readonly #schemas: SchemaRegistry;
  readonly #part: RequestPart;
  #validator: SchemaValidator | undefined;
  #default: { readonly value: unknown } | undefined;

  constructor(schemas: SchemaRegistry, parameter: Parameter, part: RequestPart, read: Read) {
    this.parameter = parameter;
    this.read = read;
    this.#schemas = schemas;
    this.#part = part;
  }

  /** The default of its schema, if it is a valid value. A required parameter has none. */
  get default(): unknown {
    this.#default ??= { value: this.#findDefault() };
    return this.#default.value;
  }

  #findDefault(): unknown {
    const { schema, required } = this.parameter;
    const json = this.#schemas.follow(schema.json);
    const value = typeof json === "object" && !required ? json.default : undefined;
    if (value === undefined) return undefined;
    this.#validator ??= this.#schemas.validator(schema, "request");
    return this.#validator.isValid(value) ? value : undefined;
  }

  /** Adds a violation for a text with characters that must be encoded. @param pairs as they were sent */
  checkReserved(pairs: readonly QueryPair[], violations: RequestViolation[]): void {
    const { name, allowReserved } = this.parameter;
    if (allowReserved !== false || !pairs.some((pair) => pair.name === name && RESERVED.test(pair.raw))) return;
    violations.push(this.#violation("allowReserved", "must have its reserved characters percent-encoded"));
  }

  /** Adds the violations of a value. @param value `undefined` when it was not sent */
  check(value: unknown, violations: RequestViolation[]): void {
    const { parameter } = this;
    if (value === undefined) {
      if (parameter.required) violations.push(this.#missing());
      return;
    }
    this.#validator ??= this.#schemas.validator(parameter.schema, "request");
    if (value === "" && parameter.allowEmptyValue !== undefined) {
      if (!parameter.allowEmptyValue) violations.push(this.#violation("allowEmptyValue", "must not be empty"));
      return;
    }
    // A schema without a type also accepts the text that was no JSON.
    if (value instanceof String) {
      violations.push(this.#violation("contentMediaType", "must be valid JSON"));
      return;
    }
    if (this.#validator.isValid(value)) return;
    for (const violation of this.#validator.violations(value)) {
      violations.push({ ...violation, in: this.#part, path: `${this.#place}${violation.path}` });
    }
  }

  #violation(keyword: string, message: string): RequestViolation {
    return { in: this.#part, path: this.#place, message, keyword, params: {} };
  }

  #missing(): RequestViolation {
    const params = { missingProperty: this.parameter.name };
    return { in: this.#part, path: this.#place, message: "is required", keyword: "required", params };
  }

  get #place(): string {
    const { name } = this.parameter;
    return `/${escapeToken(this.#part === "header" ? name.toLowerCase() : name)}`;
  }
}

/** RFC 3986, `reserved`, without the characters that clients never encode, and without the delimiters of lists. */
const RESERVED = /[:/?[\]@$;]/;

/** The parameters of one operation by place, each with its reader and its check. */
export interface ParameterChecks {
  /** In the template's order. `check` is `undefined` if the operation does not declare the parameter. */
  readonly path: readonly { readonly name: string; readonly check: ParameterCheck<TextReader> | undefined }[];
  readonly query: readonly ParameterCheck<PairsReader>[];
  /** OpenAPI 3.2, `in: querystring`: the whole query is one value. */
  readonly wholeQuery: ParameterCheck<TextReader> | undefined;
  readonly headers: readonly ParameterCheck<TextReader>[];
  readonly cookies: readonly ParameterCheck<PairsReader>[];
}

/**
 * Headers that OpenAPI describes in other places, so parameters with their names are ignored ("Parameter Object",
 * `name`).
 */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/** Builds the checks of an operation. Looks at each parameter's schema: do it once. */
export function parameterChecks(schemas: SchemaRegistry, { parameters, template }: Operation): ParameterChecks {
  const located = (place: Parameter["in"]): readonly Parameter[] =>
    parameters.filter((parameter) => parameter.in === place);
  const ofPairs = (part: "query" | "cookie"): ParameterCheck<PairsReader>[] => {
    const all = located(part);
    return all.map((each) => {
      const others = new Set(all.flatMap(({ name }) => (name === each.name ? [] : [name])));
      return new ParameterCheck(schemas, each, part, pairsReader(schemas, each, others));
    });
  };
  const path = new Map(
    located("path").map((each) => [each.name, new ParameterCheck(schemas, each, "path", pathReader(schemas, each))]),
  );
  const [whole] = located("querystring");
  return {
    path: template.parameters.map((name) => ({ name, check: path.get(name) })),
    query: ofPairs("query"),
    wholeQuery: whole && new ParameterCheck(schemas, whole, "query", wholeQueryReader(schemas, whole)),
    headers: located("header")
      .filter(({ name }) => !IGNORED_HEADERS.has(name.toLowerCase()))
      .map((each) => new ParameterCheck(schemas, each, "header", headerReader(schemas, each))),
    cookies: ofPairs("cookie"),
  };
}
