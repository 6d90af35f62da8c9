import { isObject } from "../json/is-object.js";

/** A schema in the form of a description. */
type Written = Readonly<Record<string, unknown>>;

const MARK = { "x-by-example": true };
const DEEPEST = 12;
const MOST_PROPERTIES = 500;
/** Later items of a list are not looked at. */
const MOST_ITEMS = 20;

/**
 * Makes a schema from examples. Properties that all examples have are required. Numbers are integers if their names are
 * those of ids or counts.
 * @returns `undefined` if the examples are neither objects nor lists
 */
export function schemaOfExamples(values: readonly unknown[]): Written | undefined {
  const [first] = values;
  if (!isObject(first) && !Array.isArray(first)) return undefined;
  return schemaOf(values, "", 0);
}

function schemaOf(values: readonly unknown[], name: string, depth: number): Written {
  const known = values.filter((value) => value !== null && value !== undefined);
  if (known.length === 0) return values.length > 0 ? { default: null, ...MARK } : {};
  if (depth > DEEPEST) return {};
  if (known.every(isObject)) return objectSchema(known, depth);
  if (known.every(Array.isArray)) {
    return { type: "array", items: schemaOf(known.flat().slice(0, MOST_ITEMS), name, depth + 1), ...MARK };
  }
  const [type, ...others] = new Set(known.map((value) => typeOf(value, name)));
  if (type === undefined || others.length > 0) return {};
  const nullable = known.length < values.length;
  return { type: nullable ? [type, "null"] : type, examples: [...new Set(known)], ...MARK };
}

function objectSchema(values: readonly Readonly<Record<string, unknown>>[], depth: number): Written {
  const names = [...new Set(values.flatMap(Object.keys))].slice(0, MOST_PROPERTIES);
  return {
    type: "object",
    properties: Object.fromEntries(
      names.map((name) => [
        name,
        schemaOf(
          values.filter((value) => Object.hasOwn(value, name)).map((value) => value[name]),
          name,
          depth + 1,
        ),
      ]),
    ),
    required: names.filter((name) => values.every((value) => Object.hasOwn(value, name))),
    ...MARK,
  };
}

function typeOf(value: unknown, name: string): string | undefined {
  if (typeof value === "number")
    return Number.isInteger(value) && (isId(name) || COUNT.test(name)) ? "integer" : "number";
  return typeof value === "string" || typeof value === "boolean" ? typeof value : undefined;
}

function isId(name: string): boolean {
  return /(?:^|[_\-a-z])(?:id|Id|ID|uuid)$/.test(name);
}

const COUNT = /(?:count|total|page|pages|size|limit|offset)$/i;
