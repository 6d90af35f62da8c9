import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../src/database/database.js";
import { openDatabase } from "../src/database/open-database.js";
import { DataTypes } from "../src/model/data-types.js";
import { defineModel } from "../src/model/define-model.js";
import { entitiesFromModels } from "../src/model/entities-from-models.js";
import { prepareDatabase } from "./servers/create-tables.js";
import { liveDatabases } from "./servers/live-databases.js";

interface Instance {
  get(name: string): unknown;
  getDataValue(name: string): unknown;
  setDataValue(name: string, value: unknown): void;
}

const COLUMNS = {
  title: { type: DataTypes.STRING(20), allowNull: false, validate: { len: [2, 20] } },
  code: { type: DataTypes.STRING(10), unique: true },
  count: DataTypes.INTEGER,
  big: DataTypes.BIGINT,
  price: DataTypes.DECIMAL(12, 2),
  ratio: DataTypes.DOUBLE,
  active: { type: DataTypes.BOOLEAN, defaultValue: true },
  at: DataTypes.DATE,
  day: DataTypes.DATEONLY,
  extra: DataTypes.JSON,
};

let hooksRun: string[] = [];

const ENTITIES = entitiesFromModels([
  defineModel("Plain", COLUMNS, { timestamps: false }),
  defineModel("Hooked", COLUMNS, { timestamps: false, hooks: { beforeSave: () => {} } }),
  defineModel(
    "User",
    {
      email: {
        type: DataTypes.STRING(80),
        allowNull: false,
        unique: "tenant_email",
        set(this: Instance, value: string) {
          this.setDataValue("email", value.toLowerCase());
        },
      },
      tenant: { type: DataTypes.INTEGER, allowNull: false, unique: "tenant_email" },
      password: { type: DataTypes.STRING(80), hidden: true, validate: { notEmpty: true } },
      first: {
        type: DataTypes.STRING(20),
        validate: {
          isEven(value: string) {
            if (value.length % 2 === 1) throw new Error("must have an even length");
          },
        },
      },
      last: {
        type: DataTypes.STRING(20),
        get(this: Instance) {
          return String(this.getDataValue("last") ?? "").toUpperCase();
        },
      },
      full: {
        type: DataTypes.VIRTUAL,
        get(this: Instance) {
          return `${this.get("first")} ${this.get("last")}`;
        },
      },
      token: { type: DataTypes.STRING(20), defaultValue: () => "made" },
      active: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
    },
    {
      version: true,
      defaultScope: { where: { active: true } },
      scopes: { all: {} },
      validate: {
        names(this: Instance) {
          if (this.get("first") === "same" && this.getDataValue("last") === "same")
            throw new Error("names are the same");
        },
      },
      hooks: {
        beforeCreate(user: Instance) {
          hooksRun.push("beforeCreate");
          user.setDataValue("password", `hashed ${user.getDataValue("password")}`);
        },
        afterDestroy: () => void hooksRun.push("afterDestroy"),
      },
    },
  ),
  defineModel(
    "Draft",
    { code: { type: DataTypes.STRING(10), unique: true }, n: DataTypes.INTEGER, open: DataTypes.BOOLEAN },
    { paranoid: true, defaultScope: { where: { open: true } }, hooks: { beforeSave: () => {} } },
  ),
  defineModel("Ticket", { state: DataTypes.ENUM("open", "done") }, { timestamps: false }),
  defineModel(
    "Counter",
    { id: { type: DataTypes.INTEGER, primaryKey: true }, n: DataTypes.INTEGER },
    { timestamps: false },
  ),
  defineModel(
    "Shelf",
    { name: DataTypes.STRING(20) },
    { timestamps: false, associations: { books: { hasMany: "Book" } } },
  ),
  defineModel(
    "Book",
    {
      title: DataTypes.STRING(20),
      stars: DataTypes.INTEGER,
      shelfId: { type: DataTypes.INTEGER, references: { model: "Shelf" } },
    },
    {
      timestamps: false,
      associations: { shelf: { belongsTo: "Shelf" }, tags: { belongsToMany: "Tag", through: "Tagging" } },
    },
  ),
  defineModel("Tag", { name: DataTypes.STRING(20) }, { timestamps: false }),
  defineModel("Tagging", { bookId: DataTypes.INTEGER, tagId: DataTypes.INTEGER }, { timestamps: false }),
]);

describe.each(await liveDatabases())("models on $name", ({ name, config, skip }) => {
  let database: Database;

  beforeAll(async () => {
    if (skip !== undefined) return;
    await prepareDatabase(ENTITIES, config);
    database = await openDatabase(config, ENTITIES, process.cwd());
  });
  afterAll(() => database?.close());
  beforeEach(async ({ skip: leaveOut }) => {
    if (skip !== undefined) leaveOut(skip);
    hooksRun = [];
    await database.models.User?.unscoped().destroy({ where: {}, hooks: false });
    await database.models.Draft?.unscoped().destroy({ where: {}, force: true, hooks: false });
    for (const each of ["Plain", "Hooked", "Counter", "Tagging", "Tag", "Book", "Shelf"]) {
      await database.repository(each).removeMany({});
    }
  });

  const USER = { email: "A@B.de", tenant: 1, password: "secret", first: "Jo", last: "Doe" };

  test("a repository's writes run hooks, setters, defaults and validators", async () => {
    const users = database.repository("User");
    const created = await users.create(USER);
    expect(created).toMatchObject({ email: "a@b.de", token: "made", version: 0, last: "DOE", full: "Jo DOE" });
    expect(created).not.toHaveProperty("password");
    expect(await users.get(created.id, { fields: ["password"] })).toMatchObject({ password: "hashed secret" });
    await expect(users.create({ ...USER, email: "x@y.de", first: "odd" })).rejects.toMatchObject({
      code: "VALUE_REFUSED",
      fields: ["first"],
      message: expect.stringContaining("must have an even length"),
    });
    await expect(users.create({ ...USER, email: "x@y.de", first: "same", last: "same" })).rejects.toMatchObject({
      code: "VALUE_REFUSED",
      message: expect.stringContaining("names are the same"),
    });
    await expect(users.create({ ...USER, tenant: "x", email: "x@y.de" })).rejects.toMatchObject({
      code: "VALUE_REFUSED",
      fields: ["tenant"],
    });
    await expect(users.create({ ...USER, pasword: "x" })).rejects.toMatchObject({ code: "UNKNOWN_FIELD" });
    const updated = await users.update(created.id, { email: "C@D.de" });
    expect(updated).toMatchObject({ email: "c@d.de", version: 1 });
    await users.remove(created.id);
    expect(hooksRun.filter((hook) => hook === "afterDestroy")).toHaveLength(1);
    expect(await users.count()).toBe(0);
  });

  test("attributes with one name for `unique` are unique together", async () => {
    const users = database.repository("User");
    await users.create(USER);
    await users.create({ ...USER, tenant: 2 });
    await users.create({ ...USER, email: "c@d.de" });
    await expect(users.create(USER)).rejects.toMatchObject({ code: "UNIQUE_VIOLATION" });
    await expect(database.models.User?.create(USER)).rejects.toMatchObject({ name: "SequelizeUniqueConstraintError" });
  });

  test("the default scope holds for repositories", async () => {
    const users = database.repository("User");
    const { id } = await users.create({ ...USER, active: false }).catch(() => ({ id: undefined }));
    expect(await users.find()).toEqual([]);
    expect(await users.get(id)).toBeUndefined();
    expect(await users.update(id, { first: "Al" })).toBeUndefined();
    expect(await users.removeMany({})).toBe(0);
    expect(await database.models.User?.scope("all").count()).toBe(1);
  });

  test("a model's validators hold for Sequelize's own calls", async () => {
    await expect(database.models.Plain?.create({ title: "X" })).rejects.toMatchObject({
      name: "SequelizeValidationError",
    });
  });

  const value = fc.record(
    {
      title: fc.oneof(fc.constantFrom("a", "ab", "abc", ""), fc.string({ maxLength: 22 })),
      code: fc.option(fc.constantFrom("x", "y", "z")),
      count: fc.option(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(2 ** 31, 1.5, "7", "seven", true))),
      big: fc.option(fc.oneof(fc.constantFrom(2n ** 60n, -5, "12", "x"))),
      price: fc.option(fc.constantFrom("1.50", 2, "1234567890.12", "0.001", "cheap", 12345678901234)),
      ratio: fc.option(fc.constantFrom(0.1, -2.5e10, "3", "x")),
      active: fc.option(fc.constantFrom(true, false, "yes", 0)),
      at: fc.option(fc.constantFrom("2026-01-31T12:30:00.120Z", "2026-01-31T12:30:00+02:00", "soon", 5)),
      day: fc.option(fc.constantFrom("2026-01-31", "2026-02-31", "x")),
      extra: fc.option(fc.constantFrom({ a: [1, null] }, [], "text", 5, false)),
    },
    { requiredKeys: [] },
  );
  const step = fc.record({
    call: fc.constantFrom("create", "create", "update", "updateMany", "upsert", "remove", "createMany"),
    value,
    other: value,
    pick: fc.nat(4),
  });

  test("writing through the model and by statement gives the same records and errors", async () => {
    const both = ["Plain", "Hooked"] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const each of both) await database.repository(each).removeMany({});
        for (const { call, value, other, pick } of steps) {
          const [plain, hooked] = await Promise.all(
            both.map(async (each) => {
              const repository = database.repository(each);
              const ids = (await repository.find({ fields: ["id"] })).map(({ id }) => id);
              const id = ids[pick] ?? 987_654;
              try {
                if (call === "create") return { ok: withoutId(await repository.create(value)) };
                if (call === "createMany") return { ok: (await repository.createMany([value, other])).map(withoutId) };
                if (call === "update") return { ok: withoutId(await repository.update(id, value)) };
                if (call === "updateMany") return { ok: await repository.updateMany({ count: { gt: 0 } }, value) };
                if (call === "upsert") {
                  return { ok: withoutId(await repository.upsert({ ...value, code: "u" }, { conflict: ["code"] })) };
                }
                return { ok: await repository.remove(id) };
              } catch (error) {
                const { code, fields } = error as { code: string; fields: string[] };
                return { code, fields: [...(fields ?? [])].sort() };
              }
            }),
          );
          if (plain?.code === undefined) expect(hooked).toEqual(plain);
          else {
            // Sequelize looks at types first, and at rules only then.
            expect(hooked?.code).toBe(plain.code);
            expect(plain.fields).toEqual(expect.arrayContaining(hooked?.fields ?? []));
          }
        }
        const [plain, hooked] = await Promise.all(both.map((each) => database.repository(each).find()));
        expect(hooked?.map(withoutId)).toEqual(plain?.map(withoutId));
      }),
      { numRuns: 25 },
    );
  });

  test("upsert through the model finds a record by its values alone, also a removed one and one outside of the scope", async () => {
    const drafts = database.repository("Draft");
    const by = { conflict: ["code"] };
    const first = await drafts.create({ code: "a", n: 1, open: true });
    await drafts.create({ n: 2, open: true });
    expect(await drafts.upsert({ code: null, n: 3, open: true }, by)).toMatchObject({ code: null, n: 3 });
    await expect(drafts.upsert({ code: { ne: "" }, n: 4 }, by)).rejects.toMatchObject({ code: "VALUE_REFUSED" });
    expect((await drafts.find()).map(({ n }) => n)).toEqual([1, 2, 3]);
    await drafts.remove(first.id);
    expect(await drafts.upsert({ code: "a", n: 5, open: false }, by)).toMatchObject({
      id: first.id,
      n: 5,
      deletedAt: null,
    });
    expect(await drafts.upsert({ code: "a", open: true }, by)).toMatchObject({ id: first.id, n: 5, open: true });
    expect((await drafts.find()).map(({ n }) => n)).toEqual([5, 2, 3]);
  });

  test("more records than SQLite nests conditions change through the model", async ({ skip: leaveOut }) => {
    if (name !== "sqlite") leaveOut("is about SQLite");
    await database.models.Hooked?.bulkCreate(Array.from({ length: 1001 }, (_, index) => ({ title: `t${index}` })));
    expect(await database.repository("Hooked").removeMany({})).toBe(1001);
  });

  test("PostgreSQL's own enums, as Sequelize makes them, sort and compare as texts", async ({ skip: leaveOut }) => {
    if (name !== "postgres") leaveOut("is about PostgreSQL");
    for (const sql of [
      "CREATE TYPE ticket_state AS ENUM ('open', 'done')",
      "ALTER TABLE tickets DROP CONSTRAINT tickets_state_check",
      "ALTER TABLE tickets ALTER COLUMN state TYPE ticket_state USING state::text::ticket_state",
    ])
      await database.sequelize.query(sql);
    const tickets = database.repository("Ticket");
    await tickets.createMany([{ state: "open" }, { state: "done" }]);
    expect((await tickets.find({ order: [["state", "asc"]] })).map(({ state }) => state)).toEqual(["done", "open"]);
    for (const state of [{ gt: "e" }, { contains: "pe" }, { startsWith: "o" }, { like: "%n" }])
      expect(await tickets.count({ state })).toBe(1);
  });

  test("20 increments at once, and 20 reads with a lock and updates, are all counted", async () => {
    const counters = database.repository("Counter");
    await counters.create({ id: 1, n: 0 });
    await Promise.all(Array.from({ length: 20 }, () => counters.increment(1, { n: 1 })));
    expect(await counters.get(1)).toMatchObject({ n: 20 });
    const add = async (): Promise<void> => {
      const counter = await counters.get(1, { lock: true });
      await counters.update(1, { n: Number(counter?.n) + 1 });
    };
    await Promise.all(Array.from({ length: 20 }, () => database.transaction(add)));
    expect(await counters.get(1)).toMatchObject({ n: 40 });
    await expect(counters.get(1, { lock: true })).rejects.toMatchObject({ code: "VALUE_REFUSED" });
    await expect(counters.increment(1, { n: "x" })).rejects.toMatchObject({ code: "VALUE_REFUSED", fields: ["n"] });
    expect(await counters.increment(2, { n: 1 })).toBeUndefined();
  });

  test("at the isolation level serializable a lost update is a conflict", async () => {
    const counters = database.repository("Counter");
    await counters.create({ id: 1, n: 0 });
    const add = async (): Promise<void> => {
      const counter = await counters.get(1);
      await counters.update(1, { n: Number(counter?.n) + 1 });
    };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => database.transaction(add, { isolation: "serializable" })),
    );
    const done = outcomes.filter(({ status }) => status === "fulfilled").length;
    expect(await counters.get(1)).toMatchObject({ n: done });
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "WRITE_CONFLICT" });
    }
    if (name === "sqlite") expect(done).toBe(10);
  });

  test("a record changed by others meanwhile is a conflict where there is a version", async () => {
    const { id } = await database.repository("User").create(USER);
    const { User } = database.models;
    const [one, two] = [await User?.findByPk(id as number), await User?.findByPk(id as number)];
    await one?.update({ first: "Al" });
    await expect(two?.update({ first: "Bo" })).rejects.toMatchObject({ name: "SequelizeOptimisticLockError" });
    expect(await database.repository("User").increment(id, { tenant: 3 })).toMatchObject({ tenant: 4, version: 2 });
  });

  test("like, between, and related records with conditions, two levels deep", async () => {
    const [shelves, books, tags] = ["Shelf", "Book", "Tag"].map((each) => database.repository(each));
    const shelf = await shelves?.create({ name: "a_b" });
    await shelves?.create({ name: "aXb" });
    await shelves?.create({ name: "A_B" });
    const names = async (like: string) => (await shelves?.find({ where: { name: { like } } }))?.map((row) => row.name);
    expect(await names("a_b")).toEqual(["a_b", "aXb"]);
    expect(await names("a\\_b")).toEqual(["a_b"]);
    expect(await names("%B")).toEqual(["A_B"]);
    expect(await names("*")).toEqual([]);
    const tag = await tags?.create({ name: "t" });
    for (const stars of [1, 2, 3]) {
      const book = await books?.create({ title: `b${stars}`, stars, shelfId: shelf?.id });
      await database.repository("Tagging").create({ bookId: book?.id, tagId: tag?.id });
    }
    expect(await books?.count({ stars: { between: [2, 3] } })).toBe(2);
    const [found] =
      (await shelves?.find({
        where: { name: "a_b" },
        include: [{ relation: "books", where: { stars: { gte: 2 } }, fields: ["title"], include: ["tags"] }],
      })) ?? [];
    expect(found?.books).toEqual(
      ["b2", "b3"].map((title) => ({ id: expect.any(Number), title, tags: [{ id: tag?.id, name: "t" }] })),
    );
  });

  test("an option that nobody reads is an error", async () => {
    const plain = database.repository("Plain");
    const given = [{ group: ["title"] }, { attributes: ["title"] }, { were: {} }, { distinct: true }] as object[];
    for (const query of given) await expect(plain.find(query)).rejects.toMatchObject({ code: "VALUE_REFUSED" });
    await expect(plain.get(1, { where: {} } as never)).rejects.toMatchObject({ code: "VALUE_REFUSED" });
    await expect(plain.upsert({}, { onConflict: [] } as never)).rejects.toMatchObject({ code: "VALUE_REFUSED" });
  });
});

function withoutId(record: unknown): unknown {
  if (typeof record !== "object" || record === null) return record;
  const { id: _, ...rest } = record as Record<string, unknown>;
  return rest;
}
