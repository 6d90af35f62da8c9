import { writtenProperties } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  nameWords,
  nounForms,
  type ObjectProperty,
  type Operation,
  objectProperties,
  pathNoun,
  type Resource,
  type SchemaRegistry,
  valueAtPlace,
} from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import type { JsonObject } from "../../store/record-store.js";

/** A sent property that names another record, for example by its key or name, and the property of the new record that shows its id. */
interface NamedReference {
  readonly sent: string;
  readonly shown: string;
  readonly resource: Resource;
  /** A property of `resource`. */
  readonly property: string;
}

/**
 * Sets the ids of other records in a new record. If a client sends `customerKey` or `customer`, the record gets the `customerId` of the
 * customer with this `key`, id or name. `undefined` if the description has no such properties.
 */
export function createNamedReferences(
  { api, schemas, states, seeds }: Pick<MockContext, "api" | "schemas" | "states" | "seeds">,
  operation: Operation,
  resource: Resource,
): ((sent: JsonObject) => Promise<JsonObject>) | undefined {
  const written = writtenProperties(schemas, operation);
  const shown = objectProperties(schemas, resource.schema.json);
  const references = api.resources.flatMap((other) =>
    other === resource ? [] : referencesTo(schemas, other, written, shown),
  );
  if (references.length === 0) return undefined;
  return async (sent) => {
    let named = sent;
    for (const reference of references) {
      const own = sent[reference.sent];
      // `project: "7"` has become an object with the id, if records have an object there.
      const value = isObject(own) ? valueAtPlace(own, reference.resource.id.property ?? []) : own;
      if (typeof value !== "string" || named[reference.shown] !== undefined) continue;
      await seeds.fill(reference.resource, []);
      const where = [{ property: [reference.property], operator: "eq" as const, value }];
      const [record] = (await states.of(reference.resource).collection.list({ scope: [], where, limit: 1 })).records;
      const id = record && valueAtPlace(record.value, reference.resource.id.property ?? []);
      if (id !== undefined) named = { ...named, [reference.shown]: id };
    }
    return named;
  };
}

function referencesTo(
  schemas: SchemaRegistry,
  resource: Resource,
  written: readonly ObjectProperty[],
  shown: ReadonlyMap<string, ObjectProperty>,
): NamedReference[] {
  const [id, ...inner] = resource.id.property ?? [];
  if (id === undefined || inner.length > 0 || resource.parents.length > 0) return [];
  const nouns = nounForms(foldName(pathNoun(resource.collectionPath)));
  // `lago_customer_id`, if customers have a `lago_id`.
  const words = nameWords(id);
  const ids = nouns.map((noun) => [...words.slice(0, -1), noun, ...words.slice(-1)].join(""));
  const holder = [...shown.keys()].find((name) => ids.includes(foldName(name)));
  if (holder === undefined) return [];
  const own = objectProperties(schemas, resource.schema.json);
  return written.flatMap(({ name }): NamedReference[] => {
    const sent = nameWords(name);
    const isCalled = nouns.includes(sent.join(""));
    if (isCalled && name !== holder)
      return [id, "name"].flatMap((one) =>
        own.has(one) ? { sent: name, shown: holder, resource, property: one } : [],
      );
    const rest = sent.filter((word) => !nouns.includes(word)).join("");
    const property = [...own.keys()].find((one) => one !== id && foldName(one) === rest);
    const isNaming = rest !== "" && rest !== sent.join("") && name !== holder && property !== undefined;
    return isNaming ? [{ sent: name, shown: holder, resource, property }] : [];
  });
}
