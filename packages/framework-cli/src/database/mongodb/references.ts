import { getOrMake } from "@onespec/spec-core";
import type { Document } from "mongodb";
import type { Entity, Reference } from "../../entity/entity.js";
import { DatabaseError } from "../../errors/database-error.js";
import type { Row } from "../repository.js";
import {
  type Collections,
  type DocumentField,
  documentName,
  type EntityCollection,
  encodeValue,
  ID,
  keyColumnsOf,
} from "./entity-collection.js";
import type { MongoConnection } from "./mongo-connection.js";
import type { DocumentFilter } from "./select-documents.js";

/** A field of another collection that refers to this one. */
export interface Incoming {
  readonly from: EntityCollection;
  readonly field: DocumentField;
  readonly reference: Reference;
  /** The referenced key, as stored in documents. */
  readonly target: string;
}

/** Fields of all entities that refer to a table. */
export function incomingOf(
  { entity }: EntityCollection,
  entities: readonly Entity[],
  collections: Collections,
): Incoming[] {
  const keyColumns = keyColumnsOf(entity);
  return entities.flatMap((other) =>
    other.fields.flatMap(({ name, references }): Incoming[] => {
      if (references?.table !== entity.table) return [];
      const from = collections(other.name);
      const target = documentName(references.column, keyColumns);
      return [{ from, field: from.field(name), reference: references, target }];
    }),
  );
}

/**
 * Checks that referenced records exist before a write, since MongoDB has no foreign keys. On a server without
 * transactions, a record may be removed between the check and the write.
 * @param records with the values to write; unchanged fields may be missing
 * @throws DatabaseError FOREIGN_KEY_VIOLATION
 */
export async function refuseDangling(
  records: readonly Row[],
  collection: EntityCollection,
  entities: readonly Entity[],
  { db, run }: MongoConnection,
): Promise<void> {
  for (const field of collection.fields) {
    const { references } = field.field;
    if (references === undefined) continue;
    const target = entities.find(({ table }) => table === references.table);
    const targetField = target?.fields.find(({ column }) => column === references.column);
    if (target === undefined || targetField === undefined) continue;
    const own = target === collection.entity ? new Set(records.map((record) => record[targetField.name])) : undefined;
    const values = [...new Set(records.map((record) => record[field.name]))].filter(
      (value) => value !== null && value !== undefined && own?.has(value) !== true,
    );
    if (values.length === 0) continue;
    const path = documentName(references.column, keyColumnsOf(target));
    const encoded = values.map((value) => encodeValue(field, value));
    const found = await run((session) =>
      db.collection(target.table).countDocuments({ [path]: { $in: encoded } } as DocumentFilter, session),
    );
    // The referenced key is unique.
    if (found < values.length)
      throw violation(`${collection.entity.name}.${field.name} refers to no ${target.name}.`, field);
  }
}

/**
 * Removes documents like a database with foreign keys: documents that refer to them are removed too, or lose the
 * reference, or prevent the removal.
 * @returns number of removed documents of the collection itself
 * @throws DatabaseError FOREIGN_KEY_VIOLATION before anything is changed
 */
export async function removeReferred(
  collection: EntityCollection,
  filter: DocumentFilter,
  incoming: (collection: EntityCollection) => readonly Incoming[],
  { db, run }: MongoConnection,
): Promise<number> {
  /** The keys of documents that go, parents first. */
  const going = new Map<EntityCollection, Map<string, unknown>>();
  const cleared: { readonly reference: Incoming; readonly children: DocumentFilter }[] = [];
  const guarded: { readonly reference: Incoming; readonly children: readonly Document[] }[] = [];

  const find = (each: EntityCollection, condition: DocumentFilter, paths: readonly string[]): Promise<Document[]> => {
    const projection = Object.fromEntries(paths.map((path) => [path, 1]));
    return run((session) =>
      db
        .collection(each.entity.table)
        .find(condition, { ...session, projection })
        .toArray(),
    );
  };
  const collect = async (each: EntityCollection, condition: DocumentFilter): Promise<void> => {
    const references = incoming(each);
    const found = await find(each, condition, [ID, ...references.map(({ target }) => target)]);
    const ids = getOrMake(going, each, () => new Map<string, unknown>());
    const fresh = found.filter((document) => !ids.has(idText(document[ID])));
    for (const document of fresh) ids.set(idText(document[ID]), document[ID]);
    for (const reference of fresh.length === 0 ? [] : references) {
      const values = fresh.map((document) => document[reference.target]).filter((value) => value !== undefined);
      const children: DocumentFilter = { [reference.field.path]: { $in: values } };
      const { onDelete } = reference.reference;
      if (onDelete === "CASCADE") await collect(reference.from, children);
      else if (onDelete === "SET NULL") cleared.push({ reference, children });
      else guarded.push({ reference, children: await find(reference.from, children, [ID]) });
    }
  };

  await collect(collection, filter);
  for (const { reference, children } of guarded) {
    const ids = going.get(reference.from);
    if (children.every((child) => ids?.has(idText(child[ID])) === true)) continue;
    throw violation(`A ${reference.from.entity.name} still refers to this ${collection.entity.name}.`, reference.field);
  }
  for (const { reference, children } of cleared) {
    const update = { $unset: { [reference.field.path]: "" as const } };
    await run((session) => db.collection(reference.from.entity.table).updateMany(children, update, session));
  }
  let removed = 0;
  for (const [each, ids] of [...going].reverse()) {
    const gone: DocumentFilter = { [ID]: { $in: [...ids.values()] as never[] } };
    const { deletedCount } = await run((session) => db.collection(each.entity.table).deleteMany(gone, session));
    if (each === collection) removed = deletedCount;
  }
  return removed;
}

/**
 * Updates the documents that refer to a changed value, or rejects the change. @throws DatabaseError
 * FOREIGN_KEY_VIOLATION
 */
export async function followChange(
  reference: Incoming,
  from: unknown,
  to: unknown,
  { db, run }: MongoConnection,
): Promise<void> {
  const children = db.collection(reference.from.entity.table);
  const { path } = reference.field;
  const filter = { [path]: from } as DocumentFilter;
  switch (reference.reference.onUpdate) {
    case "CASCADE":
      await run((session) => children.updateMany(filter, { $set: { [path]: to } }, session));
      return;
    case "SET NULL":
      await run((session) => children.updateMany(filter, { $unset: { [path]: "" } }, session));
      return;
    case "RESTRICT":
    case "NO ACTION":
      if ((await run((session) => children.countDocuments(filter, { ...session, limit: 1 }))) === 0) return;
      throw violation(`A ${reference.from.entity.name} still refers to it.`, reference.field);
  }
}

function violation(message: string, field: DocumentField): DatabaseError {
  return new DatabaseError("FOREIGN_KEY_VIOLATION", message, { fields: [field.name] });
}

/** Keys of several types side by side: `1` and `"1"` differ, 1 and 1n do not. */
function idText(id: unknown): string {
  return typeof id === "string" ? `s${id}` : `o${String(id)}`;
}
