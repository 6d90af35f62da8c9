import {
  type Filter,
  filtersByName,
  foldName,
  isWriteOnlyAt,
  type JsonSchema,
  type ObjectProperty,
  objectProperties,
  type Parameter,
  pathNoun,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import { schemaAt } from "../response/schema-at.js";
import { coerceValue } from "../wire/text-values.js";

/** The fields of records, as filters name them. */
export interface RecordFields {
  /** `metadata.name`, `users.email` of SQL. `undefined`: records do not have it. */
  placeOf(name: string): RecordPlace | undefined;
  /** The condition that a query parameter of that name would set: of the id for `ids`, of `company.id` for `company_id`. */
  filterOf(name: string): Pick<Filter, "property" | "operator"> | undefined;
  /** The `labels` that `label: "key=value"` is about: a map of texts in a record, or in one of its objects. */
  labelsPlaceOf(name: string): RecordPlace | undefined;
  /** No answer shows it. */
  isHidden(place: RecordPlace): boolean;
  /** A text as the field has it: `"3"` as 3. */
  coerced(place: RecordPlace, value: unknown): unknown;
}

export function recordFields(schemas: SchemaRegistry, resource: Resource, parameter: Parameter): RecordFields {
  let find: ReturnType<typeof filtersByName> | undefined;
  const record = resource.schema.json;
  const properties = objectProperties(schemas, record);
  return {
    placeOf(name) {
      const [first = "", ...rest] = name.split(".");
      const isTable = rest.length > 0 && !properties.has(first) && first === pathNoun(resource.collectionPath);
      const words = isTable ? rest : [first, ...rest];
      const start = holderOf(schemas, resource, words[0] ?? "");
      let json = schemaAt(schemas, resource.schema, start)?.json ?? true;
      const place = [...start];
      for (const word of words) {
        const declared = objectProperties(schemas, json);
        const found = declared.get(word) ?? [...declared.values()].find((one) => foldName(one.name) === foldName(word));
        if (!found && declared.size > 0) return undefined;
        place.push(found?.name ?? word);
        json = found?.schema ?? true;
      }
      return place;
    },
    filterOf(name) {
      find ??= filtersByName(schemas, resource, parameter, foldName(pathNoun(resource.collectionPath)));
      return find(name);
    },
    labelsPlaceOf: (name) => labelsPlace(schemas, record, name),
    isHidden: (place) => isWriteOnlyAt(schemas, record, place),
    coerced(place, value) {
      const json = schemaAt(schemas, resource.schema, place)?.json ?? true;
      return typeof value === "string" ? coerceValue(schemas, json, value) : value;
    },
  };
}

/** The place of a field that clients name, where the record has it, or an object that takes any. */
export function openPlace(
  schemas: SchemaRegistry,
  resource: Resource,
  words: readonly string[],
): RecordPlace | undefined {
  const holder = holderOf(schemas, resource, words[0] ?? "");
  return holder.length > 0 ? [...holder, ...words] : undefined;
}

/** Names of objects that hold what clients like. */
const OPEN_OBJECTS = ["payload", "metadata", "attributes", "properties", "fields"];

/** The object of a record that holds a field: the record, its `attributes` (JSON:API), or an object of whatever clients store. */
function holderOf(schemas: SchemaRegistry, { schema }: Resource, name: string): RecordPlace {
  const declared = objectProperties(schemas, schema.json);
  const holds = (properties: typeof declared): boolean =>
    properties.has(name) || [...properties.values()].some((one) => foldName(one.name) === foldName(name));
  if (holds(declared)) return [];
  const inner = declared.get("attributes");
  if (inner && holds(objectProperties(schemas, inner.schema))) return ["attributes"];
  const open = OPEN_OBJECTS.find((one) => {
    const property = declared.get(one);
    const shape = property && schemaShape(schemas, property.schema);
    return shape?.types.has("object") && shape.properties.size === 0;
  });
  return open === undefined ? [] : [open];
}

function labelsPlace(schemas: SchemaRegistry, record: JsonSchema, field: string, depth = 0): RecordPlace | undefined {
  const properties = [...objectProperties(schemas, record).values()];
  const isLabels = ({ name, schema }: ObjectProperty): boolean => {
    const { types, properties: inner } = schemaShape(schemas, schema);
    return foldName(name) === `${foldName(field)}s` && types.has("object") && inner.size === 0;
  };
  const own = properties.find(isLabels);
  if (own ?? depth > 0) return own && [own.name];
  for (const { name, schema } of properties) {
    const inner = labelsPlace(schemas, schema, field, depth + 1);
    if (inner) return [name, ...inner];
  }
  return undefined;
}
