import type { SchemaObject } from "../schema-data.js";
import type { Check, Marking, Rule, Scope } from "./check.js";
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

/** A rare keyword. Schemas that have it name it under `uses`, so that bundles contain only the keywords that their schemas need. */
export interface Keyword {
  (schema: SchemaObject, scope: Scope): Rules;
  /** For keywords that depend on which parts of a value other keywords evaluate. */
  readonly mark?: Marking;
  /** Replaces the check of the whole schema. */
  readonly wrap?: (check: Check) => Check;
}

/** A format with a check or an order. Other formats are only names. */
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
