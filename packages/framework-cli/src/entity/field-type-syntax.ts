import { didYouMean } from "../text/phrases.js";
import type { FieldType } from "./field-type.js";

export type DraftType = FieldType | { readonly kind: "references" };

const TYPE_NAMES: Readonly<Record<string, FieldType["kind"] | "references">> = {
  string: "string",
  text: "text",
  uuid: "uuid",
  integer: "integer",
  int: "integer",
  bigint: "bigint",
  double: "double",
  float: "double",
  number: "double",
  decimal: "decimal",
  numeric: "decimal",
  boolean: "boolean",
  bool: "boolean",
  date: "date",
  time: "time",
  timestamp: "timestamp",
  datetime: "timestamp",
  json: "json",
  jsonb: "json",
  binary: "binary",
  blob: "binary",
  enum: "enum",
  references: "references",
  belongs_to: "references",
};

/** The text after the name. */
export interface TypeReading {
  readonly type: DraftType;
  readonly required: boolean;
  readonly arrow: string | undefined;
}

/** The type of a field, or what is wrong with it: `string{120}!`, `decimal{10,2}`, `references->people.id`. */
export function readType(text: string): TypeReading | string {
  const [, word = "", , argument, bang = "", arrow] = /^(\w*)(\{([^}]*)\})?(!?)(->.*)?$/.exec(text) ?? [];
  const kind = Object.hasOwn(TYPE_NAMES, word) ? TYPE_NAMES[word] : undefined;
  if (kind === undefined) return unknownType(text, word);
  const required = bang === "!";
  const done = (type: DraftType): TypeReading => ({ type, required, arrow });
  switch (kind) {
    case "string": {
      const length = argument === undefined ? 255 : wholeNumber(argument);
      if (!isFrom(1, length, 4000)) return "the length of a string is from 1 to 4000; longer ones are text";
      return done({ kind, length });
    }
    case "decimal": {
      const [precision = Number.NaN, places = 0, ...more] =
        argument === undefined ? [10, 2] : argument.split(",").map(wholeNumber);
      if (!isFrom(1, precision, 38) || !isFrom(0, places, Math.min(precision, 30)) || more.length > 0)
        return "write decimal{digits,places}: from 1 to 38 digits, of which at most 30 after the point";
      return done({ kind, precision, scale: places, reads: "string" });
    }
    case "enum": {
      const values = (argument ?? "").split(",").map((value) => value.trim());
      if (values.includes("")) return "write the values of an enum: enum{draft,published}";
      const twice = values.find((value, at) => values.indexOf(value) !== at);
      if (twice !== undefined) return `the enum has ${twice} twice`;
      if (values.some((value) => value.length > 255)) return "a value of an enum has at most 255 characters";
      return done({ kind, values });
    }
    default:
      return argument === undefined ? done({ kind }) : `${word} takes nothing in braces`;
  }
}

function unknownType(text: string, word: string): string {
  // A shell makes `price:decimal10 price:decimal2` of price:decimal{10,2}.
  const torn = /^(decimal|numeric|enum|string)\w+$/.exec(word);
  if (torn !== null) return `${text} is no type; put quotes around the field, the shell takes {…,…} apart`;
  if (text.endsWith("-")) return `${text} is no type; put quotes around the field: the shell takes > for itself`;
  const meant = didYouMean(word, Object.keys(TYPE_NAMES));
  if (meant !== "") return `${text} is no type${meant}`;
  return `${text} is no type; types are ${[...new Set(Object.values(TYPE_NAMES))].join(", ")}`;
}

function wholeNumber(text: string): number {
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : Number.NaN;
}

/** False for NaN, which is no number of the text. */
function isFrom(least: number, value: number, most: number): boolean {
  return value >= least && value <= most;
}
