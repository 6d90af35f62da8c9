import { schemaAt, selectSuccess, writtenProperties } from "@onespec/http-contract";
import {
  foldName,
  nameWords,
  nounForms,
  type ObjectProperty,
  type Operation,
  objectProperties,
  pathNoun,
  type Resource,
  type SchemaRegistry,
  type SingletonRole,
  sameNoun,
  schemaShape,
} from "@onespec/spec-core";
import { propertiesOf } from "../model/schema-questions.js";

/** The properties of a document that a query writes, without a body: `PUT /bookmark?position=3`. */
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
 * The properties of a record that query parameters set, by the parameter's name: `POST /cards?name=…`. For updates and replacements, only
 * properties that the body does not declare. For creates, the body takes precedence. For actions without a body, also lists.
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

/** The property that a parameter of an action means: `name` for the `newFolderName` of an action on a folder. */
function ownName(parameter: string, { collectionPath }: Resource): string {
  const noun = foldName(pathNoun(collectionPath));
  const words = nameWords(parameter);
  return words.filter((word, index) => !sameNoun(word, noun) && (index > 0 || word !== "new")).join("");
}

/** The property that a parameter of a create means: `dataset_type` for the `type` of a new dataset. */
function withNoun<T>(known: ReadonlyMap<string, T>, parameter: string, { collectionPath }: Resource): T | undefined {
  const nouns = nounForms(foldName(pathNoun(collectionPath)));
  return nouns.map((noun) => known.get(noun + foldName(parameter))).find((one) => one !== undefined);
}
