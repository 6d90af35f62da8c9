import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { inProcess } from "../command-line/in-process.js";
import { action, json, type Lifted, lift, send, type TemporaryApp, temporaryApp } from "./running-app.js";

const ISSUE = `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Issue", {
  title: { type: DataTypes.STRING(40), allowNull: false, validate: { len: [3, 20], notContains: "spam" } },
  state: { type: DataTypes.STRING, validate: { isIn: [["open", "closed"]] } },
  email: { type: DataTypes.STRING, validate: { isEmail: { msg: "Give an address that we can write to." } } },
  priority: { type: DataTypes.INTEGER, allowNull: false, validate: { even(value) { if (value % 2) throw new Error("must be even"); } } },
}, { timestamps: false, validate: { closedNeedsEmail() { if (this.state === "closed" && !this.email) throw new Error("Closed issues need an email."); } } });
`;

let app: TemporaryApp;
let server: Lifted;
beforeAll(async () => {
  app = await temporaryApp({
    "config/database.js": 'export default { dialect: "sqlite", storage: "data/shop.sqlite" };\n',
    "api/models/Issue.js": ISSUE,
    "api/models/Note.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Note", {
  text: { type: DataTypes.STRING(40), allowNull: false, validate: { len: [3, 20] } },
  rank: { type: DataTypes.INTEGER, allowNull: false },
}, { timestamps: false });
`,
    "api/services/issues.js":
      "export default ({ repository, models }) => ({ add: (values) => repository('Issue').create(values), addByModel: (values) => models.Issue.create(values), note: (values) => repository('Note').create(values), find: (query) => repository('Note').find(query) });",
    "api/controllers/issues/create.js": action(
      '{ method: "POST", path: "/issues", inputs: { body: { schema: { type: "object" } } }, handler: ({ body }, { issues }) => issues.add(body) }',
    ),
    "api/controllers/issues/by-model.js": action(
      '{ method: "POST", path: "/models", inputs: { body: { schema: { type: "object" } } }, handler: ({ body }, { issues }) => issues.addByModel(body) }',
    ),
    "api/controllers/issues/reopen.js": action(
      '{ method: "POST", path: "/issues/reopen", handler: (_request, { issues }) => issues.addByModel({ title: "Printer", priority: 2, state: "reopened" }) }',
    ),
    "api/controllers/issues/retitle.js": action(
      '{ method: "POST", path: "/issues/retitled", inputs: { body: { schema: { type: "object" } } }, outputs: { 200: { description: "Done." }, 422: { description: "A value is rejected." } }, handler: ({ body }, { issues }) => issues.addByModel({ priority: 2, state: "open", ...body }) }',
    ),
    "api/controllers/notes/mistakes.js": action(
      '{ method: "POST", path: "/mistakes/{kind}", inputs: { path: { kind: { schema: { type: "string" } } }, body: { schema: { type: "object" } } }, handler: ({ params, body }, { issues }) => issues.note({ promise: { text: Promise.resolve("Text"), rank: 2 }, nan: { text: "Text", rank: 2 * body.rnak }, field: { text: "Text", rank: 2, autor: 1 }, sent: { rank: 2, ...body } }[params.kind]) }',
    ),
    "api/controllers/notes/find.js": action(
      '{ method: "GET", path: "/found", handler: (_request, { issues }) => issues.find({ ordr: [["rank", "asc"]] }) }',
    ),
    "api/controllers/notes/create.js": action(
      '{ method: "POST", path: "/notes", inputs: { body: { schema: { type: "object" } } }, handler: ({ body }, { issues }) => issues.note(body) }',
    ),
  });
  await inProcess(["migrations:generate", "tables"], app.folder);
  await app.write({
    "migrations/99990101000000-rules.js": `export async function up({ schema }) {
  await schema.addCheck("notes", { name: "notes_rank_check", column: "rank", minimum: 1 });
  await schema.addCheck("notes", { name: "most", column: "rank", maximum: 99 });
}
`,
  });
  await inProcess(["migrations:run"], app.folder);
  server = await lift(app.folder);
});
afterAll(async () => {
  await server?.end();
  await app?.remove();
});

test("a promise, NaN and a field that only code names are faults of the code; what a request names stays its client's", async () => {
  const send_ = async (kind: string, body = {}) =>
    (await send(`${server.url}/mistakes/${kind}`, json("POST", body))).status;
  expect([await send_("promise"), await send_("nan"), await send_("field")]).toEqual([500, 500, 500]);
  expect(await send_("sent", { text: "Text", autor: 1 })).toBe(400);
  expect((await send(`${server.url}/found`)).status).toBe(500);
  for (const text of [
    "find has no option ordr.",
    "TypeError: Note.text is a promise. Write await before the call.",
    "TypeError: Note.rank is NaN.",
    "Note has no field autor.",
  ])
    expect(server.output()).toContain(text);
});

test("validators' own messages win over the texts of generated schemas", async () => {
  const own = await temporaryApp({
    "config/database.js": 'export default { dialect: "sqlite", storage: "data/own.sqlite" };\n',
  });
  onTestFinished(() => own.remove());
  await inProcess(["resources:generate", "Ticket", "title:string!", "email:string", "kind:enum{bug,wish}"], own.folder);
  await own.write({
    "api/models/Ticket.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Ticket", {
  title: { type: DataTypes.STRING, allowNull: false, validate: { notNull: { msg: "A ticket needs a title." }, len: { args: [3, 20], msg: "Titles have 3 to 20 characters." } } },
  email: { type: DataTypes.STRING, validate: { isEmail: { msg: "We cannot write to this address." } } },
  kind: { type: DataTypes.ENUM("bug", "wish"), validate: { isIn: { args: [["bug", "wish"]], msg: "Bugs and wishes only." } } },
});
`,
  });
  expect(await inProcess(["models:sync-schemas"], own.folder)).toMatchObject({ code: 0 });
  await inProcess(["migrations:run"], own.folder);
  const running = await lift(own.folder);
  onTestFinished(async () => void (await running.end()));
  const messages = async (body: unknown): Promise<unknown> => {
    const answer = await send(`${running.url}/tickets`, json("POST", body));
    const { details } = answer.body as { readonly details: readonly { readonly message: string }[] };
    return [answer.status, ...details.map(({ message }) => message)];
  };
  expect(await messages({ title: "x", email: "y", kind: "z" })).toEqual([
    400,
    "Titles have 3 to 20 characters.",
    "We cannot write to this address.",
    "Bugs and wishes only.",
  ]);
  expect(await messages({})).toEqual([400, "A ticket needs a title."]);
  expect(await messages({ title: null })).toEqual([400, "A ticket needs a title."]);
});

const refused = async (path: string, body: unknown): Promise<unknown> => {
  const { status, body: answer } = await send(`${server.url}${path}`, json("POST", body));
  expect([status, answer.error]).toEqual([400, "Validation failed"]);
  return answer.details.map((detail: { path: string; message: string }) => [detail.path, detail.message]);
};

test("a model without code of its own says the same", async () => {
  expect(await refused("/notes", { text: "a" })).toEqual([
    ["/text", "must have at least 3 characters"],
    ["/rank", "must have a value"],
  ]);
});

test("a value that only the database rejects is named without the database's own words", async () => {
  expect(await refused("/notes", { text: "Ada", rank: 0 })).toEqual([
    ["/rank", "has a value that the database rejects"],
  ]);
  expect(await refused("/notes", { text: "Ada", rank: 100 })).toEqual([["", "The database rejects a value."]]);
});

test.each(["/issues", "/models"])("POST %s: each rejected value is named with a plain sentence", async (path) => {
  expect(await refused(path, { title: "spam!", state: "opne" })).toEqual([
    ["/priority", "must have a value"],
    ["/title", 'must not contain "spam"'],
    ["/state", 'must be one of "open", "closed"'],
  ]);
  expect(await refused(path, { title: "a", priority: 3, email: "nobody" })).toEqual([
    ["/priority", "must be even"],
    ["/title", "must have 3 to 20 characters"],
    ["/email", "Give an address that we can write to."],
  ]);
  expect(await refused(path, { title: "Printer", priority: 2, state: "closed" })).toEqual([
    ["", "Closed issues need an email."],
  ]);
});

test("a value that code sets is a fault of the application: 500, with the cause in the log", async () => {
  const { status, body } = await send(`${server.url}/issues/reopen`, json("POST", undefined));
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toContain("state");
  await server.printed("Validation isIn on state failed");
});

test("a rejected value is answered with the documented status of validation", async () => {
  const { status, body } = await send(`${server.url}/issues/retitled`, json("POST", { title: "spam!" }));
  expect([status, body.details[0].path]).toEqual([422, "/title"]);
});
