import { asObject, asText, isObject } from "../description/json.js";
import { joinPointer, type RawDocument } from "../description/raw-document.js";
import { convertSchema } from "./convert-schema.js";

/** The direction of a schema: what clients send, or what servers answer. */
export type View = "request" | "response";

/** Pointer of a schema in a book: `/$defs/s12/properties/name`. */
export type SchemaPlace = string;

/**
 * All schemas of a description as one JSON Schema 2020-12 document. This is the only place that converts OpenAPI's
 * rules: `nullable` and boolean bounds of OpenAPI 3.0, and that requests do not require readOnly properties, nor
 * responses writeOnly ones. Keywords that a validator cannot use (an unknown type, an invalid pattern, an unresolved
 * reference) are left out.
 */
export interface SchemaBook {
  readonly view: View;
  readonly document: { readonly $defs: Readonly<Record<string, unknown>> };
  /** The place of the schema at a pointer of the description. Follows references. */
  place(pointer: string): SchemaPlace;
  at(place: SchemaPlace): unknown;
  /** The description's pointer of a place. */
  origin(place: SchemaPlace): string;
  /** Follows `$ref`. */
  follow(place: SchemaPlace): SchemaPlace;
  /**
   * True if the schema has `nullable`, even where OpenAPI gives it no effect: next to a `$ref` or an `enum`, or in
   * OpenAPI 3.1.
   */
  isCalledNullable(place: SchemaPlace): boolean;
}

export function createSchemaBook(raw: RawDocument, view: View): SchemaBook {
  const names = new Map<string, string>();
  /** The pointers of the schemas: `pointers[12]` belongs to `s12`. */
  const pointers: string[] = [];
  const queue: string[] = [];
  const $defs: Record<string, unknown> = {};

  const nameOf = (pointer: string): string => {
    const place = raw.dialect === "3.0" ? raw.follow(pointer).pointer : pointer;
    const known = names.get(place);
    if (known !== undefined) return known;
    const name = `s${names.size}`;
    names.set(place, name);
    pointers.push(place);
    queue.push(place);
    return name;
  };
  const drain = (): void => {
    for (let pointer = queue.pop(); pointer !== undefined; pointer = queue.pop()) {
      const name = names.get(pointer) ?? "";
      $defs[name] = convertSchema(raw.at(pointer), {
        raw,
        view,
        reference: (target) => `#/$defs/${nameOf(target)}`,
        hidden: new Set(),
      });
    }
  };
  for (const pointer of schemaPointers(raw)) nameOf(pointer);
  drain();

  const at = (place: SchemaPlace): unknown => {
    let value: unknown = { $defs };
    for (const segment of place.split("/").slice(1)) {
      const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
      value = Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined;
    }
    return value;
  };
  const origin = (place: SchemaPlace): string => {
    const [, , name = "", ...rest] = place.split("/");
    const pointer = pointers[Number(name.slice(1))];
    return pointer === undefined ? place : [pointer, ...rest].join("/");
  };
  return {
    view,
    document: { $defs },
    place: (pointer) => {
      const name = nameOf(pointer);
      drain();
      return `/$defs/${name}`;
    },
    at,
    origin,
    isCalledNullable: (place) => asObject(raw.at(origin(place))).nullable === true,
    follow: (place) => {
      let current = place;
      for (let hops = 0; hops < 50; hops += 1) {
        const reference = asText(asObject(at(current)).$ref);
        if (reference === undefined) return current;
        current = reference.slice(1);
      }
      return current;
    },
  };
}

/** The pointers of all schemas in the document. */
function schemaPointers(raw: RawDocument): string[] {
  const found: string[] = [];
  for (const name of Object.keys(asObject(asObject(raw.root.components).schemas))) {
    found.push(joinPointer("/components/schemas", name));
  }
  const visit = (value: unknown, pointer: string): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, joinPointer(pointer, index));
    if (!isObject(value)) return;
    for (const [key, child] of Object.entries(value)) {
      // Extensions and examples contain data, not schemas. But a header or a component may have such a name.
      const isName = /^\/components\/[^/]+$|\/(headers|callbacks|encoding)$/.test(pointer);
      const isData = !isName && (key === "example" || key === "examples" || key.startsWith("x-"));
      if (isData || typeof child !== "object") continue;
      const place = joinPointer(pointer, key);
      const isSchema = (key === "schema" || key === "itemSchema") && !pointer.endsWith("/properties");
      if (isSchema && isObject(child)) found.push(place);
      else visit(child, place);
    }
  };
  visit(raw.root.paths, "/paths");
  for (const [key, group] of Object.entries(asObject(raw.root.components))) {
    if (key !== "schemas") visit(group, joinPointer("/components", key));
  }
  return found;
}
