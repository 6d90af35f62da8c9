import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { action, json, type Lifted, lift, send, type TemporaryApp, temporaryApp } from "./running-app.js";

const TAGGED = `{ 200: { headers: { ETag: { schema: { type: "string" } } }, schema: { type: "object" } }, 404: {} }`;
const FILES = {
  "api/services/notes.js": `import { HttpError } from "@onespec/framework-cli";
    export default () => {
      const notes = new Map([["1", { text: "first", at: { x: 1, y: 2 } }]]);
      const get = (id) => { if (!notes.has(id)) throw new HttpError(404, "No such note."); return notes.get(id); };
      return {
        get,
        async set(id, note) { get(id); await new Promise((done) => setTimeout(done, 5)); notes.set(id, note); return note; },
        remove(id) { get(id); notes.delete(id); },
      };
    };`,
  "api/controllers/notes/get.js": action(
    `{ method: "GET", path: "/notes/{id}", outputs: ${TAGGED}, handler: ({ params }, { notes }) => notes.get(params.id) }`,
  ),
  "api/controllers/notes/replace.js": action(
    `{ method: "PUT", path: "/notes/{id}", inputs: { body: { schema: { type: "object" } } }, outputs: ${TAGGED}, handler: ({ params, body }, { notes }) => notes.set(params.id, body) }`,
  ),
  "api/controllers/notes/remove.js": action(
    `{ method: "DELETE", path: "/notes/{id}", outputs: { 204: {} }, handler: ({ params }, { notes }) => notes.remove(params.id) }`,
  ),
  "api/policies/readers.js": `export default ({ method, headers }) => method === "GET" && headers["x-reader"] === "yes";`,
  "api/controllers/drafts/get.js": action(
    `{ method: "GET", path: "/drafts/{id}", policies: ["readers"], outputs: ${TAGGED}, handler: ({ params }, { notes }) => notes.get(params.id) }`,
  ),
  "api/controllers/drafts/replace.js": action(
    `{ method: "PUT", path: "/drafts/{id}", inputs: { body: { schema: { type: "object" } } }, outputs: { 204: {} }, handler: ({ params, body }, { notes }) => void notes.set(params.id, body) }`,
  ),
  "api/controllers/plain/get.js": action(
    `{ method: "GET", path: "/plain", outputs: { 200: { schema: { type: "object" } } }, handler: () => ({ plain: true }) }`,
  ),
  "api/controllers/plain/replace.js": action(
    `{ method: "PUT", path: "/plain", outputs: { 200: { schema: { type: "object" } } }, handler: () => ({ plain: true }) }`,
  ),
};

let app: TemporaryApp;
let lifted: Lifted;
beforeAll(async () => {
  app = await temporaryApp(FILES);
  lifted = await lift(app.folder);
});
afterAll(async () => {
  await lifted.end();
  await app.remove();
});

const at = (path: string): string => `${lifted.url}${path}`;
const tagOf = async (path: string): Promise<string> => (await send(at(path))).headers.get("etag") ?? "";

describe("an action whose answer documents an ETag", () => {
  test("sends one that follows from what is there, and 304 to who has it", async () => {
    const first = await tagOf("/notes/1");
    expect(first).toMatch(/^"[\w-]{22}"$/);
    expect(await tagOf("/notes/1")).toBe(first);
    const again = await send(at("/notes/1"), { headers: { "if-none-match": `W/${first}, "other"` } });
    expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, "", first]);
    expect((await send(at("/notes/1"), { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  test("lets a write by who saw it pass, and answers 412 to who did not", async () => {
    const seen = await tagOf("/notes/1");
    const changed = await send(at("/notes/1"), json("PUT", { text: "second" }, { "if-match": `"x", ${seen}` }));
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).toBe(await tagOf("/notes/1"));
    const late = await send(at("/notes/1"), json("PUT", { text: "third" }, { "if-match": seen }));
    expect(late.status).toBe(412);
    expect(late.body).toEqual({
      error: "Precondition failed",
      details: [expect.objectContaining({ in: "header", path: "/if-match", current: changed.headers.get("etag") })],
    });
    expect((await send(at("/notes/1"), { method: "DELETE", headers: { "if-match": seen } })).status).toBe(412);
    expect((await send(at("/notes/1"))).body).toEqual({ text: "second" });
    expect((await send(at("/notes/1"), json("PUT", { text: "fourth" }, { "if-match": "*" }))).status).toBe(200);
    expect((await send(at("/notes/1"), json("PUT", {}, { "if-none-match": "*" }))).status).toBe(412);
  });

  test("takes the members of an object in any order", async () => {
    await send(at("/notes/1"), json("PUT", { a: 1, b: { c: [1], d: 2 } }));
    const tag = await tagOf("/notes/1");
    await send(at("/notes/1"), json("PUT", { b: { d: 2, c: [1] }, a: 1 }));
    expect(await tagOf("/notes/1")).toBe(tag);
  });

  test("of writers that saw the same thing one wins", async () => {
    const seen = await tagOf("/notes/1");
    const writes = Array.from({ length: 6 }, (_, index) =>
      send(at("/notes/1"), json("PUT", { text: `racer ${index}` }, { "if-match": seen })),
    );
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 412, 412, 412, 412, 412]);
  });

  test("a path with nothing there is 404 whatever the condition", async () => {
    expect((await send(at("/notes/2"), json("PUT", {}, { "if-match": '"x"' }))).status).toBe(404);
    expect((await send(at("/notes/2"), json("PUT", {}, { "if-none-match": "*" }))).status).toBe(404);
  });
});

test("who may write and not read does not learn the entity tag from a 412", async () => {
  const tag = (await send(at("/drafts/1"), { headers: { "x-reader": "yes" } })).headers.get("etag") ?? "";
  expect(tag).not.toBe("");
  for (const condition of [{ "if-match": '"x"' }, { "if-none-match": "*" }]) {
    const refused = await send(at("/drafts/1"), json("PUT", {}, condition));
    expect(refused.status).toBe(412);
    expect(JSON.stringify([refused.body, ...refused.headers])).not.toContain(tag.slice(1, -1));
    const told = await send(at("/drafts/1"), json("PUT", {}, { ...condition, "x-reader": "yes" }));
    expect(told.body).toMatchObject({ details: [{ current: tag }] });
  }
  expect((await send(at("/drafts/1"), json("PUT", {}, { "if-match": tag }))).status).toBe(204);
});

test("an action that documents none sends none; If-Match holds all the same", async () => {
  expect((await send(at("/plain"))).headers.get("etag")).toBeNull();
  expect((await send(at("/plain"), { method: "PUT", headers: { "if-match": '"x"' } })).status).toBe(412);
  expect((await send(at("/plain"), { method: "PUT", headers: { "if-match": "*" } })).status).toBe(200);
});
