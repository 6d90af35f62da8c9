import { isLooseNull } from "../schema/allow-null.js";
import { isMultipleOf } from "../schema/multiple-of.js";
import type { JsonSchema, JsonSchemaObject, View } from "../schema/schema.js";
import { isExcluded } from "./is-excluded.js";
import { isOfFormat } from "./is-of-format.js";
import { isOfType } from "./is-of-type.js";
import { jsonEqual } from "./json-equal.js";
import { propertySchemas } from "./property-schemas.js";
import type { ShapeIndex } from "./shape-index.js";

type Values = Readonly<Record<string, unknown>>;
/** The schemas that are being applied to one and the same value, outermost first. */
type Trail = readonly JsonSchemaObject[];

const START: Trail = [];
const MOST_STEPS = 20_000;

/**
 * Is the value valid? For decisions on the way, on parts of values and schemas that nobody compiles; the last word on a sample has
 * the registry's validator. @see JSON Schema 2020-12
 */
export function conforms(shapes: ShapeIndex, schema: JsonSchema, value: unknown, view: View): boolean {
  return new Check(shapes, view).holds(schema, value, START);
}

class Check {
  readonly #shapes: ShapeIndex;
  readonly #view: View;
  readonly #results = new Map<JsonSchemaObject, Map<unknown, boolean>>();
  #steps = 0;

  constructor(shapes: ShapeIndex, view: View) {
    this.#shapes = shapes;
    this.#view = view;
  }

  holds(schema: JsonSchema, value: unknown, trail: Trail): boolean {
    const part = this.#shapes.schemas.follow(schema);
    if (typeof part === "boolean") return part;
    if (isLooseNull(part)) return false;
    // A schema that is an alternative of itself can never be the one that holds.
    if (trail.includes(part)) return false;
    // Alternatives of alternatives come to the same ones on many ways: from some point on each is asked once.
    const isBusy = ++this.#steps > MOST_STEPS;
    const known = isBusy ? this.#results.get(part)?.get(value) : undefined;
    if (known !== undefined) return known;
    const isRight =
      isOfTypes(part, value) &&
      isMember(part, value) &&
      this.#inKind(part, value, trail) &&
      this.#inPlace(part, value, trail);
    if (isBusy) this.#results.set(part, (this.#results.get(part) ?? new Map<unknown, boolean>()).set(value, isRight));
    return isRight;
  }

  #inKind(part: JsonSchemaObject, value: unknown, trail: Trail): boolean {
    if (typeof value === "string") return this.#isRightText(part, value);
    if (typeof value === "number") return isRightNumber(part, value);
    if (Array.isArray(value)) return this.#isRightArray(part, value);
    return typeof value !== "object" || value === null || this.#isRightObject(part, value as Values, trail);
  }

  #isRightText(part: JsonSchemaObject, value: string): boolean {
    const length = part.minLength === undefined && part.maxLength === undefined ? 0 : [...value].length;
    return (
      length >= (part.minLength ?? 0) &&
      length <= (part.maxLength ?? Number.POSITIVE_INFINITY) &&
      (part.pattern === undefined || this.#shapes.pattern(part.pattern).test(value)) &&
      isOfFormat(part.format, "string", value)
    );
  }

  #isRightArray(part: JsonSchemaObject, value: readonly unknown[]): boolean {
    if (value.length < (part.minItems ?? 0) || value.length > (part.maxItems ?? Number.POSITIVE_INFINITY)) return false;
    const rest = part.items ?? part.unevaluatedItems;
    const fits = value.every((element, index) => {
      const schema = part.prefixItems?.[index] ?? rest;
      return schema === undefined || this.holds(schema, element, START);
    });
    if (!fits || (part.uniqueItems && hasDuplicates(value))) return false;
    const { contains } = part;
    if (contains === undefined) return true;
    const count = value.filter((element) => this.holds(contains, element, START)).length;
    return count >= (part.minContains ?? 1) && count <= (part.maxContains ?? Number.POSITIVE_INFINITY);
  }

  #isRightObject(part: JsonSchemaObject, value: Values, trail: Trail): boolean {
    const keys = Object.keys(value);
    if (keys.length < (part.minProperties ?? 0) || keys.length > (part.maxProperties ?? Number.POSITIVE_INFINITY)) {
      return false;
    }
    const isMissing = (name: string): boolean => !Object.hasOwn(value, name) && !this.#isExcluded(part, name);
    if (part.required?.some(isMissing)) return false;
    for (const [name, names] of Object.entries(part.dependentRequired ?? {})) {
      if (Object.hasOwn(value, name) && names.some(isMissing)) return false;
    }
    const { propertyNames, unevaluatedProperties } = part;
    return keys.every(
      (key) =>
        propertySchemas(this.#shapes, part, key).every((schema) => this.holds(schema, value[key], START)) &&
        (propertyNames === undefined || this.holds(propertyNames, key, START)) &&
        (unevaluatedProperties === undefined ||
          this.#isEvaluated(part, key, value, trail) ||
          this.holds(unevaluatedProperties, value[key], START)),
    );
  }

  #isExcluded(part: JsonSchemaObject, name: string): boolean {
    const property = part.properties && Object.hasOwn(part.properties, name) ? part.properties[name] : undefined;
    return property !== undefined && isExcluded(this.#shapes.of(property), this.#view);
  }

  #isEvaluated(schema: JsonSchema, key: string, value: Values, trail: Trail): boolean {
    const part = this.#shapes.schemas.follow(schema);
    if (typeof part === "boolean" || trail.includes(part)) return false;
    if (propertySchemas(this.#shapes, part, key).length > 0) return true;
    const within = [...trail, part];
    const holds = (inner: JsonSchema): boolean => this.holds(inner, value, within);
    const applied = [...(part.allOf ?? []), ...[...(part.oneOf ?? []), ...(part.anyOf ?? [])].filter(holds)];
    if (part.if !== undefined) {
      const isMet = holds(part.if);
      applied.push(isMet ? part.if : true, (isMet ? part.then : part.else) ?? true);
    }
    for (const [name, dependent] of Object.entries(part.dependentSchemas ?? {})) {
      if (Object.hasOwn(value, name)) applied.push(dependent);
    }
    return applied.some((inner) => this.#isEvaluated(inner, key, value, within));
  }

  /** The keywords that apply other schemas to the same value. */
  #inPlace(part: JsonSchemaObject, value: unknown, trail: Trail): boolean {
    const { allOf, anyOf, oneOf, not, dependentSchemas } = part;
    if (!allOf && !anyOf && !oneOf && !dependentSchemas && not === undefined && part.if === undefined) return true;
    const within = [...trail, part];
    const holds = (schema: JsonSchema): boolean => this.holds(schema, value, within);
    // As a part of itself a schema adds nothing.
    const adds = (schema: JsonSchema): boolean =>
      !within.includes(this.#shapes.schemas.follow(schema) as JsonSchemaObject);
    if (allOf && !allOf.filter(adds).every(holds)) return false;
    if (anyOf && !anyOf.some(holds)) return false;
    if (oneOf && oneOf.filter(holds).length !== 1) return false;
    if (not !== undefined && holds(not)) return false;
    for (const [name, schema] of Object.entries(dependentSchemas ?? {})) {
      if (isRecord(value) && Object.hasOwn(value, name) && !holds(schema)) return false;
    }
    if (part.if === undefined) return true;
    return holds((holds(part.if) ? part.then : part.else) ?? true);
  }
}

function isOfTypes({ type }: JsonSchemaObject, value: unknown): boolean {
  if (type === undefined) return true;
  return typeof type === "string" ? isOfType(type, value) : type.some((one) => isOfType(one, value));
}

function isMember(part: JsonSchemaObject, value: unknown): boolean {
  if (part.enum && !part.enum.some((member) => jsonEqual(member, value))) return false;
  return !("const" in part) || jsonEqual(part.const, value);
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

function hasDuplicates(value: readonly unknown[]): boolean {
  return value.some((element, index) => {
    for (let earlier = 0; earlier < index; earlier++) if (jsonEqual(value[earlier], element)) return true;
    return false;
  });
}

function isRecord(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
