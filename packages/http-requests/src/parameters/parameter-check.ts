import { escapeToken, type Parameter, type SchemaRegistry, type SchemaValidator } from "@onespec/spec-core";
import type { RequestPart, RequestViolation } from "../request-violation.js";

/** One parameter of an operation: how it is read, and what may be wrong with it. */
export class ParameterCheck<Read> {
  readonly parameter: Parameter;
  readonly read: Read;
  readonly #schemas: SchemaRegistry;
  readonly #part: RequestPart;
  #validator: SchemaValidator | undefined;

  constructor(schemas: SchemaRegistry, parameter: Parameter, part: RequestPart, read: Read) {
    this.parameter = parameter;
    this.read = read;
    this.#schemas = schemas;
    this.#part = part;
  }

  /** Adds what is wrong with a value. @param value `undefined` when it was not sent */
  check(value: unknown, violations: RequestViolation[]): void {
    const { parameter } = this;
    if (value === undefined) {
      if (parameter.required) violations.push(this.#missing());
      return;
    }
    this.#validator ??= this.#schemas.validator(parameter.schema, "request");
    if (this.#validator.isValid(value) || (value === "" && parameter.allowEmptyValue)) return;
    for (const violation of this.#validator.violations(value)) {
      violations.push({ ...violation, in: this.#part, path: `${this.#place}${violation.path}` });
    }
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
