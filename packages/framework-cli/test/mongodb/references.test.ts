import { MongoClient } from "mongodb";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.js";
import { openDatabase } from "../../src/database/open-database.js";
import type { Repository } from "../../src/database/repository.js";
import { DataTypes } from "../../src/model/data-types.js";
import { defineModel } from "../../src/model/define-model.js";
import { entitiesFromModels } from "../../src/model/entities-from-models.js";
import { prepareDatabase } from "../servers/create-tables.js";
import { liveMongo } from "../servers/live-databases.js";

const reference = (model: string, onDelete: "CASCADE" | "SET NULL" | "RESTRICT", more: object = {}) => ({
  type: DataTypes.STRING(20),
  references: { model, key: "name" },
  onDelete,
  ...more,
});
const NAMED = { name: { type: DataTypes.STRING(20), primaryKey: true } };
const ENTITIES = entitiesFromModels([
  defineModel("Shelf", { ...NAMED, parent: reference("Shelf", "CASCADE") }, { timestamps: false }),
  defineModel(
    "Book",
    { ...NAMED, shelf: reference("Shelf", "CASCADE"), lender: reference("Person", "SET NULL") },
    { timestamps: false },
  ),
  defineModel("Loan", { ...NAMED, book: reference("Book", "RESTRICT") }, { timestamps: false }),
  defineModel("Person", NAMED, { timestamps: false }),
  defineModel("Ticket", { text: DataTypes.STRING(20) }, { timestamps: false }),
  defineModel(
    "Seat",
    {
      row: { type: DataTypes.INTEGER, primaryKey: true },
      number: { type: DataTypes.INTEGER, primaryKey: true },
      note: DataTypes.STRING(20),
    },
    { timestamps: false },
  ),
]);

const { config, skip, isMongo } = await liveMongo();

describe.skipIf(skip !== undefined)("what MongoDB does not do by itself", () => {
  let database: Database;
  const all = (name: string): Repository => database.repository(name);
  const names = async (name: string): Promise<unknown[]> => (await all(name).find()).map((record) => record.name);

  beforeAll(async () => {
    await prepareDatabase(ENTITIES, config);
    database = await openDatabase(config, ENTITIES, process.cwd());
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    for (const name of ["Loan", "Book", "Shelf", "Person", "Seat"]) await all(name).removeMany({});
    await all("Shelf").createMany([
      { name: "a" },
      { name: "a1", parent: "a" },
      { name: "a11", parent: "a1" },
      { name: "b" },
    ]);
    await all("Person").create({ name: "Ada" });
    await all("Book").createMany([
      { name: "Emma", shelf: "a11", lender: "Ada" },
      { name: "Faust", shelf: "b", lender: "Ada" },
    ]);
  });

  test("removing cascades to any depth, also within a collection", async () => {
    expect(await all("Shelf").remove("a")).toBe(true);
    expect(await names("Shelf")).toEqual(["b"]);
    expect(await names("Book")).toEqual(["Faust"]);
  });

  test("what is still referred to stays, with all that would have gone before", async () => {
    await all("Loan").create({ name: "1", book: "Emma" });
    await expect(all("Shelf").remove("a")).rejects.toMatchObject({ code: "FOREIGN_KEY_VIOLATION", fields: ["book"] });
    expect(await names("Shelf")).toEqual(["a", "a1", "a11", "b"]);
    expect(await names("Book")).toEqual(["Emma", "Faust"]);
    expect(await all("Shelf").removeMany({ name: "b" })).toBe(1);
  });

  test("SET NULL empties the reference", async () => {
    expect(await all("Person").removeMany({})).toBe(1);
    expect((await all("Book").find()).map(({ lender }) => lender)).toEqual([null, null]);
  });

  test("records that refer to each other are created together; a reference to nothing is rejected with its field", async () => {
    await all("Shelf").createMany([{ name: "c1", parent: "c" }, { name: "c" }]);
    const lost = { code: "FOREIGN_KEY_VIOLATION", fields: ["shelf"] };
    await expect(all("Book").create({ name: "x", shelf: "nowhere" })).rejects.toMatchObject(lost);
    await expect(all("Book").update("Emma", { shelf: "nowhere" })).rejects.toMatchObject(lost);
    await expect(all("Book").updateMany({}, { shelf: "nowhere" })).rejects.toMatchObject(lost);
    await expect(all("Book").upsert({ name: "y", shelf: "nowhere" })).rejects.toMatchObject(lost);
    expect(await names("Book")).toEqual(["Emma", "Faust"]);
  });

  test("a key can change: the record keeps its fields, and those who refer to it follow", async () => {
    expect(await all("Shelf").update("a11", { name: "z" })).toEqual({ name: "z", parent: "a1" });
    expect(await names("Shelf")).toEqual(["a", "a1", "b", "z"]);
    expect(await all("Book").get("Emma")).toMatchObject({ shelf: "z" });
    await expect(all("Shelf").update("z", { name: "b" })).rejects.toMatchObject({
      code: "UNIQUE_VIOLATION",
      fields: ["name"],
    });
    expect(await all("Shelf").get("z")).toEqual({ name: "z", parent: "a1" });
  });

  test("a key of two fields is one", async () => {
    await all("Seat").createMany([
      { row: 1, number: 2, note: "window" },
      { row: 1, number: 1 },
    ]);
    const taken = { code: "UNIQUE_VIOLATION", fields: ["row", "number"] };
    await expect(all("Seat").create({ row: 1, number: 2 })).rejects.toMatchObject(taken);
    expect(await all("Seat").find()).toEqual([
      { row: 1, number: 1, note: null },
      { row: 1, number: 2, note: "window" },
    ]);
    expect(await all("Seat").upsert({ row: 1, number: 2, note: "aisle" })).toMatchObject({ note: "aisle" });
    expect(await all("Seat").removeMany({ row: 1, number: 2 })).toBe(1);
  });

  test("counted keys go on after those that somebody else wrote, and differ however many are made at once", async () => {
    const first = Number((await all("Ticket").create({ text: "a" })).id);
    const client = await MongoClient.connect(config.url ?? "");
    const tickets = client.db().collection<{ _id: number }>("tickets");
    await tickets.insertMany([{ _id: first + 1 }, { _id: first + 7 }]);
    await client.close();
    expect(Number((await all("Ticket").create({ text: "b" })).id)).toBe(first + 8);
    const many = await Promise.all(Array.from({ length: 40 }, () => all("Ticket").create({ text: "c" })));
    expect(new Set(many.map(({ id }) => id)).size).toBe(40);
  });

  test.runIf(isMongo)("a transaction that others were quicker than is begun anew", async () => {
    await all("Book").update("Emma", { lender: null });
    await Promise.all(
      ["1", "2", "3", "4"].map((name) =>
        database.transaction(async () => {
          const book = await all("Book").get("Emma");
          await all("Book").update("Emma", { lender: book?.lender === null ? "Ada" : null });
          await all("Loan").create({ name, book: "Emma" });
        }),
      ),
    );
    expect(await names("Loan")).toEqual(["1", "2", "3", "4"]);
    expect(await all("Book").get("Emma")).toMatchObject({ lender: null });
  });
});
