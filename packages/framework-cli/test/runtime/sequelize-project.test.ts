import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { ModelStatic } from "sequelize";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/app/create-app.js";
import { packageFolder } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { liveDatabases } from "../servers/live-databases.js";
import { temporaryApp } from "./running-app.js";

const model = (name: string, attributes: string, options: string, associate: string): string => `"use strict";
const { Model } = require("sequelize");
module.exports = (sequelize, DataTypes) => {
  class ${name} extends Model {
    static associate(models) {
      ${associate}
    }
  }
  ${name}.init({ ${attributes} }, { sequelize, modelName: "${name}", ${options} });
  return ${name};
};
`;

/** As sequelize-cli makes them, with the index that the framework has no use for. */
const MODELS = {
  "api/models/index.js": 'throw new Error("sequelize-cli loads the models with this file; the framework does not");',
  "api/models/user.js": model(
    "User",
    `email: { type: DataTypes.STRING, allowNull: false, unique: "account_email", validate: { isEmail: true } },
     accountId: { type: DataTypes.INTEGER, unique: "account_email" },
     name: { type: DataTypes.STRING, get() { return this.getDataValue("name")?.trim(); } },
     password: { type: DataTypes.STRING, set(value) { this.setDataValue("password", "hash:" + value); } },
     label: { type: DataTypes.VIRTUAL, get() { return this.name + " <" + this.email + ">"; } },
     role: { type: DataTypes.ENUM("admin", "member"), defaultValue: "member" }`,
    `paranoid: true, scopes: { admins: { where: { role: "admin" } } },
     hooks: { beforeValidate(user) { user.email = user.email.toLowerCase(); } }`,
    `User.belongsTo(models.Account, { foreignKey: "accountId" });
     User.hasMany(models.Order, { foreignKey: "userId", as: "orders" });
     User.hasOne(models.Profile, { foreignKey: "userId", as: "profile" });`,
  ),
  "api/models/account.js": model(
    "Account",
    "name: DataTypes.STRING",
    "version: true",
    'Account.hasMany(models.User, { foreignKey: "accountId" });',
  ),
  "api/models/profile.js": model(
    "Profile",
    "settings: DataTypes.JSON, userId: DataTypes.INTEGER",
    "timestamps: false",
    'Profile.belongsTo(models.User, { foreignKey: "userId" });',
  ),
  "api/models/category.js": `module.exports = (sequelize, DataTypes) => {
  const Category = sequelize.define("Category", { name: DataTypes.STRING }, { tableName: "categories", underscored: true });
  Category.associate = (models) => {
    Category.belongsTo(models.Category, { as: "parent", foreignKey: "parentId" });
    Category.hasMany(models.Category, { as: "children", foreignKey: "parentId" });
  };
  return Category;
};`,
  "api/models/product.ts": `import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from "sequelize";
export default (sequelize: Sequelize, DataTypes: typeof import("sequelize").DataTypes) => {
  class Product extends Model<InferAttributes<Product>, InferCreationAttributes<Product>> {
    declare id: CreationOptional<number>;
    declare name: string;
    declare price: string;
    static associate(models: Record<string, any>): void {
      Product.belongsToMany(models.Order, { through: models.OrderItem, foreignKey: "productId", as: "orders" });
      Product.belongsToMany(models.Tag, { through: "ProductTags", as: "tags" });
    }
    total(count: number): string {
      return (Number(this.price) * count).toFixed(2);
    }
  }
  Product.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      name: { type: DataTypes.STRING, allowNull: false },
      price: { type: DataTypes.DECIMAL(10, 2), validate: { min: 0 } },
    },
    { sequelize, modelName: "Product", indexes: [{ fields: ["name"], where: { price: 0 } }] },
  );
  return Product;
};
`,
  "api/models/order.js": model(
    "Order",
    'state: { type: DataTypes.STRING, defaultValue: "open" }, userId: DataTypes.INTEGER',
    'defaultScope: { where: { state: "open" } }, scopes: { every: {} }',
    `Order.belongsTo(models.User, { foreignKey: "userId", as: "user" });
     Order.belongsToMany(models.Product, { through: models.OrderItem, foreignKey: "orderId", as: "products" });`,
  ),
  "api/models/orderitem.js": model(
    "OrderItem",
    "orderId: { type: DataTypes.INTEGER, primaryKey: true }, productId: { type: DataTypes.INTEGER, primaryKey: true }, count: { type: DataTypes.INTEGER, defaultValue: 1 }",
    "timestamps: false",
    "",
  ),
  "api/models/tag.js": model(
    "Tag",
    "name: DataTypes.STRING",
    "timestamps: false",
    'Tag.belongsToMany(models.Product, { through: "ProductTags", as: "products" });',
  ),
};

const MIGRATION = `"use strict";
module.exports = {
  async up(queryInterface, Sequelize) {
    const id = { type: Sequelize.INTEGER, primaryKey: true, autoIncrement: true };
    const text = Sequelize.STRING;
    const number = Sequelize.INTEGER;
    const times = { createdAt: { type: Sequelize.DATE, allowNull: false }, updatedAt: { type: Sequelize.DATE, allowNull: false } };
    const to = (model) => ({ type: number, references: { model, key: "id" } });
    await queryInterface.createTable("Accounts", { id, name: text, version: number, ...times });
    await queryInterface.createTable("Users", {
      id, email: { type: text, allowNull: false }, accountId: to("Accounts"), name: text, password: text,
      role: { type: Sequelize.ENUM("admin", "member"), defaultValue: "member" }, ...times, deletedAt: Sequelize.DATE,
    });
    await queryInterface.addConstraint("Users", { fields: ["accountId", "email"], type: "unique", name: "account_email" });
    await queryInterface.createTable("Profiles", { id, settings: Sequelize.JSON, userId: to("Users") });
    await queryInterface.createTable("categories", {
      id, name: text, parent_id: number,
      created_at: { type: Sequelize.DATE, allowNull: false }, updated_at: { type: Sequelize.DATE, allowNull: false },
    });
    await queryInterface.createTable("Products", { id, name: text, price: Sequelize.DECIMAL(10, 2), ...times });
    await queryInterface.createTable("Orders", { id, state: text, userId: to("Users"), ...times });
    await queryInterface.createTable("OrderItems", {
      orderId: { ...to("Orders"), primaryKey: true }, productId: { ...to("Products"), primaryKey: true }, count: number,
    });
    await queryInterface.createTable("Tags", { id, name: text });
    await queryInterface.createTable("ProductTags", {
      ProductId: { ...to("Products"), primaryKey: true }, TagId: { ...to("Tags"), primaryKey: true }, ...times,
    });
  },
  async down(queryInterface) {
    for (const table of ["ProductTags", "Tags", "OrderItems", "Orders", "Products", "categories", "Profiles", "Users", "Accounts"]) {
      await queryInterface.dropTable(table);
    }
  },
};
`;

// biome-ignore lint/suspicious/noExplicitAny: the models of another project.
type AnyModel = ModelStatic<any>;

describe.each((await liveDatabases()).filter(({ name }) => ["sqlite", "postgres", "mariadb"].includes(name)))(
  "a sequelize-cli project on $name",
  ({ config, skip }) => {
    test.skipIf(skip !== undefined)("moves in unchanged: models and migrations", async () => {
      const app = await temporaryApp({
        "package.json": '{ "name": "moved" }',
        "config/app.js": 'module.exports = { log: { level: "silent" } };',
        "config/database.js": `module.exports = ${JSON.stringify(config)};`,
        ...MODELS,
        "migrations/20260101000000-create.js": MIGRATION,
        "api/services/shop.js": `module.exports = ({ models, sequelize, transaction, repository }) => ({
          order: (userId, productId, fail) => transaction(async () => {
            const order = await models.Order.create({ userId });
            const product = await models.Product.findByPk(productId, { rejectOnEmpty: true });
            await order.addProduct(product, { through: { count: 3 } });
            const [[{ n }]] = await sequelize.query("SELECT COUNT(*) AS n FROM " + sequelize.getQueryInterface().quoteIdentifier("OrderItems"));
            if (fail) throw new Error("stop");
            return { n: Number(n), orders: await repository("Order").count() };
          }),
        });`,
      });
      await mkdir(join(app.folder, "node_modules"), { recursive: true });
      for (const name of ["sequelize", "tsx"]) {
        await symlink(join(packageFolder, "node_modules", name), join(app.folder, "node_modules", name));
      }
      const migrated = await inProcess(["migrations:run"], app.folder);
      expect(migrated.code, migrated.err).toBe(0);
      const { database, services, close } = await createApp(app.folder, { environment: "development" });
      try {
        const models = database?.models as Record<string, AnyModel>;
        const model = (name: string): AnyModel => models[name] as AnyModel;
        const account = await model("Account").create({ name: "a" });
        const values = { email: "ADA@b.de", name: " Ada ", password: "x", accountId: account.id, role: "admin" };
        const user = await model("User").create(values);
        expect(user.get()).toMatchObject({
          email: "ada@b.de",
          name: "Ada",
          password: "hash:x",
          label: "Ada <ada@b.de>",
        });
        await expect(model("User").create(values)).rejects.toMatchObject({ name: "SequelizeUniqueConstraintError" });
        await expect(model("User").create({ ...values, email: "none" })).rejects.toMatchObject({
          name: "SequelizeValidationError",
        });
        const stored = await database?.repository("User").find({ include: ["orders", "Account"] });
        expect(stored).toMatchObject([
          { name: "Ada", label: "Ada <ada@b.de>", role: "admin", orders: [], Account: { name: "a" } },
        ]);
        expect(await model("User").scope("admins").count()).toBe(1);

        const root = await model("Category").create({ name: "root" });
        await root.createChild({ name: "child" });
        const child = await model("Category").findOne({ where: { name: "child" }, include: "parent" });
        expect(child.parent.name).toBe("root");
        await model("Profile").create({ userId: user.id, settings: { dark: [true] } });
        expect((await user.getProfile()).settings).toEqual({ dark: [true] });

        const product = await model("Product").create({ name: "p", price: "9.50" });
        expect(product.total(2)).toBe("19.00");
        await product.addTag(await model("Tag").create({ name: "t" }));
        const tagged = await model("Product").findByPk(product.id, { include: "tags" });
        expect(tagged.tags.map((tag: { name: string }) => tag.name)).toEqual(["t"]);
        const { shop } = services as { shop: { order(...args: unknown[]): Promise<unknown> } };
        await expect(shop.order(user.id, product.id, true)).rejects.toThrow("stop");
        expect(await shop.order(user.id, product.id, false)).toEqual({ n: 1, orders: 1 });
        await model("Order").update({ state: "done" }, { where: {} });
        expect(await model("Order").count()).toBe(0);
        expect(await database?.repository("Order").count()).toBe(0);
        expect(await model("Order").scope("every").count()).toBe(1);
        await user.destroy();
        expect(await model("User").count()).toBe(0);
        expect(await model("User").count({ paranoid: false })).toBe(1);
      } finally {
        await close();
      }
      expect((await inProcess(["migrations:undo", "--allow-destructive"], app.folder)).code).toBe(0);
      await app.remove();
    });
  },
);

test.each([
  ["{ email: { type: DataTypes.STRING(9), validate: { isEmial: true } } }", "{}", "isEmial", "isEmail"],
  ["{ email: { type: DataTypes.STRING(9), alowNull: true } }", "{}", "alowNull", "allowNull"],
  ["{}", "{ hoks: {} }", "hoks", "hooks"],
  ["{}", '{ indexes: [{ fields: [{ name: "a", length: 5 }] }] }', "index", "migration"],
  ["{}", '{ indexes: [{ fields: ["id"], where: {} }] }', "where", "migration"],
  ["{}", '{ associations: { books: { hasMany: "User", foreignKey: "nope" } } }', "nope", "foreignKey"],
  ["{ email: { type: DataTypes.STRING(9), null: false } }", "{}", "User.email: there is no option null", "allowNull"],
  ["{}", '{ associations: { books: { has_many: "User" } } }', "has_many is no association", "Did you mean hasMany?"],
  ["{}", '{ associations: { books: { hasMany: "Uzer" } } }', "there is no model Uzer", "Did you mean User?"],
  ["{}", '{ associations: { books: { hasMany: "User", key: "id" } } }', "hasMany has no option key", "foreignKey"],
  ["{}", "{ associations: { books: {} } }", "it names no model", "hasMany"],
  [
    "{ user: { type: DataTypes.INTEGER } }",
    '{ associations: { user: { belongsTo: "User", foreignKey: "user" } } }',
    "User.associations.user: an attribute has this name",
    "another name",
  ],
])("a mistake in a model stops the start: %s %s", async (attributes, options, named, hint) => {
  const app = await temporaryApp({
    "config/database.js": 'export default { dialect: "sqlite", storage: ":memory:" };',
    "api/models/User.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("User", ${attributes}, ${options});`,
  });
  await expect(createApp(app.folder, { environment: "test" })).rejects.toMatchObject({
    code: "MODEL_INVALID",
    message: expect.stringContaining(named),
    hint: expect.stringContaining(hint),
  });
  await app.remove();
});

test("all mistakes of the models are reported together", async () => {
  const app = await temporaryApp({
    "config/database.js": 'export default { dialect: "sqlite", storage: ":memory:" };',
    "api/models/User.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("User", { name: { type: DataTypes.TEXT, null: false } }, { associations: { notes: { has_many: "Note" } } });`,
    "api/models/Note.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Note", { text: { type: DataTypes.TEXT, validate: { isEmial: true } } });`,
  });
  await expect(createApp(app.folder, { environment: "test" })).rejects.toMatchObject({
    message:
      "The models have 3 mistakes: api/models/Note.js: Note.text: there is no validator isEmial (did you mean isEmail?); " +
      "api/models/User.js: User.name: there is no option null (did you mean allowNull?); " +
      "api/models/User.js: User.associations.notes: has_many is no association (did you mean hasMany?).",
  });
  await app.remove();
});

test("a model of a Sequelize instance of its own is rejected with the function to write", async () => {
  const app = await temporaryApp({
    "config/database.js": 'export default { dialect: "sqlite", storage: ":memory:" };',
    "api/models/Job.js": `import { DataTypes, Sequelize } from "sequelize";
const own = new Sequelize({ dialect: "sqlite", dialectModule: {} });
export default own.define("Job", { title: DataTypes.STRING });`,
  });
  await mkdir(join(app.folder, "node_modules"), { recursive: true });
  await symlink(join(packageFolder, "node_modules/sequelize"), join(app.folder, "node_modules/sequelize"));
  await expect(createApp(app.folder, { environment: "test" })).rejects.toMatchObject({
    message: "api/models/Job.js exports a model of a Sequelize instance of its own.",
    hint: expect.stringContaining('export default (sequelize, DataTypes) => sequelize.define("Job", { ... })'),
  });
  await app.remove();
});

test("all associations that lead nowhere are reported together", async () => {
  const app = await temporaryApp({
    "config/database.js": 'export default { dialect: "sqlite", storage: ":memory:" };',
    "api/models/Note.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Note", {}, { associations: { user: { belongsTo: "User" }, writer: { belongsTo: "Uzer" } } });`,
    "api/models/User.js":
      'import { defineModel } from "@onespec/framework-cli";\nexport default defineModel("User", {});',
  });
  await expect(createApp(app.folder, { environment: "test" })).rejects.toMatchObject({
    message: expect.stringMatching(
      /^The models have 2 mistakes: .*Note has no attribute userId.*there is no model Uzer/,
    ),
  });
  await app.remove();
});

test.each([
  ["hooks: { beforeCreate() {} }", "hooks"],
  ["version: true", "version"],
])("on MongoDB a model with %s stops the start", async (options, named) => {
  const app = await temporaryApp({
    "config/database.js": 'export default { dialect: "mongodb", url: "mongodb://127.0.0.1:1/test" };',
    "api/models/User.js": `import { defineModel } from "@onespec/framework-cli";
export default defineModel("User", {}, { ${options} });`,
  });
  await expect(createApp(app.folder, { environment: "test" })).rejects.toMatchObject({
    code: "MODEL_INVALID",
    message: `User: ${named} is Sequelize's, and the database is MongoDB.`,
  });
  await app.remove();
});
