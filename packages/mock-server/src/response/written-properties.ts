import { itemSchemaOf, schemaAt, selectSuccess } from "@onespec/http-contract";
import {
  foldName,
  type JsonSchema,
  nameWords,
  nounForms,
  type ObjectProperty,
  type Operation,
  objectProperties,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
  type SingletonRole,
  sameNoun,
  schemaShape,
} from "@onespec/spec-core";
import { pathNoun } from "../model/path-words.js";
import { propertiesOf } from "../model/schema-questions.js";
import { spellings } from "./spellings.js";

/**
 * The properties of a record that the body of an operation declares, for every media type that it takes, under the names that the
 * record has for them.
 * @param place where they stand in the body, if not where the role says
 */
export function writtenProperties(
  schemas: SchemaRegistry,
  operation: Operation | undefined,
  record: JsonSchema | undefined = operation && "resource" in operation.role
    ? operation.role.resource.schema.json
    : undefined,
  place?: RecordPlace,
): readonly ObjectProperty[] {
  if (!operation) return [];
  const declared = declaredProperties(schemas, operation, place);
  const names = spellings(declared, objectProperties(schemas, record ?? true), operation);
  return names.size === 0
    ? declared
    : declared.map((property) => ({ ...property, name: names.get(property.name) ?? property.name }));
}

export function declaredProperties(
  schemas: SchemaRegistry,
  { role, requestBody }: Operation,
  place: RecordPlace = "body" in role ? role.body : [],
): readonly ObjectProperty[] {
  return sentSchemas(schemas, { role, requestBody }, place).flatMap((json) => propertiesOf(schemas, json));
}

/** The schemas of one record in the body of an operation, one of each media type. */
export function sentSchemas(
  schemas: SchemaRegistry,
  { role, requestBody }: Pick<Operation, "role" | "requestBody">,
  place: RecordPlace = "body" in role ? role.body : [],
): readonly JsonSchema[] {
  return (requestBody?.content ?? []).flatMap(({ schema }) => {
    const whole = schema && schemaAt(schemas, schema, place);
    const written = whole && "many" in role && role.many ? (itemSchemaOf(schemas, whole) ?? whole) : whole;
    return written ? [written.json] : [];
  });
}

/** `PUT /bookmark?position=3`, without a body: the properties of the document that is read there. */
function queriedDocument(
  schemas: SchemaRegistry,
  { parameters, requestBody }: Operation,
  { part, operations }: SingletonRole,
): ReadonlyMap<string, ObjectProperty> {
  const reading = operations.find(({ method }) => method === "get");
  const schema = reading && selectSuccess(reading).response?.content.find((media) => media.schema)?.schema;
  if (requestBody || (part !== "replace" && part !== "update") || !schema) return new Map();
  const place = reading.role.kind === "singleton" ? (reading.role.reply ?? []) : [];
  const known = objectProperties(schemas, schemaAt(schemas, schema, place)?.json ?? true);
  const asked = parameters.flatMap(({ name, in: where }) => (where === "query" ? (known.get(name) ?? []) : []));
  return new Map(asked.map((property) => [property.name, property]));
}

/**
 * The properties of a record that query parameters of its create or update set, by the parameter's name: `POST /cards?name=…`. The body
 * of an update declares none of that name, and that of a create comes first. An action without a body is sent these properties, and
 * its lists.
 */
export function queriedProperties(schemas: SchemaRegistry, operation: Operation): ReadonlyMap<string, ObjectProperty> {
  const { role, parameters, requestBody } = operation;
  const isAction = role.kind === "action" && !requestBody;
  if (role.kind === "singleton") return queriedDocument(schemas, operation, role);
  if (!isAction && role.kind !== "create" && role.kind !== "update" && role.kind !== "replace") return new Map();
  if (!parameters.some(({ in: place }) => place === "query")) return new Map();
  const isCreate = role.kind === "create";
  const written = new Set(isCreate ? [] : writtenProperties(schemas, operation).map(({ name }) => foldName(name)));
  const known = new Map(propertiesOf(schemas, role.resource.schema.json).map((one) => [foldName(one.name), one]));
  return new Map(
    parameters.flatMap(({ name, in: place, schema, required }): [string, ObjectProperty][] => {
      const property =
        known.get(foldName(name)) ??
        (isAction ? known.get(ownName(name, role.resource)) : undefined) ??
        (isAction && schemaShape(schemas, schema.json).types.has("array")
          ? { name, schema: schema.json, required, readOnly: false, writeOnly: false }
          : undefined) ??
        (isCreate ? withNoun(known, name, role.resource) : undefined);
      const isSet = place === "query" && property !== undefined && !property.readOnly && !written.has(foldName(name));
      return isSet ? [[name, property]] : [];
    }),
  );
}

/** `name` for the `newFolderName` of an action on a folder. */
function ownName(parameter: string, { collectionPath }: Resource): string {
  const noun = foldName(pathNoun(collectionPath));
  const words = nameWords(parameter);
  return words.filter((word, index) => !sameNoun(word, noun) && (index > 0 || word !== "new")).join("");
}

/** `dataset_type` for the `type` of a new dataset. */
function withNoun<T>(known: ReadonlyMap<string, T>, parameter: string, { collectionPath }: Resource): T | undefined {
  const nouns = nounForms(foldName(pathNoun(collectionPath)));
  return nouns.map((noun) => known.get(noun + foldName(parameter))).find((one) => one !== undefined);
}
