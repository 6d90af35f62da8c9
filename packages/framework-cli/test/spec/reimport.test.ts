import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { appendFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emptyFolder, framework, linkDependencies, type Outcome } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { json, lift, send } from "../runtime/running-app.js";
import { type Collections, describeCollections } from "./notes-description.js";

const TITLE = { type: "string", maxLength: 80 };
const NOTES = {
  required: ["title"],
  properties: { title: TITLE, done: { type: "boolean" }, priority: { type: "integer", format: "int32" } },
};
const LABELS = { required: ["name"], properties: { name: { type: "string", maxLength: 40 } } };

let parent: Awaited<ReturnType<typeof emptyFolder>>;
let app: string;

beforeEach(async () => {
  parent = await emptyFolder();
  app = join(parent.path, "app");
});
afterEach(() => parent.remove());

function write(collections: Collections): string {
  const file = join(parent.path, "api.json");
  writeFileSync(file, JSON.stringify(describeCollections(collections)));
  return file;
}

async function begin(collections: Collections): Promise<void> {
  const made = await inProcess(["new", "app", "--spec", write(collections)], parent.path);
  expect(made.code, made.err).toBe(0);
  await linkDependencies(app);
}

const importAgain = (collections: Collections, ...flags: string[]): Promise<Outcome> =>
  inProcess(["spec:import", write(collections), ...flags], app);

async function migrate(): Promise<void> {
  const { code, err } = await inProcess(["migrations:run"], app);
  expect(code, err).toBe(0);
}

/** Talks to the application while it is lifted. */
async function lifted<T>(work: (url: string) => Promise<T>): Promise<T> {
  const running = await lift(app, [], { NODE_ENV: "development" });
  try {
    return await work(running.url);
  } finally {
    await running.end();
  }
}

test("what a migration written by hand changed is not changed again", async () => {
  await begin({ notes: NOTES });
  await writeFile(
    join(app, "migrations/29990101000000-own.js"),
    `export async function up({ schema }) { await schema.addColumn("notes", { name: "due", type: "date", nullable: true }); }\n`,
  );
  const properties = { ...NOTES.properties, due: { type: ["string", "null"], format: "date" } };
  const again = await importAgain({ notes: { ...NOTES, properties } });
  expect(again.code, again.err).toBe(0);
  expect((await readdir(join(app, "migrations"))).filter((name) => name.endsWith(".js"))).toHaveLength(2);
  await migrate();
});

test("code that names a property which goes is listed with its lines", async () => {
  await begin({ notes: NOTES });
  await writeFile(join(app, "api/services/mail.js"), "export default () => ({\n  line: (note) => note.title,\n});\n");
  const { title, ...others } = NOTES.properties;
  const properties = { heading: { ...title, "x-renamed-from": "title" }, ...others };
  const renamed = { notes: { required: ["heading"], properties } };
  const { out } = await inProcess(["spec:diff", write(renamed)], app);
  expect(out).toContain("! api/services/mail.js:2 names Note.title, which goes\n");
  expect((await importAgain(renamed)).out).toContain(
    "The description no longer has Note.title, and your code names it: api/services/mail.js:2.\n",
  );
});

test("another operationId or security is a difference, and an edited action that it moves is named with the new file", async () => {
  const file = join(parent.path, "api.json");
  const archive = (post: object) => {
    const api = describeCollections({ notes: NOTES }) as { paths: Record<string, object> };
    const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
    const responses = { 204: { description: "Done." } };
    const securitySchemes = { key: { type: "apiKey", in: "header", name: "X-Key" } };
    Object.assign(api.paths, { "/notes/{id}/archive": { parameters: [id], post: { responses, ...post } } });
    const whole = api as { components?: object };
    writeFileSync(file, JSON.stringify({ ...api, components: { ...whole.components, securitySchemes } }));
    return file;
  };
  const before = { operationId: "archiveNote", security: [{ key: [] }] };
  const made = await inProcess(["new", "app", "--spec", archive(before)], parent.path);
  expect(made.code, made.err).toBe(0);
  await linkDependencies(app);
  const diff = async (post: object) => (await inProcess(["spec:diff", archive(post)], app)).out;
  expect(await diff(before)).toBe("No changes.\n");
  expect(await diff({ ...before, security: [] })).toContain("~ POST /notes/{id}/archive: security\n");
  expect(await diff({ ...before, summary: "Archive" })).toBe("~ api/controllers/notes/archive.js\n");
  const after = { ...before, operationId: "shelveNote" };
  expect(await diff(after)).toContain("~ POST /notes/{id}/archive: operationId\n");
  await appendFile(join(app, "api/controllers/notes/archive.js"), "// mine\n");
  expect((await inProcess(["spec:import", archive(after)], app)).out).toContain(
    "api/controllers/notes/shelve.js answers the operation of api/controllers/notes/archive.js, which you edited: move your code there and delete api/controllers/notes/archive.js",
  );
});

test("what the application keeps of the description's promises is not reported again", async () => {
  const file = join(parent.path, "api.json");
  const api = describeCollections({ notes: NOTES });
  const { get, post } =
    (api as { paths: Record<string, Record<string, Record<string, unknown>>> }).paths["/notes"] ?? {};
  Object.assign(get ?? {}, { parameters: [{ name: "shorterThan", in: "query", schema: { type: "integer" } }] });
  Object.assign(post?.responses ?? {}, { 409: { description: "Conflict." } });
  const scan = { type: "string", format: "binary" };
  const form = { schema: { type: "object", properties: { title: { type: "string" }, scan } } };
  Object.assign((post as { requestBody: { content: object } }).requestBody.content, { "multipart/form-data": form });
  writeFileSync(file, JSON.stringify(api));
  const first = await inProcess(["new", "app", "--spec", file], parent.path);
  const parameter = "Nothing reads these query parameters yet: shorterThan of GET /notes.";
  expect(first.out).toContain(parameter);
  const lost = "Nothing keeps these files of forms yet: scan of POST /notes.";
  expect(first.out).toContain(lost);
  expect(first.out).toContain("POST /notes documents 409");
  await linkDependencies(app);
  const service = text("api/services/notes.js");
  await writeFile(join(app, "api/services/notes.js"), `${service}// Here would be code for shorterThan and scan.\n`);
  await writeFile(
    join(app, "api/models/Note.js"),
    text("api/models/Note.js").replace(/(?<=title: \{ )/, "unique: true, "),
  );
  const again = await inProcess(["spec:import", file], app);
  const told = [parameter, lost, "409"].filter((each) => again.out.includes(each));
  expect([again.code, told]).toEqual([0, []]);
});

test("an enum value that no database keeps does not stop the migration; records cannot have it", async () => {
  const mark = { type: "string", enum: ["none", "zero\0byte"] };
  await begin({ notes: { ...NOTES, properties: { ...NOTES.properties, mark } } });
  await migrate();
  await lifted(async (url) => {
    expect((await send(`${url}/notes`, json("POST", { title: "Milk", mark: "none" }))).status).toBe(201);
    expect((await send(`${url}/notes`, json("POST", { title: "Milk", mark: "zero\0byte" }))).status).toBe(400);
  });
});

const text = (path: string): string => readFileSync(join(app, path), "utf8");

describe("a description that changes again and again, with data in place", () => {
  test("renames, additions, retyping and removal reach code and database; nothing else is lost; then there are no changes", async () => {
    await begin({ notes: NOTES });
    await migrate();
    await lifted(async (url) => {
      for (const [title, priority] of [
        ["Milk", 3],
        ["Bread", 1],
      ] as const) {
        expect((await send(`${url}/notes`, json("POST", { title, priority, done: true }))).status).toBe(201);
      }
    });

    // A property renamed by a hint, one added, one retyped; a resource added.
    const second: Collections = {
      notes: {
        required: ["heading"],
        properties: {
          heading: { ...TITLE, "x-renamed-from": "title" },
          done: { type: "boolean" },
          priority: { type: "string", maxLength: 20 },
          color: { type: "string", maxLength: 20 },
        },
      },
      labels: LABELS,
    };
    const misspelt = JSON.parse(JSON.stringify(second).replace('"x-renamed-from":"title"', '"x-renamed-from":"titel"'));
    expect((await importAgain(misspelt)).err).toContain(`Note: x-renamed-from "titel" of the new column heading`);
    expect(await importAgain(second)).toMatchObject({ code: 0 });
    await migrate();
    await lifted(async (url) => {
      const { body } = await send(`${url}/notes`);
      expect(body).toEqual([
        { id: 1, heading: "Milk", priority: "3", done: true },
        { id: 2, heading: "Bread", priority: "1", done: true },
      ]);
      const made = await send(`${url}/labels`, json("POST", { name: "shopping" }));
      expect(made).toMatchObject({ status: 201, body: { id: 1, name: "shopping" } });
      expect(
        (await send(`${url}/notes`, json("POST", { title: "old name", heading: "Salt", color: "white" }))).body,
      ).toMatchObject({ heading: "Salt", color: "white" });
    });
    const again = await importAgain(second);
    expect(again.code).toBe(0);
    expect(again.out).toContain("Created 0, updated 0, deleted 0 files.");
    expect((await inProcess(["spec:diff", write(second), "--check"], app)).out).toBe("No changes.\n");

    // What would lose data asks for a flag; nothing is written without it.
    const { done: _, ...kept } = second.notes?.properties ?? {};
    const third: Collections = { notes: { required: ["heading"], properties: kept } };
    const before = (await readdir(join(app, "migrations"))).length;
    const refused = await importAgain(third);
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain("--allow-destructive");
    expect(refused.err).toContain("set x-renamed-from in its schema of the description");
    expect((await readdir(join(app, "migrations"))).length).toBe(before);
    expect(existsSync(join(app, "api/controllers/labels/list.js"))).toBe(true);

    expect(await importAgain(third, "--allow-destructive")).toMatchObject({ code: 0 });
    await migrate();
    expect(existsSync(join(app, "api/controllers/labels"))).toBe(false);
    expect(existsSync(join(app, "api/models/Label.js"))).toBe(false);
    await lifted(async (url) => {
      expect((await send(`${url}/notes/1`)).body).toEqual({ id: 1, heading: "Milk", priority: "3" });
      expect((await send(`${url}/labels`)).status).toBe(404);
    });
    expect((await importAgain(third)).out).toContain("Created 0, updated 0, deleted 0 files.");
  });

  test("a rename without a hint is asked, and answered by a file", async () => {
    await begin({ notes: NOTES });
    await migrate();
    await lifted((url) => send(`${url}/notes`, json("POST", { title: "Milk" })));
    const { title: _, ...others } = NOTES.properties;
    const renamed: Collections = { notes: { required: ["heading"], properties: { heading: TITLE, ...others } } };

    const asked = await importAgain(renamed, "--json");
    expect(asked.code).toBe(3);
    const { questions } = JSON.parse(asked.out);
    expect(questions.map(({ id }: { id: string }) => id)).toContain("column notes.heading");
    expect(text("api/models/Note.js")).toContain("title");

    const answers = join(parent.path, "answers.json");
    await writeFile(answers, JSON.stringify({ "column notes.heading": "title" }));
    const done = await importAgain(renamed, "--answers", answers);
    expect(done.code, done.err).toBe(0);
    await migrate();
    const { body } = await lifted((url) => send(`${url}/notes`));
    expect(body).toEqual([{ id: 1, heading: "Milk" }]);
  });

  test("a resource that is renamed keeps its rows", async () => {
    await begin({ notes: NOTES });
    await migrate();
    await lifted((url) => send(`${url}/notes`, json("POST", { title: "Milk" })));
    const renamed = { memos: { ...NOTES, renamedFrom: "notes" } };
    const done = await importAgain(renamed);
    expect(done.code, `${done.out}${done.err}`).toBe(0);
    await migrate();
    const { body } = await lifted((url) => send(`${url}/memos`));
    expect(body).toEqual([{ id: 1, title: "Milk" }]);
    expect(existsSync(join(app, "api/services/notes.js"))).toBe(false);
  });
});

describe("files that were edited by hand", () => {
  const WIDER: Collections = { notes: { ...NOTES, properties: { ...NOTES.properties, color: TITLE } } };

  test("keep their edits; the description's changes come in beside them", async () => {
    await begin({ notes: NOTES });
    const service = join(app, "api/services/notes.js");
    await writeFile(service, (await readFile(service, "utf8")).replace("export default", "// Ours.\nexport default"));
    await appendFile(join(app, "api/controllers/notes/get.js"), "// Ours, too.\n");
    const readOnly: Collections = {
      notes: { ...NOTES, properties: { ...NOTES.properties, color: { ...TITLE, readOnly: true } } },
    };
    const { code, out } = await importAgain(readOnly);
    expect(code, out).toBe(0);
    expect(out).toContain("Merged with your edits: api/services/notes.js.");
    expect(text("api/services/notes.js")).toMatch(/\/\/ Ours\.\n[\s\S]*"color"/);
    expect(text("api/controllers/notes/get.js")).toContain("// Ours, too.");
    expect((await importAgain(readOnly)).out).toContain("Created 0, updated 0, deleted 0 files.");
  });

  test("hold the import back where the description changes the same lines, until somebody decides", async () => {
    await begin({ notes: NOTES });
    const model = join(app, "api/models/Note.js");
    const edited = (await readFile(model, "utf8")).replace(
      "priority: { type: DataTypes.INTEGER }",
      "priority: { type: DataTypes.INTEGER, defaultValue: 5 }",
    );
    await writeFile(model, edited);
    const retyped: Collections = {
      notes: {
        ...NOTES,
        properties: {
          ...NOTES.properties,
          title: { type: "string", maxLength: 90 },
          priority: { type: "string", maxLength: 9 },
        },
      },
    };
    const schema = text("api/schemas/Note.json");
    const migrations = (await readdir(join(app, "migrations"))).length;
    for (const _ of ["first", "again, undecided"]) {
      const { code, out } = await importAgain(retyped);
      expect(code).toBe(1);
      expect(out).toContain("Notes 1.0.0 is not imported yet");
      expect(out).toContain("api/models/Note.js: the description's version is in api/models/Note.js.new");
      const line = edited.slice(0, edited.indexOf("priority:")).split("\n").length;
      expect(out).toContain(
        `    line ${line}\n      yours:        priority: { type: DataTypes.INTEGER, defaultValue: 5 },\n      description:  priority: { type: DataTypes.STRING(9) },\n`,
      );
      expect(text("api/models/Note.js")).toBe(edited);
      expect(text("api/models/Note.js.new")).toContain("STRING(9)");
      expect(text("api/schemas/Note.json")).toBe(schema);
      expect(await readdir(join(app, "migrations"))).toHaveLength(migrations);
    }
    const waiting = await inProcess(["doctor"], app);
    expect(waiting.out).toContain("the import of the changed description waits for api/models/Note.js");
    expect((await inProcess(["spec:diff", write(retyped), "--check"], app)).code).toBe(1);

    await writeFile(
      model,
      edited.replace("DataTypes.INTEGER, defaultValue: 5", 'DataTypes.STRING(9), defaultValue: "low"'),
    );
    await rm(`${model}.new`);
    const decided = await importAgain(retyped);
    expect(decided.code, decided.out).toBe(0);
    expect(text("api/models/Note.js")).toContain('defaultValue: "low"');
    expect(text("api/models/Note.js")).toContain("DataTypes.STRING(90)");
    expect(text("api/schemas/Note.json")).not.toBe(schema);
    expect(await readdir(join(app, "migrations"))).toHaveLength(migrations + 1);
    expect((await importAgain(retyped)).out).toContain("Created 0, updated 0, deleted 0 files.");
  });

  test("conflict when both sides add the same field in different places", async () => {
    await begin({ notes: NOTES });
    const model = join(app, "api/models/Note.js");
    const own = '  color: { type: DataTypes.STRING(7), defaultValue: "white" },\n';
    await writeFile(model, text("api/models/Note.js").replace("  title:", `${own}  title:`));
    const { code, out } = await importAgain(WIDER);
    expect(code, out).toBe(1);
    expect(out).toContain("    both sides added color\n");
    expect(text("api/models/Note.js").match(/color:/g)).toHaveLength(1);
    expect(text("api/models/Note.js.new")).toContain("STRING(80)");
  });

  test("stay when the description drops them; what was deleted stays deleted", async () => {
    await begin({ notes: NOTES, labels: LABELS });
    await appendFile(join(app, "api/services/labels.js"), "// Ours.\n");
    await rm(join(app, "api/controllers/notes/delete.js"));
    const { code, out } = await importAgain(WIDER, "--allow-destructive");
    expect(code, out).toBe(0);
    expect(out).toContain("No longer in the description, but edited by you, so kept: api/services/labels.js.");
    expect(out).toContain("api/controllers/notes/delete.js");
    expect(existsSync(join(app, "api/controllers/notes/delete.js"))).toBe(false);
    expect(text("api/services/labels.js")).toContain("// Ours.");
  });

  test("say at lift what has no action; lift --strict rejects", async () => {
    await begin({ notes: NOTES });
    await migrate();
    await rm(join(app, "api/controllers/notes/delete.js"));
    const extra = text("api/controllers/notes/list.js")
      .replace('path: "/notes"', 'path: "/all-notes"')
      .replace(/operationId.*\n/, "");
    await writeFile(join(app, "api/controllers/notes/all.js"), extra);
    const running = await lift(app, [], { NODE_ENV: "development" });
    await running.end();
    expect(running.report.warnings).toEqual([
      "1 operation of the description has no action: DELETE /notes/{id}.",
      "1 action is not in the description: notes/all (GET /all-notes).",
    ]);
    const strict = await framework(["lift", "--port", "0", "--strict"], app);
    expect(strict.code).toBe(1);
    expect(strict.err).toContain("DELETE /notes/{id}");
    expect(strict.err).toContain("CONTRACT_GAP");
  });
});

test("a model that its author keeps lacks what the description brings: import, diff and doctor say so, and what is next", async () => {
  await begin({ notes: NOTES });
  await migrate();
  const model = text("api/models/Note.js");
  writeFileSync(
    join(app, "api/models/Note.js"),
    model.replace(/^ {2}priority:.*$/m, "  priority: { type: DataTypes.INTEGER, validate: { min: 1 } },"),
  );
  const after = {
    notes: { ...NOTES, properties: { title: TITLE, done: { type: "boolean" }, colour: { type: "string" } } },
  };
  const shown = await inProcess(["spec:diff", write(after)], app);
  expect(shown.out).toContain("! Note.colour needs a column, and your edited model has none");
  expect((await importAgain(after)).code).toBe(1);
  await rm(join(app, "api/models/Note.js.new"));
  const again = await importAgain(after);
  expect(again.out).toContain("The description has Note.colour, and your models do not");
  expect(again.out).toContain("Next: add them to api/models, then framework migrations:generate");
  const doctor = await inProcess(["doctor"], app);
  expect(doctor.code).toBe(1);
  expect(doctor.out).toContain("the description's Note has colour, and the model does not");
  expect(doctor.out).toContain("Add it to the model, then run: framework migrations:generate");
});

test("doctor reports a model that rejects values of the description: an enum, a length, a type", async () => {
  const state = { type: "string", enum: ["open", "closed"] };
  await begin({ notes: { ...NOTES, properties: { ...NOTES.properties, state } } });
  const file = join(app, "api/models/Note.js");
  const model = text("api/models/Note.js");
  expect((await inProcess(["doctor"], app)).out).not.toContain("the model rejects values");
  const narrower = model
    .replace("STRING(80)", "STRING(8)")
    .replace("DataTypes.INTEGER }", "DataTypes.BOOLEAN }")
    .replace(', "closed"', "");
  writeFileSync(file, narrower);
  const { out } = await inProcess(["doctor"], app);
  for (const difference of [
    "title holds 8 characters at most",
    "state takes no closed",
    "priority is integer in the description and boolean in the model",
  ])
    expect(out).toContain(`the model rejects values that the description allows: Note.${difference}`);
  writeFileSync(file, model.replace("STRING(80)", "TEXT").replace("DataTypes.INTEGER }", "DataTypes.BIGINT }"));
  expect((await inProcess(["doctor"], app)).out).not.toContain("the model rejects values");
});

test("doctor reports a field that requires a value and that the description lets nobody send", async () => {
  await begin({ notes: NOTES });
  const model = text("api/models/Note.js");
  writeFileSync(
    join(app, "api/models/Note.js"),
    model.replace("  title:", "  owner: { type: DataTypes.STRING, allowNull: false },\n  title:"),
  );
  const { out } = await inProcess(["doctor"], app);
  expect(out).toContain("Note.owner requires a value, and the description lets no client send one");
});

test("a new column of a model is sent once the description declares it; doctor names it until then", async () => {
  await begin({ notes: NOTES });
  const model = text("api/models/Note.js");
  writeFileSync(
    join(app, "api/models/Note.js"),
    model.replace("  title:", '  owner: { type: DataTypes.STRING, defaultValue: "nobody" },\n  title:'),
  );
  expect(await inProcess(["migrations:generate", "owner"], app)).toMatchObject({ code: 0 });
  await migrate();
  const doctor = await inProcess(["doctor"], app);
  expect(doctor.code, doctor.out).toBe(0);
  expect(doctor.out).toContain("answers leave out owner of Note: the description does not declare it");
  const shown = { id: 1, title: "Milk" };
  await lifted(async (url) => {
    expect((await send(`${url}/notes`, json("POST", { title: "Milk", owner: "me" }))).body).toEqual(shown);
    expect((await send(`${url}/notes/1`)).body).toEqual(shown);
    expect((await send(`${url}/notes`)).body).toEqual([shown]);
    const merged = json("PATCH", { done: true });
    expect((await send(`${url}/notes/1`, merged)).body).toEqual({ ...shown, done: true });
    const patch = { "content-type": "application/json-patch+json" };
    const asked = JSON.stringify([{ op: "test", path: "/owner", value: "nobody" }]);
    expect((await send(`${url}/notes/1`, { method: "PATCH", headers: patch, body: asked })).status).not.toBe(200);
  });
  const owner = { ...NOTES, properties: { ...NOTES.properties, owner: { type: "string" } } };
  expect((await importAgain({ notes: owner })).code, "both sides have owner now").toBe(1);
  await rm(join(app, "api/models/Note.js.new"));
  expect((await importAgain({ notes: owner })).code).toBe(0);
  await lifted(async (url) => {
    expect((await send(`${url}/notes/1`)).body).toEqual({ ...shown, done: true, owner: "nobody" });
  });
  expect((await inProcess(["doctor"], app)).out).not.toContain("answers leave out");
});

test("a property that its author took out of the model is lacking, and not gone from the description", async () => {
  await begin({ notes: NOTES });
  const model = text("api/models/Note.js");
  writeFileSync(join(app, "api/models/Note.js"), model.replace(/^ {2}priority:.*\n/m, ""));
  writeFileSync(join(app, "api/services/mail.js"), "export default () => ({ priority: 1 });\n");
  const again = await importAgain({ notes: NOTES }, "--allow-destructive");
  expect(again.out).toContain("The description has Note.priority, and your models do not");
  expect(again.out).not.toContain("no longer has");
});
