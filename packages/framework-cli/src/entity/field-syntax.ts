import { didYouMean } from "../text/phrases.js";
import type { ReferenceAction } from "./entity.js";
import type { FieldType } from "./field-type.js";

/** A field from the command line: `title:string{120}!`, `author:references:uniq`. */
export interface FieldDraft {
  /** camelCase; of a reference without `Id`: `author`. */
  readonly name: string;
  readonly type: DraftType;
  readonly required: boolean;
  readonly unique: boolean;
  readonly index: boolean;
  readonly primary: boolean;
  readonly hidden: boolean;
  /** The text as given. Its meaning depends on the type. */
  readonly default?: string;
  /** `->table.column` */
  readonly target?: { readonly table: string; readonly column?: string };
  readonly onDelete?: ReferenceAction;
  readonly onUpdate?: ReferenceAction;
}

export type FieldReading = { readonly field: FieldDraft } | { readonly problem: string };

/**
 * Parses one field in Rails' syntax, with additions: `name[!]:type[{…}][!][:modifier …]`. The default type is `string`.
 * The modifiers are `index`, `uniq`, `primary`, `hidden` (each may end with `!`), `default=…`, `->table.column`,
 * `@ondelete=…`, `@onupdate=…`.
 * @see https://guides.rubyonrails.org/active_record_migrations.html#passing-modifiers
 */
export function parseField(text: string): FieldReading {
  const [first = "", ...rest] = splitParts(text);
  const bang = first.endsWith("!");
  const written = bang ? first.slice(0, -1) : first;
  const refuse = (what: string): FieldReading => ({ problem: `${text}: ${what}` });
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(written))
    return refuse("a field's name begins with a letter and has letters, digits and _ only");
  if (written.length > MAX_NAME) return refuse(`a field's name has at most ${MAX_NAME} characters`);

  const typePart = rest[0] === undefined || MODIFIER.test(rest[0]) ? "string" : (rest.shift() as string);
  const type = readType(typePart);
  if (typeof type === "string") return refuse(type);

  const modifiers = [...(type.arrow === undefined ? [] : [type.arrow]), ...rest];
  const field: { -readonly [K in keyof FieldDraft]: FieldDraft[K] } = {
    name: type.type.kind === "references" ? withoutId(camelCase(written)) : camelCase(written),
    type: type.type,
    required: bang || type.required,
    unique: false,
    index: false,
    primary: false,
    hidden: false,
  };
  for (const modifier of modifiers) {
    const problem = readModifier(modifier, field);
    if (problem !== undefined) return refuse(problem);
  }
  if ((field.target ?? field.onDelete ?? field.onUpdate) !== undefined && field.type.kind !== "references") {
    return refuse("->, @ondelete and @onupdate belong to references");
  }
  if (field.onDelete === "SET NULL" && field.required)
    return refuse("@ondelete=set_null needs a field that may be null: take the ! away");
  return { field };
}

/** Every database takes a column of this length with the framework's own prefixes. */
const MAX_NAME = 60;

const MODIFIER = /^(?:(?:index|uniq|unique|primary|hidden)!?|default=.*|->.*|@.*)$/s;

/** At `:`, but not inside `{…}` nor inside the quotes of a default. */
function splitParts(text: string): string[] {
  const parts = [""];
  let closer = "";
  for (const char of text) {
    const last = parts.length - 1;
    if (closer !== "") {
      if (char === closer) closer = "";
    } else if (char === ":") {
      parts.push("");
      continue;
    } else if (char === "{") closer = "}";
    else if ((char === '"' || char === "'") && parts[last] === "default=") closer = char;
    parts[last] += char;
  }
  return parts;
}

const ACTIONS: Readonly<Record<string, ReferenceAction>> = {
  cascade: "CASCADE",
  set_null: "SET NULL",
  nullify: "SET NULL",
  restrict: "RESTRICT",
  no_action: "NO ACTION",
};

function readModifier(
  written: string,
  field: { -readonly [K in keyof FieldDraft]: FieldDraft[K] },
): string | undefined {
  const isRequired = /^(?:index|uniq|unique|primary|hidden|->[\w.]+)!$/.test(written);
  const text = isRequired ? written.slice(0, -1) : written;
  if (isRequired) field.required = true;
  if (text === "index") field.index = true;
  else if (text === "uniq" || text === "unique") field.unique = true;
  else if (text === "primary") field.primary = true;
  else if (text === "hidden") field.hidden = true;
  else if (text.startsWith("default=")) field.default = text.slice("default=".length).replace(/^(["'])(.*)\1$/s, "$2");
  else if (text.startsWith("->")) {
    const [, table, column] = /^->([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?$/.exec(text) ?? [];
    if (table === undefined) return `${text} must be ->table or ->table.column`;
    field.target = { table, ...(column !== undefined && { column }) };
  } else {
    const [, event, word = ""] = /^@(ondelete|onupdate)=(\w+)$/.exec(text) ?? [];
    const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
    if (event !== undefined && action === undefined)
      return `@${event}=${word}: choose ${Object.keys(ACTIONS).join(", ")}`;
    if (action === undefined) {
      return `${text === "" ? "nothing after the colon" : `${text} is no modifier`}; modifiers are index, uniq, primary, hidden, default=…, ->table.column, @ondelete=…, @onupdate=…`;
    }
    if (event === "ondelete") field.onDelete = action;
    else field.onUpdate = action;
  }
  return undefined;
}

function camelCase(name: string): string {
  const text = name.replace(/_+$/, "").replace(/_+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function withoutId(name: string): string {
  return name.length > 2 && name.endsWith("Id") ? name.slice(0, -2) : name;
}

export type DraftType = FieldType | { readonly kind: "references" };

const KINDS: readonly DraftType["kind"][] = [
  ...(["string", "text", "uuid", "integer", "bigint", "double", "decimal", "boolean", "date", "time"] as const),
  ...(["timestamp", "json", "binary", "enum", "references"] as const),
];

const SAME_AS: Readonly<Record<string, DraftType["kind"]>> = {
  int: "integer",
  float: "double",
  number: "double",
  numeric: "decimal",
  bool: "boolean",
  datetime: "timestamp",
  jsonb: "json",
  blob: "binary",
  belongs_to: "references",
};

/** The text after the name. */
interface TypeReading {
  readonly type: DraftType;
  readonly required: boolean;
  readonly arrow: string | undefined;
}

/**
 * Parses the type of a field: `string{120}!`, `decimal{10,2}`, `references->people.id`. Returns a message if it is
 * wrong.
 */
function readType(text: string): TypeReading | string {
  const [, word = "", , argument, bang = "", arrow] = /^(\w*)(\{([^}]*)\})?(!?)(->.*)?$/.exec(text) ?? [];
  const kind = KINDS.find((each) => each === word) ?? (Object.hasOwn(SAME_AS, word) ? SAME_AS[word] : undefined);
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
  const meant = didYouMean(word, [...KINDS, ...Object.keys(SAME_AS)]);
  if (meant !== "") return `${text} is no type${meant}`;
  return `${text} is no type; types are ${KINDS.join(", ")}`;
}

function wholeNumber(text: string): number {
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : Number.NaN;
}

/** False for NaN, which is no number of the text. */
function isFrom(least: number, value: number, most: number): boolean {
  return value >= least && value <= most;
}
