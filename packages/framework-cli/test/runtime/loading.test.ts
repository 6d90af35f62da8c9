import { afterEach, describe, expect, test } from "vitest";
import { framework } from "../command-line/framework.js";
import { type AppFiles, action, lift, send, type TemporaryApp, temporaryApp } from "./running-app.js";

let app: TemporaryApp | undefined;
afterEach(() => app?.remove());

/** What `lift` says of an application that cannot be lifted. */
async function refusal(files: AppFiles, env: Readonly<Record<string, string>> = {}): Promise<string> {
  app = await temporaryApp(files);
  const { code, err, out } = await framework(["lift", "--port", "0"], app.folder, env);
  expect([code, out]).toEqual([1, ""]);
  expect(err).not.toMatch(/\n\s+at /);
  return err;
}

const OK = action('{ method: "GET", path: "/ok", handler: () => "ok" }');

describe("configuration", () => {
  test("every mistake is told at once, with file, key and what was probably meant; never a value", async () => {
    const told = await refusal({
      "config/app.js": 'export default { hots: "x", port: "80a", log: { level: "inf" }, cors: { origin: 3 } };',
      "config/database.js":
        'export default () => ({ dialect: "postgre", pasword: "hunter2", password: 5, url: ["postgres://u:hunter2@h"] });',
      "config/policies.js": "export default { '*': 3 };",
      "config/environments/development.js": "export default { datbase: {} };",
    });
    expect(told).toContain("has 10 mistakes");
    expect(told).toContain("config/app.js: hots is not a known key; did you mean host?");
    expect(told).toContain("config/app.js: port must be a whole number from 0 to 65535");
    expect(told).toContain("config/app.js: log.level must be one of");
    expect(told).toContain("config/database.js: dialect must be one of");
    expect(told).toContain("config/database.js: pasword is not a known key; did you mean password?");
    expect(told).toContain(
      "config/environments/development.js: datbase is not a known section; did you mean database?",
    );
    expect(told).not.toContain("hunter2");
  });

  test("a wrong variable is told once, by its own name", async () => {
    const file = 'export default { port: Number(process.env.PORT), log: { level: "inf" } };';
    const told = await refusal({ "config/app.js": file }, { PORT: "80a" });
    expect(told).toContain("has 2 mistakes");
    expect(told).toContain("the environment: PORT must be a whole number from 0 to 65535");
    expect(told).toContain("config/app.js: log.level must be one of");
  });

  test("defaults < files < environment; .env is read, numbers may come as text; own files are kept", async () => {
    app = await temporaryApp({
      ".env": "SHOP_LIMIT=2000\nSHOP_NAME=from .env\n",
      ".env.staging": "SHOP_NAME='from .env.staging'\n",
      "config/app.js":
        "export default async ({ env }) => ({ name: env.SHOP_NAME, bodyLimit: process.env.SHOP_LIMIT, log: { level: 'silent' } });",
      "config/environments/staging.js": "export default { app: { requestTimeoutMs: 5 }, mail: { from: 'b' } };",
      "config/mail.js": "export default { host: 'mail', from: 'a' };",
      "api/services/all.js": "export default ({ config }) => ({ config: () => config });",
      "api/controllers/config.js": action(
        '{ method: "GET", path: "/config", handler: (_r, services) => services.all.config() }',
      ),
    });
    const server = await lift(app.folder, ["-e", "staging"], { SHOP_LIMIT: "3000" });
    const { body } = await send(`${server.url}/config`);
    expect(body).toMatchObject({
      environment: "staging",
      app: {
        name: "from .env.staging",
        bodyLimit: 3000,
        requestTimeoutMs: 5,
        shutdownDeadlineMs: 10_000,
        log: { level: "silent" },
      },
      custom: { mail: { host: "mail", from: "b" } },
    });
    await server.end();
  });
});

describe("files", () => {
  test.each([
    ["api/controllers/a.js", "const a = 1;\nexport default {\n  x: ,\n};", "api/controllers/a.js:3: SyntaxError"],
    ["api/services/a.js", "const a = null;\n\na.b();", "api/services/a.js:3: TypeError"],
    ["api/policies/a.js", 'import "nowhere-to-be-found";', "npm install nowhere-to-be-found"],
    ["api/models/A.js", 'import "./b.js";', "api/models/b.js"],
    ["api/models/A.js", "export default 5;", "api/models/A.js exports no model"],
    ["config/app.js", 'export default () => { throw new Error("no vault"); };', "config/app.js:1: Error: no vault"],
    ["api/schemas/A.json", "{", "api/schemas/A.json: is not JSON"],
  ])("%s that is broken is told with its place", async (path, content, expected) => {
    expect(await refusal({ [path]: content })).toContain(expected);
  });

  test("mistakes of actions, policies and routes are told together", async () => {
    const told = await refusal({
      "config/routes.js": 'export default { extra: { "GET /home": "pagez/show", "FETCH /x": "pages/show" } };',
      "api/controllers/pages/show.js": OK,
      "api/controllers/a.js": 'export default { method: "FETCH", path: "a", handlr() {} };',
      "api/controllers/b.js": action(
        '{ method: "GET", path: "/b/{id}", inputs: { path: { ib: { schema: {} } }, qery: {} }, outputs: { ok: {} }, policies: ["sined-in"], handler() {} }',
      ),
      "api/controllers/d.js": action(
        '{ method: "POST", path: "/d", inputs: { body: { contentType: "image/png", requird: true } }, handler() {} }',
      ),
      "api/controllers/c1.js": action('{ method: "GET", path: "/c/{id}", handler() {} }'),
      "api/controllers/c2.js": action('{ method: "GET", path: "/c/{key}", policies: ["sined-in"], handler() {} }'),
      "api/policies/signed-in.js": "export default () => {};",
      "api/policies/key.js": 'export default { name: "key", scheme: { type: "mutualTLS" }, authenicate() {} };',
    });
    for (const expected of [
      "api/policies/key.js: authenicate is not a known key; did you mean authenticate?",
      "api/controllers/a.js: method must be one of GET",
      "api/controllers/a.js: path must be text that begins with /",
      "api/controllers/a.js: handlr is not a known key; did you mean handler?",
      "api/controllers/b.js: inputs.path.ib is not in the path /b/{id}",
      "api/controllers/b.js: inputs.qery is not a known key; did you mean query?",
      'api/controllers/d.js: inputs.body.contentType is not a known key; a media type is named in content: { "image/png": {} }',
      "api/controllers/d.js: inputs.body.requird is not a known key; did you mean required?",
      "api/controllers/b.js: outputs must be named by status",
      "api/controllers/c2.js: there is no policy sined-in in api/policies; did you mean signed-in?",
      "api/controllers/c2.js: GET /c/{key} is already answered by api/controllers/c1.js",
      "there is no action pagez/show; did you mean pages/show?",
      'extra "FETCH /x" must be a method and a path: "GET /home"',
    ]) {
      expect(told).toContain(expected);
    }
  });

  test("a schema that is not there is told with the action that wants it", async () => {
    const told = await refusal({
      "api/controllers/a.js": action(
        '{ method: "POST", path: "/a", inputs: { body: { schema: { $ref: "#/components/schemas/Bok" } } }, handler() {} }',
      ),
    });
    expect(told).toContain("api/controllers/a.js:");
    expect(told).toContain("Bok");
    expect(told).toContain("api/schemas/Book.json");
  });

  test("services that need each other to be made are told as a circle", async () => {
    const told = await refusal({
      "api/services/a.js": "export default ({ services }) => { const { b } = services; return { run: () => b }; };",
      "api/services/b.js": "export default ({ services }) => { const { a } = services; return { run: () => a }; };",
    });
    expect(told).toContain("Services need each other to be created: a -> b -> a");
  });

  test("services that ask for each other later are made", async () => {
    app = await temporaryApp({
      "api/services/late.js": "export default ({ services }) => ({ run: () => services.other.run() });",
      "api/services/other.js": "export default ({ services }) => ({ run: () => typeof services.late.run });",
      "api/controllers/late.js": action(
        '{ method: "GET", path: "/late", handler: (_r, services) => services.late.run() }',
      ),
    });
    const server = await lift(app.folder);
    expect((await send(`${server.url}/late`)).body).toBe("function");
    await server.end();
  });

  test("a service that cannot be made stops lift with its line", async () => {
    const told = await refusal({
      "api/services/mail.js": "export default () => {\n  throw new Error('no MAIL_HOST');\n};",
      "api/controllers/ok.js": OK,
    });
    expect(told).toContain("api/services/mail.js:2: Error: no MAIL_HOST");
  });

  test.each([
    [
      "an association with a foreign key that is not there",
      "{ name: DataTypes.STRING }, { associations: { books: { hasMany: 'Book', foreignKey: 'autorId' } } }",
      /api\/models\/Author\.js: Author\.associations\.books: Book has no attribute autorId\. \[MODEL_INVALID\]/,
    ],
    [
      "an index on part of a field",
      "{ name: DataTypes.STRING }, { indexes: [{ fields: [{ name: 'name', length: 5 }] }] }",
      /api\/models\/Author\.js: Author: an index takes a list of attributes' names as `fields`\. \[MODEL_INVALID\]/,
    ],
  ])("%s is rejected with the model's file", async (_, author, message) => {
    const model = (name: string, rest: string): string =>
      `import { DataTypes, defineModel } from "@onespec/framework-cli";\nexport default defineModel("${name}", ${rest});\n`;
    const told = await refusal({
      "api/models/Author.js": model("Author", author),
      "api/models/Book.js": model("Book", "{ authorId: { type: DataTypes.INTEGER, references: { model: 'Author' } } }"),
    });
    expect(told).toMatch(message);
    const doctor = await framework(["doctor"], app?.folder ?? "");
    expect(doctor).toMatchObject({ code: 1, out: expect.stringContaining("api/models/Author.js: ") });
  });

  test("a package that is missing is named with the command that installs it, in modules of both kinds", async () => {
    const common = await refusal({
      "api/models/package.json": "{}",
      "api/models/post.js": "const slug = require('@text/slug/latin');\nmodule.exports = () => slug;",
    });
    expect(common).toContain("api/models/post.js:1: Error: Cannot find module '@text/slug/latin' [APP_FILE_BROKEN]");
    expect(common).toContain("hint: Install it: npm install @text/slug\n");
    const modern = await refusal({ "api/services/post.js": "import 'slug';\nexport default () => ({});" });
    expect(modern).toContain("hint: Install it: npm install slug\n");
    expect(await refusal({ "api/services/post.js": "import './slug';" })).toContain("hint: Check the spelling");
    expect(await refusal({ "api/models/post.js": "export default defineModel();" })).toContain(
      'hint: Import it: import { defineModel } from "@onespec/framework-cli";',
    );
  });

  test("a file with modules of both kinds is no file of either", async () => {
    const files = {
      "api/models/package.json": "{}",
      "api/models/post.js": "import 'node:fs';\nmodule.exports = () => undefined;",
    };
    expect(await refusal(files)).toContain("hint: The file has import or export beside module: Node takes one kind");
  });

  test("TypeScript runs where Node or tsx runs it, and says what is missing elsewhere", async () => {
    const source =
      'import { defineAction, type ActionRequest } from "@onespec/framework-cli";\nexport default defineAction({ method: "GET", path: "/ts", handler: (request: ActionRequest): string => request.method });';
    app = await temporaryApp({ "api/controllers/ts.ts": source });
    if ((process.features as { typescript?: unknown }).typescript) {
      const server = await lift(app.folder);
      expect((await send(`${server.url}/ts`)).body).toBe("GET");
      await server.end();
    } else {
      const { err } = await framework(["lift", "--port", "0"], app.folder);
      expect(err).toContain("api/controllers/ts.ts: Node");
      expect(err).toContain("npm install --save-dev tsx");
    }
  });

  test("outside of an application it says where to go", async () => {
    const { code, err } = await framework(["lift"], "/");
    expect(code).toBe(1);
    expect(err).toContain("[NOT_AN_APP]");
  });
});
