import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMockServer } from "@onespec/mock-server";
import { expect, onTestFinished, test } from "vitest";
import { crud, inPath, inQuery, json, ok, serve, serveOverHttp } from "./http-client.js";
import { makeFolder } from "./run-command.js";

const NOTE = { $ref: "#/components/schemas/Note" };
const Note = {
  type: "object",
  required: ["id", "url", "title"],
  properties: {
    id: { type: "integer", readOnly: true },
    url: { type: "string", format: "uri", readOnly: true },
    title: { type: "string" },
  },
};
const paths = crud("/notes", NOTE) as Record<string, Record<string, Record<string, unknown>>>;
Object.assign(paths["/notes"]?.get ?? {}, { parameters: [inQuery("url", { type: "string" })] });
const description = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  servers: [{ url: "/v1" }],
  paths,
  components: { schemas: { Note } },
  webhooks: { noteCreated: { post: { requestBody: json(NOTE), responses: { 200: { description: "taken" } } } } },
};

async function open(folder: string, options: object = {}): Promise<string> {
  const mock = await createMockServer({ description, seed: 2, dataDir: folder, port: 0, ...options });
  onTestFinished(() => mock.close());
  return (await mock.listen()).url;
}

test("a record's address leads to it, also from another host, after a restart and in the control plane", async () => {
  const folder = await makeFolder();
  const read = async (url: string, headers = {}) => (await fetch(url, { headers })).json();
  const mock = await createMockServer({ description, seed: 2, dataDir: folder, port: 0 });
  const { url: first } = await mock.listen();
  expect(await read(`${first}/v1/notes`)).toMatchObject([
    { url: `${first}/v1/notes/1` },
    { url: `${first}/v1/notes/2` },
  ]);
  const elsewhere = { "x-forwarded-host": "api.test", "x-forwarded-proto": "https" };
  expect(await read(`${first}/v1/notes/2`, elsewhere)).toMatchObject({ url: "https://api.test/v1/notes/2" });
  await mock.close();

  const second = await open(folder);
  expect(await read(`${second}/v1/notes/2`)).toMatchObject({ url: `${second}/v1/notes/2` });
  expect(await read(`${second}/__mock/state/notes`)).toMatchObject({
    records: [{ value: { url: `${second}/v1/notes/1` } }, { value: { url: `${second}/v1/notes/2` } }],
  });
  const filter = encodeURIComponent(`${second}/v1/notes/2`);
  expect(await read(`${second}/v1/notes?url=${filter}`)).toMatchObject([{ id: 2 }]);
});

test("a webhook names the address of its record", async () => {
  const bodies: string[] = [];
  const receiver = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    bodies.push(text);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  onTestFinished(() => void receiver.close());
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const url = await open(await makeFolder(), { webhookUrl: { noteCreated: hook } });

  const headers = { "content-type": "application/json" };
  await fetch(`${url}/v1/notes`, { method: "POST", headers, body: '{"title":"a"}' });
  await expect.poll(() => bodies.length, { timeout: 20_000 }).toBe(1);
  await fetch(`${url}/__mock/webhooks/noteCreated`, { method: "POST", headers, body: "{}" });
  await expect.poll(() => bodies.length, { timeout: 20_000 }).toBe(2);
  expect(bodies.map((body) => JSON.parse(body).url)).toEqual([`${url}/v1/notes/3`, `${url}/v1/notes/3`]);
});

test("a new record has its address also where the schema lets it be null", async () => {
  const self = { type: ["string", "null"], format: "uri", readOnly: true };
  const user = {
    type: "object",
    properties: { id: { type: "string", readOnly: true }, self, name: { type: "string" } },
  };
  const call = await serveOverHttp(crud("/users", user, { type: "string" }));
  const { body } = await call("POST", "/users", { name: "Ann" });
  expect(body.self).toMatch(new RegExp(`^http://.+/users/${body.id}$`));
});

test("a `self` that only its description calls a URL is the record's address", async () => {
  const self = { type: "string", readOnly: true, description: "The URL of the comment." };
  const comment = {
    type: "object",
    properties: { id: { type: "integer", readOnly: true }, self, text: { type: "string" } },
  };
  const call = await serveOverHttp(crud("/comments", comment));
  const { body } = await call("POST", "/comments", { text: "a" });
  expect(new URL(body.self).pathname).toBe(`/comments/${body.id}`);
});

test.each([
  ["/albums/3706071", "/albums/1"],
  ["https://api.example.com/albums/AAAA", "http://mock.test/albums/1"],
])("a record without an id has its address in its uri, such as %s", async (example, own) => {
  const album = {
    type: "object",
    properties: { uri: { type: "string", examples: [example] }, name: { type: "string" } },
  };
  const sent = { type: "object", properties: { name: { type: "string" } } };
  const liked = { responses: ok({ type: "array", items: album }) };
  const call = await serve({
    "/albums": {
      get: { responses: ok({ type: "array", items: album }) },
      post: { requestBody: json(sent), responses: { 201: { description: "made", ...json(album) } } },
    },
    "/albums/{album_id}": { parameters: [inPath("album_id", { type: "number" })], get: { responses: ok(album) } },
    "/me/likes": { get: liked },
    "/me/likes/{album_id}": {
      parameters: [inPath("album_id", { type: "number" })],
      get: { responses: ok(album) },
      put: { responses: { 204: { description: "liked" } } },
    },
  });
  expect((await call("POST", "/albums", { name: "a" })).body.uri).toBe(own);
  await call("POST", "/albums", { name: "b" });
  expect((await call("GET", "/albums/2")).body).toEqual({ name: "b", uri: own.replace("1", "2") });
  await call("PUT", "/me/likes/2");
  const [like] = (await call("GET", "/me/likes")).body;
  expect(like.uri).toBe(own.replace("1", "2"));
});

test("a `uri` that no request writes and that is said to be the resource's is the record's address", async () => {
  const uri = { type: "string", description: "URI of the vault API resource" };
  const vault = {
    type: "object",
    properties: { id: { type: "string", readOnly: true }, uri, name: { type: "string" } },
  };
  const paths = crud("/vaults", vault, { type: "string" }) as Record<string, Record<string, object>>;
  const named = { type: "object", properties: { name: { type: "string" } } };
  const call = await serveOverHttp({
    "/vaults": {
      ...paths["/vaults"],
      post: { requestBody: json(named), responses: { 201: { description: "made", ...json(vault) } } },
    },
    "/vaults/{id}": { parameters: [inPath("id")], get: { responses: ok(vault) } },
  });
  const { body } = await call("POST", "/vaults", { name: "a" });
  expect(new URL(body.uri).pathname).toBe(`/vaults/${body.id}`);
});
