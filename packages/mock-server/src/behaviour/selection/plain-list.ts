import { isObject, type JsonSchema, type Schema, type SchemaRegistry, schemaShape } from "@onespec/spec-core";

/** A document that is a list of plain values, or an object with only such a list: `["a@x.org"]`, `{ "labels": ["red"] }`. */
export interface PlainList {
  /** The document without a value. */
  readonly empty: unknown;
  /** The values that were sent: a list, a value, or an object with one of them. `undefined` if it is none of these. */
  sent(value: unknown): readonly unknown[] | undefined;
  /** The document with changed values. */
  changed(before: unknown, change: (values: readonly unknown[]) => readonly unknown[]): unknown;
}

/** `undefined` for any other document, and for one that may not be empty. */
export function plainListOf(schemas: SchemaRegistry, schema: Schema): PlainList | undefined {
  const shape = schemaShape(schemas, schema.json);
  const [only, ...others] = shape.properties.values();
  const name = shape.types.has("array") || others.length > 0 ? undefined : only?.name;
  const json = name === undefined ? schema.json : (only?.schema ?? true);
  if (!isPlainArray(schemas, json)) return undefined;
  const documentOf = (values: readonly unknown[]): unknown => (name === undefined ? values : { [name]: values });
  const valuesOf = (document: unknown): readonly unknown[] => {
    const values = name !== undefined && isObject(document) ? document[name] : document;
    return Array.isArray(values) ? values : [];
  };
  if (!schemas.validator(schema, "response").isValid(documentOf([]))) return undefined;
  return {
    empty: documentOf([]),
    sent(value) {
      const [inner, ...more] = isObject(value) ? Object.values(value) : [value];
      const values = Array.isArray(inner) ? inner : [inner];
      return more.length === 0 && inner !== undefined && values.every(isPlain) ? values : undefined;
    },
    changed: (before, change) => documentOf(change(valuesOf(before))),
  };
}

/** Adds values. Each value is contained once, in the order in which it was added. */
export function withValues(values: readonly unknown[], added: readonly unknown[]): readonly unknown[] {
  return [...new Set([...values, ...added])];
}

/** Removes the values that have the same text as one of `gone`. */
export function withoutValues(values: readonly unknown[], gone: readonly unknown[]): readonly unknown[] {
  const texts = new Set(gone.map(String));
  return values.filter((value) => !texts.has(String(value)));
}

function isPlainArray(schemas: SchemaRegistry, json: JsonSchema): boolean {
  const { types, items } = schemaShape(schemas, json);
  if (!types.has("array") || types.has("object") || items === undefined) return false;
  const inner = schemaShape(schemas, items).types;
  return inner.size > 0 && [...inner].every((type) => PLAIN.has(type));
}

const PLAIN = new Set(["string", "integer", "number"]);

function isPlain(value: unknown): boolean {
  return PLAIN.has(typeof value);
}
