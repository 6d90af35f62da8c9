import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { emptyFolder, framework, linkDependencies } from "../command-line/framework.js";
import { importedApp, runProgram } from "../command-line/imported-app.js";
import { inProcess } from "../command-line/in-process.js";
import { json, type Lifted, lift, send } from "../runtime/running-app.js";

const text = { type: "string" };
const answer = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
const body = (schema: object) => ({ required: true, content: { "application/json": { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const at = (name: string) => ({ name, in: "path", required: true, schema: { type: "integer" } });
const title = { ...text, minLength: 3, maxLength: 40 };
const state = { type: "string", enum: ["open", "closed"] };
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Tracker", version: "1" },
  paths: {
    "/projects": {
      get: { responses: { 200: answer({ type: "array", items: ref("Project") }) } },
      post: { requestBody: body(ref("NewProject")), responses: { 201: answer(ref("Project")) } },
    },
    "/projects/{projectId}": {
      parameters: [at("projectId")],
      get: { responses: { 200: answer(ref("Project")) } },
      delete: { responses: { 204: { description: "Gone." } } },
    },
    "/projects/{projectId}/issues": {
      parameters: [at("projectId")],
      get: {
        parameters: [
          { name: "state", in: "query", schema: state },
          { name: "limit", in: "query", schema: { type: "integer", maximum: 50, default: 20 } },
          { name: "expand", in: "query", schema: text },
        ],
        responses: { 200: answer({ type: "array", items: ref("Issue") }) },
      },
      post: { requestBody: body(ref("NewIssue")), responses: { 201: answer(ref("Issue")) } },
    },
    "/projects/{projectId}/issues/{issueId}": {
      parameters: [at("projectId"), at("issueId")],
      get: { responses: { 200: answer(ref("Issue")) } },
      put: { requestBody: body(ref("NewIssue")), responses: { 200: answer(ref("Issue")) } },
      patch: { requestBody: body(ref("IssueChange")), responses: { 200: answer(ref("Issue")) } },
      delete: { responses: { 204: { description: "Gone." } } },
    },
  },
  components: {
    schemas: {
      NewProject: { type: "object", required: ["name"], properties: { name: text } },
      Project: {
        type: "object",
        required: ["id", "name"],
        properties: { id: { type: "integer", readOnly: true }, name: text },
      },
      NewIssue: {
        type: "object",
        required: ["title"],
        properties: { title, note: { type: ["string", "null"] }, state },
      },
      IssueChange: { type: "object", properties: { title, note: { type: ["string", "null"] }, state } },
      Issue: {
        type: "object",
        required: ["id", "title", "owner", "state"],
        properties: {
          id: { type: "integer", readOnly: true },
          title,
          note: text,
          state: { ...state, default: "open" },
          owner: { ...text, readOnly: true },
          createdAt: { ...text, format: "date-time", readOnly: true },
        },
      },
    },
  },
};

// The copy that the application imports: `createApp` shares its description with the services of the same copy.
type Package = typeof import("../../src/index.js");
type CreatedApp = Awaited<ReturnType<Package["createApp"]>>;
const { createApp } = (await import(new URL("../../bin/index.js", import.meta.url).href)) as Package;

const SERVICE = "api/services/issues.js";
const { path: parent, remove } = await emptyFolder();
let app: string;
let original: string;

/** The imported application, with other text in its service of issues. */
const writeService = (change: (source: string) => string): Promise<void> =>
  writeFile(join(app, SERVICE), change(original));

beforeAll(async () => {
  await writeFile(join(parent, "api.json"), JSON.stringify(DESCRIPTION));
  const made = await inProcess(["new", "app", "--spec", "api.json"], parent);
  expect(made.code, made.err).toBe(0);
  app = join(parent, "app");
  await linkDependencies(app);
  original = await readFile(join(app, SERVICE), "utf8");
}, 60_000);
afterAll(remove);

/** A rejection, as a caller in code sees it. */
const refusal = async (
  work: Promise<unknown>,
): Promise<{ code?: string; message: string; hint?: string; status?: number; details?: unknown }> => {
  try {
    return { message: `not rejected: ${JSON.stringify(await work)}` };
  } catch (error) {
    return error as Error;
  }
};

describe("a service of an imported description rejects in code what its requests reject", () => {
  let opened: CreatedApp;
  // biome-ignore lint/suspicious/noExplicitAny: a service has methods of its own.
  let issues: any;
  let params: Record<string, number>;
  beforeAll(async () => {
    opened = await createApp(app, { environment: "test" });
    issues = opened.services.issues;
    await opened.services.projects.create({}, { name: "Core" });
    const issue = await issues.create({ projectId: 1 }, { title: "A real title", note: "first" });
    params = { projectId: 1, issueId: issue.id };
  });
  afterAll(() => opened?.close());

  test("a missing value, a wrong type and null, with all members at fault", async () => {
    expect(await refusal(issues.create({ projectId: 1 }, {}))).toMatchObject({
      code: "VALUE_REFUSED",
      message: "Issue.title is required.",
    });
    expect(await refusal(issues.create({ projectId: 1 }, { title: 7, state: "bogus" }))).toMatchObject({
      code: "VALUE_REFUSED",
      message: 'Issue.title must be a string; Issue.state must be one of "open", "closed".',
      fields: ["title", "state"],
    });
    expect(await refusal(issues.update(params, { title: null }))).toMatchObject({
      message: "Issue.title must be a string.",
    });
    expect(await refusal(issues.update(params, { state: "bogus" }))).toMatchObject({ code: "VALUE_REFUSED" });
    expect(await refusal(issues.replace(params, { note: "only" }))).toMatchObject({
      message: "Issue.title is required.",
    });
    expect(await refusal(issues.create({ projectId: 1 }, "a title"))).toMatchObject({
      message: "Issue: a record is an object.",
    });
    expect(await refusal(issues.createMany({ projectId: 1 }, [{ title: "Good title" }, { title: 7 }]))).toMatchObject({
      message: "Issue.title must be a string.",
    });
    expect(await issues.get(params)).toMatchObject({ title: "A real title", note: "first", state: "open" });
    expect((await issues.list({ projectId: 1 })).total).toBe(1);
  });

  test("what the service sets itself is checked too, and fills a required value", async () => {
    expect(await refusal(issues.create({ projectId: 1 }, { title: "Owned" }, { owner: 5 }))).toMatchObject({
      message: "Issue.owner must be a string.",
    });
    expect(await refusal(issues.create({ projectId: 1 }, { title: "Owned" }, { title: "no" }))).toMatchObject({
      message: "Issue.title must be at least 3 characters long.",
    });
    const made = await issues.create({ projectId: 1 }, {}, { title: "From code", owner: "me" });
    expect(made).toMatchObject({ title: "From code", owner: "me" });
    await issues.remove({ projectId: 1, issueId: made.id });
  });

  test("an id beyond the exact numbers is rejected without another number", async () => {
    const answer = await opened.fetch("/projects/99999999999999999999");
    expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringMatching(/\d{20}/)]);
  });

  test("misspelt members, options, parameters and paths", async () => {
    expect(await refusal(issues.update(params, { titel: "Other" }))).toMatchObject({
      code: "VALUE_REFUSED",
      message: "Issue.titel is not a property of the record; did you mean title?",
    });
    expect(await refusal(issues.get(params, { lokc: true }))).toMatchObject({
      message: "get has no option lokc.",
      hint: expect.stringContaining("repository"),
    });
    expect(await refusal(issues.list({ projectId: 1 }, { stat: "open" }))).toMatchObject({
      status: 400,
      details: [{ path: "/stat", message: "the list of Issue has no parameter stat; did you mean state?" }],
    });
    expect(await refusal(issues.list({ projectid: 1 }))).toMatchObject({
      message: "The records of Issue need the path parameter projectId.",
      hint: "Write projectId instead of projectid.",
    });
    expect((await issues.list({ projectId: 1 }, { state: "open", limit: 5, expand: "owner" })).records).toHaveLength(1);
  });

  test("list takes conditions of the repository beside the query", async () => {
    const other = await issues.create({ projectId: 1 }, {}, { title: "Another title", owner: "bob" });
    const titles = async (where: object): Promise<unknown> => {
      const { records, total } = await issues.list({ projectId: 1 }, { state: "open" }, { where });
      return [total, records.map(({ title }: { title: string }) => title)];
    };
    expect(await titles({ owner: "bob" })).toEqual([1, ["Another title"]]);
    expect(await titles({ owner: "bob", state: "closed" })).toEqual([0, []]);
    expect(await refusal(issues.list({ projectId: 1 }, {}, { whre: {} }))).toMatchObject({
      message: "list has no option whre.",
      hint: "Did you mean where?",
    });
    await issues.remove({ projectId: 1, issueId: other.id });
  });

  test("null empties a value that answers leave out", async () => {
    expect(await issues.update(params, { note: null })).not.toHaveProperty("note");
    expect(await issues.get(params)).not.toHaveProperty("note");
  });

  test("shownAs shows a row as the API does: its dates as text, without nulls and hidden fields", async () => {
    const createdAt = new Date("2026-01-02T03:04:05.006Z");
    const row = { id: 4, projectId: 1, title: "A real title", note: null, state: "open", owner: "me", createdAt };
    const { note: _, projectId: __, ...shown } = row;
    expect(await issues.shownAs("Issue", row)).toEqual({ ...shown, createdAt: createdAt.toISOString() });
  });

  test("shownAs rejects a wrong value and an unknown schema: it replaces nothing", async () => {
    expect(await refusal(issues.shownAs("Issue", { id: "x", title: "A real title" }))).toMatchObject({
      code: "RECORD_INCOMPLETE",
      message: expect.stringContaining("Issue.id must be an integer"),
    });
    expect(await refusal(issues.shownAs("Isue", {}))).toMatchObject({
      message: expect.stringContaining("no schema Isue in api/schemas; did you mean Issue?"),
    });
    expect(await issues.shownAs("Issue", { id: 4, title: "A real title" })).toMatchObject({
      id: 4,
      title: "A real title",
      state: expect.any(String),
    });
  });

  test("in development a required value that nobody sets is generated", async () => {
    expect((await issues.get(params)).owner).toEqual(expect.any(String));
  });
});

test("a view whose scope names no field is rejected before it is asked for", async () => {
  await writeService((source) => source.replace("list: {", "views: { mine: { scope: { userId: 1 } } },\n    list: {"));
  try {
    const { code, err } = await framework(["lift", "--port", "0"], app);
    expect(code).toBe(1);
    expect(err).toContain("views.mine.scope.userId of Issue is 1, which is no field of Issue");
  } finally {
    await writeService((source) => source);
  }
});

describe("in production", () => {
  const env = { NODE_ENV: "production", PORT: "0" };
  let running: Lifted | undefined;
  const started = async (): Promise<string> => {
    const run = await inProcess(["migrations:run"], app, env);
    expect(run.code, `${run.out}${run.err}`).toBe(0);
    running = await lift(app, ["--host", "127.0.0.1"], env);
    return running.url;
  };
  const stopped = async (): Promise<void> => {
    await running?.end("SIGKILL");
    running = undefined;
    await writeService((source) => source);
  };

  test("a required value that no code sets is rejected with its name, file and next step; nothing is stored", async () => {
    const doctor = await inProcess(["doctor"], app, env);
    expect(doctor.out).toContain("no code sets Issue.owner");
    const url = await started();
    try {
      expect((await send(`${url}/projects`, json("POST", { name: "Core" }))).status).toBe(201);
      const made = await send(`${url}/projects/1/issues`, json("POST", { title: "A real title" }));
      expect(made.status).toBe(501);
      await running?.printed("Issue.owner has no value");
      expect(running?.output()).toContain("RECORD_INCOMPLETE");
      expect(running?.output()).toContain(`Pass it in ${SERVICE}: records.create`);
      expect((await send(`${url}/projects/1/issues`)).body).toEqual([]);
    } finally {
      await stopped();
    }
  }, 60_000);

  test("a misspelt option of a service is an error: it would list every record", async () => {
    await writeService((source) => source.replace("filters:", "fliters:"));
    const doctor = await inProcess(["doctor"], app, env);
    expect(doctor.out).toContain("The service of Issue has no option list.fliters; did you mean filters?");
    for (const [right, wrong, message] of [
      ["operator:", "opertor:", "has no option list.filters[0].opertor; did you mean operator?"],
      ["usual:", "usaul:", "has no option list.limit.usaul; did you mean usual?"],
      ["modelField:", "modelFeild:", "has no option parents[0].modelFeild; did you mean modelField?"],
      ["field:", "feild:", "feild; did you mean field?"],
    ] as const) {
      await writeService((source) => source.replace(right, wrong));
      expect((await inProcess(["doctor"], app, env)).out).toContain(message);
    }
  });

  test("a value that the service passes is stored; a default of the description counts; an update changes only what is sent", async () => {
    await writeService((source) =>
      source
        .replace(
          "export default (context) => ({\n  ...createContractService(",
          "export default (context) => {\n  const records = createContractService(",
        )
        .replace(
          "}),\n});",
          "});\n  return { ...records, create: (params, body) => records.create(params, body, { owner: 'me' }) };\n};",
        ),
    );
    const doctor = await inProcess(["doctor"], app, env);
    expect(doctor.out).not.toContain("no code sets");
    const url = await started();
    try {
      await send(`${url}/projects`, json("POST", { name: "Core" }));
      const made = await send(`${url}/projects/1/issues`, json("POST", { title: "A real title" }));
      expect(made).toMatchObject({ status: 201, body: { title: "A real title", owner: "me", state: "open" } });
      const one = `${url}/projects/1/issues/${made.body.id}`;
      expect(await send(one, json("PATCH", { state: "closed" }))).toMatchObject({
        status: 200,
        body: { ...made.body, state: "closed" },
      });
      expect(await send(one, json("PUT", { title: "Another title" }))).toMatchObject({
        status: 200,
        body: { title: "Another title", owner: "me", state: "open" },
      });
    } finally {
      await stopped();
    }
  }, 60_000);
});

test("a column of the application's own that must have a value: the answer says that the description does not declare it", async () => {
  const file = join(app, "api/models/Issue.js");
  const model = await readFile(file, "utf8");
  await writeFile(
    file,
    model.replace(/title: \{/, "team: { type: DataTypes.STRING, allowNull: false },\n    title: {"),
  );
  await writeFile(join(app, "answers.json"), '{ "fill issues.team": "none" }');
  const made = await inProcess(["migrations:generate", "team", "--answers", "answers.json"], app);
  expect(made.code, made.err).toBe(0);
  // In a process of its own: this one has loaded the model as it was.
  await runProgram(
    app,
    `import assert from "node:assert/strict";
import { createApp } from "@onespec/framework-cli";
const { fetch, services, close } = await createApp(process.cwd(), { environment: "test" });
await services.projects.create({}, { name: "Core" });
const headers = { "content-type": "application/json" };
const body = JSON.stringify({ title: "A real title", team: "red" });
const reply = await fetch("/projects/1/issues", { method: "POST", headers, body });
assert.equal(reply.status, 400);
const [{ path, message }] = (await reply.json()).details;
assert.equal(path, "/team");
assert.equal(message, "must have a value, and the description does not declare it, so clients cannot send it: set it in ${SERVICE}, or add it to the description");
await close();
console.log("all right");
`,
  );
});

test("the id of a parent that answers show is set by the path", async () => {
  const note = {
    type: "object",
    required: ["id", "box_id"],
    properties: { id: { type: "integer", readOnly: true }, box_id: { type: "integer", readOnly: true }, text },
  };
  const box = { type: "object", properties: { id: { type: "integer", readOnly: true }, text } };
  const collection = (record: object) => ({
    get: { responses: { 200: answer({ type: "array", items: record }) } },
    post: { requestBody: body(record), responses: { 201: answer(record) } },
  });
  const app = await importedApp({
    openapi: "3.1.0",
    info: { title: "Boxes", version: "1" },
    paths: {
      "/boxes": collection(box),
      "/boxes/{box_id}": { parameters: [at("box_id")], get: { responses: { 200: answer(box) } } },
      "/boxes/{box_id}/notes": { parameters: [at("box_id")], ...collection(note) },
      "/boxes/{box_id}/notes/{id}": {
        parameters: [at("box_id"), at("id")],
        get: { responses: { 200: answer(note) } },
      },
    },
  });
  const doctor = await inProcess(["doctor"], app, { NODE_ENV: "production" });
  expect(doctor.out).toContain("operations, each with its action");
  expect(doctor.out).not.toContain("no code sets");
});

test("a 409 that names the property makes it unique, and any other is reported", async () => {
  const record = { type: "object", properties: { id: { type: "integer", readOnly: true }, title: text } };
  const conflict = (description: string) =>
    importedApp({
      openapi: "3.1.0",
      info: { title: "Tickets", version: "1" },
      paths: {
        "/tickets": {
          get: { responses: { 200: answer({ type: "array", items: record }) } },
          post: { requestBody: body(record), responses: { 201: answer(record), 409: { description } } },
        },
        "/tickets/{id}": { parameters: [at("id")], get: { responses: { 200: answer(record) } } },
      },
    });
  const named = await conflict("The title is taken.");
  expect(await readFile(join(named, "api/models/Ticket.js"), "utf8")).toMatch(/title: .*unique: true/);
  const unnamed = await conflict("Conflict.");
  const { out } = await inProcess(["spec:import", "../api.json"], unnamed);
  expect(out).toContain("POST /tickets documents 409, and not which property is unique");
});

test("a 409 beside a key that clients choose is about that key, and is not reported", async () => {
  const record = { type: "object", required: ["plate"], properties: { plate: text } };
  const app = await importedApp({
    openapi: "3.1.0",
    info: { title: "Vehicles", version: "1" },
    paths: {
      "/vehicles": {
        get: { responses: { 200: answer({ type: "array", items: record }) } },
        post: { requestBody: body(record), responses: { 201: answer(record), 409: { description: "Conflict." } } },
      },
      "/vehicles/{plate}": {
        parameters: [{ ...at("plate"), schema: text }],
        get: { responses: { 200: answer(record) } },
      },
    },
  });
  expect(await readFile(join(app, "api/models/Vehicle.js"), "utf8")).toMatch(/plate: .*primaryKey: true/);
  expect((await inProcess(["spec:import", "../api.json"], app)).out).not.toContain("documents 409");
});

test("a text that the description calls unique is unique in the model, below a parent once per parent", async () => {
  const sku = { ...text, description: "Must be unique.", example: "A-1" };
  const product = { type: "object", required: ["sku"], properties: { id: { type: "integer", readOnly: true }, sku } };
  const note = {
    ...product,
    required: [],
    properties: { ...product.properties, sku: { ...sku, type: ["string", "null"] } },
  };
  const paths = (record: object) => ({
    get: { responses: { 200: answer({ type: "array", items: record }) } },
    post: { requestBody: body(record), responses: { 201: answer(record), 409: { description: "Taken." } } },
  });
  const folder = await importedApp({
    openapi: "3.1.0",
    info: { title: "Products", version: "1" },
    paths: {
      "/products": paths(product),
      "/products/{productId}": { parameters: [at("productId")], get: { responses: { 200: answer(product) } } },
      "/products/{productId}/notes": { parameters: [at("productId")], ...paths(note) },
      "/products/{productId}/notes/{noteId}": {
        parameters: [at("productId"), at("noteId")],
        get: { responses: { 200: answer(note) } },
      },
    },
  });
  for (const command of ["migrations:run", "db:seed"])
    expect(await inProcess([command], folder), command).toMatchObject({ code: 0 });
  await runProgram(
    folder,
    `import assert from "node:assert/strict";
import { createApp } from "@onespec/framework-cli";
const { fetch, close } = await createApp(process.cwd(), { environment: "test" });
const post = async (path, body) => {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return [reply.status, (await reply.json()).details?.[0].path];
};
assert.deepEqual(await post("/products", { sku: "x" }), [201, undefined]);
assert.deepEqual(await post("/products", { sku: "x" }), [409, "/sku"]);
assert.deepEqual(await post("/products", { sku: "y" }), [201, undefined]);
const [one, other] = (await (await fetch("/products")).json()).slice(-2).map(({ id }) => id);
assert.deepEqual(await post(\`/products/\${one}/notes\`, { sku: "x" }), [201, undefined]);
assert.deepEqual(await post(\`/products/\${other}/notes\`, { sku: "x" }), [201, undefined]);
assert.equal((await post(\`/products/\${one}/notes\`, { sku: "x" }))[0], 409);
for (const _ of [1, 2]) assert.equal((await post(\`/products/\${one}/notes\`, {}))[0], 201);
await close();
console.log("all right");
`,
  );
}, 60_000);

test("a password in clear text is named by import and doctor until a hook of the model hashes it", async () => {
  const user = {
    type: "object",
    required: ["email"],
    properties: {
      id: { type: "integer", readOnly: true },
      email: text,
      password: { ...text, writeOnly: true },
      callback: { ...text, writeOnly: true, format: "uri" },
    },
  };
  const { path: folder, remove } = await emptyFolder();
  onTestFinished(remove);
  const paths = {
    "/users": {
      get: { responses: { 200: answer({ type: "array", items: user }) } },
      post: { requestBody: body(user), responses: { 201: answer(user) } },
    },
    "/users/{id}": { parameters: [at("id")], get: { responses: { 200: answer(user) } } },
  };
  await writeFile(
    join(folder, "api.json"),
    JSON.stringify({ openapi: "3.1.0", info: { title: "Users", version: "1" }, paths }),
  );
  const warning = "User.password is stored as clients send it";
  expect((await inProcess(["new", "app", "--spec", "api.json"], folder)).out).toContain(`Warning: ${warning}`);
  const app = join(folder, "app");
  await linkDependencies(app);
  expect((await inProcess(["doctor"], app)).out).toContain(warning);
  await writeFile(
    join(app, "api/services/probe.js"),
    "export default ({ models }) => ({ password: async () => (await models.User.unscoped().findOne())['pass' + 'word'] });",
  );

  const page = await readFile(new URL("../../../../docs/framework/login.md", import.meta.url), "utf8");
  const [, hook = ""] = /^```js\n(\/\/ in api\/models\/User\.js\n[\s\S]*?)^```$/m.exec(page) ?? [];
  const file = join(app, "api/models/User.js");
  const model = await readFile(file, "utf8");
  const [imports = "", options = ""] = hook.split("\n\n");
  expect(options).toContain("hooks:");
  await writeFile(
    file,
    `${imports}\n${model.replace("}, { timestamps: false }", `}, { timestamps: false, ${options} }`)}`,
  );
  expect((await inProcess(["migrations:run"], app)).code).toBe(0);
  expect((await inProcess(["doctor"], app)).out).not.toContain(warning);
  await runProgram(
    app,
    `import assert from "node:assert/strict";
import { createApp } from "@onespec/framework-cli";
const { services, close } = await createApp(process.cwd(), { environment: "test" });
const made = await services.users.create({}, { email: "ada@example.com", password: "difference engine" });
assert.equal(made.password, undefined);
const kept = await services.probe.password();
assert.match(kept, /^[0-9a-f]{32}:[0-9a-f]{64}$/);
await services.users.update({ id: made.id }, { email: "ada@example.org" });
assert.equal(await services.probe.password(), kept);
await close();
console.log("all right");
`,
  );
}, 60_000);
