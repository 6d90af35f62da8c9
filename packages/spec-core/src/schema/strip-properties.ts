import { taggedBranches } from "./discriminator.js";
import { toMatcher } from "./matcher.js";
import type { JsonSchema, JsonSchemaObject, SchemaRegistry, View } from "./schema.js";
import type { PropertyFlag } from "./schema-flags.js";
import { isNullSchema } from "./unwrap-schema.js";

/** Which properties go, and how a value is judged where its schema offers alternatives. */
export interface StripRules {
  readonly flag: PropertyFlag;
  readonly view: View;
}

/**
 * The value without the properties that its schema flags, at any depth; the same object where there is nothing to take
 * out. Of alternatives those count that the value satisfies, or that its tag names.
 */
export function stripProperties(schemas: SchemaRegistry, json: JsonSchema, value: unknown, rules: StripRules): unknown {
  return new Strip(schemas, rules).value(value, [json]);
}

class Strip {
  readonly #schemas: SchemaRegistry;
  readonly #rules: StripRules;

  constructor(schemas: SchemaRegistry, rules: StripRules) {
    this.#schemas = schemas;
    this.#rules = rules;
  }

  value(value: unknown, applied: readonly JsonSchema[]): unknown {
    if (typeof value !== "object" || value === null || applied.length === 0) return value;
    const parts = new Set<JsonSchemaObject>();
    for (const json of applied) this.#collect(json, value, parts);
    if (parts.size === 0) return value;
    return Array.isArray(value) ? this.#array(value, parts) : this.#object(value as Record<string, unknown>, parts);
  }

  /** The schemas that are about the value itself. */
  #collect(json: JsonSchema, value: object, parts: Set<JsonSchemaObject>): void {
    const target = this.#schemas.follow(json);
    if (typeof target === "boolean" || parts.has(target)) return;
    parts.add(target);
    for (const part of target.allOf ?? []) this.#collect(part, value, parts);
    for (const branch of this.#chosen(target, value)) this.#collect(branch, value, parts);
  }

  #chosen(json: JsonSchemaObject, value: object): readonly JsonSchema[] {
    const branches = [...(json.oneOf ?? []), ...(json.anyOf ?? [])].filter((branch) => !isNullSchema(branch));
    if (branches.length < 2) return branches;
    const tagged = json.discriminator === undefined ? undefined : taggedBranches(this.#schemas, json);
    if (tagged !== undefined && Object.hasOwn(value, tagged.propertyName)) {
      const tag = (value as Record<string, unknown>)[tagged.propertyName];
      const named = tagged.byTag.get(String(tag))?.map((position) => tagged.branches[position] ?? true);
      if (named !== undefined) return named;
    }
    const { view } = this.#rules;
    return branches.filter((branch) => this.#schemas.validator(this.#schemas.schemaOf(branch), view).isValid(value));
  }

  #array(value: readonly unknown[], parts: ReadonlySet<JsonSchemaObject>): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (const [index, item] of value.entries()) {
      const stripped = this.value(
        item,
        [...parts].map(({ prefixItems, items }) => prefixItems?.[index] ?? items ?? true),
      );
      if (stripped === item) continue;
      copy ??= [...value];
      copy[index] = stripped;
    }
    return copy ?? value;
  }

  #object(value: Readonly<Record<string, unknown>>, parts: ReadonlySet<JsonSchemaObject>): object {
    const kept: [string, unknown][] = [];
    let isChanged = false;
    for (const [name, member] of Object.entries(value)) {
      const declared = [...parts].flatMap(({ properties }): readonly JsonSchema[] =>
        properties !== undefined && Object.hasOwn(properties, name) ? [properties[name] ?? true] : [],
      );
      if (declared.some((json) => this.#schemas.isFlagged(json, this.#rules.flag))) {
        isChanged = true;
        continue;
      }
      const stripped = this.value(member, memberSchemas(parts, name, declared));
      isChanged ||= stripped !== member;
      kept.push([name, stripped]);
    }
    return isChanged ? Object.fromEntries(kept) : value;
  }
}

function memberSchemas(
  parts: ReadonlySet<JsonSchemaObject>,
  name: string,
  declared: readonly JsonSchema[],
): readonly JsonSchema[] {
  const others = [...parts].flatMap(
    ({ properties, patternProperties, additionalProperties }): readonly JsonSchema[] => {
      const matching = Object.entries(patternProperties ?? {}).filter(([pattern]) => toMatcher(pattern)?.test(name));
      const isDeclared = properties !== undefined && Object.hasOwn(properties, name);
      const isExtra = !isDeclared && matching.length === 0 && additionalProperties !== undefined;
      return [...matching.map(([, json]) => json), ...(isExtra ? [additionalProperties] : [])];
    },
  );
  return [...declared, ...others];
}
