import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { DatabaseConfig } from "../../src/database/database-config.js";
import { openSqlExecutor } from "../../src/database/sql/sql-executor.js";
import { emptyFolder, framework, linkDependencies, run as runProcess } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { liveDatabases } from "../servers/live-databases.js";
import { writeFiles } from "./write-files.js";

/** A folder of migrations as sequelize-cli and its guides write them. */
const MIGRATIONS = {
  "20240101000000-create-users.js": `'use strict';
/** @type {import('sequelize-cli').Migration} */
module.exports = {
  async up (queryInterface, Sequelize) {
    await queryInterface.createTable('Users', {
      id: { allowNull: false, autoIncrement: true, primaryKey: true, type: Sequelize.INTEGER },
      email: { type: Sequelize.STRING, allowNull: false, unique: true },
      role: { type: Sequelize.ENUM('admin', 'member'), defaultValue: 'member', allowNull: false },
      createdAt: { allowNull: false, type: Sequelize.DATE, defaultValue: Sequelize.literal('CURRENT_TIMESTAMP') },
      updatedAt: { allowNull: false, type: Sequelize.DATE, defaultValue: Sequelize.literal('CURRENT_TIMESTAMP') }
    }, {});
  },
  async down (queryInterface, Sequelize) {
    await queryInterface.dropTable('Users');
    if (queryInterface.sequelize.getDialect() === 'postgres') await queryInterface.sequelize.query('DROP TYPE "enum_Users_role"');
  }
};
`,
  "20240102000000-create-posts.js": `'use strict';
module.exports = {
  up: (queryInterface, Sequelize) => queryInterface.createTable('Posts', {
    id: { allowNull: false, autoIncrement: true, primaryKey: true, type: Sequelize.INTEGER },
    userId: { type: Sequelize.INTEGER, allowNull: false, references: { model: 'Users', key: 'id' }, onDelete: 'CASCADE' },
    title: { type: Sequelize.STRING(100) },
    meta: Sequelize.JSON
  }).then(() => queryInterface.addIndex('Posts', ['userId', 'title'], { unique: true, name: 'posts_user_title' })),
  down: (queryInterface) => queryInterface.dropTable('Posts')
};
`,
  "20240103000000-demo.js": `'use strict';
module.exports = {
  async up(queryInterface) {
    const now = new Date();
    await queryInterface.bulkInsert('Users', [{ id: 1, email: 'ada@example.com', createdAt: now, updatedAt: now }]);
    const [users] = await queryInterface.sequelize.query('SELECT id FROM ' + queryInterface.quoteIdentifier('Users', true));
    await queryInterface.bulkInsert('Posts', users.map(({ id }) => ({ userId: id, title: 'Notes' })));
  },
  async down(queryInterface) {
    await queryInterface.bulkDelete('Posts', null, {});
    await queryInterface.bulkDelete('Users', { id: 1 });
  }
};
`,
  "20240104000000-change-posts.js": `'use strict';
const { DataTypes } = require('sequelize');
module.exports = {
  async up(queryInterface) {
    const transaction = await queryInterface.sequelize.transaction();
    try {
      await queryInterface.addColumn('Users', 'bio', { type: DataTypes.TEXT }, { transaction });
      await transaction.commit();
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
    await queryInterface.sequelize.transaction(async (transaction) => {
      await queryInterface.changeColumn('Users', 'email', { type: DataTypes.STRING(200), allowNull: false }, { transaction });
    });
    await queryInterface.renameColumn('Posts', 'title', 'heading');
  },
  async down(queryInterface) {
    await queryInterface.renameColumn('Posts', 'heading', 'title');
    await queryInterface.removeColumn('Users', 'bio');
  }
};
`,
};

describe.each(["sqlite", "postgres", "mariadb"] as const)("a folder of sequelize-cli's migrations on %s", (name) => {
  let config: DatabaseConfig;
  let folder: string;

  beforeEach(async (context) => {
    const database = (await liveDatabases()).find((each) => each.name === name);
    if (database === undefined) throw new Error(`no ${name}`);
    if (database.skip !== undefined) return context.skip(database.skip);
    config = database.config;
    const { path, remove } = await emptyFolder();
    onTestFinished(remove);
    folder = path;
    await linkDependencies(folder);
    writeFiles(folder, {
      "package.json": JSON.stringify({ name: "shop", type: "module" }),
      "config/database.js": `export default ${JSON.stringify(config)};\n`,
      "migrations/package.json": "{}\n",
    });
    for (const [file, text] of Object.entries(MIGRATIONS)) writeFiles(folder, { [`migrations/${file}`]: text });
  });

  test("runs, keeps the rows, goes back and forth", async () => {
    expect(await run("migrations:run")).toMatchObject({ code: 0, err: "" });
    const rows = 'SELECT heading, email, bio, role FROM "Posts" JOIN "Users" ON "Users".id = "userId"';
    expect(await sql(rows)).toEqual([{ heading: "Notes", email: "ada@example.com", bio: null, role: "member" }]);
    expect(await run("migrations:undo", "--step", "1")).toMatchObject({ code: 0 });
    expect(await sql('SELECT title FROM "Posts"')).toEqual([{ title: "Notes" }]);
    expect((await run("migrations:redo", "--step", "1")).err).toContain("migrations:run");
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    expect(await run("migrations:redo", "--step", "1")).toMatchObject({ code: 0 });
    expect(await run("migrations:undo", "--all")).toMatchObject({ code: 0 });
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    expect(await sql('SELECT heading FROM "Posts"')).toEqual([{ heading: "Notes" }]);
  });

  test("models that move in with it: a baseline tells migrations:generate of their tables", async () => {
    writeFiles(folder, {
      "api/models/User.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("User", { email: { type: DataTypes.STRING(200), allowNull: false } }, { tableName: "Users", underscored: false });
`,
    });
    await run("migrations:run");
    expect((await run("doctor")).out).toContain("Run once: framework migrations:generate start --baseline");
    const start = await run("migrations:generate", "start", "--baseline");
    expect(start).toMatchObject({ code: 0, out: expect.stringMatching(/^create {2}migrations\/\d+-start\.mjs$/m) });
    expect(await framework(["migrations:run"], folder)).toMatchObject({ code: 0, err: "" });
    expect(await run("migrations:generate", "more", "--check")).toMatchObject({ code: 0 });
    expect(await run("migrations:undo")).toMatchObject({ code: 0 });
    expect(await sql('SELECT email FROM "Users"')).toEqual([{ email: "ada@example.com" }]);
    expect(await run("db:reset")).toMatchObject({ code: 0 });
    expect(await sql('SELECT email FROM "Users"')).toEqual([{ email: "ada@example.com" }]);
  });

  test("an attribute and an association may spell one column differently", async (context) => {
    if (name === "postgres") return context.skip();
    writeFiles(folder, {
      "migrations/20240105000000-notes.js": `module.exports = {
  up: (queryInterface, Sequelize) => queryInterface.createTable('Notes', { id: { type: Sequelize.INTEGER, primaryKey: true, autoIncrement: true },
    userId: { type: Sequelize.INTEGER, references: { model: 'Users', key: 'id' } } }),
  down: (queryInterface) => queryInterface.dropTable('Notes'),
};
`,
      "api/models/package.json": "{}",
      "api/models/user.js":
        'module.exports = (sequelize, DataTypes) => sequelize.define("User", { email: DataTypes.STRING });\n',
      "api/models/note.js": `module.exports = (sequelize, DataTypes) => {
  const Note = sequelize.define("Note", { userId: DataTypes.INTEGER }, { timestamps: false });
  Note.associate = ({ User }) => Note.belongsTo(User);
  return Note;
};
`,
    });
    await run("migrations:run");
    expect((await run("migrations:generate", "start", "--baseline")).err).not.toContain("UserId");
    expect(await run("migrations:run")).toMatchObject({ code: 0, err: "" });
    expect(await run("migrations:generate", "more", "--check")).toMatchObject({ code: 0 });
    writeFiles(folder, {
      "read.mjs": `import { createApp } from "@onespec/framework-cli";
const app = await createApp();
const note = await app.database.repository("Note").create({ userId: 1 });
console.log(note.userId, (await app.database.models.Note.findByPk(note.id, { include: "User" })).User.email);
await app.close();
`,
    });
    expect((await runProcess(process.execPath, ["read.mjs"], folder)).out).toBe("1 ada@example.com\n");
  });

  test("a model may read a view that a migration makes", async () => {
    const view = name === "postgres" ? "MATERIALIZED VIEW" : "VIEW";
    const quote = name === "mariadb" ? "`" : '"';
    const make = `CREATE ${view} "Admins" AS SELECT id, email FROM "Users"`.replaceAll('"', quote);
    writeFiles(folder, {
      "migrations/20240105000000-view.js": `module.exports = {
  up: (queryInterface) => queryInterface.sequelize.query(${JSON.stringify(make)}),
  down: (queryInterface) => queryInterface.sequelize.query("DROP ${view} ${quote === '"' ? '\\"Admins\\"' : "`Admins`"}"),
};
`,
      "api/models/package.json": "{}",
      "api/models/admin.js":
        'module.exports = (sequelize, DataTypes) => sequelize.define("Admin", { email: DataTypes.STRING }, { timestamps: false });\n',
    });
    for (const command of [["migrations:run"], ["migrations:generate", "start", "--baseline"], ["migrations:run"]])
      expect(await run(...command), command.join(" ")).toMatchObject({ code: 0 });
    expect((await run("doctor")).out).toContain("All is well.");
  });

  test("a column that only the model has is in no baseline, and the next migration adds it", async () => {
    writeFiles(folder, {
      "api/models/User.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("User", { email: { type: DataTypes.STRING(200), allowNull: false }, nickname: { type: DataTypes.STRING(20), unique: true } }, { tableName: "Users", underscored: false });
`,
    });
    await run("migrations:run");
    const start = await run("migrations:generate", "start", "--baseline");
    expect(start).toMatchObject({ code: 0, err: expect.stringContaining("Not in the database: Users.nickname.") });
    await run("migrations:run");
    expect((await run("doctor")).out).toContain("the models have 2 changes without a migration");
    expect(await run("migrations:generate", "nickname")).toMatchObject({ code: 0 });
    expect(await run("migrations:run")).toMatchObject({ code: 0, err: "" });
    expect(await sql('SELECT email, nickname FROM "Users"')).toEqual([{ email: "ada@example.com", nickname: null }]);
  });

  test("constraints and enums with Sequelize's names change and go, and come back", async () => {
    const model = (name: string, columns: string, more = ""): void =>
      writeFiles(folder, {
        [`api/models/${name}.js`]: `export default (sequelize, DataTypes) => {
  const ${name} = sequelize.define("${name}", { ${columns} }${more});
  return ${name};
};
`,
      });
    const user = (unique: string, roles: string): void =>
      model(
        "User",
        `email: { type: DataTypes.STRING(200), allowNull: false${unique} }, bio: DataTypes.TEXT,
    role: { type: DataTypes.ENUM(${roles}), defaultValue: "member", allowNull: false }`,
      );
    // On SQLite, Sequelize makes a table anew for such a change, without its indexes.
    const indexes = '[{ unique: true, fields: ["userId", "heading"], name: "posts_user_title" }]';
    const post = (
      actions: string,
      owner = `userId: { type: DataTypes.INTEGER, allowNull: false, references: { model: "Users", key: "id" }, ${actions} },`,
    ): void =>
      model(
        "Post",
        `${owner} heading: DataTypes.STRING(100), meta: DataTypes.JSON`,
        `, { timestamps: false, indexes: ${name === "sqlite" || owner === "" ? "[]" : indexes} }`,
      );
    const step = async (change: string, commands = ["run", "undo", "run"]): Promise<void> => {
      expect(await run("migrations:generate", change, "--allow-destructive")).toMatchObject({ code: 0 });
      for (const command of commands) {
        expect(await run(`migrations:${command}`), `${command} ${change}`).toMatchObject({ code: 0, err: "" });
      }
    };
    let id = 1;
    const insert = (email: string, role: string) =>
      sql(
        `INSERT INTO "Users" (id, email, role, "createdAt", "updatedAt") VALUES (${++id}, '${email}', '${role}', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)`,
      );
    user(", unique: true", '"admin", "member"');
    post('onDelete: "CASCADE", onUpdate: "NO ACTION"');
    await run("migrations:run");
    await run("migrations:generate", "start", "--baseline");
    expect(await run("migrations:run")).toMatchObject({ code: 0 });

    if (name !== "sqlite") {
      expect((await run("migrations:status", "--drift")).out).not.toMatch(/Users_email|_fk|Users\.role|Users_role/);
    }

    post('onDelete: "RESTRICT", onUpdate: "NO ACTION"');
    await step("restrict");
    await expect(sql('DELETE FROM "Users" WHERE id = 1')).rejects.toThrow();

    user("", '"admin", "member"');
    await step("any-email");
    await insert("ada@example.com", "member");

    user("", '"admin", "member", "guest"');
    await step("guests");
    await insert("bob@example.com", "guest");
    await expect(insert("cy@example.com", "king")).rejects.toThrow();

    post("", "");
    await step("no-owner", ["run"]);
    expect(await sql('SELECT * FROM "Posts"')).toEqual([expect.not.objectContaining({ userId: 1 })]);
    expect(await sql('SELECT role FROM "Users" ORDER BY id')).toEqual([
      { role: "member" },
      { role: "member" },
      { role: "guest" },
    ]);
  });

  test("unsigned columns stay unsigned", async () => {
    writeFiles(folder, {
      "migrations/20240105000000-tags.js": `module.exports = {
  up: (queryInterface, Sequelize) => queryInterface.createTable('Tags', {
    id: { allowNull: false, autoIncrement: true, primaryKey: true, type: Sequelize.INTEGER.UNSIGNED },
    uses: { type: Sequelize.BIGINT.UNSIGNED, allowNull: false, defaultValue: 0 },
    code: { type: Sequelize.INTEGER(5).UNSIGNED.ZEROFILL },
  }),
  down: (queryInterface) => queryInterface.dropTable('Tags')
};
`,
    });
    const tag = (uses: string, more = ""): void =>
      writeFiles(folder, {
        "api/models/Tag.js": `export default (sequelize, DataTypes) => sequelize.define("Tag", {
  id: { allowNull: false, autoIncrement: true, primaryKey: true, type: DataTypes.INTEGER.UNSIGNED },
  uses: { type: DataTypes.BIGINT.UNSIGNED, ${uses} },
  code: DataTypes.INTEGER(5).UNSIGNED.ZEROFILL,${more}
}, { timestamps: false });
`,
      });
    tag("allowNull: false, defaultValue: 0");
    await run("migrations:run");
    await run("migrations:generate", "start", "--baseline");
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    const drift = async () =>
      (await run("migrations:status", "--drift")).out.split("\n").filter((line) => /Tags\.(?!id: auto)/.test(line));
    expect(await drift()).toEqual([]);
    tag(
      "defaultValue: 0",
      " parentId: { type: DataTypes.INTEGER.UNSIGNED, references: { model: 'Tags', key: 'id' } },",
    );
    expect(await run("migrations:generate", "parents")).toMatchObject({ code: 0 });
    expect(await run("migrations:run")).toMatchObject({ code: 0, err: "" });
    expect(await drift()).toEqual([]);
    const big = name === "postgres" ? 2_000_000_000 : 4_000_000_000;
    await sql(`INSERT INTO "Tags" (id, uses, code) VALUES (${big}, 9007199254740991, 42)`);
    writeFiles(folder, {
      "read.mjs": `import { createApp } from "@onespec/framework-cli";
const app = await createApp();
const { Tag } = app.database.models;
const tag = await Tag.findByPk(${big});
await Tag.create({ id: ${big} - 1, uses: null, parentId: tag.id });
console.log(JSON.stringify(await app.database.repository("Tag").find({ order: [["id", "asc"]] })));
await app.close();
`,
    });
    const read = await runProcess(process.execPath, ["read.mjs"], folder);

    expect(JSON.parse(read.out)).toEqual([
      { id: big - 1, uses: null, code: null, parentId: big },
      { id: big, uses: 9007199254740991, code: 42, parentId: null },
    ]);
  });

  test("seeders run as they are, in one transaction each, once", async () => {
    await run("migrations:run");
    const seeder = (rows: string): string => `'use strict';
module.exports = {
  async up(queryInterface, Sequelize) {
    await queryInterface.bulkInsert('Users', ${rows});
  },
  async down(queryInterface) { await queryInterface.bulkDelete('Users', null, {}); }
};
`;
    writeFiles(folder, {
      "seeds/package.json": "{}\n",
      "seeds/20240201000000-users.js": seeder(
        "[{ id: 10, email: 'bob@example.com' }, { id: 11, email: 'cy@example.com' }]",
      ),
      "seeds/20240202000000-more.mjs":
        "export const up = (queryInterface) => queryInterface.bulkInsert('Users', [{ id: 12, email: 'di@example.com', role: 'admin' }]);\n",
    });
    expect(await run("db:seed")).toMatchObject({ code: 0, err: "", out: expect.not.stringContaining("package") });
    expect((await run("db:seed")).out).toContain("Nothing to write");
    const emails = async (): Promise<unknown> => (await sql('SELECT email FROM "Users"')).length;
    expect(await emails()).toBe(4);
    writeFiles(folder, { "seeds/20240203000000-models.js": "const { User } = require('../models');" });
    expect((await run("db:seed")).err).toContain("queryInterface.sequelize.models in a seeder");
    rmSync(join(folder, "seeds/20240203000000-models.js"));
    writeFiles(folder, {
      "seeds/20240203000000-bad.js": seeder("[{ id: 13, email: 'ed@example.com' }]); throw new Error('stop'"),
    });
    expect(await run("db:seed")).toMatchObject({
      code: 1,
      err: expect.stringContaining("20240203000000-bad.js:4: Error: stop"),
    });
    rmSync(join(folder, "seeds/20240203000000-bad.js"));
    writeFiles(folder, { "seeds/20240204000000-same.js": seeder("[{ id: 10, email: 'ed@example.com' }]") });
    expect((await run("db:seed")).err).toMatch(
      /20240204000000-same.js:4: SequelizeUniqueConstraintError: .*(?:id|pkey|PRIMARY)/,
    );
    expect(await emails()).toBe(4);
  });

  test("indexes with conditions are named where their table is made without them", async () => {
    rmSync(join(folder, "migrations"), { recursive: true });
    writeFiles(folder, {
      "api/models/package.json": "{}",
      "api/models/plan.js": `module.exports = (sequelize, DataTypes) => sequelize.define("Plan", { code: DataTypes.STRING(9), state: DataTypes.STRING(9) }, {
  timestamps: false,
  indexes: [{ unique: true, fields: ["code"], where: { state: "open" } }, { fields: ["state"] }],
});
`,
    });
    const message = "the index plans_code of Plans is not made: it has a condition";
    expect(await run("migrations:generate", "plans")).toMatchObject({ code: 0, err: expect.stringContaining(message) });
    rmSync(join(folder, "migrations"), { recursive: true });
    const synced = await run("db:sync");
    expect(synced).toMatchObject({ code: 0, err: expect.stringContaining(message) });
    expect(synced.err).not.toContain("plans_state");
  });

  test("an error inside the file's own transaction is the one that is reported", async () => {
    writeFiles(folder, {
      "migrations/20240105000000-bad.js": `module.exports = {
  async up(queryInterface, Sequelize) {
    const transaction = await queryInterface.sequelize.transaction();
    try {
      await queryInterface.createTable('Tags', { id: { type: Sequelize.INTEGER, primaryKey: true } }, { transaction });
      await queryInterface.addColumn('Nowhere', 'a', Sequelize.TEXT, { transaction });
      await transaction.commit();
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  },
  async down(queryInterface) { await queryInterface.dropTable('Tags'); }
};
`,
    });
    const stopped = await run("migrations:run");
    expect(stopped).toMatchObject({ code: 1, err: expect.stringMatching(/20240105000000-bad\.js:6: .*Nowhere/) });
    expect(stopped.err).toContain(name === "mariadb" ? "framework migrations:resolve" : "Nothing of it was kept.");
    expect(stopped.err).not.toContain("it continues where it stopped");
  });

  test("an index that is made concurrently is made outside of a transaction", async () => {
    const index = (day: string, more = ""): void =>
      writeFiles(folder, {
        [`migrations/202401${day}000000-index.js`]: `module.exports = {
  up: async (queryInterface) => { await queryInterface.addIndex('Users', ['role', 'id'], { concurrently: true }); ${more} },
  down: (queryInterface) => queryInterface.removeIndex('Users', ['role', 'id'], { concurrently: true }),
};
`,
      });
    index("05");
    expect(await run("migrations:run")).toMatchObject({ code: 0, err: "" });
    expect(await run("migrations:undo", "--step", "1")).toMatchObject({ code: 0, err: "" });
    rmSync(join(folder, "migrations/20240105000000-index.js"));
    index("06", "throw new Error('stop');");
    const stopped = await run("migrations:run");
    expect(stopped.err).toContain("The database keeps what it did before the error.");
  });

  test("errors that a file catches end nothing, and calls that it does not wait for are part of it", async () => {
    writeFiles(folder, {
      "migrations/20240105000000-loose.js": `module.exports = {
  up: async (queryInterface, Sequelize) => {
    await queryInterface.sequelize.query('SELECT nothing FROM nowhere').catch(() => {});
    await queryInterface.sequelize.transaction(async (transaction) => {
      await queryInterface.bulkUpdate('Users', { email: 'lost@example.com' }, { id: 1 }, { transaction });
      throw new Error('back');
    }).catch(() => {});
    queryInterface.addColumn('Users', 'age', { type: Sequelize.INTEGER }).then(() => queryInterface.bulkUpdate('Users', { age: 36 }, { id: 1 }));
  },
  down: (queryInterface) => queryInterface.removeColumn('Users', 'age'),
};
`,
      "migrations/20240106000000-next.mjs":
        "export const up = queryInterface => queryInterface.renameColumn('Users', 'age', 'years');\n",
      "seeds/package.json": "{}\n",
      "seeds/20240201000000-loose.js": `module.exports = {
  async up(queryInterface) {
    await queryInterface.bulkInsert('Users', [{ email: 'ada@example.com' }]).catch(() => {});
    queryInterface.bulkInsert('Users', [{ email: 'bob@example.com' }]);
  },
};
`,
    });
    expect(await run("migrations:run")).toMatchObject({ code: 0, err: "" });
    expect(await sql('SELECT email FROM "Users" WHERE years = 36')).toEqual([{ email: "ada@example.com" }]);
    expect(await run("db:seed")).toMatchObject({ code: 0, err: "" });
    expect(await sql('SELECT email FROM "Users" ORDER BY email')).toEqual([
      { email: "ada@example.com" },
      { email: "bob@example.com" },
    ]);
  });

  test("statements that end the transaction of the file end nothing else", async (context) => {
    if (name === "sqlite") return context.skip();
    writeFiles(folder, {
      "migrations/20240105000000-end.js": `module.exports = {
  up: (queryInterface, Sequelize) => queryInterface.sequelize.transaction(async (transaction) => {
    await queryInterface.addColumn('Users', 'age', { type: Sequelize.INTEGER }, { transaction });
    await queryInterface.sequelize.query('COMMIT', { transaction });
  }),
  down: (queryInterface) => queryInterface.removeColumn('Users', 'age'),
};
`,
    });
    expect(await run("migrations:run")).toMatchObject({ code: 0, err: "" });
    expect((await run("migrations:run")).out).toContain("Nothing to run");
  });

  test("a value that is added to PostgreSQL's ENUM can be used at once", async (context) => {
    if (name !== "postgres") return context.skip();
    writeFiles(folder, {
      "migrations/20240105000000-guests.js": `module.exports = {
  async up(queryInterface) {
    await queryInterface.sequelize.query(\`ALTER TYPE "enum_Users_role" ADD VALUE IF NOT EXISTS 'guest'\`);
    await queryInterface.bulkUpdate('Users', { role: 'guest' }, { id: 1 });
  },
  async down() {},
};
`,
    });
    expect(await run("migrations:run")).toMatchObject({ code: 0, err: "" });
    expect(await sql('SELECT role FROM "Users"')).toEqual([{ role: "guest" }]);
  });

  test("CommonJS in a folder of ES modules is rejected with the way out", async () => {
    rmSync(join(folder, "migrations/package.json"));
    const refused = await run("migrations:run");
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining("migrations/20240101000000-create-users.js"),
    });
    expect(refused.err).toContain("Write {} to migrations/package.json");
  });

  const run = (...args: string[]) => inProcess(args, folder);
  const sql = async (text: string) => {
    const executor = await openSqlExecutor(config, folder);
    try {
      return (await executor.run(name === "mariadb" ? text.replaceAll('"', "`") : text)).rows;
    } finally {
      await executor.close();
    }
  };
});
