import type { Document } from "mongodb";
import type { Relation } from "../../entity/entity.js";
import type { Row } from "../repository.js";
import { linkOf } from "../sql/repository/include-relations.js";
import { type DocumentField, decodeDocument, type EntityCollection, encodeValue } from "./entity-collection.js";
import type { MongoConnection } from "./mongo-connection.js";
import { projectionOf } from "./select-documents.js";

/** The collections of the other entities. */
export type Collections = (entity: string) => EntityCollection;

/** Puts a relation's records into each record: one, or null, or a list in the order of their keys. One query, two for many to many. */
export async function includeDocuments(
  records: readonly Row[],
  relation: Relation,
  collection: EntityCollection,
  collections: Collections,
  connection: MongoConnection,
): Promise<void> {
  const link = linkOf(relation, collection);
  const links = [...new Set(records.map((record) => record[link]))].filter(
    (value) => value !== null && value !== undefined,
  );
  const found = links.length === 0 ? new Map() : await readRelated(relation, links, collections, connection);
  const many = relation.kind === "hasMany" || relation.kind === "belongsToMany";
  for (const record of records) {
    const related = found.get(record[link]);
    record[relation.name] = many ? (related ?? []) : (related?.[0] ?? null);
  }
}

/** The related records, by link. */
async function readRelated(
  relation: Relation,
  links: readonly unknown[],
  collections: Collections,
  connection: MongoConnection,
): Promise<Map<unknown, Row[]>> {
  const target = collections(relation.target);
  const groups = new Map<unknown, Row[]>();
  const add = (owner: unknown, record: Row): void => {
    const group = groups.get(owner);
    if (group === undefined) groups.set(owner, [record]);
    else group.push(record);
  };
  if (relation.kind !== "belongsToMany") {
    const owner = relation.kind === "belongsTo" ? target.key() : target.field(relation.foreignKey);
    for (const document of await readLiving(target, owner, links, connection)) {
      add(owner.decode(document[owner.path]), decodeDocument(document, target.shown));
    }
    return groups;
  }
  const through = collections(relation.through);
  const [owner, other] = [through.field(relation.foreignKey), through.field(relation.otherKey)];
  const owners = new Map<unknown, unknown[]>();
  for (const pair of await readLiving(through, owner, links, connection)) {
    const [from, to] = [pair[owner.path], pair[other.path]].map((raw, index) =>
      raw === undefined || raw === null ? undefined : (index === 0 ? owner : other).decode(raw),
    );
    if (to === undefined) continue;
    const list = owners.get(to);
    if (list === undefined) owners.set(to, [from]);
    else list.push(from);
  }
  if (owners.size === 0) return groups;
  const key = target.key();
  for (const document of await readLiving(target, key, [...owners.keys()], connection)) {
    for (const from of owners.get(key.decode(document[key.path])) ?? []) {
      add(from, decodeDocument(document, target.shown));
    }
  }
  return groups;
}

function readLiving(
  collection: EntityCollection,
  field: DocumentField,
  values: readonly unknown[],
  { db, run }: MongoConnection,
): Promise<Document[]> {
  const encoded = values.map((value) => encodeValue(field, value));
  return run((session) =>
    db
      .collection(collection.entity.table)
      .find(
        {
          [field.path]: { $in: encoded },
          ...(collection.deletedAt !== undefined && { [collection.deletedAt.path]: null }),
        },
        { ...session, projection: projectionOf([...collection.shown, field]) },
      )
      .sort(collection.keys.map(({ path }): [string, 1] => [path, 1]))
      .toArray(),
  );
}
