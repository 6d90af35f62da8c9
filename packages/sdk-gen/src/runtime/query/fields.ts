import type { Place } from "../resource-spec.js";
import type { SchemaData, SchemaObject } from "../schema-data.js";
import { targetOf } from "../validate/reached-from.js";
import { MOST_PARTS, partsOf } from "../validate/types-of.js";

/** The properties of a schema, its parts and branches. Empty if the schema names none, so that any may exist. */
export function fieldsOf(schema: SchemaData): ReadonlyMap<string, SchemaData> {
  const fields = new Map<string, SchemaData>();
  const seen = new Set<unknown>();
  const collect = (part: SchemaData): void => {
    const target = targetOf(part);
    if (typeof target === "boolean" || seen.has(target)) return;
    seen.add(target);
    for (const [name, property] of Object.entries({ ...target.properties }))
      if (!fields.has(name)) fields.set(name, property);
    partsOf(target).forEach(collect);
  };
  collect(schema);
  return fields;
}

/** The schema at a path, also inside arrays; `undefined` if there is no such field, `true` if any value is allowed. */
export function fieldAt(schema: SchemaData, place: Place): SchemaData | undefined {
  let here: SchemaData | undefined = schema;
  for (const name of place) {
    const fields = fieldsOf(here);
    const target = targetOf(here);
    here = fields.get(name);
    if (here !== undefined) continue;
    if (fields.size > 0) {
      here = furtherFields(target);
      if (here === undefined) return undefined;
      continue;
    }
    if (typeof target === "boolean" || target.items === undefined) return isOpen(target) ? true : undefined;
    here = fieldAt(target.items, [name]);
    if (here === undefined) return undefined;
  }
  return here;
}

/** The schema of properties beyond the declared ones, where the description says that there are some. */
function furtherFields(schema: boolean | SchemaObject): SchemaData | undefined {
  const further = typeof schema === "boolean" ? undefined : schema.additionalProperties;
  return further === false ? undefined : further;
}

function isOpen(schema: boolean | SchemaObject): boolean {
  if (typeof schema === "boolean") return schema;
  return [schema.type ?? "object"].flat().includes("object") && schema.additionalProperties !== false;
}

/** The format of a schema or of one of its parts. */
export function formatOf(schema: SchemaData, depth = 0): SchemaObject["format"] {
  const target = targetOf(schema);
  if (typeof target === "boolean" || depth > MOST_PARTS) return undefined;
  let { format } = target;
  for (const part of partsOf(target)) format ??= formatOf(part, depth + 1);
  return format;
}
