import { ValidationError } from "./errors.js";
import { type ModelField, modelFields } from "./model-fields.js";
import type { SchemaData } from "./schema-data.js";
import { issuesOf, type View } from "./validate/compile.js";
import { type Issue, tokensOf } from "./validate/issue.js";

/**
 * A named schema of the description as a class. It is also a Standard Schema, so form libraries and routers accept it.
 * @see https://standardschema.dev
 */
export interface Model<T> {
  new (values: T): T & { toJSON(): T };
  readonly modelName: string;
  readonly schema: SchemaData;
  /** The properties as data, for forms and tables. */
  readonly fields: readonly ModelField[];
  /** @throws ValidationError that lists every mistake. */
  parse(value: unknown, view?: View): T;
  safeParse(
    value: unknown,
    view?: View,
  ): { readonly success: true; readonly data: T } | { readonly success: false; readonly issues: readonly Issue[] };
  isValid(value: unknown, view?: View): value is T;
  readonly "~standard": StandardProps<T>;
}

interface StandardProps<T> {
  readonly version: 1;
  readonly vendor: "onespec";
  readonly validate: (
    value: unknown,
  ) =>
    | { readonly value: T }
    | { readonly issues: readonly { readonly message: string; readonly path: readonly string[] }[] };
}

/** Creates the class of a named schema. Values are validated as in requests, unless `view` differs. */
export function model<T>(name: string, schema: SchemaData): Model<T> {
  let fields: readonly ModelField[] | undefined;
  class NamedModel {
    static readonly modelName: string = name;
    static readonly schema: SchemaData = schema;

    static get fields(): readonly ModelField[] {
      fields ??= modelFields(schema);
      return fields;
    }

    constructor(values: object) {
      // Defines instead of assigning, because assigning `__proto__` would change the prototype.
      Object.defineProperties(this, Object.getOwnPropertyDescriptors({ ...NamedModel.parse(values) }));
    }

    static parse(value: unknown, view: View = "request"): object {
      const issues = issuesOf(schema, view, value);
      if (issues.length > 0) throw new ValidationError(issues, name);
      return value as object;
    }

    static safeParse(value: unknown, view: View = "request"): unknown {
      const issues = issuesOf(schema, view, value);
      return issues.length === 0 ? { success: true, data: value } : { success: false, issues };
    }

    static isValid(value: unknown, view: View = "request"): boolean {
      return issuesOf(schema, view, value).length === 0;
    }

    static readonly "~standard": StandardProps<unknown> = {
      version: 1,
      vendor: "onespec",
      validate: (value) => {
        const issues = issuesOf(schema, "request", value);
        return issues.length === 0
          ? { value }
          : { issues: issues.map(({ message, path }) => ({ message, path: tokensOf(path) })) };
      },
    };

    toJSON(): object {
      return { ...this };
    }
  }
  Object.defineProperty(NamedModel, "name", { value: name });
  return NamedModel as unknown as Model<T>;
}
