import { ValidationError } from "./errors.js";
import type { SchemaData } from "./schema-data.js";
import { compile, type View } from "./validate/compile.js";
import type { Issue } from "./validate/issue.js";

/** A named schema of the description as a class. Also a Standard Schema, so form libraries and routers take it as it is. @see https://standardschema.dev */
export interface Model<T> {
  new (values: T): T & { toJSON(): T };
  readonly modelName: string;
  readonly schema: SchemaData;
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

/** The class of a named schema. Values are checked as requests send them unless `view` says otherwise. */
export function model<T>(name: string, schema: SchemaData): Model<T> {
  const issuesOf = (value: unknown, view: View = "request"): Issue[] => {
    const issues: Issue[] = [];
    compile(schema, view)(value, "", issues);
    return issues;
  };
  class NamedModel {
    static readonly modelName: string = name;
    static readonly schema: SchemaData = schema;

    constructor(values: object) {
      Object.assign(this, NamedModel.parse(values));
    }

    static parse(value: unknown, view?: View): object {
      const issues = issuesOf(value, view);
      if (issues.length > 0) throw new ValidationError(issues, name);
      return value as object;
    }

    static safeParse(value: unknown, view?: View): unknown {
      const issues = issuesOf(value, view);
      return issues.length === 0 ? { success: true, data: value } : { success: false, issues };
    }

    static isValid(value: unknown, view: View = "request"): boolean {
      return compile(schema, view)(value, "");
    }

    static readonly "~standard": StandardProps<unknown> = {
      version: 1,
      vendor: "onespec",
      validate: (value) => {
        const issues = issuesOf(value);
        return issues.length === 0
          ? { value }
          : { issues: issues.map(({ message, path }) => ({ message, path: path.split("/").slice(1) })) };
      },
    };

    toJSON(): object {
      return { ...this };
    }
  }
  Object.defineProperty(NamedModel, "name", { value: name });
  return NamedModel as unknown as Model<T>;
}
