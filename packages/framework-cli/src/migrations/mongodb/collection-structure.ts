import type { Document, IndexDescription } from "mongodb";
import { documentName } from "../../database/mongodb/entity-collection.js";
import { mongoCodecOf } from "../../database/mongodb/mongo-codec.js";
import type { MongoConnection, MongoFeatures } from "../../database/mongodb/mongo-connection.js";
import { type Column, canonicalTables, type Table, type TableIndex } from "../tables/table.js";
import { OWN_PREFIX } from "../target/own-table.js";

/**
 * The definition of an index in MongoDB. Documents without a value are left out of a unique index, so any number of
 * them may lack it.
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

/** Every index of a table, and one for a key of several columns, since `_id` cannot be such a key. */
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

/**
 * `_id` is the table's name. The table is stored as JSON text, so that a column's name can never be read as an
 * operator.
 */
interface CatalogueEntry {
  readonly _id: string;
  readonly table: string;
}

/** The tables as migrations left them: MongoDB itself has no columns. */
export interface MongoCatalogue {
  read(): Promise<Table[]>;
  /** Writes changed tables and removes dropped ones. */
  write(before: readonly Table[], after: readonly Table[]): Promise<void>;
}

/** The catalogue in the collection `onespec_tables`. */
export function createMongoCatalogue({ db, run }: MongoConnection): MongoCatalogue {
  const entries = db.collection<CatalogueEntry>(`${OWN_PREFIX}tables`);
  return {
    async read() {
      const found = await run((session) => entries.find({}, session).toArray());
      return canonicalTables(found.map(({ table }) => JSON.parse(table) as Table));
    },
    async write(before, after) {
      for (const table of after) {
        const text = JSON.stringify(table);
        if (JSON.stringify(before.find(({ name }) => name === table.name)) === text) continue;
        await run((session) => entries.replaceOne({ _id: table.name }, { table: text }, { ...session, upsert: true }));
      }
      const gone = before.map(({ name }) => name).filter((name) => !after.some((table) => table.name === name));
      if (gone.length > 0) await run((session) => entries.deleteMany({ _id: { $in: gone } }, session));
    },
  };
}
