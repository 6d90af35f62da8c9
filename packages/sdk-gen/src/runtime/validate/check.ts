import type { SchemaData, SchemaObject } from "../schema-data.js";
import { fail, type Issue } from "./issue.js";

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

export const ALWAYS: Check = () => true;
export const NEVER: Check = (value, path, issues) => fail(issues, path, "false schema", "is not allowed", value);

/** The position of a schema among others. */
export interface Scope {
  /** Optional properties. */
  readonly optional: ReadonlySet<string>;
  /** Ignored properties. */
  readonly unchecked: ReadonlySet<string>;
  /** Properties whose values never appear in messages. */
  readonly secret: ReadonlySet<string>;
  /** True if an `unevaluated` keyword applies. Then every branch is checked, whatever the tag. */
  readonly marks: boolean;
  /** The check of a nested value. */
  inside(schema: SchemaData): Check;
  /** The check of a subschema for the same value. Cached. `union`: the subschema is optional. */
  part(schema: SchemaData, union?: boolean): Check;
  /** Outer schemas for the same value; `true` if this schema is a part of them, not an alternative. */
  readonly active: ReadonlyMap<SchemaObject, boolean>;
}
