import type { AnyBulkWriteOperation, Document } from "mongodb";
import { ID } from "../../database/mongodb/entity-collection.js";
import { mongoCodecOf } from "../../database/mongodb/mongo-codec.js";
import type { MongoConnection } from "../../database/mongodb/mongo-connection.js";
import { decimalText, roundDecimal } from "../../entity/decimal-text.js";
import type { JsonValue } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";
import { normaliserOf, Refusal } from "../../entity/normalise-value.js";
import { MigrationError } from "../../errors/migration-error.js";
import type { Column } from "../tables/table.js";

/** A column as its documents spell it. */
export interface ColumnPlace {
  readonly table: string;
  readonly path: string;
}

export interface Filling {
  readonly fill?: JsonValue | undefined;
  readonly distinct?: boolean | undefined;
}

const BATCH = 1000;

/** Sets a value in documents without one. A second run changes nothing. */
export async function fillValues(
  { table, path }: ColumnPlace,
  column: Column,
  { fill, distinct }: Filling,
  connection: MongoConnection,
): Promise<void> {
  const documents = connection.db.collection(table);
  const codec = mongoCodecOf(column.type, connection);
  if (distinct === true) {
    let number = await connection.run((session) => documents.countDocuments({ [path]: { $ne: null } }, session));
    await eachBatch({ table, path }, { [path]: null }, connection, () => {
      number += 1;
      return codec.encode(normaliserOf(column.type)(numberAs(number, column.type)));
    });
    return;
  }
  if (fill === undefined || fill === null) return;
  const value = normaliserOf(column.type)(fill);
  if (value instanceof Refusal) {
    throw new MigrationError(
      "MIGRATION_INVALID",
      `${JSON.stringify(fill)} for ${table}.${column.name}: it ${value.reason}.`,
      { hint: "Correct the value in the migration or the answers file." },
    );
  }
  await connection.run((session) =>
    documents.updateMany({ [path]: null }, { $set: { [path]: codec.encode(value) } }, session),
  );
}

/** The number as a value of the type: a number, a text, or a UUID that ends in the number. */
function numberAs(number: number, { kind }: FieldType): unknown {
  if (kind === "uuid") return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  return kind === "string" || kind === "text" ? String(number) : number;
}

/**
 * Converts every value of a column to another type. Checks all values before it changes the first one.
 * @throws MigrationError MIGRATION_FAILED with the first value that does not fit
 */
export async function convertValues(
  place: ColumnPlace,
  from: Column,
  to: Column,
  connection: MongoConnection,
): Promise<void> {
  const [before, after] = [mongoCodecOf(from.type, connection), mongoCodecOf(to.type, connection)];
  const convert = (raw: unknown, id: unknown): unknown => {
    const value = convertValue(before.decode(raw), to.type);
    if (!(value instanceof Refusal)) return after.encode(value);
    throw new MigrationError(
      "MIGRATION_FAILED",
      `${place.table}.${to.name} of the document ${String(id)} is ${JSON.stringify(before.decode(raw))}: it ${value.reason}.`,
      { hint: "Correct such values in a step of the migration, before the type changes." },
    );
  };
  const present = { [place.path]: { $ne: null } };
  await eachDocument(place, present, connection, (document) => {
    convert(document[place.path], document[ID]);
  });
  await eachBatch(place, present, connection, (document) => convert(document[place.path], document[ID]));
}

async function eachDocument(
  { table, path }: ColumnPlace,
  filter: Document,
  { db, run }: MongoConnection,
  work: (document: Document) => void,
): Promise<void> {
  await run(async (session) => {
    for await (const document of db.collection(table).find(filter, { ...session, projection: { [path]: 1 } }))
      work(document);
  });
}

/** Sets the column of every document that meets the filter, a thousand at a time. */
async function eachBatch(
  place: ColumnPlace,
  filter: Document,
  connection: MongoConnection,
  toValue: (document: Document) => unknown,
): Promise<void> {
  const { table, path } = place;
  const ids: unknown[] = [];
  await eachDocument({ table, path: ID }, filter, connection, (document) => ids.push(document[ID]));
  const documents = connection.db.collection(table);
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    await connection.run(async (session) => {
      const found = await documents
        .find({ _id: { $in: batch as never[] } }, { ...session, projection: { [path]: 1 } })
        .toArray();
      const writes = found.map(
        (document): AnyBulkWriteOperation => ({
          updateOne: { filter: { _id: document[ID] }, update: { $set: { [path]: toValue(document) } } },
        }),
      );
      if (writes.length > 0) await documents.bulkWrite(writes, session);
    });
  }
}

/** Converts a value to another type, or returns why it does not fit. Values that are already converted stay. */
export function convertValue(value: unknown, to: FieldType): unknown | Refusal {
  const normalise = normaliserOf(to);
  switch (to.kind) {
    case "string":
    case "text":
      return normalise(typeof value === "string" ? value : plainText(value));
    case "integer":
    case "bigint":
      if (typeof value === "boolean") return normalise(Number(value));
      return normalise(typeof value === "bigint" ? value : roundedText(value));
    case "double":
    case "decimal":
      return normalise(typeof value === "boolean" ? Number(value) : value);
    case "boolean":
      if (typeof value === "boolean") return value;
      if (value === "true" || value === "1") return true;
      if (value === "false" || value === "0") return false;
      return typeof value === "number" || typeof value === "bigint" ? Number(value) !== 0 : normalise(value);
    case "uuid":
    case "timestamp":
    case "date":
    case "time":
    case "json":
    case "binary":
    case "enum":
      return normalise(value);
  }
}

/** Rounds numbers as SQL databases do. A text must be a whole number. */
function roundedText(value: unknown): unknown {
  const text = typeof value === "number" ? decimalText(value) : undefined;
  return text === undefined ? value : roundDecimal(text, 0);
}

function plainText(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  return new Refusal("must be a text");
}
