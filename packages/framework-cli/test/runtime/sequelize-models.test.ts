import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { ModelStatic } from "sequelize";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/app/create-app.js";
import type { Database } from "../../src/database/database.js";
import type { DatabaseConfig } from "../../src/database/database-config.js";
import { packageFolder } from "../command-line/framework.js";
import { liveDatabases } from "../servers/live-databases.js";
import { type AppFiles, temporaryApp } from "./running-app.js";

// biome-ignore lint/suspicious/noExplicitAny: the models of another project.
type Models = Readonly<Record<string, ModelStatic<any>>>;

/** The body of a sequelize-cli model file. */
const define = (name: string, attributes: string, options = "{}", associate = ""): string =>
  `module.exports = (sequelize, DataTypes) => {
  const ${name} = sequelize.define("${name}", { ${attributes} }, ${options});
  ${name}.associate = (models) => { ${associate} };
  return ${name};
};`;

/** Opens an application with these models, whose tables Sequelize's own `sync` makes. */
async function withModels(
  config: DatabaseConfig,
  models: AppFiles,
  work: (database: Database, models: Models) => Promise<void>,
): Promise<void> {
  const app = await temporaryApp({
    "package.json": '{ "name": "moved" }',
    "config/database.js": `module.exports = ${JSON.stringify(config)};`,
    "config/app.js": 'module.exports = { log: { level: "silent" } };',
    ...Object.fromEntries(Object.entries(models).map(([name, text]) => [`api/models/${name}.js`, text as string])),
  });
  await mkdir(join(app.folder, "node_modules"), { recursive: true });
  await symlink(join(packageFolder, "node_modules/sequelize"), join(app.folder, "node_modules/sequelize"));
  const { database, close } = await createApp(app.folder, { environment: "development" });
  try {
    if (database === undefined) throw new Error("no database");
    await database.sequelize.sync();
    await work(database, database.models as Models);
  } finally {
    await close();
    await app.remove();
  }
}

describe.each((await liveDatabases()).filter(({ name }) => ["sqlite", "postgres", "mariadb"].includes(name)))(
  "repositories of Sequelize's models on $name",
  ({ name, config, skip }) => {
    test.skipIf(skip !== undefined)("relations keep the keys and the scopes of their associations", async () => {
      const models = {
        author: define(
          "Author",
          "handle: { type: DataTypes.STRING(20), unique: true }",
          "{ timestamps: false }",
          `Author.hasMany(models.Essay, { as: "essays", foreignKey: "writtenBy", sourceKey: "handle" });
           Author.hasMany(models.Essay, { as: "printed", foreignKey: "writtenBy", sourceKey: "handle", scope: { state: ["printed", "sold"] } });`,
        ),
        essay: define(
          "Essay",
          "title: DataTypes.STRING, state: DataTypes.STRING(20), writtenBy: DataTypes.STRING(20)",
          "{ timestamps: false }",
          `Essay.belongsTo(models.Author, { as: "author", foreignKey: "writtenBy", targetKey: "handle" });
           Essay.hasMany(models.Remark, { as: "remarks", foreignKey: "aboutId", constraints: false, scope: { about: "essay" } });
           Essay.belongsToMany(models.Label, { as: "labels", through: { model: models.Labelling, unique: false, scope: { about: "essay" } }, foreignKey: "aboutId", otherKey: "labelName", targetKey: "name", constraints: false });`,
        ),
        label: define("Label", "name: { type: DataTypes.STRING(20), unique: true }", "{ timestamps: false }"),
        labelling: define(
          "Labelling",
          "id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true }, aboutId: { type: DataTypes.INTEGER, references: null }, labelName: DataTypes.STRING(20), about: DataTypes.STRING(20)",
          "{ timestamps: false }",
        ),
        remark: define(
          "Remark",
          "text: DataTypes.STRING, aboutId: DataTypes.INTEGER, about: DataTypes.STRING(20)",
          "{ timestamps: false }",
        ),
      };
      await withModels(config, models, async (database, { Author, Essay, Remark, Label, Labelling }) => {
        await Author?.bulkCreate([{ handle: "bo" }, { handle: "ann" }]);
        await Essay?.bulkCreate([
          { title: "one", state: "printed", writtenBy: "ann" },
          { title: "two", state: "draft", writtenBy: "ann" },
          { title: "three", state: "sold", writtenBy: "bo" },
        ]);
        const one = await Essay?.findOne({ where: { title: "one" } });
        await Remark?.bulkCreate([
          { text: "good", aboutId: one.id, about: "essay" },
          { text: "blurred", aboutId: one.id, about: "picture" },
        ]);
        await Label?.bulkCreate([{ name: "new" }, { name: "old" }]);
        await Labelling?.bulkCreate([
          { aboutId: one.id, labelName: "old", about: "essay" },
          { aboutId: one.id, labelName: "new", about: "picture" },
        ]);
        const authors = await database
          .repository("Author")
          .find({ where: { handle: "ann" }, include: ["essays", "printed"] });
        expect(authors).toMatchObject([{ essays: [{ title: "one" }, { title: "two" }], printed: [{ title: "one" }] }]);
        const essay = await database.repository("Essay").get(one.id, { include: ["author", "remarks", "labels"] });
        expect(essay).toMatchObject({
          author: { handle: "ann" },
          remarks: [{ text: "good" }],
          labels: [{ name: "old" }],
        });
        expect(essay?.remarks).toHaveLength(1);
        expect(essay?.labels).toHaveLength(1);
      });
    });

    test.skipIf(skip !== undefined)("a scope that only Sequelize understands is rejected", async () => {
      const models = {
        book: define(
          "Book",
          "title: DataTypes.STRING, stars: DataTypes.INTEGER, seriesId: DataTypes.INTEGER",
          "{ timestamps: false }",
          `const { Op } = require("sequelize"); Book.hasMany(models.Book, { as: "good", foreignKey: "seriesId", constraints: false, scope: { stars: { [Op.gt]: 3 } } });`,
        ),
      };
      await withModels(config, models, async (database, { Book }) => {
        await Book?.create({ title: "a", stars: 5 });
        await expect(database.repository("Book").find({ include: ["good"] })).rejects.toMatchObject({
          code: "QUERY_FAILED",
          hint: expect.stringContaining('findAll({ include: ["good"] })'),
        });
      });
    });

    test.skipIf(skip !== undefined)("a DECIMAL without digits keeps what the database keeps", async () => {
      const models = { place: define("Place", "latitude: DataTypes.DECIMAL", "{ timestamps: false }") };
      await withModels(config, models, async (database, { Place }) => {
        const places = database.repository("Place");
        const kept = name === "mariadb" ? "48" : "48.25";
        const { id } = await places.create({ latitude: 48.25 });
        expect(await places.get(id)).toMatchObject({ latitude: kept });
        expect(Number((await Place?.findByPk(Number(id)))?.latitude)).toBe(Number(kept));
        expect(await places.update(id, { latitude: "-1.5" })).toMatchObject({
          latitude: name === "mariadb" ? "-2" : "-1.5",
        });
      });
    });

    test.skipIf(skip !== undefined)("`define` of the configuration holds for models and migrations", async () => {
      const models = { street: define("Street", "longName: DataTypes.STRING") };
      const database = { ...config, define: { underscored: true, freezeTableName: true, updatedAt: false } };
      await withModels(database, models, async ({ repository }, { Street }) => {
        expect(await repository("Street").create({ longName: "Rue" })).not.toHaveProperty("updatedAt");
        expect(Street?.getTableName()).toBe("Street");
        const query = Street?.sequelize?.getQueryInterface();
        expect(Object.keys((await query?.describeTable("Street")) ?? {}).sort()).toEqual([
          "created_at",
          "id",
          "long_name",
        ]);
      });
    });

    test.skipIf(skip !== undefined)(
      "classes with an `init` of their own are given the application's Sequelize",
      async () => {
        const classOf = (
          name: string,
          attributes: string,
          associate: string,
        ): string => `import Sequelize, { Model } from "sequelize";
class ${name} extends Model {
  static init(sequelize) {
    super.init({ ${attributes} }, { sequelize, timestamps: false });
    this.addHook("beforeSave", (row) => { row.name = row.name.trim(); });
    return this;
  }
  static associate(models) { ${associate} }
  shout() { return this.name.toUpperCase(); }
}
export default ${name};`;
        const models = {
          river: classOf(
            "River",
            "name: Sequelize.STRING",
            `this.hasMany(models.Bridge, { foreignKey: "river_id", as: "bridges" });`,
          ),
          bridge: classOf(
            "Bridge",
            "name: Sequelize.STRING",
            `this.belongsTo(models.River, { foreignKey: "river_id", as: "river" });`,
          ),
        };
        await withModels(config, models, async (database, { River }) => {
          const river = await River?.create({ name: " Seine " });
          expect(river.shout()).toBe("SEINE");
          await river.createBridge({ name: "Neuf" });
          const rivers = database.repository("River");
          expect(await rivers.create({ name: " Oder " })).toMatchObject({ name: "Oder" });
          expect(await rivers.find({ include: ["bridges"] })).toMatchObject([
            { bridges: [{ name: "Neuf" }] },
            { bridges: [] },
          ]);
        });
      },
    );

    test.skipIf(skip !== undefined)("a default that is SQL is computed by the database", async () => {
      const models = {
        visit: define(
          "Visit",
          `name: DataTypes.STRING, at: { type: DataTypes.DATE, defaultValue: sequelize.literal("CURRENT_TIMESTAMP") }`,
          "{ timestamps: false }",
        ),
      };
      await withModels(config, models, async (database) => {
        const visit = await database.repository("Visit").create({ name: "a" });
        expect(Math.abs(Date.parse(String(visit.at)) - Date.now())).toBeLessThan(60_000);
      });
    });
  },
);

test("a key may have another type than what it refers to, and its action small letters, as Sequelize takes them", async () => {
  const models = {
    hotel: define("Hotel", "name: DataTypes.STRING", "{}", "Hotel.hasMany(models.Rating, { foreignKey: 'hotelId' });"),
    rating: define(
      "Rating",
      "hotelId: DataTypes.STRING",
      "{ timestamps: false }",
      "Rating.belongsTo(models.Hotel, { foreignKey: 'hotelId', onDelete: 'cascade' });",
    ),
  };
  const config = { dialect: "sqlite", storage: ":memory:" } as DatabaseConfig;
  await withModels(config, models, async ({ entities }, { Hotel, Rating }) => {
    const hotel = await Hotel?.create({ name: "Ritz" });
    await Rating?.create({ hotelId: hotel.id });
    await hotel.destroy();
    expect(await Rating?.count()).toBe(0);
    expect(entities.find(({ name }) => name === "Rating")?.fields).toContainEqual(
      expect.objectContaining({ name: "hotelId", references: expect.objectContaining({ onDelete: "CASCADE" }) }),
    );
  });
});

test("hooks and helpers may lie in folders beside the models that import them, and models take Sequelize for DataTypes", async () => {
  const models = {
    member: `const { greet } = require("./hooks");
const fullName = require("./helpers/full-name.js");
module.exports = (sequelize, { DataTypes, literal }) => sequelize.define("Member", {
  age: { type: DataTypes.INTEGER, defaultValue: literal("(30 + 6)") },
  first: DataTypes.STRING, last: DataTypes.STRING, greeting: DataTypes.STRING,
  name: { type: DataTypes.VIRTUAL, get() { return fullName(this); } },
}, { timestamps: false, hooks: { beforeCreate: greet } });`,
    "hooks/index": 'exports.greet = (member) => { member.greeting = "Hello " + member.name; };',
    "helpers/full-name": "module.exports = ({ first, last }) => first.trim() + last;",
  };
  const config = { dialect: "sqlite", storage: ":memory:" } as DatabaseConfig;
  await withModels(config, models, async (_, { Member }) => {
    expect(await Member?.create({ first: "Ada ", last: "L" })).toMatchObject({ greeting: "Hello AdaL" });
  });
  const alone = withModels(config, { ...models, "helpers/other": "module.exports = {};" }, async () => {});
  await expect(alone).rejects.toThrow("api/models/helpers/other.js exports no model.");
});

test("what a model's own toJSON leaves out is hidden", async () => {
  const models = {
    reader: `const { Model } = require("sequelize");
module.exports = (sequelize, DataTypes) => {
  class Reader extends Model {
    toJSON() { return { ...this.get(), id: undefined, password: undefined, born: this.born.toISOString() }; }
  }
  return Reader.init({ name: DataTypes.STRING, password: DataTypes.STRING, born: DataTypes.DATE }, { sequelize, timestamps: false });
};`,
  };
  const config = { dialect: "sqlite", storage: ":memory:" } as DatabaseConfig;
  await withModels(config, models, async ({ repository }, { Reader }) => {
    const values = { name: "Ada", password: "secret", born: "2020-01-02T00:00:00.000Z" };
    expect(await repository("Reader").create(values)).toEqual({ id: 1, name: "Ada", born: values.born });
    expect(await repository("Reader").find()).toEqual([{ id: 1, name: "Ada", born: values.born }]);
    expect((await Reader?.findOne())?.password).toBe("secret");
  });
});

test("a toJSON that cannot be tried is refused, unless the model tells what is hidden", async () => {
  const reader = (hidden: string) => ({
    reader: `module.exports = (sequelize, DataTypes) => {
  const Reader = sequelize.define("Reader", { password: { type: DataTypes.STRING${hidden} } }, { timestamps: false });
  Reader.prototype.toJSON = function () { return { id: this.id, size: this.get("shelf").books.length }; };
  return Reader;
};`,
  });
  const config = { dialect: "sqlite", storage: ":memory:" } as DatabaseConfig;
  await expect(withModels(config, reader(""), async () => {})).rejects.toThrow("Reader.toJSON() fails");
  await withModels(config, reader(", hidden: true"), async ({ repository }) => {
    expect(await repository("Reader").create({ password: "secret" })).toEqual({ id: 1 });
  });
});

test("a model that waits in vain for a transaction on SQLite answers 503", async () => {
  const app = await temporaryApp({
    "package.json": '{ "name": "held" }',
    "config/database.js": 'module.exports = { dialect: "sqlite", storage: ":memory:", connectTimeoutMs: 100 };',
    "config/app.js": 'module.exports = { log: { level: "silent" } };',
    "api/models/reader.js": define("Reader", "name: DataTypes.STRING"),
    "api/services/readers.js": `module.exports = ({ sequelize, models }) => ({
      hold: async () => models.Reader.create({}, { transaction: await sequelize.transaction() }),
      add: () => models.Reader.create({}),
    });`,
    "api/controllers/readers/add.js":
      'module.exports = { method: "POST", path: "/readers", handler: (_, { readers }) => readers.add() };',
  });
  await mkdir(join(app.folder, "node_modules"), { recursive: true });
  await symlink(join(packageFolder, "node_modules/sequelize"), join(app.folder, "node_modules/sequelize"));
  const { database, fetch, services, close } = await createApp(app.folder, { environment: "development" });
  try {
    await database?.sequelize.sync();
    await services.readers.hold();
    expect((await fetch("/readers", { method: "POST" })).status).toBe(503);
  } finally {
    await close();
    await app.remove();
  }
});
