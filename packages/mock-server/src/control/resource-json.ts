import {
  type JsonSchema,
  keywordsOf,
  type ObjectProperty,
  type Resource,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import { stateOwners } from "../behaviour/record/resource-state.js";
import type { MockContext } from "../model/mock-context.js";
import { propertiesOf } from "../model/schema-questions.js";
import { EACH, type PlaceStep, type Reference } from "../relations/reference.js";
import { relationsOf } from "../relations/relations.js";

const MOST_VALUES = 200;
/** Depth to which nested objects and arrays are listed. Deeper ones are shown as JSON. */
const DEEPEST = 4;
const MOST_PROPERTIES = 600;

/**
 * The facts that a person needs to read and edit the records of a resource. The JSON omits properties that are
 * `undefined`.
 */
export function resourceJson(context: MockContext, resource: Resource): object {
  const { resources } = context.api;
  const { name, collectionPath, itemPath, id, parents, schema, roles } = resource;
  const owners = stateOwners(resources);
  const nameOf = ({ stateKey }: Resource): string | undefined => owners.get(stateKey)?.name;
  const references = relationsOf(context).from(resource);
  return {
    name,
    path: collectionPath,
    itemPath,
    id: id.property,
    schema: schema.name,
    parents: parents.map(({ parameter, resource: parent, property }) => ({
      parameter,
      collection: parent && nameOf(parent),
      property,
    })),
    operations: Object.fromEntries(Object.entries(roles).map(([role, operation]) => [role, operation.id])),
    properties: propertiesJson(context.schemas, schema.json, (place) => {
      const found = references.find((one) => isSamePlace(one, place));
      return { reference: found?.inner === undefined ? found && nameOf(found.target) : undefined };
    }),
  };
}

/** Returns facts about a place in a record that are not in its schema. */
type FactsOfPlace = (place: readonly PlaceStep[]) => object;

/** The properties of an object, including those of nested objects and arrays. */
export function propertiesJson(
  schemas: SchemaRegistry,
  json: JsonSchema,
  factsOfPlace: FactsOfPlace = () => ({}),
): readonly object[] {
  let left = MOST_PROPERTIES;
  const inside = (schema: JsonSchema, place: readonly PlaceStep[], depth: number): object => {
    const shape = schemaShape(schemas, schema);
    const { format, description, minimum, maximum, maxLength } = keywordsOf(schemas, schema);
    const own = [...shape.types].filter((type) => type !== "null");
    const isDeeper = own.length === 1 && depth < DEEPEST && left > 0;
    const properties = isDeeper && own[0] === "object" ? membersOf(schema, place, depth + 1) : [];
    const items = isDeeper && own[0] === "array" && shape.items !== undefined ? shape.items : undefined;
    return {
      types: [...shape.types],
      values: shape.values.length > 0 && !shape.isFreeText ? shape.values.slice(0, MOST_VALUES) : undefined,
      format,
      description,
      minimum,
      maximum,
      maxLength,
      ...factsOfPlace(place),
      properties: properties.length > 0 ? properties : undefined,
      items: items && { name: "", required: false, ...inside(items, [...place, EACH], depth + 1) },
    };
  };
  const member = (
    { name, schema, required, readOnly, writeOnly }: ObjectProperty,
    place: readonly PlaceStep[],
    depth: number,
  ): object => ({
    name,
    required,
    readOnly: readOnly || undefined,
    writeOnly: writeOnly || undefined,
    ...inside(schema, [...place, name], depth),
  });
  const membersOf = (schema: JsonSchema, place: readonly PlaceStep[], depth: number): readonly object[] => {
    const members = propertiesOf(schemas, schema);
    left -= members.length;
    return members.map((one) => member(one, place, depth));
  };
  return membersOf(json, [], 0);
}

function isSamePlace({ place }: Reference, other: readonly PlaceStep[]): boolean {
  return place.length === other.length && place.every((step, index) => step === other[index]);
}
