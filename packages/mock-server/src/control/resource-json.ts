import { type ApiDescription, type JsonSchema, objectProperties, type Resource, schemaShape } from "@onespec/spec-core";

/** What a person needs to know of a resource to read and edit its records. */
export function resourceJson({ schemas, resources }: ApiDescription, resource: Resource): object {
  const { name, collectionPath, itemPath, id, parents, schema, roles } = resource;
  const properties = [...objectProperties(schemas, schema.json).values()];
  const nameOf = (stateKey: string): string | undefined =>
    resources.find(({ collectionPath: path, stateKey: key }) => key === stateKey && path === stateKey)?.name ??
    resources.find(({ stateKey: key }) => key === stateKey)?.name;
  return {
    name,
    path: collectionPath,
    ...(itemPath === undefined ? {} : { itemPath }),
    ...(id.property === undefined ? {} : { id: id.property }),
    ...(schema.name === undefined ? {} : { schema: schema.name }),
    parents: parents.map((parent) => ({
      parameter: parent.parameter,
      ...(parent.resource ? { collection: nameOf(parent.resource.stateKey) } : {}),
      ...(parent.property ? { property: parent.property } : {}),
    })),
    operations: Object.fromEntries(Object.entries(roles).map(([role, operation]) => [role, operation.id])),
    properties: properties.map(({ name: property, schema: json, required, readOnly, writeOnly }) => {
      const shape = schemaShape(schemas, json);
      const { format, description, ...limits } = factsOf(schemas.follow(json));
      return {
        name: property,
        types: [...shape.types],
        required,
        ...(readOnly ? { readOnly } : {}),
        ...(writeOnly ? { writeOnly } : {}),
        ...(shape.values.length > 0 && !shape.isFreeText ? { values: shape.values.slice(0, MOST_VALUES) } : {}),
        ...(format === undefined ? {} : { format }),
        ...(description === undefined ? {} : { description }),
        ...limits,
      };
    }),
  };
}

const MOST_VALUES = 200;

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
