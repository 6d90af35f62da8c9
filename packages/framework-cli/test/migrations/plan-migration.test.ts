import { describe, expect, test } from "vitest";
import type { Entity, JsonValue } from "../../src/entity/entity.js";
import { DataTypes, defineModel, type ModelDefinition } from "../../src/index.js";
import { type MigrationRequest, planMigration } from "../../src/migrations/plan-migration.js";
import { tablesOf } from "../../src/migrations/tables/tables-of.js";
import { entitiesFromModels } from "../../src/model/entities-from-models.js";

const NOW = new Date("2026-01-31T12:30:00Z");

describe("tables of models", () => {
  test("an enum is a text with a named check, a unique field has a unique index, a foreign key has an index", () => {
    const [author, book] = tablesOf(
      entities(
        model("Author", { name: { type: DataTypes.STRING(80), unique: true } }),
        model("Book", {
          status: { type: DataTypes.ENUM("draft", "printed"), defaultValue: "draft" },
          notes: { type: DataTypes.TEXT, defaultValue: "none" },
          authorId: { type: DataTypes.INTEGER, references: { model: "Author" } },
        }),
      ),
    );
    expect(author?.indexes).toEqual([{ name: "authors_name_unique", columns: ["name"], unique: true }]);
    expect(book?.checks).toEqual([
      { kind: "in", name: "books_status_check", column: "status", values: ["draft", "printed"] },
    ]);
    expect(book?.columns.find(({ name }) => name === "status")).toMatchObject({
      type: { kind: "string", length: 16 },
      default: { kind: "value", value: "draft" },
    });
    expect(
      book?.columns.find(({ name }) => name === "notes")?.default,
      "MySQL keeps no default of a TEXT",
    ).toBeUndefined();
    expect(book?.indexes).toEqual([{ name: "books_author_id", columns: ["author_id"], unique: false }]);
    expect(book?.foreignKeys).toMatchObject([
      { name: "books_author_id_fk", onDelete: "SET NULL", onUpdate: "CASCADE" },
    ]);
  });

  test("two fields of one column are rejected: they would overwrite each other", () => {
    const twice = () => entities(model("Book", { userId: DataTypes.INTEGER, user_id: DataTypes.STRING }));
    expect(twice).toThrow("Book.user_id: Book.userId has the column user_id already.");
  });

  test("names of constraints fit into 63 characters and stay apart", () => {
    const long = "aLongNameOfAnAttributeThatGoesOnAndOnAndOn";
    const [table] = tablesOf(
      entities(
        model("SomeRatherLongNameOfAModel", {
          [`${long}1`]: { type: DataTypes.STRING, unique: true },
          [`${long}2`]: { type: DataTypes.STRING, unique: true },
        }),
      ),
    );
    const names = table?.indexes.map(({ name }) => name) ?? [];
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(63);
    expect(() => tablesOf(entities(model("Book", { [long.repeat(2)]: DataTypes.STRING })))).toThrow(
      expect.objectContaining({ code: "MODEL_INVALID" }),
    );
  });
});

describe("planning a migration", () => {
  const book = (attributes: ModelDefinition["attributes"]): readonly Entity[] => entities(model("Book", attributes));
  const from = (before: readonly Entity[], after: readonly Entity[], more: Partial<MigrationRequest> = {}) =>
    planMigration({
      entities: after,
      tables: tablesOf(before),
      name: "change",
      now: NOW,
      ...more,
    });

  test("a new model: the file's text, and its name", () => {
    const plan = planMigration({
      entities: book({ title: { type: DataTypes.STRING(120), allowNull: false }, price: DataTypes.DECIMAL(10, 2) }),
      tables: [],
      name: "Create Books",
      now: NOW,
    });
    expect(plan.changes.map(({ path }) => path)).toEqual(["migrations/20260131123000-create-books.js"]);
    expect(plan.changes[0]).toMatchObject({
      content: `export async function up({ schema }) {
  await schema.createTable("books", [
    { name: "id", type: "integer", primaryKey: true, autoIncrement: true },
    { name: "title", type: "string(120)", nullable: false },
    { name: "price", type: "decimal(10, 2)" },
  ], {
    model: "Book",
  });
}

export async function down({ schema }) {
  await schema.dropTable("books");
}
`,
    });
  });

  test.each([
    ["20260131125959-later", "20260131125960-change"],
    ["3010230504150306-no-time", "30102305041504-change"],
  ])("comes after the migrations that are there, also when the clock does not: %s", (last, name) => {
    const plan = from([], book({ title: DataTypes.STRING }), { existing: [last] });
    expect(plan.migration).toBe(name);
    expect([plan.migration ?? "", last].sort()[0]).toBe(last);
  });

  test("nothing changed: nothing planned, whatever comments say", () => {
    const before = book({ title: { type: DataTypes.STRING, comment: "one" } });
    expect(from(before, book({ title: { type: DataTypes.STRING, comment: "other" } }))).toMatchObject({
      changes: [],
      operations: [],
    });
  });

  test.each([
    ["stated", "headline", { renamedFrom: "title" }],
    ["beyond doubt", "book_title", {}],
  ])("a rename that is %s is done without asking", (_, name, more) => {
    const before = book({ title: DataTypes.STRING(120) });
    const plan = from(before, book({ [name]: { type: DataTypes.STRING(120), ...more } }));
    expect(plan.operations).toEqual([{ kind: "renameColumn", table: "books", from: "title", to: name }]);
  });

  test("a rename in doubt is asked, and done as answered; never dropped and added in silence", () => {
    const before = book({ title: DataTypes.STRING(120) });
    const after = book({ heading: DataTypes.STRING(120) });
    const asked = from(before, after);
    expect(asked).toMatchObject({
      changes: [],
      questions: [{ id: "column books.heading", choices: ["new", "title"] }],
    });
    const renamed = from(before, after, { answers: { "column books.heading": "title" } });
    expect(renamed.operations.map(({ kind }) => kind)).toEqual(["renameColumn"]);
    expect(() => from(before, after, { answers: { "column books.heading": "new" } })).toThrow(
      expect.objectContaining({ code: "DESTRUCTIVE_CHANGE" }),
    );
    expect(() => from(before, after, { answers: { "column books.heading": "titel" } })).toThrow(
      expect.objectContaining({ code: "ANSWER_INVALID" }),
    );
  });

  test("names that move up: each goes where none is yet", () => {
    const before = book({ first: DataTypes.INTEGER, second: DataTypes.INTEGER });
    const after = book({
      second: { type: DataTypes.INTEGER, field: "second_now", renamedFrom: "second" },
      first: { type: DataTypes.INTEGER, field: "first_now", renamedFrom: "first" },
    });
    expect(from(before, after).operations.map(({ kind }) => kind)).toEqual(["renameColumn", "renameColumn"]);
  });

  test("a change of capitals alone goes through another name, since SQLite takes the two for one", () => {
    const before = entitiesFromModels([defineModel("Book", { title: DataTypes.STRING }, { tableName: "books" })]);
    const after = entitiesFromModels([defineModel("Book", { title: DataTypes.STRING }, { tableName: "Books" })]);
    expect(from(before, after).operations).toEqual([
      { kind: "renameTable", from: "books", to: "books_renaming" },
      { kind: "renameTable", from: "books_renaming", to: "Books" },
    ]);
  });

  test("a required field asks what old rows get, unless its default says so", () => {
    const before = book({ title: DataTypes.STRING });
    const after = book({ title: DataTypes.STRING, pages: { type: DataTypes.INTEGER, allowNull: false } });
    expect(from(before, after).questions).toMatchObject([{ id: "fill books.pages" }]);
    expect(from(before, after).questions[0]?.text).toContain("get in books.pages (integer)?");
    expect(from(before, after, { answers: { "fill books.pages": 7 } }).operations).toMatchObject([
      { kind: "addColumn", fill: 7 },
    ]);
    const withDefault = book({
      title: DataTypes.STRING,
      pages: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
    });
    expect(from(before, withDefault).questions).toEqual([]);
  });

  test.each<[string, ModelDefinition["attributes"], JsonValue, string, string]>([
    [
      "null",
      { own: { type: DataTypes.INTEGER, allowNull: false } },
      null,
      "the column takes no null",
      "integer, such as 0",
    ],
    [
      "a text for a number",
      { own: { type: DataTypes.INTEGER, allowNull: false } },
      "seven",
      "it must be a whole number",
      "integer, such as 0",
    ],
    [
      "a number for a text",
      { own: { type: DataTypes.STRING(9), allowNull: false } },
      7,
      "it must be a text",
      'string(9), such as ""',
    ],
    [
      "a text that is too long",
      { own: { type: DataTypes.STRING(3), allowNull: false } },
      "four",
      "it must not be longer than 3 characters",
      "string(3)",
    ],
    [
      "an unknown value",
      { own: { type: DataTypes.ENUM("draft", "printed"), allowNull: false } },
      "lost",
      "it must be one of draft, printed",
      '"draft"',
    ],
    [
      "what is no day",
      { own: { type: DataTypes.DATEONLY, allowNull: false } },
      "2026-02-31",
      "it must be a date",
      "date, such as",
    ],
    [
      "numbers for days",
      { own: { type: DataTypes.DATEONLY, allowNull: false } },
      { distinct: true },
      "it must be a date",
      "date, such as",
    ],
  ])("%s is rejected as the value of rows that are there, with the column's type", (_, own, answer, reason, hint) => {
    const before = book({ title: DataTypes.STRING });
    const after = book({ title: DataTypes.STRING, ...own });
    expect(() => from(before, after, { answers: { "fill books.own": answer } })).toThrow(
      expect.objectContaining({
        code: "ANSWER_INVALID",
        message: expect.stringContaining(reason),
        hint: expect.stringContaining(hint),
      }),
    );
  });

  test("tables that refer to each other: the key that closes the circle comes last, and goes first on the way back", () => {
    const circle = entities(
      model("Author", { bookId: { type: DataTypes.INTEGER, references: { model: "Book" } } }),
      model("Book", { authorId: { type: DataTypes.INTEGER, references: { model: "Author" } } }),
    );
    const plan = from([], circle);
    expect(plan.operations.map(({ kind }) => kind)).toEqual(["createTable", "createTable", "addForeignKey"]);
    const back = from(circle, [], { allowDestructive: true });
    expect(back.operations.map(({ kind }) => kind)).toEqual(["dropForeignKey", "dropTable", "dropTable"]);
  });

  test("a primary key that changes is rejected with what to do", () => {
    const uuid = book({ id: { type: DataTypes.UUID, primaryKey: true }, title: DataTypes.STRING });
    expect(() => from(book({ title: DataTypes.STRING }), uuid)).toThrow(
      expect.objectContaining({ code: "PRIMARY_KEY_CHANGE", hint: expect.stringContaining("--empty") }),
    );
  });

  test("hostile names and texts stay texts in the file", () => {
    const evil = '"); process.exit(1); ("\u2028*/';
    const plan = from(
      [],
      entities(model("Book", { note: { type: DataTypes.STRING, defaultValue: evil, field: evil.slice(0, 30) } })),
    );
    const [file] = plan.changes;
    const content = file?.kind === "create" ? file.content : "";
    expect(content).toContain(String.raw`"\"); process.exit(1); (\"\u2028*/"`);
    expect(content).not.toContain("\u2028");
    expect(() => new Function(content.replaceAll("export ", ""))).not.toThrow();
  });

  test.each(["../x", "a/b", "", "..", "///"])("%j cannot name a migration", (name) => {
    expect(() => from([], book({ title: DataTypes.STRING }), { name })).toThrow(
      expect.objectContaining({ code: "NAME_INVALID" }),
    );
  });
});

function model(name: string, attributes: ModelDefinition["attributes"]): ModelDefinition {
  return defineModel(name, attributes, { timestamps: false });
}

function entities(...models: ModelDefinition[]): readonly Entity[] {
  return entitiesFromModels(models);
}
