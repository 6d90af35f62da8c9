import type { SchemaData, SchemaObject } from "../schema-data.js";
import { fail, type Issue } from "./issue.js";
import type { Json } from "./rule.js";

/** The rules of keywords, by the type of the value. */
export interface Rules {
  readonly string?: readonly Rule<string>[];
  /** Numbers and bigints, which compare alike. */
  readonly number?: readonly Rule<number>[];
  readonly array?: readonly Rule<readonly unknown[]>[];
  readonly object?: readonly Rule<Json>[];
  /** For values of every type. */
  readonly any?: readonly Check[];
  /** For values that all other rules accept. */
  readonly last?: readonly Check[];
}

/** A rare keyword. Schemas list the rare keywords that they have under `uses`, so bundles contain only those. */
export interface Keyword {
  (schema: SchemaObject, scope: Scope): Rules;
  /** For keywords that depend on the parts of a value that other keywords have evaluated. */
  readonly mark?: Marking;
  /** Replaces the check of the whole schema. */
  readonly wrap?: (check: Check) => Check;
}

/** A format with a check or an order. Other formats are just names. */
export interface Format {
  readonly name: string;
  /** The kind of value, as servers word it: `an email address`. */
  readonly said?: string;
  /** Compares two texts: less than, equal to or more than zero; NaN if they cannot be compared. */
  readonly compare?: (left: unknown, right: unknown) => number;
  readonly text?: (text: string) => boolean;
  readonly number?: (value: number | bigint) => boolean;
}

export function formatName({ format }: { readonly format?: SchemaObject["format"] | undefined }): string | undefined {
  return typeof format === "object" ? format.name : format;
}

/** Requests may omit readOnly properties, responses writeOnly ones. */
export type View = "request" | "response";

/**
 * Checks a value. With a list, collects all issues; without one, stops at the first.
 * @param depth number of nested levels whose issues are collected; all by default
 */
export type Rule<T> = (value: T, path: string, issues?: Issue[], depth?: number) => boolean;

/** A rule for values of every type. */
export interface Check extends Rule<unknown> {
  /** Adds the names or positions that the schema evaluates, for the `unevaluated` keywords. */
  mark?: Mark;
}

/** @see JSON Schema 2020-12, section 11 */
export type Mark = (value: object, seen: Set<string>) => void;

/** The same check with its `mark`. */
export type Marking = (check: Check, schema: SchemaObject, scope: Scope) => Check;

export const ALWAYS: Check = () => true;
export const NEVER: Check = (value, path, issues) => fail(issues, path, "false schema", "is not allowed", value);

/** The position of a schema among others for the same value. */
export interface SchemaPlace {
  readonly view: View;
  /** The referenced schema that contains this one. */
  readonly root: SchemaObject;
  /** Outer schemas for the same value. `true` if the root is a part of the schema, `false` if it is an alternative. */
  readonly active?: ReadonlyMap<SchemaObject, boolean>;
  /** True if the schema is optional within the root. */
  readonly union?: boolean;
  /**
   * Names that outer schemas mark readOnly or writeOnly. They are needed because one part may require properties of
   * another.
   */
  readonly readOnly: ReadonlySet<string>;
  /** Their values never appear in messages. */
  readonly writeOnly: ReadonlySet<string>;
  /** Present if an `unevaluated` keyword applies. Then every branch is checked, whatever the tag. */
  readonly mark?: Marking | undefined;
}

/** The position of a schema, for its keywords. */
export interface Scope extends SchemaPlace {
  /** Optional properties. */
  readonly optional: ReadonlySet<string>;
  /** Ignored properties. */
  readonly unchecked: ReadonlySet<string>;
  /** The check of a nested value. */
  inside(schema: SchemaData): Check;
}
