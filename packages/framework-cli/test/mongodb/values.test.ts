import fc from "fast-check";
import * as driver from "mongodb";
import { expect, test } from "vitest";
import { decimalKey, decimalOfKey, mongoCodecOf } from "../../src/database/mongodb/mongo-codec.js";
import { decimalText } from "../../src/entity/decimal-text.js";
import type { FieldType } from "../../src/entity/field-type.js";
import { normaliserOf, Refusal } from "../../src/entity/normalise-value.js";
import { convertValue } from "../../src/migrations/mongodb/change-values.js";
import { collectionIndex, collectionValidator } from "../../src/migrations/mongodb/collection-structure.js";
import { explainMongoOperation } from "../../src/migrations/mongodb/explain-mongo-operation.js";
import type { Column, Table } from "../../src/migrations/tables/table.js";

/** MongoDB itself, as a replica set. */
const MONGO = {
  driver,
  features: { transactions: true, decimals: true, validators: true, partialIndexes: true, expressions: true },
};
const FERRET = {
  driver,
  features: { transactions: false, decimals: false, validators: false, partialIndexes: false, expressions: false },
};

const decimals = fc
  .tuple(fc.bigInt(-(10n ** 40n), 10n ** 40n), fc.integer({ min: 0, max: 40 }))
  .map(([digits, scale]) => decimalText(`${digits}e-${scale}`) ?? "0");

test("decimals as texts sort as the numbers do, and come back", () => {
  const scaled = (text: string): bigint => {
    const [whole = "", fraction = ""] = text.replace("-", "").split(".");
    const value = BigInt(whole + fraction.padEnd(40, "0"));
    return text.startsWith("-") ? -value : value;
  };
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      expect(decimalOfKey(decimalKey(a))).toBe(a);
      const [left, right] = [decimalKey(a), decimalKey(b)];
      expect(left < right, `${a} ${b}`).toBe(scaled(a) < scaled(b));
      expect(left === right).toBe(scaled(a) === scaled(b));
    }),
    { numRuns: 500 },
  );
});

test("values keep their digits in BSON, with Decimal128 and without", () => {
  const cases: readonly (readonly [FieldType, unknown])[] = [
    [{ kind: "decimal", precision: 30, scale: 10, reads: "string" }, "-12345678901234567890.0123456789"],
    [
      { kind: "decimal", precision: 60, scale: 20, reads: "string" },
      "1234567890123456789012345678901234567890.01234567890123456789",
    ],
    [{ kind: "decimal", precision: 10, scale: 2, reads: "number" }, 19.99],
    [{ kind: "bigint" }, 9223372036854775807n],
    [{ kind: "bigint" }, 5],
    [{ kind: "integer" }, -2147483648],
    [{ kind: "double" }, 5e-324],
    [{ kind: "double" }, 3],
    [{ kind: "timestamp" }, "9999-12-31T23:59:59.999Z"],
    [{ kind: "json" }, { b: [1, [null, 2 ** 40], { c: "é" }], a: true }],
    [{ kind: "binary" }, Buffer.from([0, 255])],
  ];
  for (const server of [MONGO, FERRET]) {
    for (const [type, value] of cases) {
      const codec = mongoCodecOf(type, server);
      const stored = driver.BSON.deserialize(driver.BSON.serialize({ value: codec.encode(value) }), {
        useBigInt64: true,
        promoteBuffers: true,
      });
      expect(codec.decode(stored.value), `${type.kind} ${String(value)}`).toEqual(normaliserOf(type)(value));
    }
  }
  expect(mongoCodecOf({ kind: "decimal", precision: 10, scale: 2, reads: "string" }, MONGO).encode("1.50")).toEqual(
    driver.Decimal128.fromString("1.5"),
  );
});

test("a changed type: what fits is converted, what was converted stays, the rest is rejected with the reason", () => {
  const text: FieldType = { kind: "text" };
  const cases: readonly (readonly [unknown, FieldType, unknown])[] = [
    ["17", { kind: "integer" }, 17],
    [17, { kind: "integer" }, 17],
    [2.5, { kind: "integer" }, 3],
    [17, text, "17"],
    ["17", text, "17"],
    [true, text, "true"],
    [true, { kind: "integer" }, 1],
    ["true", { kind: "boolean" }, true],
    [0, { kind: "boolean" }, false],
    [9007199254740993n, { kind: "string", length: 20 }, "9007199254740993"],
    [12.5, { kind: "decimal", precision: 6, scale: 2, reads: "string" }, "12.50"],
  ];
  for (const [value, type, expected] of cases) expect(convertValue(value, type)).toEqual(expected);
  for (const [value, type] of [
    ["many", { kind: "integer" }],
    ["12345", { kind: "string", length: 3 }],
    [2 ** 40, { kind: "integer" }],
    ["yes", { kind: "boolean" }],
  ] as const) {
    expect(convertValue(value, type)).toBeInstanceOf(Refusal);
  }
});

const column = (name: string, type: FieldType, more: Partial<Column> = {}): Column => ({
  name,
  type,
  nullable: true,
  primaryKey: false,
  autoIncrement: false,
  default: undefined,
  ...more,
});
const BOOKS: Table = {
  name: "books",
  columns: [
    column("id", { kind: "integer" }, { nullable: false, primaryKey: true, autoIncrement: true }),
    column("title", { kind: "string", length: 120 }, { nullable: false }),
    column("status", { kind: "string", length: 16 }),
    column("price", { kind: "decimal", precision: 10, scale: 2, reads: "string" }),
    column("meta", { kind: "json" }),
  ],
  indexes: [{ name: "books_title_status", columns: ["title", "status"], unique: true }],
  foreignKeys: [],
  checks: [
    { kind: "in", name: "books_status_check", column: "status", values: ["draft", "out"] },
    { kind: "range", name: "books_price_check", column: "price", minimum: 0 },
  ],
};

test("a collection's validator knows types, what must be there, enums and bounds; the key is _id", () => {
  expect(collectionValidator(BOOKS, MONGO)).toEqual({
    $jsonSchema: {
      bsonType: "object",
      required: ["_id", "title"],
      properties: {
        _id: { bsonType: ["int", "long"] },
        title: { bsonType: ["string"], maxLength: 120 },
        status: { bsonType: ["string", "null"], maxLength: 16, enum: ["draft", "out", null] },
        price: { bsonType: ["decimal", "int", "long", "double", "null"], minimum: 0 },
      },
    },
  });
});

test("what must be unique may be missing any number of times", () => {
  const [index] = BOOKS.indexes;
  if (index === undefined) throw new Error("no index");
  const key = { title: 1, status: 1 };
  expect(collectionIndex(index, BOOKS, MONGO.features)).toEqual({
    name: "books_title_status",
    key,
    unique: true,
    partialFilterExpression: { status: { $exists: true } },
  });
  // FerretDB keeps what is missing apart by itself.
  expect(collectionIndex(index, BOOKS, FERRET.features)).toEqual({ name: "books_title_status", key, unique: true });
});

test("a dry run tells what would be done in the words of the shell", () => {
  const told = explainMongoOperation({ kind: "createTable", table: BOOKS }, MONGO);
  expect(told[0]).toMatch(/^db\.createCollection\("books", \{"validator":\{"\$jsonSchema"/);
  expect(told[1]).toBe(
    'db.getCollection("books").createIndex({"title":1,"status":1}, {"name":"books_title_status","unique":true,"partialFilterExpression":{"status":{"$exists":true}}})',
  );
  expect(explainMongoOperation({ kind: "renameColumn", table: "books", from: "title", to: "name" }, MONGO)).toEqual([
    'db.getCollection("books").updateMany({}, {"$rename":{"title":"name"}})',
  ]);
});
