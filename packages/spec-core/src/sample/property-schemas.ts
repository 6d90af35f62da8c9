import type { JsonSchema, JsonSchemaObject } from "../schema/schema.js";
import type { ShapeIndex } from "./shape-index.js";

/** What one schema object alone asks of a property: of its `properties` and `patternProperties`, else of `additionalProperties`. */
export function propertySchemas(shapes: ShapeIndex, part: JsonSchemaObject, name: string): readonly JsonSchema[] {
  const schemas: JsonSchema[] = [];
  const own = part.properties && Object.hasOwn(part.properties, name) ? part.properties[name] : undefined;
  if (own !== undefined) schemas.push(own);
  if (part.patternProperties) {
    for (const [pattern, schema] of Object.entries(part.patternProperties)) {
      if (shapes.pattern(pattern).test(name)) schemas.push(schema);
    }
  }
  return schemas.length === 0 && part.additionalProperties !== undefined ? [part.additionalProperties] : schemas;
}
