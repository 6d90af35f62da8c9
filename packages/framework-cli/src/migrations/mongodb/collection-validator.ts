import type { Document } from "mongodb";
import { mongoCodecOf } from "../../database/mongodb/mongo-codec.js";
import type { MongoConnection } from "../../database/mongodb/mongo-connection.js";
import type { Column, Table } from "../table.js";
import { pathOf } from "./table-paths.js";

/**
 * What MongoDB checks itself whenever a document is written: types, what must be there, enums and bounds.
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
