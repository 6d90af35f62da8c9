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
import type { DocumentFilter } from "./where-filter.js";

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
 * MongoDB has no foreign keys: what records refer to is looked for before they are written. On a server without transactions it may
 * be removed in between.
 *
 * @param records with their fields as they will be, the rest may be missing
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

/** Changes that must happen before documents can be removed. */
interface Removal {
  /** Children first. */
  readonly steps: { readonly collection: EntityCollection; readonly ids: Map<string, unknown> }[];
  readonly unset: { readonly incoming: Incoming; readonly values: readonly unknown[] }[];
}

/**
 * Removes documents as foreign keys ask for: what refers to them goes, too, or refers to nothing from then on, or forbids it.
 *
 * @returns how many of the collection itself
 * @throws DatabaseError FOREIGN_KEY_VIOLATION before anything is changed
 */
export async function removeReferred(
  collection: EntityCollection,
  filter: DocumentFilter,
  incoming: (collection: EntityCollection) => readonly Incoming[],
  connection: MongoConnection,
): Promise<number> {
  const { db, run } = connection;
  const removal: Removal = { steps: [], unset: [] };
  const guarded: { readonly incoming: Incoming; readonly children: readonly Document[] }[] = [];
  const known = new Map<EntityCollection, Map<string, unknown>>();

  const collect = async (each: EntityCollection, condition: DocumentFilter): Promise<void> => {
    const references = incoming(each);
    const paths = new Set([ID, ...references.map(({ target }) => target)]);
    const documents = await find(each, condition, [...paths]);
    const ids = known.get(each) ?? new Map<string, unknown>();
    known.set(each, ids);
    const fresh = documents.filter((document) => !ids.has(idText(document[ID])));
    if (fresh.length === 0) return;
    for (const document of fresh) ids.set(idText(document[ID]), document[ID]);
    for (const reference of references) {
      const values = fresh.map((document) => document[reference.target]).filter((value) => value !== undefined);
      const children: DocumentFilter = { [reference.field.path]: { $in: values } };
      switch (reference.reference.onDelete) {
        case "CASCADE":
          await collect(reference.from, children);
          break;
        case "SET NULL":
          removal.unset.push({ incoming: reference, values });
          break;
        case "RESTRICT":
        case "NO ACTION":
          guarded.push({ incoming: reference, children: await find(reference.from, children, [ID]) });
          break;
      }
    }
    removal.steps.unshift({ collection: each, ids: new Map(fresh.map((one) => [idText(one[ID]), one[ID]])) });
  };
  const find = (each: EntityCollection, condition: DocumentFilter, paths: readonly string[]): Promise<Document[]> =>
    run((session) =>
      db
        .collection(each.entity.table)
        .find(condition, { ...session, projection: Object.fromEntries(paths.map((path) => [path, 1])) })
        .toArray(),
    );

  await collect(collection, filter);
  for (const { incoming: reference, children } of guarded) {
    const going = known.get(reference.from);
    if (children.every((child) => going?.has(idText(child[ID])) === true)) continue;
    throw violation(`A ${reference.from.entity.name} still refers to this ${collection.entity.name}.`, reference.field);
  }
  for (const { incoming: reference, values } of removal.unset) {
    await run((session) =>
      db
        .collection(reference.from.entity.table)
        .updateMany(
          { [reference.field.path]: { $in: values } } as DocumentFilter,
          { $unset: { [reference.field.path]: "" } },
          session,
        ),
    );
  }
  let own = 0;
  for (const { collection: each, ids } of removal.steps) {
    const { deletedCount } = await run((session) =>
      db.collection(each.entity.table).deleteMany({ _id: { $in: [...ids.values()] as never[] } }, session),
    );
    if (each === collection) own += [...ids.keys()].length === 0 ? 0 : deletedCount;
  }
  return own;
}

/** A referred value changes: those who refer to it follow, or forbid it. @throws DatabaseError FOREIGN_KEY_VIOLATION */
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
