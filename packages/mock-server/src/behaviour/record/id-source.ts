import { createHash } from "node:crypto";
import { coerceValue, type Fitting, schemaAt, selectSuccess } from "@onespec/http-contract";
import {
  idPrefix,
  type JsonSchemaObject,
  keywordsOf,
  type Parameter,
  type Resource,
  type Schema,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";

/**
 * An id for record `number` of a resource, counted from 1, in the form of the description: integers count up, UUIDs are UUIDs, patterns and
 * prefixes are kept, other texts are readable. The same number gives the same id on every machine.
 * @param attempt increases while the ids are taken
 */
export type IdSource = (number: number, attempt: number) => string | number;

const ATTEMPTS = 8;

export function createIdSource(
  schemas: SchemaRegistry,
  fitting: Fitting,
  seedValue: string,
  resource: Resource,
): IdSource {
  const { schema: described, parameterSchema } = resource.id;
  const test = schemas.validator(described, "response");
  const pathTest = parameterSchema && schemas.validator(parameterSchema, "request");
  const pathJson = parameterSchema?.json ?? true;
  const pathTypes = parameterSchema ? schemaShape(schemas, parameterSchema.json).types : new Set<string>();
  const fits = (id: string | number): boolean => {
    if (!test.isValid(id)) return false;
    if (!pathTest) return true;
    return pathTest.isValid(coerceValue(schemas, pathJson, String(id)));
  };
  if (takesNumbers(schemas, described)) return numbers(schemas, described, parameterSchema);
  const make = texts(schemas, fitting, seedValue, resource, described, pathTypes);
  const { pattern = "" } = parameterSchema ? keywords(schemas, parameterSchema) : {};
  const prefix = idPrefix(pattern);
  return (number, attempt) => {
    for (let variation = 0; variation < ATTEMPTS; variation++) {
      const id = make(number, attempt * ATTEMPTS + variation);
      if (fits(id)) return id;
      // A pattern such as `^cfg_` gives only the prefix.
      if (prefix !== undefined && fits(`${prefix}${id}`)) return `${prefix}${id}`;
    }
    // The schema of the path parameter is usually stricter.
    for (const candidate of [described, parameterSchema]) {
      if (!candidate) continue;
      for (let variation = 0; variation < ATTEMPTS; variation++) {
        const seed = `${resource.stateKey} id ${number} ${attempt} ${variation}`;
        const id = fitting.fit(candidate, undefined, { seed, examples: false });
        if ((typeof id === "string" || typeof id === "number") && id !== "" && fits(id)) return id;
      }
    }
    return make(number, attempt);
  };
}

function takesNumbers(schemas: SchemaRegistry, schema: Schema): boolean {
  const { types, values } = schemaShape(schemas, schema.json);
  return values.length === 0 && (types.has("integer") || types.has("number")) && !types.has("string");
}

/**
 * Counts from the smallest number that the schemas allow, at least 1, and starts again after the largest. If all of these are taken, it
 * continues above the largest, because the path of an existing record is valid whatever the schema of its parameter says.
 */
function numbers(schemas: SchemaRegistry, schema: Schema, parameterSchema: Schema | undefined): IdSource {
  const limits = [schema, ...(parameterSchema ? [parameterSchema] : [])].map((one) => keywords(schemas, one));
  const [step = 1] = limits.flatMap(({ multipleOf: step }) =>
    step && Number.isInteger(step) && step > 0 ? [step] : [],
  );
  const lowest = Math.max(
    1,
    ...limits.map(({ minimum }) => Math.ceil(minimum ?? 1)),
    ...limits.map(({ exclusiveMinimum }) => Math.floor(exclusiveMinimum ?? 0) + 1),
  );
  const highest = Math.min(
    ...limits.map(({ maximum }) => maximum ?? Number.POSITIVE_INFINITY),
    ...limits.map(({ exclusiveMaximum }) => Math.ceil(exclusiveMaximum ?? Number.POSITIVE_INFINITY) - 1),
  );
  const first = Math.ceil(lowest / step) * step;
  const size = Math.max(1, Math.floor((highest - first) / step) + 1);
  return (number, attempt) => first + (attempt < size ? (number - 1) % size : number - 1) * step;
}

function texts(
  schemas: SchemaRegistry,
  fitting: Fitting,
  seedValue: string,
  resource: Resource,
  schema: Schema,
  pathTypes: ReadonlySet<string>,
): (number: number, attempt: number) => string | number {
  const { format, pattern, enum: values } = keywords(schemas, schema);
  const seed = (number: number, attempt: number): string => `${resource.stateKey} id ${number} ${attempt}`;
  const digest = (number: number, attempt: number): string =>
    createHash("sha256")
      .update(`${seedValue}\n${seed(number, attempt)}`)
      .digest("hex");
  if (format === "uuid" && pattern === undefined) return (number, attempt) => uuidOf(digest(number, attempt));
  const example = idExample(schemas, schema, resource);
  if (example !== undefined) {
    const like = likeExample(example);
    if (like) return (number, attempt) => like(number, digest(number, attempt));
  }
  const prefix = idPrefix(pattern);
  if (prefix !== undefined) return (number, attempt) => `${prefix}${digest(number, attempt).slice(0, 16)}`;
  if (pattern !== undefined || format !== undefined || values !== undefined) {
    return (number, attempt) => {
      const id = fitting.fit(schema, undefined, { seed: seed(number, attempt), examples: false });
      return typeof id === "string" || typeof id === "number" ? id : String(number);
    };
  }
  if (pathTypes.has("integer") || pathTypes.has("number") || isMadeAsNumber(schemas, resource))
    return (number) => String(number);
  const noun = singular(resource.collectionPath);
  // Later attempts have other forms, because the length or the characters may not fit.
  return (number, attempt) => [`${noun}-${number}`, String(number), `${noun}${number}`][attempt % 3] ?? String(number);
}

/** True if creating a record answers a number as the id and reading it a text: `{ id: 10000 }` and `{ id: "10000" }` in Jira. */
function isMadeAsNumber(schemas: SchemaRegistry, { roles: { create }, id }: Resource): boolean {
  if (!create || !id.property) return false;
  const answers = selectSuccess(create).response?.content.flatMap(({ schema }) => schema ?? []) ?? [];
  return answers.some((schema) => {
    const own = schemaAt(schemas, schema, id.property ?? []);
    return own !== undefined && takesNumbers(schemas, own);
  });
}

function keywords(schemas: SchemaRegistry, schema: Schema): JsonSchemaObject {
  const target = keywordsOf(schemas, schema.json);
  const { allOf = [], anyOf = [], oneOf = [] } = target;
  return Object.assign({}, ...[...allOf, ...anyOf, ...oneOf].map((part) => keywordsOf(schemas, part)), target);
}

/** A version 4 UUID (RFC 9562, section 5.4) of given bits. */
function uuidOf(hex: string): string {
  const variant = "89ab"[Number.parseInt(hex[16] ?? "0", 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function idExample(schemas: SchemaRegistry, schema: Schema, resource: Resource): string | undefined {
  const { examples, example } = keywords(schemas, schema);
  return [...(examples ?? []), example, ...pathExamples(schemas, resource)].find(
    (candidate): candidate is string => typeof candidate === "string" && candidate !== "",
  );
}

/** The example ids of the path parameter, and of the filter that lists records by ids. */
export function pathExamples(schemas: SchemaRegistry, { roles, id, list }: Resource): readonly string[] {
  const item = roles.read ?? roles.delete ?? roles.update ?? roles.replace;
  const parameter = item?.parameters.find(({ name, in: place }) => place === "path" && name === id.parameter);
  const ofList = list?.filters.find(
    ({ property, operator }) => operator === "in" && property.join("/") === id.property?.join("/"),
  );
  const shown = [...examplesOf(schemas, parameter), ...examplesOf(schemas, ofList?.parameter).flatMap(listed)];
  return shown.filter((one): one is string => typeof one === "string" && /\w/.test(one));
}

function examplesOf(schemas: SchemaRegistry, parameter: Parameter | undefined): readonly unknown[] {
  if (!parameter) return [];
  return [...parameter.examples.map(({ value }) => value), ...(keywords(schemas, parameter.schema).examples ?? [])];
}

/** Splits `a,b`; returns a list unchanged. */
function listed(example: unknown): readonly unknown[] {
  return typeof example === "string"
    ? example.split(",").map((one) => one.trim())
    : Array.isArray(example)
      ? example
      : [];
}

const PREFIXED = /^([A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z]+)*[_-])([A-Za-z0-9]{4,})$/;

/** Makes ids in the form of the example; `undefined` if the form is not typical of ids. */
function likeExample(example: string): ((number: number, hex: string) => string) | undefined {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(example)) return (_, hex) => uuidOf(hex);
  if (/^\d+$/.test(example)) return (number) => String(number);
  const [, prefix, rest] = PREFIXED.exec(example) ?? [];
  // The rest must look random: an ordinary word after a hyphen is a name.
  if (prefix !== undefined && rest !== undefined && /\d/.test(rest)) {
    return (_, hex) => prefix + randomLike(rest, hex);
  }
  const isRandom = /^[A-Za-z0-9]{16,}$/.test(example) && /\d/.test(example) && /[A-Za-z]/.test(example);
  return isRandom ? (_, hex) => randomLike(example, hex) : undefined;
}

/** Random text of the same length that uses the same kinds of characters. */
function randomLike(text: string, hex: string): string {
  if (ULID.test(text)) return text.slice(0, 2) + randomOf("0123456789ABCDEFGHJKMNPQRSTVWXYZ", text.length - 2, hex);
  const letters = /^[0-9a-f]+$/.test(text)
    ? "0123456789abcdef"
    : /^[0-9A-F]+$/.test(text)
      ? "0123456789ABCDEF"
      : [
          /\d/.test(text) ? "0123456789" : "",
          /[a-z]/.test(text) ? "abcdefghijklmnopqrstuvwxyz" : "",
          /[A-Z]/.test(text) ? "ABCDEFGHIJKLMNOPQRSTUVWXYZ" : "",
        ].join("");
  return randomOf(letters, text.length, hex);
}

/** A lexicographically sortable id: a moment and random bits in Crockford's base 32. @see https://github.com/ulid/spec */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

function randomOf(letters: string, length: number, hex: string): string {
  let bits = hex;
  while (bits.length < length * 2) bits += createHash("sha256").update(bits).digest("hex");
  return Array.from(
    { length },
    (_, index) => letters[Number.parseInt(bits.slice(index * 2, index * 2 + 2), 16) % letters.length],
  ).join("");
}

/** The singular of the last noun, for a readable id: `category` for `/shop/categories`. */
function singular(path: string): string {
  const last =
    path
      .split("/")
      .filter((segment) => segment !== "" && !segment.includes("{"))
      .at(-1) ?? "record";
  const word = last
    .replace(/\.\w+$/, "")
    .replace(/[^A-Za-z0-9-]/g, "-")
    .toLowerCase();
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
