import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFolder } from "../command-line/framework.js";
import { json, send } from "../runtime/running-app.js";
import { liveDatabases, liveMongo } from "../servers/live-databases.js";
import { importApp, liftOn, type Running } from "./contract/imported-app.js";

const Note = { type: "object", required: ["text"], properties: { id: { type: "string" }, text: { type: "string" } } };
const one = { $ref: "#/components/schemas/Note" };
const many = { type: "array", items: one };
const answer = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
const body = (schema: object) => ({ required: true, content: { "application/json": { schema } } });
const bulk = (schema: object) => ({ post: { requestBody: body(many), responses: { "201": answer(schema) } } });
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": {
      get: { responses: { "200": answer(many) } },
      post: { requestBody: body(one), responses: { "201": answer(one) } },
    },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": answer(one) } },
    },
    "/notes/bulk": bulk({ type: "object", required: ["made"], properties: { made: many } }),
    "/notes/createWithList": bulk(one),
  },
  components: { schemas: { Note } },
};

const { path: parent, remove } = await emptyFolder();
await writeFile(join(parent, "api.json"), JSON.stringify(DESCRIPTION));
const app = await importApp(parent, join(parent, "api.json"));
afterAll(remove);

const mongo = await liveMongo();
const databases = [...(await liveDatabases()), mongo].filter(({ skip }) => skip === undefined);

describe.each(databases.map((database) => [database.name, database] as const))("on %s", (name, { config }) => {
  let server: Running;
  beforeAll(async () => {
    server = await liftOn(app, config);
  }, 120_000);
  afterAll(() => server?.stop());

  const notes = [{ id: "a", text: "one" }, { text: "two" }];

  test("records of a list are made together, or none of them where there are transactions", async () => {
    const made = await send(`${server.url}/notes/bulk`, json("POST", notes));
    expect(made).toMatchObject({ status: 201, body: { made: notes } });
    expect(made.body.made[1].id).toEqual(expect.any(String));
    const taken = await send(`${server.url}/notes/bulk`, json("POST", [{ text: "three" }, { id: "a", text: "four" }]));
    expect(taken.status).toBe(409);
    const left = name === "mongodb" && !mongo.isMongo ? 3 : 2;
    expect((await send(`${server.url}/notes`)).body).toHaveLength(left);
  });

  test("the first is answered where one record is promised; what is wrong with an item is told", async () => {
    const made = await send(
      `${server.url}/notes/createWithList`,
      json("POST", [
        { id: "x", text: "1" },
        { id: "y", text: "2" },
      ]),
    );
    expect(made).toMatchObject({ status: 201, body: { id: "x", text: "1" } });
    expect((await send(`${server.url}/notes/y`)).body).toEqual({ id: "y", text: "2" });
    const refused = await send(`${server.url}/notes/bulk`, json("POST", [{ text: "1" }, {}]));
    expect([refused.status, refused.body.details[0].path]).toEqual([400, "/1/text"]);
  });
});
