import {
  type JsonSchema,
  type ObjectProperty,
  type Resource,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import type { MockContext } from "../model/mock-context.js";
import { propertiesOf } from "../model/schema-questions.js";
import { EACH, type PlaceStep, type Reference } from "../relations/reference.js";
import { relationsOf } from "../relations/relations.js";

const MOST_VALUES = 200;
/** Levels of nested objects and arrays; deeper ones are shown as JSON. */
const DEEPEST = 4;
const MOST_PROPERTIES = 600;

/** The facts of a resource that a person needs to read and edit its records. */
export function resourceJson(context: MockContext, resource: Resource): object {
  const { resources } = context.api;
  const { name, collectionPath, itemPath, id, parents, schema, roles } = resource;
  const nameOf = ({ stateKey }: Resource): string | undefined =>
    resources.find(({ collectionPath: path, stateKey: key }) => key === stateKey && path === stateKey)?.name ??
    resources.find(({ stateKey: key }) => key === stateKey)?.name;
  const references = relationsOf(context).from(resource);
  return {
    name,
    path: collectionPath,
    ...(itemPath === undefined ? {} : { itemPath }),
    ...(id.property === undefined ? {} : { id: id.property }),
    ...(schema.name === undefined ? {} : { schema: schema.name }),
    parents: parents.map((parent) => ({
      parameter: parent.parameter,
      ...(parent.resource ? { collection: nameOf(parent.resource) } : {}),
      ...(parent.property ? { property: parent.property } : {}),
    })),
    operations: Object.fromEntries(Object.entries(roles).map(([role, operation]) => [role, operation.id])),
    properties: propertiesJson(context.schemas, schema.json, (place) => {
      const found = references.find((one) => isSamePlace(one, place));
      const collection = found && found.inner === undefined ? nameOf(found.target) : undefined;
      return collection === undefined ? {} : { reference: collection };
    }),
  };
}

/** Facts of a place in a record that do not stand in its schema. */
type FactsOfPlace = (place: readonly PlaceStep[]) => object;

/** The properties of an object, with those of the objects and arrays inside. */
export function propertiesJson(
  schemas: SchemaRegistry,
  json: JsonSchema,
  factsOfPlace: FactsOfPlace = () => ({}),
): readonly object[] {
  let left = MOST_PROPERTIES;
  const inside = (schema: JsonSchema, place: readonly PlaceStep[], depth: number): object => {
    const shape = schemaShape(schemas, schema);
    const { format, description, ...limits } = factsOf(schemas.follow(schema));
    const own = [...shape.types].filter((type) => type !== "null");
    const isDeeper = own.length === 1 && depth < DEEPEST && left > 0;
    const properties = isDeeper && own[0] === "object" ? membersOf(schema, place, depth + 1) : [];
    const items = isDeeper && own[0] === "array" && shape.items !== undefined ? shape.items : undefined;
    return {
      types: [...shape.types],
      ...(shape.values.length > 0 && !shape.isFreeText ? { values: shape.values.slice(0, MOST_VALUES) } : {}),
      ...(format === undefined ? {} : { format }),
      ...(description === undefined ? {} : { description }),
      ...limits,
      ...factsOfPlace(place),
      ...(properties.length > 0 ? { properties } : {}),
      ...(items === undefined
        ? {}
        : { items: { name: "", required: false, ...inside(items, [...place, EACH], depth + 1) } }),
    };
  };
  const member = (
    { name, schema, required, readOnly, writeOnly }: ObjectProperty,
    place: readonly PlaceStep[],
    depth: number,
  ): object => ({
    name,
    required,
    ...(readOnly ? { readOnly } : {}),
    ...(writeOnly ? { writeOnly } : {}),
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

interface Facts {
  readonly format?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

function factsOf(json: JsonSchema): Facts {
  if (typeof json === "boolean") return {};
  const { format, description, minimum, maximum, maxLength } = json;
  return {
    ...(typeof format === "string" ? { format } : {}),
    ...(typeof description === "string" ? { description } : {}),
    ...(typeof minimum === "number" ? { minimum } : {}),
    ...(typeof maximum === "number" ? { maximum } : {}),
    ...(typeof maxLength === "number" ? { maxLength } : {}),
  };
}
