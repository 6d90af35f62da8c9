import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { emptyFolder, framework, newApp, type Outcome, run, testsOf } from "./framework.js";
import { inProcess } from "./in-process.js";

const { path: parent, remove } = await emptyFolder();
afterAll(remove);

let made: string;
let app: string;
let count = 0;
beforeAll(async () => {
  made = await newApp(parent, "shop");
});
beforeEach(async () => {
  app = join(parent, `shop${++count}`);
  await cp(made, app, { recursive: true, verbatimSymlinks: true });
});

const read = (path: string): Promise<string> => readFile(join(app, path), "utf8");
const generate = (...args: string[]): Promise<Outcome> => inProcess(args, app);
const nodeTests = (): Promise<Outcome> => testsOf(app);

test("of generators that run at once, each is in the manifest or has changed nothing", async () => {
  const names = ["one", "two", "three", "four"];
  const outcomes = await Promise.all(names.map((name) => framework(["controllers:generate", `${name}/list`], app)));
  const made = names.filter((_, index) => outcomes[index]?.code === 0);
  const controllers = names.map((name) => `api/controllers/${name}/list.js`);
  const { files } = JSON.parse(await read(".framework/manifest.json"));
  expect(made.length).toBeGreaterThan(0);
  for (const [index, path] of controllers.entries()) {
    const isMade = outcomes[index]?.code === 0;
    expect([existsSync(join(app, path)), Object.hasOwn(files, path)]).toEqual([isMade, isMade]);
    if (!isMade) expect(outcomes[index]?.err).toMatch(/Another command (?:is changing files|changed .* meanwhile)/);
  }
});

describe("controllers:generate", () => {
  test("method and path follow from the name, and the tests pass", async () => {
    const actions = [
      ["users/list", "GET", "/users"],
      ["users/get", "GET", "/users/{userId}"],
      ["users/create", "POST", "/users"],
      ["users/update", "PATCH", "/users/{userId}"],
      ["users/replace", "PUT", "/users/{userId}"],
      ["users/delete", "DELETE", "/users/{userId}"],
      ["orders/cancel", "POST", "/orders/cancel"],
      ["books/search", "GET", "/books/search"],
      ["admin/order-lines/get", "GET", "/admin/order-lines/{orderLineId}"],
    ] as const;
    for (const [name, method, path] of actions) {
      const { out } = await generate("controllers:generate", name, "--json");
      const result = JSON.parse(out);
      expect(result).toMatchObject({ method, path, action: name });
      expect(result.files).toEqual([
        { kind: "create", path: `api/controllers/${name}.js` },
        { kind: "create", path: `tests/${name.replaceAll("/", ".")}.test.js` },
      ]);
    }
    const tests = await nodeTests();
    for (const [, method, path] of actions) expect(tests.out).toContain(`${method} ${path} answers`);
    expect(tests.code).toBe(0);
  });

  test("--method, also in lower case, and --path beat the name", async () => {
    await generate("controllers:generate", "orders/cancel", "--method", "put", "--path", "/orders/{orderId}/cancel");
    expect(await read("api/controllers/orders/cancel.js")).toContain('method: "PUT"');
    expect(await read("api/controllers/orders/cancel.js")).toContain('path: "/orders/{orderId}/cancel"');
    expect((await nodeTests()).code).toBe(0);
  });

  test("an edited file is never overwritten without --force, and --dry-run shows the difference", async () => {
    await generate("controllers:generate", "users/list");
    const path = "api/controllers/users/list.js";
    const edited = (await read(path)).replace("return [];", "return [1];");
    await writeFile(join(app, path), edited);

    const refused = await generate("controllers:generate", "users/list");
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`Already exists: ${path}`);
    expect(refused.err).toContain("[FILE_EXISTS]");

    const shown = await generate("controllers:generate", "users/list", "--dry-run", "--force");
    expect(shown.out).toContain("-    return [1];\n+    return [];\n");
    expect(await read(path)).toBe(edited);

    expect((await generate("controllers:generate", "users/list", "--force")).code).toBe(0);
    expect(await read(path)).toContain("return [];");
  });

  test("two actions never answer at one place", async () => {
    await generate("controllers:generate", "users/list");
    const { code, err } = await generate("controllers:generate", "users/index");
    expect(code).toBe(1);
    expect(err).toContain("GET /users is already answered by api/controllers/users/list.js");
    expect(existsSync(join(app, "api/controllers/users/index.js"))).toBe(false);
  });

  test("a file that would be the same on macOS and Windows is rejected", async () => {
    await generate("controllers:generate", "users/list");
    expect((await generate("controllers:generate", "users/LIST")).err).toContain(
      "would be one file on macOS and Windows",
    );
  });
});

describe("models:generate", () => {
  test("writes the model and its migration, and says what is next", async () => {
    const { code, out, err } = await generate(
      "models:generate",
      "Book",
      "title:string{120}!",
      "price:decimal{10,2}",
      "status:enum{draft,done}:index:default=draft",
      "isbn:uniq",
      "id:uuid",
      "pages:bigint",
      "meta:json",
      "secret:text:hidden",
      "sold_at:timestamp:default=now",
    );
    expect(err).toBe("Next: migrations:run\n");
    expect(code).toBe(0);
    expect(out).toMatch(/^create {2}api\/models\/Book\.js\ncreate {2}migrations\/\d{14}-create-book\.js\n/);
    expect(await read("api/models/Book.js")).toBe(`import { DataTypes, defineModel } from "@onespec/framework-cli";

export default defineModel("Book", {
  title: { type: DataTypes.STRING(120), allowNull: false },
  price: { type: DataTypes.DECIMAL(10, 2) },
  status: { type: DataTypes.ENUM("draft", "done"), allowNull: false, defaultValue: "draft" },
  isbn: { type: DataTypes.STRING(255), unique: true },
  id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
  pages: { type: DataTypes.BIGINT },
  meta: { type: DataTypes.JSON },
  secret: { type: DataTypes.TEXT, hidden: true },
  soldAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
}, { indexes: [{ fields: ["status"] }] });
`);
  });

  test("a reference takes the target's key, an index and an association", async () => {
    await generate("models:generate", "Person", "id:uuid", "name!");
    const { code } = await generate(
      "models:generate",
      "Book",
      "author:references->people.id:@ondelete=cascade",
      "editor:references:uniq:->people",
      "parent:references->books",
      "owner:references!->people",
    );
    expect(code).toBe(0);
    const model = await read("api/models/Book.js");
    expect(model).toContain(
      'authorId: {\n    type: DataTypes.UUID,\n    references: { model: "Person", key: "id" },\n    onDelete: "CASCADE",\n  }',
    );
    expect(model).toContain(
      'editorId: {\n    type: DataTypes.UUID,\n    unique: true,\n    references: { model: "Person", key: "id" },\n    onDelete: "SET NULL",\n  }',
    );
    expect(model).toMatch(/ownerId: \{[^}]*references: \{[^}]*\},\n {4}onDelete: "NO ACTION",/);
    expect(model).toContain('author: { belongsTo: "Person", foreignKey: "authorId" }');
    expect(model).toContain('parent: { belongsTo: "Book", foreignKey: "parentId" }');
    expect(model).toContain('indexes: [{ fields: ["authorId"] }, { fields: ["parentId"] }, { fields: ["ownerId"] }]');
  });

  test("everything that is wrong is told at once, and nothing is written", async () => {
    const { code, err } = await generate(
      "models:generate",
      "Book",
      "x:foo",
      "and",
      "price:decimal10",
      "body:txt",
      "born:datetim",
      "editor:references-",
      "author:references",
      "title",
      "title:text",
      "n:integer:default=x",
      "s:enum{a,a}",
    );
    expect(code).toBe(1);
    for (const part of [
      "x:foo: foo is no type; types are string, text,",
      "body:txt: txt is no type; did you mean text?",
      "born:datetim: datetim is no type; did you mean datetime?",
      "editor:references-: references- is no type; put quotes around the field: the shell takes > for itself",
      "price:decimal10: decimal10 is no type; put quotes around the field",
      "and is reserved",
      "author: there is no model Author; make it first",
      "title: the column title is taken by title",
      "n: the default x must be a whole number",
      "s:enum{a,a}: the enum has a twice",
    ]) {
      expect(err).toContain(part);
    }
    expect(existsSync(join(app, "api/models/Book.js"))).toBe(false);
    expect(existsSync(join(app, ".framework"))).toBe(false);
  });

  test.each([
    ["Promise", "the name is reserved"],
    ["../Book", "cannot be a name"],
    ["__proto__", "cannot be a name"],
    ["con", "Windows"],
  ])("%s is rejected", async (name, reason) => {
    const { code, err } = await generate("models:generate", name, "title");
    expect(code).toBe(1);
    expect(err).toContain(reason);
    expect(err).toContain("[NAME_INVALID]");
  });

  test("a reference to a misspelt model names the one that was meant", async () => {
    await generate("models:generate", "BookShelf", "name");
    const { code, err } = await generate("models:generate", "Book", "bookShelv:references");
    expect(code).toBe(1);
    expect(err).toContain("bookShelv: there is no model BookShelv; did you mean bookShelf:references? [NAME_INVALID]");
  });

  test("actions that were generated before the model answer from it; edited ones stay", async () => {
    await generate("controllers:generate", "users/list");
    await generate("controllers:generate", "users/get");
    const edited = (await read("api/controllers/users/get.js")).replace("no such", "no");
    await writeFile(join(app, "api/controllers/users/get.js"), edited);
    const { out } = await generate("models:generate", "User", "name!");
    expect(out).toContain("update  api/controllers/users/list.js\n");
    expect(out).toContain("create  api/services/users.js\n");
    expect(await read("api/controllers/users/list.js")).toContain("services.users.list(request.query)");
    expect(await read("api/controllers/users/get.js")).toBe(edited);
  });
});

test("resources:generate makes a slice whose tests pass, in JavaScript", async () => {
  await generate("resources:generate", "Author", "name:string{80}!", "born:date");
  const { code, out } = await generate(
    "resources:generate",
    "Book",
    "title:string{120}!",
    "price:decimal{10,2}!",
    "status:enum{a,b}:index:default=a",
    "author:references!",
    "meta:json",
    "seen:timestamp",
    "at:time",
    "ok:boolean",
    "n:bigint",
    "f:double",
    "u:uuid",
    "t:text",
    "secret:hidden",
    "--json",
  );
  expect(code).toBe(0);
  expect(JSON.parse(out).routes).toHaveLength(5);
  const tests = await nodeTests();
  expect(tests.out).toMatch(/# pass 11\n# fail 0|ℹ pass 11/);
  expect(tests.code).toBe(0);
});

test("resources:generate without fields takes a model that exists, as another project wrote it", async () => {
  const model = `export default (sequelize, DataTypes) => {
  const post = sequelize.define("post", {
    slug: { type: DataTypes.STRING, allowNull: false, set(value) { this.setDataValue("slug", value.toUpperCase()); } },
    title: { type: DataTypes.STRING, allowNull: false },
    token: { type: DataTypes.STRING, allowNull: false, defaultValue: () => "made" },
    editorId: { type: DataTypes.UUID, allowNull: false },
  });
  post.associate = (models) => post.belongsTo(models.Editor, { as: "editor" });
  return post;
};
`;
  const editor = `export default (sequelize, { UUID, UUIDV4, STRING }) =>
  sequelize.define("Editor", { id: { type: UUID, primaryKey: true, defaultValue: UUIDV4 }, name: STRING });
`;
  await writeFile(join(app, "api/models/post.js"), model);
  await writeFile(join(app, "api/models/editor.js"), editor);
  const taken = await generate("resources:generate", "Editor", "name");
  expect(taken.err).toContain("The model Editor already exists. [FILE_EXISTS]");
  expect(taken.err).toContain("For its actions, run resources:generate Editor without fields.");
  const dry = await generate("resources:generate", "Editor", "--dry-run");
  expect(dry.out).toContain("api/controllers/editors/list.js");
  expect(dry.out).not.toContain("api/models");
  for (const name of ["Editor", "Post"]) {
    const { code, err, out } = await generate("resources:generate", name);
    expect(code, err).toBe(0);
    expect(out + err).toMatch(/The model (?:Editor|post) stays as it is\./);
    expect(out).not.toContain("api/models");
    const warning = "Answers show post.token: if it is a secret, add hidden: true to it in the model.";
    expect(err.includes(warning)).toBe(name === "Post");
  }
  expect([await read("api/models/post.js"), await read("api/models/editor.js")]).toEqual([model, editor]);
  expect((await generate("migrations:generate", "start")).code).toBe(0);
  expect(await generate("models:sync-schemas")).toMatchObject({ code: 0, out: "Nothing to change.\n" });
  const tests = await nodeTests();
  expect(tests.code, tests.out).toBe(0);
  expect(tests.out).toContain("PATCH /posts/{postId} changes a post");
  // A function of the model makes it.
  expect(JSON.parse(await read("api/schemas/Newpost.json")).required).toEqual(["slug", "title", "editorId"]);
});

test("a model whose clients choose the key passes its tests, and one with a key of two fields has no actions of one record", async () => {
  const models = {
    language: "{ code: { type: STRING, primaryKey: true }, title: { type: STRING, allowNull: false } }",
    word: "{ language: { type: STRING, primaryKey: true }, text: { type: STRING, primaryKey: true }, sense: STRING }",
  };
  for (const [name, attributes] of Object.entries(models)) {
    const model = `export default (sequelize, { STRING }) => sequelize.define("${name}", ${attributes});\n`;
    await writeFile(join(app, `api/models/${name}.js`), model);
  }
  expect((await generate("resources:generate", "language")).code).toBe(0);
  const { code, err, out } = await generate("resources:generate", "word");
  expect(code, err).toBe(0);
  expect(out.match(/controllers.*/g)).toEqual(["controllers/words/list.js", "controllers/words/create.js"]);
  expect(out + err).toContain("Nothing reads, changes or deletes one word: its key has 2 fields (language, text).");
  await generate("controllers:generate", "words/get");
  expect(await read("api/controllers/words/get.js")).not.toContain("services.words.get");
  expect((await generate("migrations:generate", "start")).code).toBe(0);
  const tests = await nodeTests();
  expect(tests.code, tests.out).toBe(0);
});

/** It runs thirteen generators, the compiler and the tests of an application. */
const MINUTES = 240_000;

test("generated TypeScript passes tsc --strict, and its tests pass", { timeout: MINUTES }, async () => {
  app = await newApp(parent, "typed", ["--typescript"]);
  for (const args of [
    ["resources:generate", "Author", "name:string{80}!", "id:uuid"],
    ["resources:generate", "Book", "title:string{120}!", "price:decimal{10,2}", "author:references!", "meta:json"],
    ["services:generate", "mailer"],
    ["services:generate", "readers", "--model", "Author"],
    ["policies:generate", "signed-in"],
    ["policies:generate", "bearer-auth", "--scheme", "bearer"],
    ["policies:generate", "api-key", "--scheme", "header:X-API-Key"],
    ...["list", "create", "publish"].map((action) => ["controllers:generate", `things/${action}`]),
  ]) {
    expect(await inProcess(args, app)).toMatchObject({ code: 0 });
  }
  const compiled = await run(process.execPath, ["node_modules/typescript/bin/tsc"], app);
  expect(compiled.out).toBe("");
  expect(compiled.code).toBe(0);
  const tests = await run("npm", ["test"], app);
  expect(tests.out).toMatch(/# pass 16\n# fail 0|ℹ pass 16/);
});

describe("models:sync-schemas", () => {
  const NEW_FIELD = "    isbn: { type: DataTypes.STRING(13), allowNull: false },\n";
  const addField = async (before = "title"): Promise<void> => {
    const model = await read("api/models/Book.js");
    await writeFile(
      join(app, "api/models/Book.js"),
      model.replace(new RegExp(`(\\n +${before}:)`), `\n${NEW_FIELD}$1`),
    );
  };

  test("a new field that takes no null: schemas, list options and tests follow, and edits stay", async () => {
    await generate("resources:generate", "Book", "title!");
    const schema = JSON.parse(await read("api/schemas/NewBook.json"));
    schema.properties.title.description = "by hand";
    await writeFile(join(app, "api/schemas/NewBook.json"), `${JSON.stringify(schema, null, 2)}\n`);
    await addField();
    const doctor = await generate("doctor");
    expect(doctor.out).toContain("api/schemas/NewBook.json");
    expect(doctor.out).toMatch(/are out of date with the model Book\n.*Run: .*models:sync-schemas/);
    const { code, out, err } = await generate("models:sync-schemas");
    expect([code, err]).toEqual([0, "api/schemas/NewBook.json was edited; the changes of its model were merged.\n"]);
    expect(out).toContain("update  api/controllers/books/list.js\n");
    const merged = JSON.parse(await read("api/schemas/NewBook.json"));
    expect(merged.required).toEqual(expect.arrayContaining(["title", "isbn"]));
    expect(merged.properties).toMatchObject({ isbn: { maxLength: 13 }, title: { description: "by hand" } });
    expect(await read("tests/books.test.js")).toContain("isbn");
    expect(await generate("models:sync-schemas")).toMatchObject({ code: 0, out: "Nothing to change.\n" });
    expect((await generate("doctor")).out).not.toContain("out of date with the model");
    await writeFile(join(app, "answers.json"), '{ "fill books.isbn": "none" }');
    expect(await generate("migrations:generate", "isbn", "--answers", "answers.json")).toMatchObject({ code: 0 });
    expect((await nodeTests()).code).toBe(0);
  });

  test("migrations:generate and the generators bring them along too", async () => {
    await generate("resources:generate", "Book", "title!");
    await addField();
    await writeFile(join(app, "answers.json"), '{ "fill books.isbn": "none" }');
    const written = await generate("migrations:generate", "isbn", "--answers", "answers.json");
    expect(written).toMatchObject({ code: 0, out: expect.stringContaining("update  api/schemas/NewBook.json\n") });
    expect(JSON.parse(await read("api/schemas/NewBook.json")).required).toContain("isbn");
    const model = await read("api/models/Book.js");
    await writeFile(join(app, "api/models/Book.js"), model.replace("STRING(13)", "STRING(17)"));
    const made = await generate("controllers:generate", "books/replace");
    expect(made.out).toContain("update  api/schemas/NewBook.json\n");
    expect(JSON.parse(await read("api/schemas/NewBook.json")).properties.isbn.maxLength).toBe(17);
  });

  test("the answers file that a second question prints repeats the answers given before", async () => {
    await generate("resources:generate", "Book", "title!");
    const model = await read("api/models/Book.js");
    await writeFile(join(app, "api/models/Book.js"), model.replace(/title:/, `heading:`));
    await addField("heading");
    const answer = async (printed: string, changes: object) => {
      const answers = { ...JSON.parse(printed.slice(printed.indexOf("\n{"))), ...changes };
      await writeFile(join(app, "answers.json"), JSON.stringify(answers));
      return generate("migrations:generate", "heading", "--answers", "answers.json");
    };
    const first = await generate("migrations:generate", "heading");
    const second = await answer(first.err, { "column books.heading": "title" });
    expect([first.code, second.code]).toEqual([3, 3]);
    expect(await answer(second.err, { "fill books.isbn": "none" })).toMatchObject({ code: 0 });
  });

  test("an edit of the same lines is left alone, with the new text beside it", async () => {
    await generate("resources:generate", "Book", "title:string{20}!");
    const path = "api/schemas/NewBook.json";
    const edited = (await read(path)).replace('"maxLength": 20', '"maxLength": 10');
    await writeFile(join(app, path), edited);
    const model = await read("api/models/Book.js");
    await writeFile(join(app, "api/models/Book.js"), model.replace("STRING(20)", "STRING(30)"));
    const { code, err } = await generate("models:sync-schemas");
    expect([code, err]).toEqual([
      1,
      `${path} was edited in the same lines: merge ${path}.new by hand, then delete it.\n`,
    ]);
    expect(await read(path)).toBe(edited);
    expect(await read(`${path}.new`)).toContain('"maxLength": 30');
    expect((await generate("doctor")).out).toContain(`${path}.new is not merged yet`);
  });

  test("an action at a path of its own is no copy of the model", async () => {
    await generate("models:generate", "Book", "title!");
    await generate("controllers:generate", "books/list", "--path", "/library");
    const before = await read("api/controllers/books/list.js");
    await addField();
    await generate("models:sync-schemas");
    expect(await read("api/controllers/books/list.js")).toBe(before);
  });
});

describe("services:generate and policies:generate", () => {
  test("write files the application loads", async () => {
    await generate("services:generate", "order-totals");
    await generate("policies:generate", "signed-in");
    expect(existsSync(join(app, "api/services/order-totals.js"))).toBe(true);
    const { out } = await generate("doctor", "--json");
    expect(JSON.parse(out).checks).toContainEqual({
      name: "code",
      state: "ok",
      message: "0 actions, 0 models, 1 service, 1 policy",
    });
  });

  test("a policy of a scheme rejects everybody, which its test and doctor see", async () => {
    await generate("policies:generate", "basic-auth", "--scheme", "basic");
    const file = join(app, "api/controllers/things/read.js");
    await mkdir(dirname(file), { recursive: true });
    const action = '{ method: "GET", path: "/things", security: [{ basicAuth: [] }], handler: () => [] }';
    await writeFile(
      file,
      `import { defineAction } from "@onespec/framework-cli";\nexport default defineAction(${action});\n`,
    );
    expect((await generate("action", "things/read", "--policies", "--json")).out).toContain('"status":401');
    expect((await generate("doctor")).out).toContain("Nobody checks the security scheme basicAuth of things/read");
    expect((await nodeTests()).code).toBe(0);
    expect((await generate("policies:generate", "other", "--scheme", "digest")).code).toBe(2);
  });

  test("a model that is not there is told with the nearest one", async () => {
    await generate("models:generate", "Author", "name");
    expect((await generate("services:generate", "writers", "--model", "Autor")).err).toContain("Did you mean Author?");
  });
});

describe("destroy", () => {
  test("takes back exactly what the generator made", async () => {
    await generate("controllers:generate", "users/list");
    await generate("resources:generate", "Book", "title");
    const { code, out } = await generate("destroy", "resource", "Book", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out).files.every((file: { kind: string }) => file.kind === "delete")).toBe(true);
    for (const path of [
      "api/models/Book.js",
      "api/controllers/books",
      "api/services/books.js",
      "tests/books.test.js",
    ]) {
      expect(existsSync(join(app, path))).toBe(false);
    }
    expect(existsSync(join(app, "api/controllers/users/list.js"))).toBe(true);
    expect((await nodeTests()).code).toBe(0);
  });

  test("leaves edited files unless --force is given", async () => {
    await generate("controllers:generate", "users/list");
    await writeFile(join(app, "api/controllers/users/list.js"), "// mine\n");
    const refused = await generate("destroy", "controller", "users/list");
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain("[FILE_EDITED]");
    expect(existsSync(join(app, "tests/users.list.test.js"))).toBe(true);
    expect((await generate("destroy", "controller", "users/list", "--force")).code).toBe(0);
    expect(existsSync(join(app, "tests/users.list.test.js"))).toBe(false);
  });

  test("a migration that others build on stays", async () => {
    await generate("models:generate", "Author", "name");
    await generate("models:generate", "Book", "title");
    const { err } = await generate("destroy", "model", "Author");
    expect(err).toContain("create-author stays");
    expect(existsSync(join(app, "api/models/Author.js"))).toBe(false);
  });

  test("what no generator made is told with what was", async () => {
    await generate("controllers:generate", "users/list");
    expect((await generate("destroy", "controller", "users/lost")).err).toContain(
      "Did you mean controller users/list?",
    );
    expect((await generate("destroy", "model", "users/list")).err).not.toContain("Did you mean model");
    const other = await generate("destroy", "controller", "books/list");
    expect(other.err).toContain("Generated here: controller users/list.");
  });
});

test("a migration that would lose something, or takes other models' changes along, says so", async () => {
  await generate("models:generate", "Book", "title", "isbn");
  const refused = await generate("models:generate", "Book", "title", "--force");
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("It would lose");
  expect(refused.err).toContain("--no-migration");
  expect(await read("api/models/Book.js")).toContain("isbn");

  const model = (await read("api/models/Book.js")).replace("  isbn:", "  pages: { type: DataTypes.INTEGER },\n  isbn:");
  await writeFile(join(app, "api/models/Book.js"), model);
  expect((await generate("models:generate", "Author", "name")).err).toContain("The migration also changes books");
});

test("a model that others refer to can be replaced", async () => {
  await generate("models:generate", "Author", "name");
  await generate("models:generate", "Book", "author:references");
  const { code, err, out } = await generate("models:generate", "Author", "name", "born:date", "--force");
  expect({ code, err }).toEqual({ code: 0, err: "Next: migrations:run\n" });
  expect(out).toMatch(/update {2}api\/models\/Author\.js\ncreate {2}migrations\/\d+-change-author\.js/);
});

test("a required field with a pattern keeps the tests: their record has a text that fits", async () => {
  await generate("resources:generate", "Post", "title:string!");
  const model = await read("api/models/Post.js");
  const field =
    "slug: { type: DataTypes.STRING, allowNull: false, unique: true, validate: { is: /^[a-z]{3}-[0-9]{4}$/ } },";
  await writeFile(join(app, "api/models/Post.js"), model.replace("title:", `${field}\n  title:`));
  const { code, err } = await generate("migrations:generate", "add slug");
  expect(code, err).toBe(3);
  await writeFile(join(app, "answers.json"), '{ "fill posts.slug": "abc-0001" }');
  const answered = await generate("migrations:generate", "add", "slug", "--answers", "answers.json");
  expect(answered.code, answered.err).toBe(0);
  expect(answered.err).toContain('All rows get "abc-0001" in posts.slug, which is unique');
  expect(await read("tests/posts.test.js")).toMatch(/slug: "[a-z]{3}-[0-9]{4}"/);
  const tests = await nodeTests();
  expect(tests.code, tests.out).toBe(0);
});

test("an action is open unless the imported description asks for credentials everywhere", async () => {
  const open = await generate("controllers:generate", "notes/search");
  expect(open.err).toContain("It is open to everybody: no entry of config/policies.js guards it.");
  await writeFile(join(app, "api/policies/isAdmin.js"), "export default () => {};\n");
  await writeFile(join(app, "config/policies.js"), 'export default { "admin/*": ["isAdmin"] };\n');
  const guarded = await generate("controllers:generate", "admin/purge");
  expect(guarded.err).toContain('"admin/*" in config/policies.js guards it with isAdmin.');
  expect((await generate("doctor")).out).toContain("1 action is open to everybody: notes/search");
  const description = {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1.0.0" },
    security: [{ bearerAuth: [] }],
    paths: { "/ping": { get: { responses: { 200: { description: "Done." } } } } },
    components: { securitySchemes: { bearerAuth: { type: "http", scheme: "bearer" } } },
  };
  await writeFile(join(app, "api.json"), JSON.stringify(description));
  expect((await generate("spec:import", "api.json")).code).toBe(0);
  expect((await generate("doctor")).out).toMatch(
    /description asks for credentials everywhere, and 1 action is open .*notes\/search/,
  );
  expect((await generate("doctor")).out).toContain("If everybody may call it, write: security: []");
  const search = await read("api/controllers/notes/search.js");
  const openOnPurpose = search.replace("defineAction({", "defineAction({\n  security: [],");
  await writeFile(join(app, "api/controllers/notes/search.js"), openOnPurpose);
  const meant = await generate("doctor");
  expect(meant.out).not.toContain("asks for credentials everywhere");
  expect(meant.out).toMatch(/^ok +security +1 action is open to everybody: notes\/search$/m);
  await writeFile(join(app, "api/controllers/notes/search.js"), search);
  const closed = await generate("controllers:generate", "notes/archive");
  expect(closed.err).toContain("It asks for the security that the imported description asks of every operation.");
  expect(await read("api/controllers/notes/archive.js")).toContain("bearerAuth: []");
  const tests = await nodeTests();
  expect(tests.code, tests.out).toBe(0);
  expect(tests.out).toContain("POST /notes/archive answers 401 without credentials");
  await writeFile(join(app, "config/routes.js"), 'export default { prefix: "/v1" };\n');
  await generate("controllers:generate", "posts/list");
  await generate("models:generate", "Post", "title!");
  const resource = await generate("resources:generate", "Memo", "title!");
  expect(resource.err).toContain("GET /v1/memos is answered by memos/list.");
  expect(resource.err).toContain("They ask for the security that the imported description asks of every operation.");
  for (const action of ["posts/list", "memos/create"])
    expect(await read(`api/controllers/${action}.js`)).toContain("bearerAuth: []");
  const { out } = await nodeTests();
  for (const route of ["GET /v1/posts", "POST /v1/memos", "PATCH /v1/memos/{memoId}"])
    expect(out.replace(/^ok \d+ - /gm, "ok ")).toContain(`\nok ${route} answers 401 without credentials\n`);
});

test("a model that others refer to is not destroyed", async () => {
  await generate("resources:generate", "Author", "name:string!");
  await generate("resources:generate", "Book", "title:string!", "author:references");
  const refused = await generate("destroy", "resource", "Author");
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Book\.author\S* .*refers? to Author\. Nothing was removed/),
  });
  expect(await read("api/models/Author.js")).toContain("Author");
  expect((await generate("destroy", "resource", "Book")).code).toBe(0);
  expect((await generate("destroy", "resource", "Author")).code).toBe(0);
});

test("an action with a path of its own says that it stores nothing", async () => {
  await generate("models:generate", "Comment", "text:string!");
  const { err } = await generate("controllers:generate", "comments/create", "--path", "/issues/{issueId}/comments");
  expect(err).toContain(
    "Its handler is a placeholder that stores nothing, as an action with a method or path of its own does not use the model Comment",
  );
  expect((await generate("controllers:generate", "comments/list")).err).not.toContain("placeholder");
});

test("config/policies.js: an unwritten policy is reported, a misspelt one once with its file", async () => {
  await generate("resources:generate", "Book", "title:string!");
  expect((await generate("policies:generate", "is-admin", "--scheme", "header:X-Admin-Key")).code).toBe(0);
  const policies = join(app, "config/policies.js");
  await writeFile(policies, 'export default { "books/create": ["is-admin"] };\n');
  expect((await generate("doctor")).out).toContain(
    "Nobody checks the security scheme isAdmin of books/create: every request is rejected. Write authenticate() in the policy is-admin of api/policies.",
  );
  await writeFile(policies, 'export default { "books/*": ["is-admn"] };\n');
  const { out } = await generate("doctor");
  expect(out.match(/there is no policy is-admn/g)).toHaveLength(1);
  expect(out).toContain("config/policies.js: there is no policy is-admn in api/policies; did you mean is-admin?");
});
