import type { Document } from "mongodb";
import { DatabaseError } from "../../errors/database-error.js";
import { duplicateMessage } from "../field-table.js";
import { identifier } from "../identifier.js";
import type { Row } from "../repository.js";
import { type DocumentField, type EntityCollection, encodeValue, ID } from "./entity-collection.js";
import type { MongoConnection } from "./mongo-connection.js";

/**
 * Adds the entity's field names to an error. If the server does not name the violated key, looks for one whose values
 * another record has.
 * @param record the record that should have been written, with all its fields if it is new
 */
export async function nameViolation(
  error: unknown,
  record: Row | undefined,
  collection: EntityCollection,
  connection: MongoConnection,
): Promise<unknown> {
  if (!(error instanceof DatabaseError) || error.code !== "UNIQUE_VIOLATION") return error;
  const told = toldFields(error, collection);
  const fields = told ?? (record === undefined ? undefined : await takenFields(record, collection, connection)) ?? [];
  const names = fields.map(({ name }) => name);
  return new DatabaseError("UNIQUE_VIOLATION", duplicateMessage(collection.entity, names), {
    fields: names,
    cause: error.cause,
    constraint: error.constraint,
  });
}

function toldFields(
  { fields, constraint }: DatabaseError,
  collection: EntityCollection,
): readonly DocumentField[] | undefined {
  const named = fields.flatMap((path) => collection.fields.find((field) => field.path === path) ?? []);
  if (named.length > 0) return named;
  if (constraint === "_id_") return collection.keys;
  return constraint === undefined ? undefined : uniqueKeys(collection).find(({ name }) => name === constraint)?.fields;
}

interface UniqueKey {
  readonly name: string;
  readonly fields: readonly DocumentField[];
}

function uniqueKeys(collection: EntityCollection): UniqueKey[] {
  const { entity, fields, keys } = collection;
  return [
    { name: "_id_", fields: keys },
    ...fields
      .filter(({ field }) => field.unique)
      .map((field) => ({ name: identifier(entity.table, field.field.column, "unique"), fields: [field] })),
    ...entity.indexes
      .filter(({ unique }) => unique)
      .map(({ name, fields: names }) => ({
        name: identifier(name),
        fields: names.map((each) => collection.field(each)),
      })),
  ];
}

/** Outside of the transaction, which the violation ended. */
async function takenFields(
  record: Row,
  collection: EntityCollection,
  { db, runOutside }: MongoConnection,
): Promise<readonly DocumentField[] | undefined> {
  for (const { fields } of uniqueKeys(collection)) {
    if (fields.length === 0 || fields.some(({ name }) => record[name] === null || record[name] === undefined)) continue;
    const filter: Document = Object.fromEntries(
      fields.map((field) => [field.path, encodeValue(field, record[field.name])]),
    );
    const found = await runOutside(() =>
      db.collection(collection.entity.table).findOne(filter, { projection: { [ID]: 1 } }),
    );
    if (found !== null) return fields;
  }
  return undefined;
}
