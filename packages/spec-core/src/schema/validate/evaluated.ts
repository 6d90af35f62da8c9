import type { CheckedSchema, CheckedSchemaObject, CheckedUnit } from "../views/checked-schema.js";
import type { SchemaView } from "../views/schema-view.js";

/**
 * Finds the names, or positions, of the members that no keyword of a schema has evaluated. `unevaluatedProperties` and
 * `unevaluatedItems` apply to them. The schema must accept the value.
 * @see JSON Schema 2020-12, section 11
 */
export class UnevaluatedMembers {
  readonly #view: SchemaView;
  readonly #passes: (unit: CheckedUnit, value: unknown) => boolean;

  constructor(view: SchemaView, passes: (unit: CheckedUnit, value: unknown) => boolean) {
    this.#view = view;
    this.#passes = passes;
  }

  of(schema: CheckedSchema, value: object, names: readonly string[] = Object.keys(value)): readonly string[] {
    if (typeof schema === "boolean" || names.length === 0) return names;
    const { items, unevaluatedItems, additionalProperties, unevaluatedProperties } = schema;
    const others = Array.isArray(value) ? (items ?? unevaluatedItems) : (additionalProperties ?? unevaluatedProperties);
    if (others !== undefined) return [];
    let left: readonly string[] = Array.isArray(value) ? this.#items(schema, value, names) : this.#named(schema, names);
    for (const part of this.#applied(schema, value)) left = this.of(part, value, left);
    return left;
  }

  #items(
    { prefixItems = [], contains = false }: CheckedSchemaObject,
    value: readonly unknown[],
    names: readonly string[],
  ) {
    return names.filter((name) => Number(name) >= prefixItems.length && !this.#holds(contains, value[Number(name)]));
  }

  #named({ properties = {}, patternProperties = {} }: CheckedSchemaObject, names: readonly string[]) {
    const patterns = Object.keys(patternProperties).map((pattern) => this.#view.matcher(pattern));
    return names.filter((name) => !Object.hasOwn(properties, name) && !patterns.some(({ test }) => test(name)));
  }

  /** The parts of a schema that apply to the same value and accept it. */
  #applied(schema: CheckedSchemaObject, value: object): CheckedSchema[] {
    const { allOf = [], anyOf = [], oneOf = [], if: condition, dependentSchemas = {} } = schema;
    const key = schema["x-reference"] ?? schema["x-alternative"];
    const applied = [...allOf, ...[...anyOf, ...oneOf].filter((branch) => this.#holds(branch, value))];
    if (key !== undefined) applied.push(this.#view.unit(key).schema);
    if (condition !== undefined) {
      const [first, then = true] = this.#holds(condition, value) ? [condition, schema.then] : [true, schema.else];
      applied.push(first, then);
    }
    for (const [name, part] of Object.entries(dependentSchemas)) if (Object.hasOwn(value, name)) applied.push(part);
    return applied;
  }

  #holds(schema: CheckedSchema, value: unknown): boolean {
    if (typeof schema === "boolean") return schema;
    return this.#passes(this.#view.unit(schema["x-alternative"] as string), value);
  }
}
