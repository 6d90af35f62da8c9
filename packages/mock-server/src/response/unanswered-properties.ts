import { writtenProperties } from "@onespec/http-contract";
import {
  isObject,
  type JsonSchema,
  objectProperties,
  type Resource,
  type SchemaRegistry,
  schemaShape,
  spellings,
} from "@onespec/spec-core";
import type { JsonObject } from "../store/record-store.js";

/**
 * Omits properties that requests declare and the answer does not, such as a password. Nested properties are omitted only if they are
 * writeOnly. Properties that the answer declares stay, even if they are writeOnly in the request (Jira's priorities). Returns `undefined`
 * if there is nothing to omit.
 */
export function withoutUnanswered(
  schemas: SchemaRegistry,
  { roles: { create, replace, update } }: Pick<Resource, "roles">,
  answers: JsonSchema,
): ((value: JsonObject) => JsonObject) | undefined {
  const written = [create, replace, update].flatMap((operation) => writtenProperties(schemas, operation));
  const answered = objectProperties(schemas, answers);
  const names = spellings(written, answered);
  const respelt = written.map((property) => ({ ...property, name: names.get(property.name) ?? property.name }));
  const hidden = compare(schemas, answers, respelt, answered.size > 0, 0);
  return hidden.size === 0 ? undefined : (value) => without(value, hidden) as JsonObject;
}

/** Properties, or parts of them, that requests write and answers omit. */
type Hidden = ReadonlyMap<string, "whole" | Hidden>;

/** Maximum depth of nested schemas that are compared. */
const DEEPEST = 8;

interface Written {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly writeOnly: boolean;
}

/** @param hidesAll hides all properties, and not only those that are writeOnly */
function compare(
  schemas: SchemaRegistry,
  answers: JsonSchema,
  written: Iterable<Written>,
  hidesAll: boolean,
  depth: number,
): Hidden {
  const answered = objectProperties(schemas, answers);
  const hidden = new Map<string, "whole" | Hidden>();
  for (const { name, schema, writeOnly } of written) {
    const property = answered.get(name);
    if (!property) {
      if (writeOnly || hidesAll) hidden.set(name, "whole");
      continue;
    }
    const [there, here] = [elementOf(schemas, property.schema), elementOf(schemas, schema)];
    // The answer uses the same schema, so nothing inside is hidden.
    if (there === here || depth === DEEPEST) continue;
    const inside = compare(schemas, there, objectProperties(schemas, here).values(), false, depth + 1);
    if (inside.size > 0) hidden.set(name, inside);
  }
  return hidden;
}

/** The items of a list, or the schema itself. */
function elementOf(schemas: SchemaRegistry, json: JsonSchema): JsonSchema {
  const { items, properties } = schemaShape(schemas, json);
  return schemas.follow(items === undefined || properties.size > 0 ? json : items);
}

function without(value: unknown, hidden: Hidden): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, hidden));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const what = hidden.get(name);
      return what === "whole" ? [] : [[name, what ? without(inner, what) : inner]];
    }),
  );
}
