import type { Operation } from "../description/api-description.js";
import type { JsonSchema } from "../schema/schema.js";

type Parameter = Operation["parameters"][number];

/**
 * The path parameter of that name, of the operation that asks most of it: where one reads `/services/{id}` by a number and another
 * deletes it by a text, an id has to be right for both.
 */
export function pathParameter(operations: readonly Operation[], name: string | undefined): Parameter | undefined {
  let chosen: Parameter | undefined;
  for (const { parameters } of operations) {
    const found = parameters.find((parameter) => parameter.in === "path" && parameter.name === name);
    if (found && (!chosen || demands(found.schema.json) > demands(chosen.schema.json))) chosen = found;
  }
  return chosen;
}

/** How little a schema leaves to choose, as far as it says so itself. */
function demands(schema: JsonSchema): number {
  if (typeof schema === "boolean") return 0;
  const { type, format, pattern, enum: values } = schema;
  if (type === "integer" || type === "number") return 2;
  return format !== undefined || pattern !== undefined || values !== undefined ? 1 : 0;
}
