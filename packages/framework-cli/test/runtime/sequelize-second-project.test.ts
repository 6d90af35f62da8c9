import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { col, fn, type ModelStatic, Op, QueryTypes, type Sequelize, Transaction } from "sequelize";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/app/create-app.js";
import { packageFolder } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { liveDatabases } from "../servers/live-databases.js";
import { type TemporaryApp, temporaryApp } from "./running-app.js";

const factory = (body: string): string => `"use strict";\nmodule.exports = (sequelize, DataTypes) => {\n${body}\n};\n`;

/** Models in the styles that Sequelize's own manual teaches, other than those of the first project. */
const MODELS = {
  "api/models/index.js": 'throw new Error("not read");',
  "api/models/post.js": factory(`
  const Post = sequelize.define("Post", {
    title: { type: DataTypes.STRING(80), allowNull: false, validate: { len: { args: [2, 80], msg: "Title too short" }, notEmpty: true } },
    slug: { type: DataTypes.STRING, unique: { name: "post_slug", msg: "Slug is taken" } },
    views: { type: DataTypes.INTEGER.UNSIGNED, defaultValue: 0 },
    meta: { type: DataTypes.JSON, defaultValue: {} },
    publishedOn: DataTypes.DATEONLY,
    words: { type: DataTypes.VIRTUAL(DataTypes.INTEGER, ["title"]), get() { return (this.title ?? "").split(" ").length; } },
  }, {
    scopes: {
      popular(min) { return { where: { views: { [sequelize.Sequelize.Op.gte]: min } } }; },
      published: { where: { publishedOn: { [sequelize.Sequelize.Op.ne]: null } } },
    },
    comment: "Posts of the blog",
  });
  Post.associate = (models) => {
    Post.belongsTo(models.Person, { as: "author", foreignKey: { name: "authorId", allowNull: true }, onDelete: "SET NULL" });
    Post.hasMany(models.Comment, { foreignKey: "commentableId", constraints: false, scope: { commentableType: "post" }, as: "comments" });
    Post.belongsToMany(models.Label, { through: { model: models.Labelling, unique: false, scope: { labelledType: "post" } }, foreignKey: "labelledId", otherKey: "labelId", constraints: false, as: "labels" });
    Post.addScope("defaultScope", { include: [{ association: "author" }] }, { override: true });
    Post.addScope("bare", {});
  };
  Post.prototype.look = async function look(options) { return this.increment("views", options); };
  Post.bySlug = (slug) => Post.findOne({ where: { slug } });
  return Post;`),
  "api/models/video.js": factory(`
  const Video = sequelize.define("Video", { url: { type: DataTypes.TEXT, validate: { isUrl: true } }, seconds: DataTypes.FLOAT, still: DataTypes.BLOB }, { timestamps: false });
  Video.associate = (models) => {
    Video.hasMany(models.Comment, { foreignKey: "commentableId", constraints: false, scope: { commentableType: "video" }, as: "comments" });
    Video.belongsToMany(models.Label, { through: { model: models.Labelling, unique: false, scope: { labelledType: "video" } }, foreignKey: "labelledId", otherKey: "labelId", constraints: false, as: "labels" });
  };
  return Video;`),
  "api/models/comment.js": factory(`
  class Comment extends sequelize.Sequelize.Model {
    static associate(models) {
      Comment.belongsTo(models.Post, { foreignKey: "commentableId", constraints: false, as: "post" });
      Comment.belongsTo(models.Video, { foreignKey: "commentableId", constraints: false, as: "video" });
    }
    getCommentable(options) {
      return this[this.commentableType === "post" ? "getPost" : "getVideo"](options);
    }
  }
  Comment.init({ text: DataTypes.TEXT, commentableId: DataTypes.INTEGER, commentableType: DataTypes.STRING },
    { sequelize, modelName: "Comment", updatedAt: false, createdAt: "writtenAt", indexes: [{ name: "comment_of", fields: ["commentableType", "commentableId"] }] });
  return Comment;`),
  "api/models/label.js": factory(`
  const Label = sequelize.define("Label", { name: { type: DataTypes.STRING, allowNull: false, set(value) { this.setDataValue("name", String(value).toLowerCase()); } } }, { timestamps: false });
  Label.associate = (models) => {
    Label.belongsToMany(models.Post, { through: { model: models.Labelling, unique: false, scope: { labelledType: "post" } }, foreignKey: "labelId", otherKey: "labelledId", constraints: false, as: "posts" });
  };
  return Label;`),
  "api/models/labelling.js": factory(`
  return sequelize.define("Labelling", {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    labelId: { type: DataTypes.INTEGER, unique: "labelling_key" },
    labelledId: { type: DataTypes.INTEGER, unique: "labelling_key", references: null },
    labelledType: { type: DataTypes.STRING, unique: "labelling_key" },
  }, { timestamps: false });`),
  "api/models/person.js": factory(`
  const Person = sequelize.define("Person", {
    id: { type: DataTypes.UUID, defaultValue: DataTypes.UUIDV4, primaryKey: true },
    first: DataTypes.STRING, last: DataTypes.STRING,
    born: { type: DataTypes.DATE, field: "birth_date" },
    mood: { type: DataTypes.ENUM({ values: ["good", "bad"] }), defaultValue: "good" },
  }, {
    name: { singular: "person", plural: "people" }, tableName: "people",
    getterMethods: { fullName() { return this.first + " " + this.last; } },
    setterMethods: { fullName(value) { const [first, last] = value.split(" "); this.setDataValue("first", first); this.setDataValue("last", last); } },
    validate: { bothNames() { if (Boolean(this.first) !== Boolean(this.last)) throw new Error("Need both names or none"); } },
  });
  Person.associate = (models) => {
    Person.belongsToMany(models.Person, { through: models.Friendship, as: "friends", foreignKey: "personId", otherKey: "friendId" });
    Person.belongsToMany(models.Person, { through: models.Friendship, as: "friendOf", foreignKey: "friendId", otherKey: "personId" });
    Person.hasMany(models.Post, { as: "posts", foreignKey: "authorId" });
    Person.belongsToMany(models.Course, { through: { model: models.Enrollment, scope: { active: true } }, as: "courses", foreignKey: "personId", otherKey: "courseCode" });
    Person.hasOne(models.Account, { foreignKey: "personId", as: "account", onDelete: "CASCADE", hooks: true });
  };
  return Person;`),
  "api/models/friendship.js": factory(
    '  return sequelize.define("Friendship", { since: { type: DataTypes.DATE, defaultValue: DataTypes.NOW } }, { tableName: "friendships", timestamps: false });',
  ),
  "api/models/course.js": factory(`
  const Course = sequelize.define("Course", { code: { type: DataTypes.STRING(8), primaryKey: true }, title: DataTypes.STRING }, { underscored: true });
  Course.associate = (models) => Course.belongsToMany(models.Person, { through: models.Enrollment, as: "people", foreignKey: "courseCode", otherKey: "personId" });
  return Course;`),
  "api/models/enrollment.js": factory(`
  const Enrollment = sequelize.define("Enrollment", {
    personId: { type: DataTypes.UUID, primaryKey: true }, courseCode: { type: DataTypes.STRING(8), primaryKey: true },
    active: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false }, grade: DataTypes.DECIMAL(3, 1),
  }, { timestamps: false });
  Enrollment.removeAttribute("id");
  return Enrollment;`),
  "api/models/account.js": factory(`
  const Account = sequelize.define("Account", {
    email: { type: DataTypes.STRING, allowNull: false, unique: true, validate: { isEmail: { msg: "no address" } } },
    password: { type: DataTypes.STRING, validate: { strong(value) { if (value.length < 4) throw new Error("weak"); } } },
    balance: { type: DataTypes.BIGINT, defaultValue: 0 },
    personId: { type: DataTypes.UUID, allowNull: true },
  }, { paranoid: true, deletedAt: "goneAt", version: true, defaultScope: { attributes: { exclude: ["password"] } }, scopes: { secret: { attributes: {} } } });
  Account.beforeSave("hash", (account) => { if (account.changed("password")) account.password = "#" + account.password; });
  Account.addHook("afterCreate", async (account, options) => {
    await sequelize.models.AuditLog.create({ what: "made", details: { account: account.id } }, { transaction: options.transaction });
  });
  Account.addHook("afterDestroy", (account, options) => sequelize.models.AuditLog.create({ what: "gone" }, { transaction: options.transaction }));
  Account.associate = (models) => Account.belongsTo(models.Person, { as: "person", foreignKey: "personId" });
  return Account;`),
  "api/models/auditlog.js": factory(`
  return sequelize.define("AuditLog", { what: DataTypes.STRING, details: sequelize.getDialect() === "postgres" ? DataTypes.JSONB : DataTypes.JSON },
    { updatedAt: false, createdAt: "at", freezeTableName: true, hooks: { beforeBulkCreate(rows, options) { options.individualHooks = false; } } });`),
};

const MIGRATIONS = {
  "migrations/20260101000000-people.js": `"use strict";
/** @type {import('sequelize-cli').Migration} */
module.exports = {
  up: (queryInterface, Sequelize) => queryInterface.sequelize.transaction(async (transaction) => {
    const times = { createdAt: { type: Sequelize.DATE, allowNull: false, defaultValue: Sequelize.literal("CURRENT_TIMESTAMP") }, updatedAt: { allowNull: false, type: Sequelize.DATE } };
    await queryInterface.createTable("people", {
      id: { type: Sequelize.UUID, primaryKey: true, allowNull: false }, first: Sequelize.STRING, last: Sequelize.STRING, birth_date: Sequelize.DATE,
      mood: { type: Sequelize.ENUM("good", "bad"), defaultValue: "good" }, ...times,
    }, { transaction });
    const person = { type: Sequelize.UUID, references: { model: { tableName: "people" }, key: "id" }, onDelete: "CASCADE" };
    await queryInterface.createTable("friendships", { since: Sequelize.DATE, personId: { ...person, primaryKey: true }, friendId: { ...person, primaryKey: true } }, { transaction });
    await queryInterface.createTable("Accounts", {
      id: { type: Sequelize.INTEGER, primaryKey: true, autoIncrement: true }, email: { type: Sequelize.STRING, allowNull: false, unique: true }, password: Sequelize.STRING,
      balance: Sequelize.BIGINT, personId: { ...person, allowNull: true }, version: Sequelize.INTEGER, goneAt: Sequelize.DATE, ...times,
    }, { transaction });
    await queryInterface.createTable("AuditLog", { id: { type: Sequelize.INTEGER, primaryKey: true, autoIncrement: true }, what: Sequelize.STRING,
      details: queryInterface.sequelize.getDialect() === "postgres" ? Sequelize.JSONB : Sequelize.JSON, at: Sequelize.DATE }, { transaction });
    await queryInterface.createTable("courses", { code: { type: Sequelize.STRING(8), primaryKey: true }, title: Sequelize.STRING,
      created_at: { type: Sequelize.DATE, allowNull: false }, updated_at: { type: Sequelize.DATE, allowNull: false } }, { transaction });
    await queryInterface.createTable("Enrollments", { personId: { ...person, primaryKey: true }, courseCode: { type: Sequelize.STRING(8), primaryKey: true, references: { model: "courses", key: "code" }, onUpdate: "CASCADE", onDelete: "CASCADE" },
      active: { type: Sequelize.BOOLEAN, allowNull: false, defaultValue: false } }, { transaction });
  }),
  down: async (queryInterface) => {
    for (const table of ["Enrollments", "courses", "AuditLog", "Accounts", "friendships", "people"]) await queryInterface.dropTable(table);
    if (queryInterface.sequelize.getDialect() === "postgres") await queryInterface.sequelize.query('DROP TYPE IF EXISTS "enum_people_mood"');
  },
};
`,
  "migrations/20260102000000-blog.js": `"use strict";
module.exports = {
  async up(queryInterface, { INTEGER, STRING, TEXT, FLOAT, BLOB, JSON, DATEONLY, DATE, UUID }) {
    const id = { type: INTEGER, primaryKey: true, autoIncrement: true };
    await queryInterface.createTable("Posts", { id, title: { type: STRING(80), allowNull: false }, slug: STRING, views: { type: INTEGER, defaultValue: 0 }, meta: JSON, publishedOn: DATEONLY,
      authorId: { type: UUID, references: { model: "people", key: "id" }, onDelete: "SET NULL" }, createdAt: { type: DATE, allowNull: false }, updatedAt: { type: DATE, allowNull: false } });
    await queryInterface.addIndex("Posts", ["slug"], { unique: true, name: "post_slug" });
    await queryInterface.createTable("Videos", { id, url: TEXT, seconds: FLOAT, still: BLOB });
    await queryInterface.createTable("Comments", { id, text: TEXT, commentableId: INTEGER, commentableType: STRING, writtenAt: DATE });
    await queryInterface.addIndex("Comments", { fields: ["commentableType", "commentableId"], name: "comment_of" });
    await queryInterface.createTable("Labels", { id, name: { type: STRING, allowNull: false } });
    await queryInterface.createTable("Labellings", { id, labelId: INTEGER, labelledId: INTEGER, labelledType: STRING }, { uniqueKeys: { labelling_key: { fields: ["labelId", "labelledId", "labelledType"] } } });
    await queryInterface.bulkInsert("Labels", [{ name: "first" }, { name: "second" }], {});
  },
  async down(queryInterface) {
    for (const table of ["Labellings", "Labels", "Comments", "Videos", "Posts"]) await queryInterface.dropTable(table);
  },
};
`,
  "migrations/20260103000000-grades.js": `"use strict";
exports.up = async ({ sequelize, ...queryInterface }, Sequelize) => {
  const q = sequelize.getQueryInterface();
  const described = await q.describeTable("Enrollments");
  if (!described.grade) await q.addColumn("Enrollments", "grade", { type: Sequelize.DECIMAL(3, 1), allowNull: true });
  await sequelize.query("UPDATE " + q.quoteIdentifier("Labels") + " SET name = :name WHERE name = :old", { replacements: { name: "1st", old: "first" } });
  await q.renameColumn("courses", "title", "name");
  await q.renameColumn("courses", "name", "title");
  await q.changeColumn("courses", "title", { type: Sequelize.STRING(200), allowNull: true });
};
exports.down = (queryInterface) => queryInterface.removeColumn("Enrollments", "grade");
`,
  "seeds/20260104000000-demo.js": `"use strict";
const people = [{ id: "7a1c2f10-0000-4000-8000-000000000001", first: "Ada", last: "L" }, { id: "7a1c2f10-0000-4000-8000-000000000002", first: "Bob", last: "M" }];
module.exports = {
  async up(queryInterface, Sequelize) {
    const now = new Date();
    await queryInterface.bulkInsert("people", people.map((one) => ({ ...one, createdAt: now, updatedAt: now })));
    const [{ id }] = await queryInterface.sequelize.query("SELECT id FROM people WHERE first = $1", { bind: ["Ada"], type: Sequelize.QueryTypes.SELECT });
    await queryInterface.bulkInsert("Posts", [{ title: "Hello there", slug: "hello", meta: JSON.stringify({ lang: "en", tags: ["a"] }), authorId: id, createdAt: now, updatedAt: now }]);
  },
  down: (queryInterface, { Op }) => queryInterface.bulkDelete("people", { id: { [Op.in]: people.map(({ id }) => id) } }),
};
`,
};

// biome-ignore lint/suspicious/noExplicitAny: the models of another project.
type AnyModel = ModelStatic<any> & Record<string, any>;

describe.each((await liveDatabases()).filter(({ name }) => ["sqlite", "postgres"].includes(name)))(
  "another sequelize-cli project on $name",
  ({ config, skip }) => {
    let app: TemporaryApp;
    let running: Awaited<ReturnType<typeof createApp>>;
    let sequelize: Sequelize;
    const models: Record<string, AnyModel> = {};
    const model = (name: string): AnyModel => models[name] as AnyModel;

    beforeAll(async () => {
      if (skip !== undefined) return;
      app = await temporaryApp({
        "package.json": '{ "name": "second" }',
        "config/app.js": 'module.exports = { log: { level: "silent" } };',
        "config/database.js": `module.exports = ${JSON.stringify(config)};`,
        ...MODELS,
        ...MIGRATIONS,
        "api/services/world.js": "module.exports = (context) => context;",
      });
      await mkdir(join(app.folder, "node_modules"), { recursive: true });
      for (const name of ["sequelize", "tsx"]) {
        await symlink(join(packageFolder, "node_modules", name), join(app.folder, "node_modules", name));
      }
      for (const command of ["migrations:run", "db:seed"]) {
        const run = await inProcess([command], app.folder);
        expect(run.code, run.err).toBe(0);
      }
      running = await createApp(app.folder, { environment: "development" });
      Object.assign(models, running.database?.models);
      sequelize = (model("Post") as unknown as { sequelize: Sequelize }).sequelize;
    }, 120_000);

    afterAll(async () => {
      if (skip !== undefined) return;
      await running.close();
      await app.remove();
    });

    test.skipIf(skip !== undefined)(
      "models have the tables of the migrations, and later changes are generated",
      async () => {
        for (const command of [["migrations:generate", "start", "--baseline"], ["migrations:run"]]) {
          const run = await inProcess(command, app.folder);
          expect(run, command.join(" ")).toMatchObject({
            code: 0,
            err: expect.not.stringContaining("MODULE_TYPELESS"),
          });
        }
        const generated = await inProcess(["migrations:generate", "more"], app.folder);
        expect(`${generated.out}${generated.err}`).toMatch(/no changes/i);
        const drift = await inProcess(["migrations:status", "--drift"], app.folder);
        expect(drift.out).not.toContain("Enrollments_personId_courseCode_unique");
        const doctor = await inProcess(["doctor"], app.folder);
        expect(doctor.out).toContain("All is well.");
      },
    );

    test.skipIf(skip !== undefined)("polymorphic associations and scopes of a through table", async () => {
      const post = await model("Post").findOne({ where: { slug: "hello" } });
      expect(post.author.fullName).toBe("Ada L");
      const video = await model("Video").create({
        url: "https://a.test/v",
        seconds: 1.5,
        still: Buffer.from([0, 1, 255]),
      });
      await post.createComment({ text: "one" });
      await video.createComment({ text: "two" });
      const comments = await model("Comment").findAll({ order: [["id", "ASC"]] });
      expect(comments.map((one: { commentableType: string }) => one.commentableType)).toEqual(["post", "video"]);
      expect((await comments[1].getCommentable()).still).toEqual(Buffer.from([0, 1, 255]));
      await post.addLabel(await model("Label").create({ name: "NEW" }));
      const [label] = await model("Label").findAll({ where: { name: "new" }, include: "posts" });
      expect(label.posts.map((one: { slug: string }) => one.slug)).toEqual(["hello"]);
      expect(await video.getLabels()).toEqual([]);
      const rows = await running.database?.repository("Post").find({ include: ["comments", "labels"] });
      expect(rows).toMatchObject([{ slug: "hello", comments: [{ text: "one" }], labels: [{ name: "new" }] }]);
    });

    test.skipIf(skip !== undefined)("a person's friends, and composite keys with scopes", async () => {
      const [ada, bob] = await model("Person").findAll({ order: ["first"] });
      await ada.addFriend(bob, { through: { since: new Date(0) } });
      expect((await bob.getFriendOf())[0].first).toBe("Ada");
      const [found] = await model("Person").findAll({ include: [{ association: "friends", where: { first: "Bob" } }] });
      expect(found.friends[0].Friendship.since).toEqual(new Date(0));
      const course = await model("Course").create({ code: "M1", title: "Maths" });
      await ada.addCourse(course, { through: { grade: "1.5" } });
      expect(await model("Enrollment").findOne({ raw: true })).toMatchObject({ courseCode: "M1" });
      expect((await ada.getCourses())[0].Enrollment.active).toBe(true);
      expect(await running.database?.repository("Enrollment").find({})).toMatchObject([
        { courseCode: "M1", active: true, grade: "1.5" },
      ]);
      const repository = running.database?.repository("Person");
      expect(await repository?.find({ where: { first: "Ada" }, include: ["friends", "courses"] })).toMatchObject([
        { fullName: "Ada L", friends: [{ first: "Bob" }], courses: [{ code: "M1" }] },
      ]);
    });

    test.skipIf(skip !== undefined)("hooks that write other models, paranoid with unique, versions", async () => {
      const account = await model("Account").create({
        email: "a@b.de",
        password: "secret",
        balance: "9007199254740993",
      });
      expect(account.password).toBe("#secret");
      expect(await model("AuditLog").count({ where: { what: "made" } })).toBe(1);
      expect((await model("Account").findByPk(account.id)).password).toBeUndefined();
      expect(String((await model("Account").scope("secret").findByPk(account.id)).balance)).toBe("9007199254740993");
      await expect(model("Account").create({ email: "a@b.de", password: "other" })).rejects.toMatchObject({
        name: "SequelizeUniqueConstraintError",
      });
      await expect(model("Account").create({ email: "c@b.de", password: "x" })).rejects.toThrow("weak");
      const same = await model("Account").findByPk(account.id);
      await account.update({ balance: 5 });
      await expect(same.update({ balance: 6 })).rejects.toMatchObject({ name: "SequelizeOptimisticLockError" });
      await account.destroy();
      expect(await model("AuditLog").count({ where: { what: "gone" } })).toBe(1);
      await account.restore();
      expect(await model("Account").count()).toBe(1);
      await expect(
        sequelize.transaction(async (transaction) => {
          await model("Account").create({ email: "t@b.de", password: "secret" }, { transaction });
          throw new Error("back");
        }),
      ).rejects.toThrow("back");
      expect(await model("AuditLog").count({ where: { what: "made" } })).toBe(1);
    });

    test.skipIf(skip !== undefined)("queries: JSON, Op.or, groups, raw ones, locks and isolation", async () => {
      const Post = model("Post");
      await Post.bulkCreate([
        { title: "Second one", slug: "s2", views: 7, meta: { lang: "de" } },
        { title: "Third", slug: "s3", views: 9, meta: { lang: "en" } },
      ]);
      const german = await Post.findAll({ where: { "meta.lang": "de" } });
      expect(german.map((one: { slug: string }) => one.slug)).toEqual(["s2"]);
      expect(await Post.count({ where: { meta: { lang: "en" } } })).toBe(2);
      expect(
        await Post.count({
          where: { [Op.or]: [{ slug: "s2" }, { views: { [Op.between]: [8, 10] } }], title: { [Op.not]: null } },
        }),
      ).toBe(2);
      expect((await Post.scope(["bare", { method: ["popular", 8] }]).findAll()).length).toBe(1);
      const [{ n }] = await Post.scope("bare").findAll({ attributes: [[fn("COUNT", col("id")), "n"]], raw: true });
      expect(Number(n)).toBe(3);
      const [raw] = await sequelize.query(
        "SELECT slug FROM " +
          sequelize.getQueryInterface().quoteIdentifier("Posts") +
          " WHERE slug IN (:slugs) ORDER BY slug",
        { replacements: { slugs: ["s2", "s3"] }, type: QueryTypes.SELECT, model: Post as never, mapToModel: true },
      );
      expect((raw as unknown as { slug: string }).slug).toBe("s2");
      await sequelize.transaction(
        { isolationLevel: Transaction.ISOLATION_LEVELS.SERIALIZABLE },
        async (transaction) => {
          const post = await Post.scope("bare").findOne({
            where: { slug: "s3" },
            lock: transaction.LOCK.UPDATE,
            transaction,
          });
          await post.look({ transaction });
        },
      );
      expect((await Post.bySlug("s3")).views).toBe(10);
      const [post, made] = await Post.findOrCreate({ where: { slug: "s4" }, defaults: { title: "Fourth" } });
      expect([made, post.words]).toEqual([true, 1]);
      await expect(Post.create({ title: "x" })).rejects.toThrow("Title too short");
      const { rows, count } = await Post.findAndCountAll({
        limit: 2,
        order: [["slug", "DESC"]],
        include: [{ association: "comments", required: false }],
        distinct: true,
      });
      expect([rows.length, count]).toEqual([2, 4]);
      const person = model("Person").build({ fullName: "Cy N", mood: "bad" });
      await person.save();
      await expect(model("Person").create({ first: "Only" })).rejects.toThrow("Need both names or none");
      expect(await Post.upsert({ slug: "s4", title: "Renamed" })).toHaveLength(2);
      await Post.scope("bare").destroy({ where: { slug: { [Op.startsWith]: "s" } }, individualHooks: true });
      expect(await Post.count()).toBe(1);
    });

    test.skipIf(skip !== undefined)("goes back through all migrations and forward again", async () => {
      const undone = await inProcess(["migrations:undo", "--all", "--allow-destructive"], app.folder);
      expect(undone.code, undone.err).toBe(0);
      const again = await inProcess(["migrations:run"], app.folder);
      expect(again.code, again.err).toBe(0);
    });
  },
);
