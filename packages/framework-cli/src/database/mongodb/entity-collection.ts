import type { Document } from "mongodb";
import type { Entity } from "../../entity/entity.js";
import { comparableOf } from "../comparable.js";
import { createFieldTable, type FieldTable, type TableField } from "../field-table.js";
import type { Row } from "../repository.js";
import { type MongoCodec, mongoCodecOf } from "./mongo-codec.js";
import type { MongoConnection } from "./mongo-connection.js";

/** A field with everything that queries need, computed once. */
export interface DocumentField extends TableField, MongoCodec {
  /** The field's name in documents: `_id` for a key of one field. */
  readonly path: string;
}

/** An entity as a collection. */
export type EntityCollection = FieldTable<DocumentField>;

/** The collections of the other entities. */
export type Collections = (entity: string) => EntityCollection;

export function createEntityCollection(
  entity: Entity,
  connection: Pick<MongoConnection, "driver" | "features">,
): EntityCollection {
  const keyColumns = keyColumnsOf(entity);
  const fields = entity.fields.map(
    (field): DocumentField => ({
      field,
      name: field.name,
      path: documentName(field.column, keyColumns),
      comparable: comparableOf(field.type),
      ...mongoCodecOf(field.type, connection),
    }),
  );
  return createFieldTable(entity, fields);
}

/** The value in the driver's form. Null stays null. */
export function encodeValue(field: DocumentField, value: unknown): unknown {
  return value === null || value === undefined ? null : field.encode(value);
}

/** A record as a document. Null values are left out, so that an index on existing fields contains only values. */
export function encodeRecord(record: Row, { fields }: EntityCollection): Document {
  const document: Document = {};
  for (const field of fields) {
    const value = record[field.name];
    if (value !== null && value !== undefined) document[field.path] = field.encode(value);
  }
  return document;
}

export function decodeDocument(document: Document, fields: readonly DocumentField[]): Row {
  const record: Row = {};
  for (const field of fields) {
    const raw: unknown = document[field.path];
    record[field.name] = raw === null || raw === undefined ? null : field.decode(raw);
  }
  return record;
}

/** Changes as operators, see `operatorsOf`. */
export function updateOf(changes: Row, collection: EntityCollection): Document {
  const values = Object.entries(changes).map(([name, value]): [string, unknown] => {
    const field = collection.field(name);
    return [field.path, encodeValue(field, value)];
  });
  return operatorsOf(values);
}

/** Values by path as operators: `$set`, and `$unset` for null. */
export function operatorsOf(values: readonly (readonly [path: string, value: unknown])[]): Document {
  const set = values.filter(([, value]) => value !== null);
  const unset = values.filter(([, value]) => value === null).map(([path]) => [path, ""]);
  return {
    ...(set.length > 0 && { $set: Object.fromEntries(set) }),
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset) }),
  };
}

/** The key that every document has. */
export const ID = "_id";

/** The name of a column in documents. The only column of a primary key is `_id`. */
export function documentName(column: string, keyColumns: readonly string[]): string {
  return keyColumns.length === 1 && keyColumns[0] === column ? ID : column;
}

/** Columns of the primary key. */
export function keyColumnsOf({ fields }: Entity): readonly string[] {
  return fields.filter((field) => field.primaryKey).map((field) => field.column);
}
