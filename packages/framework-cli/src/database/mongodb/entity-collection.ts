import type { Document } from "mongodb";
import type { Entity } from "../../entity/entity.js";
import { comparableOf } from "../comparable.js";
import { createFieldTable, type FieldTable, type TableField } from "../field-table.js";
import type { Row } from "../repository.js";
import { type MongoCodec, mongoCodecOf } from "./mongo-codec.js";
import type { MongoConnection } from "./mongo-connection.js";

/** A field with all that queries need of it, worked out once. */
export interface DocumentField extends TableField, MongoCodec {
  /** As documents spell it: `_id` for a key of one field. */
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

/** The value as the driver takes it; null stays null. */
export function encodeValue(field: DocumentField, value: unknown): unknown {
  return value === null || value === undefined ? null : field.encode(value);
}

/** A record as a document: what is null is left out, so that an index on present values is one on values. */
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

/** Changes as operators: `$set` and `$unset`. */
export function updateOf(changes: Row, collection: EntityCollection): Document {
  const set: Document = {};
  const unset: Document = {};
  for (const name in changes) {
    const field = collection.field(name);
    const value = encodeValue(field, changes[name]);
    if (value === null) unset[field.path] = "";
    else set[field.path] = value;
  }
  return { ...(Object.keys(set).length > 0 && { $set: set }), ...(Object.keys(unset).length > 0 && { $unset: unset }) };
}

/** The key that every document has. */
export const ID = "_id";

/** A column as documents spell it: the only column of the primary key is `_id`. */
export function documentName(column: string, keyColumns: readonly string[]): string {
  return keyColumns.length === 1 && keyColumns[0] === column ? ID : column;
}

/** Columns of the primary key. */
export function keyColumnsOf({ fields }: Entity): readonly string[] {
  return fields.filter((field) => field.primaryKey).map((field) => field.column);
}
