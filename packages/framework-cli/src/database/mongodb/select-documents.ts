import type { Document, Filter } from "mongodb";
import { readOrder } from "../field-table.js";
import { type ConditionWriter, likeParts, readWhere, type SearchOperator } from "../read-where.js";
import type { FindQuery, OrderBy, Row, Where } from "../repository.js";
import { type DocumentField, decodeDocument, type EntityCollection, ID } from "./entity-collection.js";
import type { MongoConnection, MongoFeatures } from "./mongo-connection.js";

/** Reads the records of a query, without relations. @throws DatabaseError as `Repository.find` */
export async function selectDocuments(
  collection: EntityCollection,
  fields: readonly DocumentField[],
  { where = {}, order = [], limit, offset }: FindQuery,
  connection: MongoConnection,
): Promise<Row[]> {
  const filter = livingFilter(where, collection) ?? {};
  const { sort, computed } = sortOf(order, collection, connection.features);
  if (limit === 0) return [];
  const documents = connection.db.collection(collection.entity.table);
  const projected = projectionOf(fields, collection);
  const found = await connection.run((session) => {
    if (Object.keys(computed).length === 0) {
      return documents
        .find(filter, { ...session, ...projected })
        .sort(sort)
        .skip(offset ?? 0)
        .limit(limit ?? 0)
        .toArray();
    }
    return documents
      .aggregate(
        [
          { $match: filter },
          { $addFields: computed },
          { $sort: Object.fromEntries(sort) },
          ...(offset ? [{ $skip: offset }] : []),
          ...(limit === undefined ? [] : [{ $limit: limit }]),
          ...(projected.projection === undefined ? [] : [{ $project: projected.projection }]),
        ],
        { ...session, allowDiskUse: true },
      )
      .toArray();
  });
  return found.map((document) => decodeDocument(document, fields));
}

/** The condition, and that the record was not removed; `undefined` for all records. */
export function livingFilter(where: Where, collection: EntityCollection): DocumentFilter | undefined {
  const condition = whereFilter(where, collection);
  if (collection.deletedAt === undefined) return condition;
  const living: DocumentFilter = { [collection.deletedAt.path]: null };
  return condition === undefined ? living : { $and: [condition, living] };
}

/** The option that asks for some of the fields. */
export function projectionOf(
  fields: readonly DocumentField[],
  { shown, fields: all }: EntityCollection,
): { readonly projection?: Document } {
  if (fields === shown && fields.length === all.length) return {};
  const hidesKey = fields.every(({ path }) => path !== ID);
  const paths = Object.fromEntries(fields.map(({ path }): [string, 1] => [path, 1]));
  return { projection: { ...(hidesKey && { [ID]: 0 }), ...paths } };
}

interface Sorting {
  readonly sort: [string, 1 | -1][];
  /** Temporary fields for sorting. */
  readonly computed: Document;
}

/**
 * The sort order. The primary key comes last, so that pages neither overlap nor miss records. MongoDB puts missing
 * values first. If they must come last, documents are first sorted by whether the value exists; servers without
 * expressions compare the name of its type instead.
 * @throws DatabaseError UNKNOWN_FIELD, VALUE_REFUSED a field that has no order
 */
function sortOf(order: readonly OrderBy[], collection: EntityCollection, { expressions }: MongoFeatures): Sorting {
  const sort: [string, 1 | -1][] = [];
  const computed: Document = {};
  const sorted = readOrder(order, collection);
  for (const [field, direction] of sorted) {
    if (direction === "asc" && field.field.nullable) {
      const last = `onespec_last_${Object.keys(computed).length}`;
      computed[last] = expressions ? { $lte: [`$${field.path}`, null] } : { $type: `$${field.path}` };
      sort.push([last, expressions || isBeforeMissing(field) ? 1 : -1]);
    }
    sort.push([field.path, direction === "asc" ? 1 : -1]);
  }
  const keys = collection.keys.filter((key) => !sorted.has(key)).map(({ path }) => path);
  for (const path of collection.keys.length === 0 ? [ID] : keys) sort.push([path, 1]);
  return { sort, computed };
}

/** True if the name of its BSON type sorts before "missing" and "null". */
function isBeforeMissing({ bsonTypes }: DocumentField): boolean {
  return bsonTypes.every((type) => type < "missing");
}

export type DocumentFilter = Filter<Document>;

/** A condition as a filter, see `readWhere`. */
export function whereFilter(where: Where, { entity, field }: EntityCollection): DocumentFilter | undefined {
  return readWhere(where, entity, field, FILTERS);
}

/** Null is a field that is not there. */
const FILTERS: ConditionWriter<DocumentField, DocumentFilter> = {
  always: {},
  never: { _id: { $in: [] } },
  both: (parts) => ({ $and: [...parts] }),
  group: (kind, parts) => (kind === "and" ? { $and: [...parts] } : { $or: [...parts] }),
  not: (part) => ({ $nor: [part] }),
  isNull: ({ path }, yes) => ({ [path]: yes ? null : { $ne: null } }),
  compare({ path, encode }, operator, value) {
    const encoded = encode(value);
    return { [path]: operator === "ne" ? { $nin: [encoded, null] } : { [`$${operator}`]: encoded } };
  },
  member({ path, encode }, operator, values) {
    const encoded = values.map((value) => encode(value));
    return { [path]: operator === "in" ? { $in: encoded } : { $nin: [...encoded, null] } };
  },
  search: ({ path }, operator, text) => ({ [path]: { $regex: searchPattern(operator, text) } }),
};

function searchPattern(operator: SearchOperator, text: string): string {
  if (operator !== "like") {
    // Anchored, it is served by an index.
    return operator === "contains" ? literally(text) : `^${literally(text)}`;
  }
  const parts = likeParts(text).map((part) =>
    part === "any" ? "[\\s\\S]*" : part === "one" ? "[\\s\\S]" : literally(part.text),
  );
  return `^${parts.join("")}$`;
}

function literally(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}
