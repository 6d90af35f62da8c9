import { isObject, type Resource, schemaShape } from "@onespec/spec-core";
import type { MockContext } from "../model/mock-context.js";
import { pickBy } from "../model/pick-by.js";

/** The properties of a record that its schema requires. */
export function requiredNames({ schemas }: MockContext, resource: Resource): ReadonlySet<string> {
  const { properties } = schemaShape(schemas, resource.schema.json);
  return new Set([...properties.values()].filter(({ required }) => required).map(({ name }) => name));
}

/** Returns the requested properties, and required ones. */
export function pick(value: unknown, fields: readonly string[], required: ReadonlySet<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const wanted = new Set(fields.map((field) => field.split(/[./(]/)[0]));
  const { attributes } = value as { readonly attributes?: unknown };
  // JSON:API, "Sparse Fieldsets": only the attributes of a resource are selected.
  if (isObject(attributes) && "type" in value && !wanted.has("attributes")) {
    const picked = Object.entries(attributes).filter(([name]) => wanted.has(name));
    return { ...value, attributes: Object.fromEntries(picked) };
  }
  return pickBy(value, (name) => wanted.has(name) || required.has(name));
}
