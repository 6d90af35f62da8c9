import { type RecordPlace, type Schema, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import { schemaAt } from "./schema-at.js";

/** The object around a page link that is left out together with the link: `next_page` in `next_page: { offset }`. */
export interface LinkHolder {
  readonly at: RecordPlace;
  /** Without a link, the object is null if that is allowed. Otherwise it is left out, even if it requires the link. */
  readonly isNullable: boolean;
}

/**
 * @param place of the link @returns `undefined` if there is no object around the link, or if that object is required
 */
export function linkHolder(
  schemas: SchemaRegistry,
  schema: Schema | undefined,
  place: RecordPlace | undefined,
): LinkHolder | undefined {
  const at = place?.slice(0, -1) ?? [];
  const name = at.at(-1) ?? "";
  if (!schema || !/^(?:next|prev)/i.test(name)) return undefined;
  const around = schemaAt(schemas, schema, at.slice(0, -1));
  const property = around && schemaShape(schemas, around.json).properties.get(name);
  const isNullable = property !== undefined && schemaShape(schemas, property.schema).types.has("null");
  return property && (isNullable || !property.required) ? { at, isNullable } : undefined;
}
