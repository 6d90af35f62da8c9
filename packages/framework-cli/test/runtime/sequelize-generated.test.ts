import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/app/create-app.js";
import { packageFolder } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { liveDatabases } from "../servers/live-databases.js";
import { json, lift, send, type TemporaryApp, temporaryApp } from "./running-app.js";

const factory = (body: string): string => `module.exports = (sequelize, DataTypes) => {\n${body}\n};\n`;

/** Models of a Sequelize project without migrations: they are generated here. */
const MODELS = {
  "api/models/user.js": factory(`
  const User = sequelize.define("User", { name: { type: DataTypes.STRING, unique: { msg: "The name is taken." } }, created_at: { type: DataTypes.DATE, defaultValue: DataTypes.NOW } },
    { underscored: true, tableName: "users" });
  User.associate = (models) => User.belongsToMany(models.Role, { through: "user_roles", foreignKey: "user_id", otherKey: "role_id", as: "roles" });
  return User;`),
  "api/models/role.js": factory(`
  const Role = sequelize.define("Role", { name: DataTypes.STRING }, { timestamps: false, tableName: "roles" });
  Role.associate = (models) => Role.belongsToMany(models.User, { through: "user_roles", foreignKey: "role_id", otherKey: "user_id", as: "users" });
  return Role;`),
  "api/models/userrole.js": factory(`
  return sequelize.define("UserRole", {
    user_id: { type: DataTypes.INTEGER, primaryKey: true, references: { model: "users", key: "id" } },
    role_id: { type: DataTypes.INTEGER, primaryKey: true, references: { model: "roles", key: "id" } },
    note: DataTypes.STRING,
  }, { tableName: "user_roles" });`),
};

const LISTS = {
  "api/models/note.js": factory(`
  return sequelize.define("Note", {
    tags: { type: DataTypes.ARRAY(DataTypes.STRING), allowNull: false, defaultValue: [] },
    counts: DataTypes.ARRAY(DataTypes.INTEGER),
  }, { timestamps: false });`),
};

describe.each((await liveDatabases()).filter(({ name }) => ["sqlite", "postgres", "mariadb"].includes(name)))(
  "Sequelize models whose migrations are generated, on $name",
  ({ name, config, skip }) => {
    let app: TemporaryApp;
    let running: Awaited<ReturnType<typeof createApp>>;
    // biome-ignore lint/suspicious/noExplicitAny: the models of another project.
    const model = (given: string): any => running.database?.models[given];
    const generate = async (migration: string): Promise<void> => {
      for (const command of [["migrations:generate", migration], ["migrations:run"]]) {
        const run = await inProcess(command, app.folder);
        expect(run, command.join(" ")).toMatchObject({ code: 0 });
      }
    };

    beforeAll(async () => {
      if (skip !== undefined) return;
      app = await temporaryApp({
        "package.json": '{ "name": "moved" }',
        "config/app.js": 'module.exports = { log: { level: "silent" } };',
        "config/database.js": `module.exports = ${JSON.stringify(config)};`,
        ...MODELS,
      });
      await mkdir(join(app.folder, "node_modules"), { recursive: true });
      await symlink(join(packageFolder, "node_modules/sequelize"), join(app.folder, "node_modules/sequelize"));
      await generate("start");
      running = await createApp(app.folder, { environment: "development" });
    }, 120_000);

    afterAll(async () => {
      if (skip !== undefined) return;
      await running.close();
      await app.remove();
    });

    test.skipIf(skip !== undefined)("nothing is left to generate", async () => {
      const doctor = await inProcess(["doctor"], app.folder);
      expect(doctor.out).toContain("All is well.");
      const drift = await inProcess(["migrations:status", "--drift"], app.folder);
      expect(drift.out).not.toMatch(/users|roles/);
    });

    test.skipIf(skip !== undefined)("a table between two models may have a model of its own", async () => {
      const user = await model("User").create({ name: "Ada" });
      const role = await model("Role").create({ name: "admin" });
      await user.addRole(role);
      expect(await user.countRoles()).toBe(1);
      expect(await running.database?.repository("UserRole").count()).toBe(1);
      const [found] = (await running.database?.repository("User").find({ include: ["roles"] })) ?? [];
      expect(found).toMatchObject({ name: "Ada", roles: [{ name: "admin" }] });
    });

    test.skipIf(skip !== undefined)("an attribute may share its column with a timestamp", async () => {
      const made = await running.database?.repository("User").create({ name: "Bob" });
      expect(made).toMatchObject({ name: "Bob" });
      const changed = await running.database?.repository("User").update(made?.id as number, { name: "Bo" });
      expect(changed).toMatchObject({ name: "Bo" });
    });

    test.skipIf(skip !== undefined)("actions are generated over models, whatever their files are called", async () => {
      for (const action of ["create", "list"]) {
        const made = await inProcess(["controllers:generate", `users/${action}`], app.folder);
        expect(made).toMatchObject({ code: 0, err: expect.not.stringContaining("placeholder") });
      }
      expect((await inProcess(["services:generate", "people", "--model", "User"], app.folder)).code).toBe(0);
      const server = await lift(app.folder, [], { NODE_ENV: "development" });
      try {
        const users = `${server.url}/users`;
        const made = await send(users, json("POST", { name: "Cy" }));
        expect(made).toMatchObject({ status: 201, body: { id: expect.any(Number), name: "Cy" } });
        const again = await send(users, json("POST", { name: "Cy" }));
        expect(again.body).toMatchObject({ details: [{ path: "/name", message: "The name is taken." }] });
        expect((await send(`${users}?name=Cy`)).body).toMatchObject([{ name: "Cy" }]);
      } finally {
        await server.end();
      }
    });

    test.skipIf(name !== "postgres" || skip !== undefined)("lists have PostgreSQL's array types", async () => {
      await app.write(LISTS);
      await generate("notes");
      const later = await createApp(app.folder, { environment: "development" });
      try {
        // biome-ignore lint/suspicious/noExplicitAny: the model of another project.
        const Note = later.database?.models.Note as any;
        await Note.create({ tags: ["a", "b"], counts: [1, 2] });
        expect((await Note.findOne()).get()).toMatchObject({ tags: ["a", "b"], counts: [1, 2] });
        const [note] = (await later.database?.repository("Note").find()) ?? [];
        expect(note).toMatchObject({ tags: ["a", "b"], counts: [1, 2] });
        await later.database?.repository("Note").update(note?.id as number, { tags: ["c"] });
        expect((await Note.findOne()).tags).toEqual(["c"]);
      } finally {
        await later.close();
      }
      const doctor = await inProcess(["doctor"], app.folder);
      expect(doctor.out).toContain("All is well.");
      const drift = await inProcess(["migrations:status", "--drift"], app.folder);
      expect(drift.out).not.toContain("Notes");
      for (const command of ["migrations:undo", "migrations:run"]) {
        expect(
          await inProcess([command, ...(command.endsWith("undo") ? ["--allow-destructive"] : [])], app.folder),
        ).toMatchObject({ code: 0 });
      }
    });
  },
);
