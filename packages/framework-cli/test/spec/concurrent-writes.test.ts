import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { emptyFolder, framework } from "../command-line/framework.js";
import { json, lift, send } from "../runtime/running-app.js";
import { liveDatabases } from "../servers/live-databases.js";
import { importApp } from "./contract/imported-app.js";

const content = (schema: object): object => ({ content: { "application/json": { schema } } });
const text = { type: "string" };
const address = { type: "object", properties: { city: text, street: text, zip: text } };
const person = {
  type: "object",
  properties: { id: { type: "integer", readOnly: true }, address, visits: { type: "integer" } },
};
const tagged = { headers: { ETag: { schema: text } } };
const settings = { type: "object", properties: { city: text, street: text, zip: text } };
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const API = {
  openapi: "3.1.0",
  info: { title: "People", version: "1" },
  paths: {
    "/people": {
      get: { responses: { 200: { description: "all", ...content({ type: "array", items: person }) } } },
      post: { requestBody: content(person), responses: { 201: { description: "made", ...content(person) } } },
    },
    "/people/{id}": {
      parameters: [id],
      get: { responses: { 200: { description: "one", ...tagged, ...content(person) } } },
      patch: { requestBody: content(person), responses: { 200: { description: "changed", ...content(person) } } },
      delete: { responses: { 204: { description: "gone" } } },
    },
    "/settings": {
      get: { responses: { 200: { description: "all", ...content(settings) } } },
      patch: { requestBody: content(settings), responses: { 200: { description: "changed", ...content(settings) } } },
    },
  },
};

const { path: folder, remove } = await emptyFolder();
await writeFile(join(folder, "api.json"), JSON.stringify(API));
const app = await importApp(folder, join(folder, "api.json"));
afterAll(remove);
const databases = (await liveDatabases()).filter(({ name }) => ["sqlite", "postgres", "mariadb"].includes(name));

test.for(databases)(
  "of writes at once on $name none is lost, If-Match lets one pass, and one removes",
  { timeout: 120_000 },
  async (database, { skip }) => {
    const { config, skip: why } = database;
    if (why !== undefined) skip(why);
    const env = { TEST_DATABASE: JSON.stringify(config), NODE_ENV: "production", HOST: "127.0.0.1" };
    const migrated = await framework(["migrations:run"], app, env);
    expect(migrated, migrated.err).toMatchObject({ code: 0 });
    const server = await lift(app, ["--workers", "2"], env);
    onTestFinished(() => void server.end());
    const at = (path: string): string => `${server.url}${path}`;
    const members = ["city", "street", "zip"];
    const made = await send(at("/people"), json("POST", { address: {} }));
    const { id } = made.body as { readonly id: number };

    for (let round = 1; round <= 15; round++) {
      const sent = Object.fromEntries(members.map((name) => [name, `${name} ${round}`]));
      const writes = Object.entries(sent).flatMap(([name, value]) => [
        send(at(`/people/${id}`), json("PATCH", { address: { [name]: value } })),
        send(at("/settings"), json("PATCH", { [name]: value })),
        send(at("/settings")),
      ]);
      expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(writes.map(() => 200));
      expect((await send(at(`/people/${id}`))).body).toEqual({ id, address: sent });
      expect((await send(at("/settings"))).body).toEqual(sent);
    }

    const visitors = Array.from({ length: 30 }, () => visit(at(`/people/${id}`)));
    await Promise.all(visitors);
    expect((await send(at(`/people/${id}`))).body).toMatchObject({ visits: visitors.length });

    const removals = await Promise.all(members.map(() => send(at(`/people/${id}`), { method: "DELETE" })));
    expect(removals.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  },
);

/** Counts up the visits that it has read, again for as long as others come first. */
async function visit(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const read = await fetch(url);
    const { visits = 0 } = (await read.json()) as { visits?: number };
    const tag = read.headers.get("etag") ?? "";
    const written = await fetch(url, json("PATCH", { visits: visits + 1 }, { "if-match": tag }));
    if (written.status !== 412) {
      expect([written.status, await written.text()]).toEqual([200, expect.anything()]);
      return;
    }
  }
  throw new Error("Others always came first.");
}
