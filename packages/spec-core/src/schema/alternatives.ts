import { taggedBranches } from "./discriminator.js";
import type { JsonSchema, JsonSchemaObject, SchemaRegistry } from "./schema.js";
import { createSubtypeIndex } from "./subtypes.js";
import { isNullSchema } from "./unwrap-schema.js";

/** What a value of a schema may be beside what the schema itself says: one of its branches, or a subtype that extends it. */
export interface Alternatives {
  readonly all: readonly JsonSchema[];
  /** Does it depend on the value which of them count? */
  readonly isOpen: boolean;
  /** The property whose value names them. */
  readonly tag?: { readonly propertyName: string; readonly byTag: ReadonlyMap<string, readonly JsonSchema[]> };
}

/** Finds the alternatives of schemas, each once. */
export function alternativesFinder(schemas: SchemaRegistry): (json: JsonSchemaObject) => Alternatives {
  const subtypes = createSubtypeIndex(schemas);
  const known = new WeakMap<JsonSchemaObject, Alternatives>();

  function find(json: JsonSchemaObject): Alternatives {
    const below = subtypes.of(json);
    if (below !== undefined) {
      const byTag = new Map([...below.byTag].map(([tag, schema]) => [tag, [schema.json]]));
      return { all: [...byTag.values()].flat(), isOpen: byTag.size > 0, tag: { ...below, byTag } };
    }
    const all = [...(json.oneOf ?? []), ...(json.anyOf ?? [])].filter((branch) => !isNullSchema(branch));
    const isOpen = all.length > 1;
    const tagged = json.discriminator === undefined ? undefined : taggedBranches(schemas, json);
    if (tagged === undefined) return { all, isOpen };
    const { propertyName, branches } = tagged;
    const named = [...tagged.byTag].map(
      ([tag, positions]) => [tag, positions.map((at) => branches[at] ?? true)] as const,
    );
    return { all, isOpen, tag: { propertyName, byTag: new Map(named) } };
  }

  return (json) => {
    let found = known.get(json);
    if (found === undefined) {
      found = find(json);
      known.set(json, found);
    }
    return found;
  };
}
