import type { Document, IndexDescription } from "mongodb";
import { documentName } from "../../database/mongodb/entity-collection.js";
import { mongoCodecOf } from "../../database/mongodb/mongo-codec.js";
import type { MongoConnection, MongoFeatures } from "../../database/mongodb/mongo-connection.js";
import type { Column, Table, TableIndex } from "../tables/table.js";

/**
 * An index as MongoDB makes it. Any number of documents may lack a value that must be unique: what is not there is left out of the
 * index.
 */
export function collectionIndex(
  { name, columns, unique }: TableIndex,
  table: Table,
  { partialIndexes }: Pick<MongoFeatures, "partialIndexes">,
): IndexDescription {
  const optional = columns.filter((column) => table.columns.find((each) => each.name === column)?.nullable ?? true);
  const present = optional.map((column) => [pathOf(column, table), { $exists: true }]);
  return {
    name,
    key: Object.fromEntries(columns.map((column): [string, 1] => [pathOf(column, table), 1])),
    ...(unique && { unique }),
    ...(unique && partialIndexes && present.length > 0 && { partialFilterExpression: Object.fromEntries(present) }),
  };
}

/** Every index of a table, and one for a key of several columns, which `_id` cannot be. */
export function indexesOfTable(table: Table): readonly TableIndex[] {
  const key = table.columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => name);
  const own = key.length > 1 ? [{ name: "primary_key", columns: key, unique: true }] : [];
  return [...own, ...table.indexes];
}

/** The columns of a table as its documents spell them. */
export function pathOf(column: string, { columns }: Table): string {
  return documentName(
    column,
    columns.filter((each) => each.primaryKey).map(({ name }) => name),
  );
}

/**
 * The checks that MongoDB makes when a document is written: types, required fields, enums and bounds.
 * @see https://www.mongodb.com/docs/manual/reference/operator/query/jsonSchema/
 */
export function collectionValidator(table: Table, parts: Pick<MongoConnection, "driver" | "features">): Document {
  const required = table.columns.filter(({ nullable }) => !nullable).map(({ name }) => pathOf(name, table));
  const properties = table.columns.flatMap((column): [string, Document][] => {
    const schema = columnSchema(column, table, parts);
    return Object.keys(schema).length === 0 ? [] : [[pathOf(column.name, table), schema]];
  });
  return {
    $jsonSchema: {
      bsonType: "object",
      ...(required.length > 0 && { required }),
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    },
  };
}

function columnSchema(
  { name, type, nullable }: Column,
  { checks }: Table,
  parts: Pick<MongoConnection, "driver" | "features">,
): Document {
  const types = mongoCodecOf(type, parts).bsonTypes;
  const schema: Document = {};
  if (types.length > 0) schema.bsonType = nullable ? [...types, "null"] : [...types];
  if (type.kind === "string") schema.maxLength = type.length;
  for (const check of checks) {
    if (check.column !== name) continue;
    if (check.kind === "in") schema.enum = nullable ? [...check.values, null] : [...check.values];
    else {
      if (check.minimum !== undefined) schema.minimum = check.minimum;
      if (check.maximum !== undefined) schema.maximum = check.maximum;
    }
  }
  return schema;
}
