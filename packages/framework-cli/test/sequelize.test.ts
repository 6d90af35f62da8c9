import { Op, type Sequelize, type Transaction } from "sequelize";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../src/database/database.js";
import { openDatabase } from "../src/database/open-database.js";
import { openSqlExecutor } from "../src/database/sql/sql-executor.js";
import { messageOf } from "../src/errors/message-of.js";
import { DataTypes } from "../src/model/data-types.js";
import { defineModel } from "../src/model/define-model.js";
import { entitiesFromModels } from "../src/model/entities-from-models.js";
import { createTables } from "./servers/create-tables.js";
import { liveDatabases } from "./servers/live-databases.js";

const ENTITIES = entitiesFromModels([
  defineModel(
    "Author",
    { name: { type: DataTypes.STRING(80), allowNull: false }, secret: { type: DataTypes.STRING(20), hidden: true } },
    { associations: { books: { hasMany: "Book" } } },
  ),
  defineModel(
    "Book",
    {
      id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
      title: { type: DataTypes.STRING(120), allowNull: false },
      isbn: { type: DataTypes.STRING(20), unique: true },
      sold: DataTypes.BIGINT,
      price: DataTypes.DECIMAL(10, 2),
      inPrint: { type: DataTypes.BOOLEAN, defaultValue: true },
      published: DataTypes.DATEONLY,
      opens: DataTypes.TIME,
      extra: DataTypes.JSON,
      cover: DataTypes.BLOB,
      kind: { type: DataTypes.ENUM("novel", "poem"), defaultValue: "novel" },
      authorId: { type: DataTypes.INTEGER, references: { model: "Author" } },
    },
    { associations: { author: { belongsTo: "Author" }, tags: { belongsToMany: "Tag", through: "Tagging" } } },
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
    {},
  ),
  defineModel("Note", { text: DataTypes.STRING(50) }, { paranoid: true }),
]);

describe.each(await liveDatabases())("Sequelize on $name", ({ name, config, skip }) => {
  let database: Database;
  let sequelize: Sequelize;

  beforeAll(async () => {
    if (skip !== undefined) return;
    const executor = await openSqlExecutor(config, process.cwd());
    await createTables(ENTITIES, executor);
    await executor.close();
    database = await openDatabase(config, ENTITIES, process.cwd());
    sequelize = database.sequelize;
  });
  afterAll(() => database?.close());
  beforeEach(async ({ skip: leaveOut }) => {
    if (skip !== undefined) leaveOut(skip);
    for (const each of ["Tagging", "Tag", "Book", "Author"]) await database.repository(each).removeMany({});
  });

  test("is one instance, with the application's models", async () => {
    expect(database.sequelize).toBe(sequelize);
    expect(Object.keys(sequelize.models).sort()).toEqual(["Author", "Book", "Note", "Tag", "Tagging"]);
  });

  const values = {
    title: "Emma",
    isbn: "1",
    price: "9.50",
    inPrint: false,
    published: "1815-12-23",
    opens: "08:30:00",
    extra: { a: [1, { b: null }] },
    cover: Buffer.from([0, 255]),
    kind: "poem",
  };

  test("reads what a repository wrote, and the other way round", async () => {
    const books = database.repository("Book");
    const written = await books.create({ ...values, sold: 9007199254740993n });
    const found = await sequelize.model("Book").findByPk(String(written.id), { rejectOnEmpty: true });
    expect(found.get("title")).toBe("Emma");
    expect(found.get("inPrint")).toBe(false);
    expect(String(found.get("sold"))).toBe("9007199254740993");
    expect(found.get("extra")).toEqual(values.extra);
    expect((found.get("createdAt") as Date).toISOString()).toBe(written.createdAt);
    expect(found.get("published")).toBe("1815-12-23");
    expect(found.get("cover")).toEqual(values.cover);

    const made = await sequelize.model("Book").create({ ...values, isbn: "2", sold: "9007199254740995" });
    const read = await books.get(made.get("id"));
    expect(read).toMatchObject({ ...values, isbn: "2", sold: 9007199254740995n, authorId: null });
    expect(read?.createdAt).toBe((made.get("createdAt") as Date).toISOString());
  });

  test("integers that a number holds exactly are numbers, also counts of raw statements", async () => {
    const { id } = await database.repository("Book").create({ title: "Emma", sold: 7 });
    // SQL Server's driver gives every BIGINT as a text.
    const sold = config.dialect === "mssql" ? "7" : 7;
    expect((await sequelize.model("Book").findByPk(String(id)))?.get("sold")).toBe(sold);
    const quote = (each: string): string => sequelize.getQueryInterface().quoteIdentifier(each);
    const [rows] = await sequelize.query(
      `SELECT COUNT(*) AS ${quote("count")}, ${quote("sold")} FROM ${quote("books")} GROUP BY ${quote("sold")}`,
    );
    expect(rows).toEqual([{ count: 1, sold }]);
  });

  test("associations: belongsTo, hasMany, belongsToMany", async () => {
    const author = await database.repository("Author").create({ name: "Austen", secret: "s" });
    const book = await database.repository("Book").create({ title: "Emma", authorId: author.id });
    await database.repository("Tag").create({ name: "old" });
    await database.repository("Tagging").create({ bookId: book.id, tagId: "old" });
    const [found] = await sequelize.model("Book").findAll({ include: ["author", "tags"] });
    expect(found?.toJSON()).toMatchObject({ title: "Emma", author: { name: "Austen" }, tags: [{ name: "old" }] });
    const [parent] = await sequelize.model("Author").findAll({ include: ["books"] });
    expect(parent?.toJSON()).toMatchObject({ name: "Austen", books: [{ title: "Emma" }] });
    expect(parent?.toJSON()).not.toHaveProperty("secret");
  });

  test("methods of belongsToMany and a validated bulkCreate fill in timestamps", async () => {
    interface Tagged {
      addTag(tag: unknown): Promise<unknown>;
      setTags(tags: unknown[]): Promise<unknown>;
      getTags(): Promise<{ get(name: string): unknown }[]>;
    }
    const book = (await sequelize.model("Book").create({ title: "Emma" })) as unknown as Tagged;
    const tags = await sequelize.model("Tag").bulkCreate([{ name: "old" }, { name: "new" }], { validate: true });
    await book.addTag(tags[0]);
    await book.setTags(tags);
    expect((await book.getTags()).map((tag) => tag.get("name")).sort()).toEqual(["new", "old"]);
    const Author = sequelize.model("Author");
    const [author] = await Author.bulkCreate([{ name: "Austen" }], { validate: true });
    expect(author?.get("createdAt")).toBeInstanceOf(Date);
    const refused = await Author.bulkCreate([{ name: "x" }, {}], { validate: true }).catch((error: unknown) => error);
    expect(messageOf(refused)).toBe(
      "AggregateError of 1: SequelizeValidationError: notNull Violation: Author.name cannot be null",
    );
  });

  describe("one transaction for models, repositories and SQL", () => {
    const add = async (label: string): Promise<void> => {
      await sequelize.model("Author").create({ name: `${label} model` });
      await database.repository("Author").create({ name: `${label} repository` });
      const table = sequelize.getQueryInterface().quoteIdentifier("authors");
      const [column, created, updated] = ["name", "created_at", "updated_at"].map((each) =>
        sequelize.getQueryInterface().quoteIdentifier(each),
      );
      await sequelize.query(
        `INSERT INTO ${table} (${column}, ${created}, ${updated}) VALUES (:name, '2026-01-01 00:00:00', '2026-01-01 00:00:00')`,
        { replacements: { name: `${label} SQL` } },
      );
      const names = await sequelize.model("Author").count({ where: { name: { [Op.startsWith]: label } } });
      expect(names).toBe(3);
      expect(await database.repository("Author").count({ name: { startsWith: label } })).toBe(3);
    };
    const stop = new Error("stop");

    test.each([
      ["the framework's", (work: () => Promise<void>) => database.transaction(work)],
      ["Sequelize's", (work: () => Promise<void>) => sequelize.transaction(work)],
    ])("%s transaction commits and rolls back all of them", async (_name, transaction) => {
      await transaction(() => add("a"));
      const failing = transaction(async () => {
        await add("b");
        throw stop;
      });
      await expect(failing).rejects.toBe(stop);
      expect(await database.repository("Author").count()).toBe(3);
    });

    test("nested ones join the outer one, ten at once", async () => {
      const failing = database.transaction(async () => {
        await sequelize.transaction(() => database.transaction(() => add("inner")));
        throw stop;
      });
      await expect(failing).rejects.toBe(stop);
      const all = Array.from({ length: 10 }, (_, index) =>
        database
          .transaction(async () => {
            await sequelize.transaction(() => add(`t${index}.`));
            if (index % 2 === 1) throw stop;
          })
          .catch((error: unknown) => expect(error).toBe(stop)),
      );
      await Promise.all(all);
      expect(await database.repository("Author").count()).toBe(15);
    });

    test.each([
      ["the framework's", (work: () => Promise<void>) => database.transaction(work)],
      ["Sequelize's", (work: () => Promise<void>) => sequelize.transaction(work)],
    ])("afterCommit runs after %s commit, not after a rollback, and at once outside", async (_name, transaction) => {
      const told: unknown[] = [];
      const tell = (label: string) =>
        database.afterCommit(async () => told.push([label, await database.repository("Author").count()]));
      await transaction(async () => {
        await tell("first");
        await database.transaction(async () => tell("inner"));
        await add("a");
        expect(told).toEqual([]);
      });
      expect(told.splice(0)).toEqual([
        ["first", 3],
        ["inner", 3],
      ]);
      const failing = transaction(async () => {
        await tell("lost");
        throw stop;
      });
      await expect(failing).rejects.toBe(stop);
      expect(told).toEqual([]);
      await tell("outside");
      expect(told).toEqual([["outside", 3]]);
      const broken = transaction(async () => {
        await database.afterCommit(() => {
          throw stop;
        });
        await database.repository("Author").create({ name: "kept" });
      });
      await expect(broken).rejects.toBe(stop);
      expect(await database.repository("Author").count()).toBe(4);
    });

    test("hooks receive it as an option, and can wait for its commit", async () => {
      const told: unknown[] = [];
      const Author = sequelize.model("Author");
      Author.addHook("afterCreate", "told", (_author, options) => {
        const transaction = options.transaction as Transaction;
        told.push(transaction);
        transaction.afterCommit(() => void told.push("committed"));
      });
      onTestFinished(() => {
        Author.removeHook("afterCreate", "told");
      });
      let given: unknown;
      await sequelize.transaction(async (transaction) => {
        given = transaction;
        await Author.create({ name: "within" });
      });
      expect(told).toEqual([given, "committed"]);
    });

    test("a model's call that nobody waits for ends outside", async () => {
      let late: Promise<unknown> | undefined;
      await sequelize.transaction(async () => {
        late = sequelize.model("Author").create({ name: "late" }, { hooks: true });
      });
      await late;
      expect(await database.repository("Author").count()).toBe(1);
    });

    test("an object whose prototype is the instance takes part", async () => {
      const derived = Object.create(sequelize) as Sequelize;
      const failing = derived.transaction(async () => {
        await add("a");
        await derived.query("SELECT 1 FROM authors");
        throw stop;
      });
      await expect(failing).rejects.toBe(stop);
      expect(await database.repository("Author").count()).toBe(0);
    });

    test("reads outside do not wait for it", async () => {
      await database.transaction(async () => {
        await add("a");
        expect(await sequelize.model("Author").findAll({ transaction: null })).toEqual([]);
      });
    });

    test("a savepoint rolls back alone", async () => {
      await database.transaction(async () => {
        await add("kept");
        const savepoint = await sequelize.transaction();
        await sequelize.model("Author").create({ name: "gone" }, { transaction: savepoint });
        await savepoint.rollback();
      });
      expect(await database.repository("Author").count()).toBe(3);
    });

    test("a statement that failed unnoticed does not let the others be lost", async () => {
      const work = database.transaction(async () => {
        await database.repository("Author").create({ name: "before" });
        await expect(sequelize.query("SELECT * FROM nowhere")).rejects.toThrow();
      });
      const failed = await work.then(
        () => false,
        () => true,
      );
      expect(await database.repository("Author").count()).toBe(failed ? 0 : 1);
      expect(failed).toBe(name === "postgres");
    });
  });

  test("decimals and large integers are exact", async () => {
    const Book = sequelize.model("Book");
    const { id } = await database
      .repository("Book")
      .create({ title: "x", sold: 9007199254740993n, price: "12345678.91" });
    const book = await Book.findByPk(String(id), { rejectOnEmpty: true });
    expect(String(book.get("price"))).toBe("12345678.91");
    expect(String(book.get("sold"))).toBe("9007199254740993");
    expect(await Book.count()).toBe(1);
  });

  test("errors are Sequelize's own", async () => {
    const Book = sequelize.model("Book");
    await Book.create({ title: "a", isbn: "1" });
    await expect(Book.create({ title: "b", isbn: "1" })).rejects.toMatchObject({
      name: "SequelizeUniqueConstraintError",
    });
    await expect(Book.create({ title: "b", authorId: 987 })).rejects.toMatchObject({
      name: "SequelizeForeignKeyConstraintError",
    });
    await expect(Book.create({})).rejects.toMatchObject({ name: "SequelizeValidationError" });
  });

  test("upsert, counted keys of many, update, destroy, describeTable", async () => {
    const Book = sequelize.model("Book");
    const id = crypto.randomUUID();
    await Book.upsert({ id, title: "a" });
    await Book.upsert({ id, title: "b" });
    expect(await Book.findAll({ raw: true, attributes: ["title"] })).toEqual([{ title: "b" }]);
    const authors = await sequelize.model("Author").bulkCreate([{ name: "x" }, { name: "y" }]);
    // On MySQL Sequelize learns the first key only.
    if (name === "sqlite" || name === "postgres") expect(new Set(authors.map((each) => each.get("id"))).size).toBe(2);
    expect(await Book.update({ title: "c" }, { where: { id } })).toEqual([1]);
    expect(await Book.destroy({ where: { id } })).toBe(1);
    const columns = await sequelize.getQueryInterface().describeTable("books");
    expect(columns.id).toMatchObject({ primaryKey: true });
    expect(columns.title).toMatchObject({ allowNull: false });
    const note = await sequelize.model("Note").create({ text: "n" });
    await note.destroy();
    expect(await database.repository("Note").get(note.get("id"))).toBeUndefined();
  });
});
