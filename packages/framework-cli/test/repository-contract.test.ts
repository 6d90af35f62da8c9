import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../src/database/database.js";
import { openDatabase } from "../src/database/open-database.js";
import type { Repository, Row, Where } from "../src/database/repository.js";
import { DatabaseError, type DatabaseErrorCode } from "../src/errors/database-error.js";
import { DataTypes } from "../src/model/data-types.js";
import { defineModel } from "../src/model/define-model.js";
import { entitiesFromModels } from "../src/model/entities-from-models.js";
import { prepareDatabase } from "./servers/create-tables.js";
import { liveDatabases, liveMongo } from "./servers/live-databases.js";

const ENTITIES = entitiesFromModels([
  defineModel(
    "Author",
    {
      name: { type: DataTypes.STRING(80), allowNull: false },
      email: { type: DataTypes.STRING(200), unique: true, validate: { isEmail: true } },
      secret: { type: DataTypes.STRING(80), hidden: true },
    },
    { associations: { books: { hasMany: "Book" }, profile: { hasOne: "Profile" } } },
  ),
  defineModel(
    "Profile",
    {
      authorId: { type: DataTypes.INTEGER, unique: true, references: { model: "Author" }, onDelete: "CASCADE" },
      text: DataTypes.TEXT,
    },
    { timestamps: false },
  ),
  defineModel(
    "Book",
    {
      id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
      title: { type: DataTypes.STRING(120), allowNull: false, validate: { len: [1, 120] } },
      pages: { type: DataTypes.INTEGER, validate: { min: 1 } },
      price: DataTypes.DECIMAL(10, 2),
      status: { type: DataTypes.ENUM("draft", "out"), allowNull: false, defaultValue: "draft" },
      inPrint: { type: DataTypes.BOOLEAN, defaultValue: true },
      authorId: { type: DataTypes.INTEGER, references: { model: "Author" }, onDelete: "RESTRICT" },
    },
    {
      indexes: [{ fields: ["title", "authorId"], unique: true, name: "one_title_per_author" }],
      associations: {
        author: { belongsTo: "Author" },
        tags: { belongsToMany: "Tag", through: "Tagging" },
      },
    },
  ),
  defineModel(
    "Tag",
    { name: { type: DataTypes.STRING(40), primaryKey: true } },
    { timestamps: false, associations: { books: { belongsToMany: "Book", through: "Tagging", foreignKey: "tagId" } } },
  ),
  defineModel(
    "Tagging",
    {
      bookId: { type: DataTypes.UUID, allowNull: false, references: { model: "Book" }, onDelete: "CASCADE" },
      tagId: { type: DataTypes.STRING(40), allowNull: false, references: { model: "Tag", key: "name" } },
    },
    { timestamps: false },
  ),
  defineModel(
    "Note",
    { text: DataTypes.STRING(50), key: { type: DataTypes.STRING(20), unique: true } },
    { paranoid: true },
  ),
  defineModel(
    "Sample",
    {
      string: DataTypes.STRING(80),
      text: DataTypes.TEXT,
      uuid: DataTypes.UUID,
      integer: DataTypes.INTEGER,
      bigint: DataTypes.BIGINT,
      double: DataTypes.DOUBLE,
      decimal: DataTypes.DECIMAL(12, 3),
      exact: DataTypes.DECIMAL(30, 10),
      amount: DataTypes.DECIMAL(10, 2, "number"),
      flag: DataTypes.BOOLEAN,
      moment: DataTypes.DATE,
      day: DataTypes.DATEONLY,
      hour: DataTypes.TIME,
      json: DataTypes.JSON,
      binary: DataTypes.BLOB,
      color: DataTypes.ENUM("red", "green"),
    },
    { timestamps: false },
  ),
]);

const mongo = await liveMongo();
const databases = [...(await liveDatabases()), mongo];

describe.each(databases)("a repository on $name", ({ name: server, config, skip }) => {
  const hasTransactions = server !== "mongodb" || mongo.isMongo;
  let database: Database;
  const repository = (name: string): Repository => database.repository(name);

  beforeAll(async () => {
    if (skip !== undefined) return;
    await prepareDatabase(ENTITIES, config);
    database = await openDatabase(config, ENTITIES, process.cwd());
  });
  afterAll(() => database?.close());
  beforeEach(async ({ skip: leaveOut }) => {
    if (skip !== undefined) leaveOut(skip);
    for (const name of ["Tagging", "Tag", "Book", "Profile", "Author", "Sample"]) await repository(name).removeMany({});
  });

  describe("values", () => {
    const cases: Record<string, readonly (readonly [given: unknown, stored: unknown])[]> = {
      string: [
        ["", ""],
        ["  spaces  ", "  spaces  "],
        ["Größe 😀 'quoted' \"double\" \\ % _ ? $1 :1 @p1", "Größe 😀 'quoted' \"double\" \\ % _ ? $1 :1 @p1"],
        ["😀".repeat(80), "😀".repeat(80)],
      ],
      text: [
        ["x".repeat(100_000), "x".repeat(100_000)],
        ["line\nbreak\ttab\r", "line\nbreak\ttab\r"],
      ],
      uuid: [["0B0E7A54-1C1D-4F6B-9E6D-2A6C0F4D8E11", "0b0e7a54-1c1d-4f6b-9e6d-2a6c0f4d8e11"]],
      integer: [
        [0, 0],
        [-2147483648, -2147483648],
        [2147483647, 2147483647],
        ["17", 17],
      ],
      bigint: [
        [9007199254740991, 9007199254740991],
        [9007199254740993n, 9007199254740993n],
        [-9223372036854775808n, -9223372036854775808n],
        ["9223372036854775807", 9223372036854775807n],
        [5n, 5],
      ],
      double: [
        [0.1, 0.1],
        [1.7976931348623157e308, 1.7976931348623157e308],
        [1e-300, 1e-300],
        [5e-324, 5e-324],
        [-0, 0],
        [1e21, 1e21],
        [3, 3],
      ],
      decimal: [
        ["12.5", "12.500"],
        [12.3455, "12.346"],
        [-0.0004, "0.000"],
        ["999999999.999", "999999999.999"],
        [1e-7, "0.000"],
      ],
      exact: [["-12345678901234567890.0123456789", "-12345678901234567890.0123456789"]],
      amount: [
        [19.99, 19.99],
        ["7.005", 7.01],
      ],
      flag: [
        [true, true],
        [false, false],
      ],
      moment: [
        ["2026-01-31T12:30:00Z", "2026-01-31T12:30:00.000Z"],
        ["2026-01-31T12:30:00.120+02:00", "2026-01-31T10:30:00.120Z"],
        [new Date(1), "1970-01-01T00:00:00.001Z"],
        ["1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999Z"],
        ["2026-03-29T02:30:00.5Z", "2026-03-29T02:30:00.500Z"],
        ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
      ],
      day: [
        ["2024-02-29", "2024-02-29"],
        ["1900-01-01", "1900-01-01"],
      ],
      hour: [
        ["00:00", "00:00:00"],
        ["23:59:59", "23:59:59"],
      ],
      json: [
        [
          { b: [1, null, { c: "é😀" }], a: true },
          { b: [1, null, { c: "é😀" }], a: true },
        ],
        [[], []],
        ["text", "text"],
        ["17", "17"],
        [17, 17],
        [false, false],
        [0.1, 0.1],
      ],
      binary: [
        [Buffer.from([0, 255, 1, 39, 92]), Buffer.from([0, 255, 1, 39, 92])],
        ["AAEC", Buffer.from([0, 1, 2])],
        [Buffer.alloc(0), Buffer.alloc(0)],
      ],
      color: [["green", "green"]],
    };

    for (const [field, values] of Object.entries(cases)) {
      test(`a ${field} comes back as it is, from create, get and update`, async () => {
        const samples = repository("Sample");
        for (const [given, stored] of values) {
          const created = await samples.create({ [field]: given });
          expect(created[field]).toStrictEqual(stored);
          expect(await samples.get(created.id)).toStrictEqual(created);
          const updated = await samples.update(created.id, { [field]: given });
          expect(updated).toStrictEqual(created);
          expect(await samples.update(created.id, { [field]: null })).toStrictEqual({ ...created, [field]: null });
        }
        const many = await samples.createMany(values.map(([given]) => ({ [field]: given })));
        expect(many.map((row) => row[field])).toStrictEqual(values.map(([, stored]) => stored));
        expect(await samples.find({ where: { id: { in: many.map((row) => row.id as number) } } })).toStrictEqual(many);
      });
    }

    test("each value is found by itself, by a list with it, and not by its opposite", async () => {
      const samples = repository("Sample");
      for (const [field, values] of Object.entries(cases)) {
        if (field === "json" || field === "binary") continue;
        for (const [given, stored] of values) {
          const { id } = await samples.create({ [field]: given });
          const value = stored as string;
          const own = { id: id as number };
          expect(await samples.count({ ...own, [field]: value }), `${field} ${value}`).toBe(1);
          expect(await samples.count({ ...own, [field]: { in: [value], gte: value, lte: value } })).toBe(1);
          expect(await samples.count({ ...own, [field]: { ne: value } })).toBe(0);
          expect(await samples.count({ ...own, [field]: { notIn: [value] } })).toBe(0);
          expect(await samples.count({ ...own, [field]: { gt: value } })).toBe(0);
        }
      }
    });

    test("values that do not fit are rejected, all at once, with the fields' names", async () => {
      const refused: Record<string, unknown> = {
        string: "x".repeat(81),
        text: "nul \0",
        uuid: "abc",
        integer: 2 ** 31,
        bigint: 2n ** 63n,
        double: "1,5",
        decimal: "1e9",
        flag: "true",
        moment: "2026-02-30T00:00:00Z",
        day: "2026-02-30",
        hour: "24:00",
        json: () => 1,
        binary: "#",
        color: "blue",
      };
      const error = await failure(repository("Sample").create(refused), "VALUE_REFUSED");
      expect([...error.fields].sort()).toEqual(Object.keys(refused).sort());
      expect(error.message).toContain("Sample.string must not be longer than 80 characters");
      expect(await repository("Sample").count()).toBe(0);
      await expect(repository("Sample").create({ double: Number.NaN })).rejects.toThrow(
        TypeError("Sample.double is NaN."),
      );
      await expect(repository("Sample").create({ json: Promise.resolve(1) })).rejects.toThrow("is a promise");
      for (const values of [
        { moment: "0000-01-01T00:00:00Z" },
        { day: "0000-02-01" },
        { json: { a: "\ud800" } },
        { json: { "\udc00": 1 } },
        { json: ["\0"] },
      ])
        await failure(repository("Sample").create(values), "VALUE_REFUSED");
      const text = String.raw`\u0000 \ud800`;
      expect(await repository("Sample").create({ json: text })).toMatchObject({ json: text });
    });
  });

  describe("writing", () => {
    test("create fills in the id, defaults and times", async () => {
      const before = new Date().toISOString();
      const book = await repository("Book").create({ title: "Emma" });
      expect(book.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(book).toMatchObject({ title: "Emma", status: "draft", inPrint: true, pages: null, authorId: null });
      expect(String(book.createdAt) >= before).toBe(true);
      expect(book.updatedAt).toBe(book.createdAt);
    });

    test("counted keys go on after one that was given", async () => {
      const first = await repository("Author").create({ name: "Austen" });
      const given = await repository("Author").create({ name: "Brontë", id: Number(first.id) + 100 });
      expect(given.id).toBe(Number(first.id) + 100);
      const next = await repository("Author").create({ name: "Eliot" });
      expect(Number(next.id)).toBeGreaterThan(Number(given.id));
    });

    test("createMany writes all or nothing, beyond what one statement takes", async () => {
      const authors = repository("Author");
      const made = await authors.createMany(Array.from({ length: 1203 }, (_, index) => ({ name: `A${index}` })));
      expect(made).toHaveLength(1203);
      expect(new Set(made.map(({ id }) => id)).size).toBe(1203);
      expect(await authors.get(made[777]?.id)).toStrictEqual(made[777]);
      await failure(
        authors.createMany([
          { name: "x", email: "a@b.de" },
          { name: "y", email: "a@b.de" },
        ]),
        "UNIQUE_VIOLATION",
      );
      expect(await authors.count()).toBe(1203);
      expect(await authors.createMany([])).toEqual([]);
    });

    test("update changes what is given, and the time", async () => {
      const books = repository("Book");
      const book = await books.create({ title: "Emma", pages: 300, updatedAt: "2020-01-01T00:00:00Z" });
      const changed = await books.update(book.id, { pages: 301 });
      expect(changed).toMatchObject({ ...book, pages: 301, updatedAt: expect.stringMatching(/^202[6-9]/) });
      expect(await books.update(crypto.randomUUID(), { pages: 1 })).toBeUndefined();
      expect(await books.update(book.id, { pages: 301 })).toMatchObject({ pages: 301 });
    });

    test("increment adds to numbers; null stays null", async () => {
      const books = repository("Book");
      const { id } = await books.create({ title: "Emma", pages: 3 });
      expect(await books.increment(id, { pages: 4 })).toMatchObject({ id, pages: 7, title: "Emma" });
      const { id: other } = await books.create({ title: "Persuasion" });
      expect(await books.increment(other, { pages: 1 })).toMatchObject({ id: other, pages: null });
      expect(await books.increment(other, {})).toMatchObject({ id: other, pages: null });
      expect(await books.increment("00000000-0000-4000-8000-000000000009", { pages: 1 })).toBeUndefined();
      await expect(books.increment(id, { title: 1 })).rejects.toThrow("Book.title is no number.");
      expect(await books.get(id)).toMatchObject({ pages: 7, title: "Emma" });
    });

    test("increment leaves no field beyond its rules and its type", async () => {
      const books = repository("Book");
      const { id } = await books.create({ title: "Emma", pages: 3, price: "99999999.00" });
      expect(await books.increment(id, { pages: -2 })).toMatchObject({ pages: 1 });
      await failure(books.increment(id, { pages: -1 }), "VALUE_REFUSED");
      await failure(books.increment(id, { pages: 2 ** 31 - 1 }), "VALUE_REFUSED");
      expect(await books.increment(id, { pages: 2 ** 31 - 2 })).toMatchObject({ pages: 2 ** 31 - 1 });
      await failure(books.increment(id, { price: 1 }), "VALUE_REFUSED");
      // FerretDB has no decimals.
      if (hasTransactions)
        expect(await books.increment(id, { price: "0.985" })).toMatchObject({ price: "99999999.99" });
      const samples = repository("Sample");
      const sample = await samples.create({ bigint: 2n ** 63n - 2n, double: 1e308 });
      expect(await samples.increment(sample.id, { bigint: 1 })).toMatchObject({ bigint: 2n ** 63n - 1n });
      for (const amounts of [{ bigint: 1 }, { double: 1e308 }])
        await failure(samples.increment(sample.id, amounts), "VALUE_REFUSED");
      expect(await samples.get(sample.id)).toMatchObject({ bigint: 2n ** 63n - 1n, double: 1e308 });
    });

    test("updateMany and removeMany tell how many", async () => {
      const authors = repository("Author");
      await authors.createMany([{ name: "a" }, { name: "b" }, { name: "c" }]);
      expect(await authors.updateMany({ name: { gt: "a" } }, { secret: "x" })).toBe(2);
      expect(await authors.updateMany({ name: { gt: "a" } }, { secret: "x" })).toBe(2);
      expect(await authors.removeMany({ name: "b" })).toBe(1);
      expect(await authors.removeMany({})).toBe(2);
      await failure(authors.removeMany({ name: undefined }), "VALUE_REFUSED");
      await failure(authors.updateMany({ name: undefined }, { secret: "x" }), "VALUE_REFUSED");
    });

    test("a condition of a change that is undefined, however deep, or has Sequelize's operators changes nothing", async () => {
      const authors = repository("Author");
      await authors.createMany([{ name: "a" }, { name: "b" }]);
      const or = Symbol("or");
      const conditions = [
        { name: { eq: undefined } },
        { and: [{ name: undefined }] },
        { or: [{ name: { in: undefined } }, { name: "a" }] },
        { not: { name: "a", email: undefined } },
        { [or]: [{ name: "a" }] },
        { name: { ne: "a", [or]: ["b"] } },
      ] as Where[];
      for (const where of conditions) {
        await failure(authors.removeMany(where), "VALUE_REFUSED");
        await failure(authors.updateMany(where, { secret: "x" }), "VALUE_REFUSED");
      }
      await failure(authors.find({ where: { [or]: [{ name: "a" }] } as Where }), "VALUE_REFUSED");
      expect(await authors.count({ secret: { isNull: true } })).toBe(2);
    });

    test("remove says whether there was one", async () => {
      const { id } = await repository("Author").create({ name: "a" });
      expect(await repository("Author").remove(id)).toBe(true);
      expect(await repository("Author").remove(id)).toBe(false);
      expect(await repository("Author").remove("no number")).toBe(false);
    });

    test("upsert creates, then changes only what is given", async () => {
      const authors = repository("Author");
      const created = await authors.upsert({ name: "Austen", email: "j@a.uk", secret: "s" }, { conflict: ["email"] });
      const changed = await authors.upsert({ name: "Jane Austen", email: "j@a.uk" }, { conflict: ["email"] });
      expect(changed).toMatchObject({ id: created.id, name: "Jane Austen", createdAt: created.createdAt });
      expect(await authors.find({ fields: ["secret"] })).toEqual([{ id: created.id, secret: "s" }]);
      const byKey = await authors.upsert({ id: created.id, name: "J." });
      expect(byKey).toMatchObject({ id: created.id, name: "J.", email: "j@a.uk" });
      expect(await authors.upsert({ name: "New" })).toMatchObject({ name: "New" });
      expect(await authors.count()).toBe(2);
      expect(await repository("Tag").upsert({ name: "old" })).toEqual({ name: "old" });
      expect(await repository("Tag").upsert({ name: "old" })).toEqual({ name: "old" });
    });

    test("upserts of many at once make one record", async () => {
      const authors = repository("Author");
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          authors.upsert({ name: `n${index}`, email: "same@a.uk" }, { conflict: ["email"] }),
        ),
      );
      expect(await authors.count()).toBe(1);
    });

    test("a hidden field is stored, and told only when it is asked for", async () => {
      const authors = repository("Author");
      const author = await authors.create({ name: "a", secret: "s3cret" });
      expect(author).not.toHaveProperty("secret");
      expect(await authors.get(author.id)).not.toHaveProperty("secret");
      expect(await authors.update(author.id, { secret: "other" })).not.toHaveProperty("secret");
      expect(await authors.get(author.id, { fields: ["secret"] })).toEqual({ id: author.id, secret: "other" });
    });

    test("paranoid records are passed over once removed, and come back by upsert", async () => {
      const notes = repository("Note");
      const note = await notes.create({ text: "a", key: "k" });
      expect(note.deletedAt).toBeNull();
      expect(await notes.remove(note.id)).toBe(true);
      expect(await notes.remove(note.id)).toBe(false);
      expect(await notes.get(note.id)).toBeUndefined();
      expect(await notes.update(note.id, { text: "b" })).toBeUndefined();
      expect(await notes.count({ key: "k" })).toBe(0);
      const again = await notes.upsert({ text: "c", key: "k" }, { conflict: ["key"] });
      expect(again).toMatchObject({ id: note.id, text: "c", deletedAt: null });
      expect(await notes.removeMany({ key: "k" })).toBe(1);
      expect(await notes.find({ where: { key: "k" } })).toEqual([]);
    });
  });

  describe("errors", () => {
    test("a value taken already names the field", async () => {
      const authors = repository("Author");
      await authors.create({ name: "a", email: "a@b.de" });
      const error = await failure(authors.create({ name: "b", email: "a@b.de" }), "UNIQUE_VIOLATION");
      expect(error.fields).toEqual(["email"]);
      expect(error.message).toBe("There is another Author with the same email.");
      const other = await authors.create({ name: "c" });
      expect((await failure(authors.update(other.id, { email: "a@b.de" }), "UNIQUE_VIOLATION")).fields).toEqual([
        "email",
      ]);
      expect((await failure(authors.create({ name: "d", id: other.id }), "UNIQUE_VIOLATION")).fields).toEqual(["id"]);
      const book = { title: "t", authorId: other.id };
      await repository("Book").create(book);
      expect((await failure(repository("Book").create(book), "UNIQUE_VIOLATION")).fields).toEqual([
        "title",
        "authorId",
      ]);
    });

    test("a reference to nothing, and removing what is referred to", async () => {
      const author = await repository("Author").create({ name: "a" });
      await failure(repository("Book").create({ title: "t", authorId: 987654 }), "FOREIGN_KEY_VIOLATION");
      await repository("Book").create({ title: "t", authorId: author.id });
      await failure(repository("Author").remove(author.id), "FOREIGN_KEY_VIOLATION");
    });

    test("missing values and broken rules", async () => {
      expect((await failure(repository("Author").create({}), "VALUE_REFUSED")).fields).toEqual(["name"]);
      const book = await repository("Book").create({ title: "t" });
      expect((await failure(repository("Book").update(book.id, { title: null }), "VALUE_REFUSED")).fields).toEqual([
        "title",
      ]);
      const broken = repository("Book").create({ title: "", pages: 0, status: "lost" });
      expect((await failure(broken, "VALUE_REFUSED")).fields).toEqual(["title", "pages", "status"]);
      expect(
        (await failure(repository("Author").create({ name: "a", email: "nobody" }), "VALUE_REFUSED")).message,
      ).toBe("Author.email must be a valid email.");
    });

    test("unknown fields, relations and models", async () => {
      const authors = repository("Author");
      const error = await failure(authors.create({ name: "a", nmae: "b" }), "UNKNOWN_FIELD");
      expect(error.hint).toContain("name, email");
      await failure(authors.find({ where: { nmae: "a" } }), "UNKNOWN_FIELD");
      await failure(authors.find({ order: [["nmae", "asc"]] }), "UNKNOWN_FIELD");
      await failure(authors.find({ fields: ["nmae"] }), "UNKNOWN_FIELD");
      await failure(authors.find({ include: ["nmae"] }), "UNKNOWN_FIELD");
      await failure(authors.update(1, { nmae: 1 }), "UNKNOWN_FIELD");
      expect(() => repository("Auhtor")).toThrow(expect.objectContaining({ code: "UNKNOWN_ENTITY" }));
    });

    test("conditions that make no sense", async () => {
      const samples = repository("Sample");
      await failure(samples.find({ where: { integer: "many" } }), "VALUE_REFUSED");
      await failure(samples.find({ where: { json: "x" } }), "VALUE_REFUSED");
      await failure(samples.find({ where: { integer: { contains: "1" } } }), "VALUE_REFUSED");
      await failure(samples.find({ where: { integer: { near: 1 } as never } }), "VALUE_REFUSED");
      await failure(samples.find({ order: [["json", "asc"]] }), "VALUE_REFUSED");
      await failure(samples.find({ limit: -1 }), "VALUE_REFUSED");
      await failure(samples.find({ offset: 1.5 }), "VALUE_REFUSED");
    });

    test("what no key can be is nobody's key", async () => {
      for (const id of ["abc", "", null, undefined, {}, Number.NaN, "99999999999999999999"]) {
        expect(await repository("Author").get(id), String(id)).toBeUndefined();
        expect(await repository("Book").get(id), String(id)).toBeUndefined();
      }
      expect(await repository("Author").get(99999999999)).toBeUndefined();
      const { id } = await repository("Author").create({ name: "a" });
      expect(await repository("Author").get(String(id))).toMatchObject({ id });
    });
  });

  describe("reading", () => {
    const names = ["ab", "Ab", "a%b", "a_b", "a|b", "a[b", "b", "é", "z", "ÿ", "😀a", "a\\b", "A"];

    beforeEach(async () => {
      await repository("Author").createMany(
        names.map((name, index) => ({ name, email: index % 2 ? `${index}@x.de` : null })),
      );
    });

    const found = async (where: Where): Promise<unknown[]> =>
      (await repository("Author").find({ where, order: [["name", "asc"]] })).map(({ name }) => name);

    test("texts are compared and sorted by code point, case counts", async () => {
      expect(await found({})).toEqual(["A", "Ab", "a%b", "a[b", "a\\b", "a_b", "ab", "a|b", "b", "z", "é", "ÿ", "😀a"]);
      expect(await found({ name: "ab" })).toEqual(["ab"]);
      expect(await found({ name: { gt: "b" } })).toEqual(["z", "é", "ÿ", "😀a"]);
      expect(await found({ name: { in: ["AB", "b", "é"] } })).toEqual(["b", "é"]);
    });

    test("contains and startsWith take every character as it is", async () => {
      expect(await found({ name: { contains: "b" } })).toEqual(["Ab", "a%b", "a[b", "a\\b", "a_b", "ab", "a|b", "b"]);
      expect(await found({ name: { contains: "%" } })).toEqual(["a%b"]);
      expect(await found({ name: { contains: "_" } })).toEqual(["a_b"]);
      expect(await found({ name: { contains: "\\" } })).toEqual(["a\\b"]);
      expect(await found({ name: { startsWith: "a" } })).toEqual(["a%b", "a[b", "a\\b", "a_b", "ab", "a|b"]);
      for (const sign of ["a%", "a_", "a|", "a[", "a\\"])
        expect(await found({ name: { startsWith: sign } })).toEqual([`${sign}b`]);
      expect(await found({ name: { startsWith: "😀" } })).toEqual(["😀a"]);
      expect(await found({ email: { contains: "" } })).toHaveLength(6);
    });

    test("null is equal to nothing and different from nothing, isNull asks for it", async () => {
      expect(await found({ email: null })).toHaveLength(7);
      expect(await found({ email: { isNull: true } })).toHaveLength(7);
      expect(await found({ email: { isNull: false } })).toHaveLength(6);
      expect(await found({ email: { eq: null } })).toEqual([]);
      expect(await found({ email: { ne: null } })).toEqual([]);
      expect(await found({ email: { ne: "1@x.de" } })).toHaveLength(5);
      expect(await found({ email: { notIn: ["1@x.de"] } })).toHaveLength(5);
      expect(await found({ email: { notIn: ["1@x.de", null] } })).toEqual([]);
      expect(await found({ email: { in: ["1@x.de", null] } })).toEqual(["Ab"]);
      expect(await found({ not: { email: { ne: "1@x.de" } } })).toHaveLength(8);
    });

    test("and, or, not and empty lists", async () => {
      expect(await found({ or: [{ name: "b" }, { name: "z" }] })).toEqual(["b", "z"]);
      expect(
        await found({ and: [{ name: { gt: "a" } }, { name: { lt: "c" } }], not: { name: { startsWith: "a" } } }),
      ).toEqual(["b"]);
      expect(await found({ or: [] })).toEqual([]);
      expect(await found({ and: [] })).toHaveLength(13);
      expect(await found({ not: {} })).toEqual([]);
      expect(await found({ or: [{}] })).toHaveLength(13);
      expect(await found({ name: { in: [] } })).toEqual([]);
      expect(await found({ email: { notIn: [] } })).toHaveLength(13);
    });

    test("pages, and nulls last in both directions", async () => {
      const authors = repository("Author");
      const emails = async (direction: "asc" | "desc"): Promise<unknown[]> =>
        (await authors.find({ order: [["email", direction]] })).map(({ email }) => email);
      const sorted = ["11@x.de", "1@x.de", "3@x.de", "5@x.de", "7@x.de", "9@x.de"];
      const nulls = Array.from({ length: 7 }, () => null);
      expect(await emails("asc")).toEqual([...sorted, ...nulls]);
      expect(await emails("desc")).toEqual([...sorted.reverse(), ...nulls]);
      const page = async (limit?: number, offset?: number): Promise<unknown[]> =>
        (
          await authors.find({
            order: [["name", "desc"]],
            ...(limit !== undefined && { limit }),
            ...(offset !== undefined && { offset }),
          })
        ).map(({ name }) => name);
      expect(await page(2)).toEqual(["😀a", "ÿ"]);
      expect(await page(2, 2)).toEqual(["é", "z"]);
      expect(await page(undefined, 11)).toEqual(["Ab", "A"]);
      expect(await page(0)).toEqual([]);
      expect(await page(5, 100)).toEqual([]);
    });

    test("long lists of conditions", async () => {
      const or = Array.from({ length: 1201 }, (_, index) => ({ name: index === 600 ? "ab" : `none ${index}` }));
      expect(await repository("Author").count({ or })).toBe(1);
      expect(await repository("Author").count({ not: { and: or } })).toBe(names.length);
    });

    test("long lists of values", async () => {
      const [first] = await repository("Author").find({ limit: 1 });
      const ids = Array.from({ length: 5000 }, (_, index) => index + 10_000_000);
      expect(await repository("Author").count({ id: { in: [...ids, first?.id as number] } })).toBe(1);
      expect(await repository("Author").count({ id: { notIn: ids } })).toBe(13);
      const big = Array.from({ length: 2000 }, (_, index) => 9007199254740993n + BigInt(2 * index));
      await repository("Sample").createMany([{ bigint: 9007199254740993n }, { bigint: 9007199254740992n }]);
      expect(await repository("Sample").count({ bigint: { in: big } })).toBe(1);
    });

    test("fields: the primary key comes along", async () => {
      const [row] = await repository("Author").find({ fields: ["name"], limit: 1, order: [["name", "asc"]] });
      expect(Object.keys(row ?? {}).sort()).toEqual(["id", "name"]);
    });
  });

  test("relations come along: one, or none, or many", async () => {
    const [austen, eliot] = await repository("Author").createMany([{ name: "Austen" }, { name: "Eliot" }]);
    await repository("Profile").create({ authorId: austen?.id, text: "wrote" });
    const books = await repository("Book").createMany([
      { title: "Emma", authorId: austen?.id },
      { title: "Persuasion", authorId: austen?.id },
      { title: "Beowulf" },
    ]);
    await repository("Tag").createMany([{ name: "novel" }, { name: "old" }]);
    await repository("Tagging").createMany([
      { bookId: books[0]?.id, tagId: "novel" },
      { bookId: books[0]?.id, tagId: "old" },
      { bookId: books[2]?.id, tagId: "old" },
    ]);
    const listed = await repository("Book").find({
      fields: ["title"],
      include: ["author", "tags"],
      order: [["title", "asc"]],
    });
    expect(listed).toEqual([
      { id: books[2]?.id, title: "Beowulf", author: null, tags: [{ name: "old" }] },
      { id: books[0]?.id, title: "Emma", author: austen, tags: [{ name: "novel" }, { name: "old" }] },
      { id: books[1]?.id, title: "Persuasion", author: austen, tags: [] },
    ]);
    const author = (await repository("Author").get(austen?.id, { include: ["books", "profile"] })) as Row;
    expect((author.books as Row[]).map(({ title }) => title).sort()).toEqual(["Emma", "Persuasion"]);
    expect(author.profile).toMatchObject({ text: "wrote" });
    expect(await repository("Author").get(eliot?.id, { include: ["books", "profile"] })).toEqual({
      ...eliot,
      books: [],
      profile: null,
    });
    expect(await repository("Tag").get("old", { include: ["books"] })).toMatchObject({ name: "old", books: [{}, {}] });
  });

  describe.skipIf(!hasTransactions)("transactions", () => {
    const authors = (): Repository => repository("Author");

    test("all or nothing, and inner ones join", async () => {
      const result = await database.transaction(async () => {
        await authors().create({ name: "a" });
        return database.transaction(() => authors().create({ name: "b" }));
      });
      expect(result).toMatchObject({ name: "b" });
      expect(await authors().count()).toBe(2);
      const failed = database.transaction(async () => {
        await authors().create({ name: "c" });
        await database.transaction(() => authors().removeMany({}));
        expect(await authors().count()).toBe(0);
        throw new Error("no");
      });
      await expect(failed).rejects.toThrow("no");
      expect(await authors().count()).toBe(2);
    });

    test("many at once, each seeing its own", async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 30 }, (_, index) =>
          database.transaction(async () => {
            const { id } = await authors().create({ name: `t${index}` });
            await new Promise((resolve) => setTimeout(resolve, index % 3));
            if (index % 3 === 0) throw new Error("back");
            return (await authors().get(id))?.name;
          }),
        ),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
      expect(await authors().count()).toBe(20);
    });

    test("what others read meanwhile is not touched by it", async () => {
      let inside = (): void => {};
      const started = new Promise<void>((resolve) => {
        inside = resolve;
      });
      let go = (): void => {};
      const released = new Promise<void>((resolve) => {
        go = resolve;
      });
      const work = database.transaction(async () => {
        await authors().create({ name: "a" });
        inside();
        await released;
      });
      await started;
      const seen = await authors().count();
      go();
      await work;
      expect(seen).toBe(0);
      expect(await authors().count()).toBe(1);
    });

    test("an error that was swallowed is not taken for success", async () => {
      await authors().create({ name: "a", email: "a@b.de" });
      const outcome = await database
        .transaction(async () => {
          await authors().create({ name: "b" });
          await authors()
            .create({ name: "c", email: "a@b.de" })
            .catch(() => {});
        })
        .then(
          () => 2,
          (error: unknown) => {
            expect(error).toMatchObject({
              code: "QUERY_FAILED",
              message: expect.stringContaining("nothing was committed"),
            });
            return 1;
          },
        );
      expect(await authors().count()).toBe(outcome);
    });

    test("statements side by side in one transaction", async () => {
      await database.transaction(() =>
        Promise.all(Array.from({ length: 10 }, (_, index) => authors().create({ name: `p${index}` }))),
      );
      expect(await authors().count()).toBe(10);
    });
  });

  test.skipIf(!hasTransactions)("closing waits for what is under way; afterwards everything is rejected", async () => {
    const own = await openDatabase(config, ENTITIES, process.cwd());
    await own.ping();
    const pending = own.transaction(async () => {
      await own.repository("Author").create({ name: "last" });
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await own.close();
    await pending;
    expect(await repository("Author").count({ name: "last" })).toBe(1);
    await failure(own.repository("Author").count(), "UNAVAILABLE");
    await failure(own.ping(), "UNAVAILABLE");
  });
});

async function failure(promise: Promise<unknown>, code: DatabaseErrorCode): Promise<DatabaseError> {
  const error = await promise.then(
    (value) => new Error(`it did not fail, but gave ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DatabaseError);
  expect(error).toMatchObject({ code });
  return error as DatabaseError;
}
