import { isMultipleOf } from "../schema/multiple-of.js";
import type { JsonSchema, JsonSchemaObject, View } from "../schema/schema.js";
import { isExcluded } from "./is-excluded.js";
import { isOfFormat } from "./is-of-format.js";
import { isOfType } from "./is-of-type.js";
import { jsonEqual } from "./json-equal.js";
import type { ShapeIndex } from "./shape-index.js";

type Values = Readonly<Record<string, unknown>>;

/**
 * Is the value valid? For decisions on the way, on parts of values and schemas that nobody compiles; the last word on a sample has
 * the registry's validator. @see JSON Schema 2020-12
 */
export function conforms(shapes: ShapeIndex, schema: JsonSchema, value: unknown, view: View): boolean {
  const part = shapes.schemas.follow(schema);
  if (typeof part === "boolean") return part;
  return (
    isOfTypes(part, value) &&
    isMember(part, value) &&
    conformsInKind(shapes, part, value, view) &&
    conformsInPlace(shapes, part, value, view)
  );
}

function isOfTypes({ type }: JsonSchemaObject, value: unknown): boolean {
  if (type === undefined) return true;
  return typeof type === "string" ? isOfType(type, value) : type.some((one) => isOfType(one, value));
}

function isMember(part: JsonSchemaObject, value: unknown): boolean {
  if (part.enum && !part.enum.some((member) => jsonEqual(member, value))) return false;
  return !("const" in part) || jsonEqual(part.const, value);
}

function conformsInKind(shapes: ShapeIndex, part: JsonSchemaObject, value: unknown, view: View): boolean {
  if (typeof value === "string") return isRightText(shapes, part, value);
  if (typeof value === "number") return isRightNumber(part, value);
  if (Array.isArray(value)) return isRightArray(shapes, part, value, view);
  return typeof value !== "object" || value === null || isRightObject(shapes, part, value as Values, view);
}

function isRightText(shapes: ShapeIndex, part: JsonSchemaObject, value: string): boolean {
  const length = part.minLength === undefined && part.maxLength === undefined ? 0 : [...value].length;
  return (
    length >= (part.minLength ?? 0) &&
    length <= (part.maxLength ?? Number.POSITIVE_INFINITY) &&
    (part.pattern === undefined || shapes.pattern(part.pattern).test(value)) &&
    isOfFormat(part.format, "string", value)
  );
}

function isRightNumber(part: JsonSchemaObject, value: number): boolean {
  return (
    value >= (part.minimum ?? Number.NEGATIVE_INFINITY) &&
    value <= (part.maximum ?? Number.POSITIVE_INFINITY) &&
    (part.exclusiveMinimum === undefined || value > part.exclusiveMinimum) &&
    (part.exclusiveMaximum === undefined || value < part.exclusiveMaximum) &&
    (part.multipleOf === undefined || isMultipleOf(value, part.multipleOf)) &&
    isOfFormat(part.format, "number", value)
  );
}

function isRightArray(shapes: ShapeIndex, part: JsonSchemaObject, value: readonly unknown[], view: View): boolean {
  if (value.length < (part.minItems ?? 0) || value.length > (part.maxItems ?? Number.POSITIVE_INFINITY)) return false;
  const rest = part.items ?? part.unevaluatedItems;
  const fits = value.every((element, index) => {
    const schema = part.prefixItems?.[index] ?? rest;
    return schema === undefined || conforms(shapes, schema, element, view);
  });
  if (!fits || (part.uniqueItems && hasDuplicates(value))) return false;
  const { contains } = part;
  if (contains === undefined) return true;
  const count = value.filter((element) => conforms(shapes, contains, element, view)).length;
  return count >= (part.minContains ?? 1) && count <= (part.maxContains ?? Number.POSITIVE_INFINITY);
}

function hasDuplicates(value: readonly unknown[]): boolean {
  return value.some((element, index) => value.slice(0, index).some((earlier) => jsonEqual(earlier, element)));
}

function isRightObject(shapes: ShapeIndex, part: JsonSchemaObject, value: Values, view: View): boolean {
  const keys = Object.keys(value);
  if (keys.length < (part.minProperties ?? 0) || keys.length > (part.maxProperties ?? Number.POSITIVE_INFINITY))
    return false;
  const missing = (name: string): boolean => !Object.hasOwn(value, name) && !isExcludedHere(shapes, part, name, view);
  if (part.required?.some(missing)) return false;
  for (const [name, names] of Object.entries(part.dependentRequired ?? {})) {
    if (Object.hasOwn(value, name) && names.some(missing)) return false;
  }
  for (const [name, schema] of Object.entries(part.dependentSchemas ?? {})) {
    if (Object.hasOwn(value, name) && !conforms(shapes, schema, value, view)) return false;
  }
  return keys.every(
    (key) =>
      propertySchemas(shapes, part, key).every((schema) => conforms(shapes, schema, value[key], view)) &&
      (part.propertyNames === undefined || conforms(shapes, part.propertyNames, key, view)) &&
      (part.unevaluatedProperties === undefined ||
        isEvaluated(shapes, part, key, value, view) ||
        conforms(shapes, part.unevaluatedProperties, value[key], view)),
  );
}

function isExcludedHere(shapes: ShapeIndex, part: JsonSchemaObject, name: string, view: View): boolean {
  const property = part.properties && Object.hasOwn(part.properties, name) ? part.properties[name] : undefined;
  return property !== undefined && isExcluded(shapes.of(property), view);
}

/** What one schema object alone asks of a property: of its `properties` and `patternProperties`, else of `additionalProperties`. */
export function propertySchemas(shapes: ShapeIndex, part: JsonSchemaObject, name: string): readonly JsonSchema[] {
  const schemas: JsonSchema[] = [];
  const own = part.properties && Object.hasOwn(part.properties, name) ? part.properties[name] : undefined;
  if (own !== undefined) schemas.push(own);
  for (const [pattern, schema] of Object.entries(part.patternProperties ?? {})) {
    if (shapes.pattern(pattern).test(name)) schemas.push(schema);
  }
  return schemas.length === 0 && part.additionalProperties !== undefined ? [part.additionalProperties] : schemas;
}

function isEvaluated(shapes: ShapeIndex, schema: JsonSchema, key: string, value: Values, view: View): boolean {
  const part = shapes.schemas.follow(schema);
  if (typeof part === "boolean") return false;
  if (propertySchemas(shapes, part, key).length > 0) return true;
  const applied = [...(part.allOf ?? [])];
  if (part.if !== undefined) {
    const holds = conforms(shapes, part.if, value, view);
    applied.push(holds ? part.if : true, (holds ? part.then : part.else) ?? true);
  }
  for (const branch of [...(part.oneOf ?? []), ...(part.anyOf ?? [])]) {
    if (conforms(shapes, branch, value, view)) applied.push(branch);
  }
  for (const [name, dependent] of Object.entries(part.dependentSchemas ?? {})) {
    if (Object.hasOwn(value, name)) applied.push(dependent);
  }
  return applied.some((inner) => isEvaluated(shapes, inner, key, value, view));
}

function conformsInPlace(shapes: ShapeIndex, part: JsonSchemaObject, value: unknown, view: View): boolean {
  const holds = (schema: JsonSchema): boolean => conforms(shapes, schema, value, view);
  if (part.allOf && !part.allOf.every(holds)) return false;
  if (part.anyOf && !part.anyOf.some(holds)) return false;
  if (part.oneOf && part.oneOf.filter(holds).length !== 1) return false;
  if (part.not !== undefined && holds(part.not)) return false;
  if (part.if === undefined) return true;
  return holds((holds(part.if) ? part.then : part.else) ?? true);
}
