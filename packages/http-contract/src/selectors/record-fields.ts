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
  /**
   * The property and operator that a query parameter with this name would use: the id for `ids`, `company.id` for
   * `company_id`.
   */
  filterOf(name: string): Pick<Filter, "property" | "operator"> | undefined;
  /** The place of `labels` for `label: "key=value"`. It is a map of texts in the record or in one of its objects. */
  labelsPlaceOf(name: string): RecordPlace | undefined;
  /** No answer shows it. */
  isHidden(place: RecordPlace): boolean;
  /** Converts a text to the field's type: `"3"` becomes 3. */
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

/** The place of a field that clients name. It is a declared property, or a property of an object that allows any. */
export function openPlace(
  schemas: SchemaRegistry,
  resource: Resource,
  words: readonly string[],
): RecordPlace | undefined {
  const holder = holderOf(schemas, resource, words[0] ?? "");
  return holder.length > 0 ? [...holder, ...words] : undefined;
}

/** Names of objects in which clients store properties of their choice. */
const OPEN_OBJECTS = ["payload", "metadata", "attributes", "properties", "fields"];

/**
 * The object that contains a field: the record itself, its `attributes` (JSON:API), or an object with properties of the
 * client's choice.
 */
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
