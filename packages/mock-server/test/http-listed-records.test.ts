import { describe, expect, it } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const number = { type: "integer" };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const list = (items: object) => ({ type: "array", items });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const page = (items: object) =>
  object({ items: list(items), total: number, next: { type: ["string", "null"] } }, { required: ["items", "total"] });
const schemas = {
  Track: object({ id: { ...text, readOnly: true }, name: text, seconds: number }),
  Album: object({ id: { ...text, readOnly: true }, name: text, year: number }),
};
const short = object({ id: text, name: text });
const found = object({ tracks: page(ref("Track")), albums: page(short) }, { required: ["tracks", "albums"] });
const chart = { top: [{ id: "7", name: "Hit" }], visits: 3 };
const paths = {
  ...crud("/tracks", ref("Track"), text),
  ...crud("/albums", ref("Album"), text),
  "/search": {
    get: { parameters: [inQuery("q", text), inQuery("limit", number), inQuery("page", number)], responses: ok(found) },
  },
  "/dashboard": { get: { responses: ok(object({ latest: list(ref("Track")), visits: number })) } },
  "/charts": {
    get: {
      responses: {
        200: {
          description: "",
          ...json(object({ top: list(ref("Track")), visits: number }), { example: chart }),
        },
      },
    },
  },
  "/users/{id}/favourites": {
    parameters: [inPath("id")],
    get: { responses: ok(object({ tracks: page(ref("Track")), albums: page(short) })) },
  },
};

async function drive() {
  const call = await serve(paths, { components: { schemas } });
  for (const name of ["Rain", "Sun", "Sunset"]) await call("POST", "/tracks", { name, seconds: 60 });
  await call("POST", "/albums", { name: "Sunday", year: 2001 });
  return async (path: string) => (await call("GET", path)).body;
}

describe("lists of records in the answer to a read of its own", () => {
  it("show the stored ones, searched and paged", async () => {
    const get = await drive();
    const { tracks, albums } = await get("/search?q=sun");
    expect(tracks).toMatchObject({ items: [{ name: "Sun", seconds: 60 }, { name: "Sunset" }], total: 2 });
    expect(albums).toMatchObject({ items: [{ id: expect.any(String), name: "Sunday" }], total: 1 });
    expect(Object.keys(albums.items[0])).toEqual(["id", "name"]);
    expect((await get(`/albums/${albums.items[0].id}`)).year).toBe(2001);
    expect((await get("/search?q=sun&limit=1")).tracks).toMatchObject({ items: [{ name: "Sun" }], total: 2 });
    expect((await get("/search?q=sun&limit=1&page=2")).tracks).toMatchObject({ items: [{ name: "Sunset" }], total: 2 });
    expect((await get("/search?q=sun&limit=1&page=3")).tracks).toMatchObject({ items: [], total: 2 });
    expect((await get("/search?q=snow")).tracks).toMatchObject({ items: [], total: 0 });
  });

  it("follow what is written", async () => {
    const get = await drive();
    const names = (tracks: { name: string }[]) => tracks.map(({ name }) => name);
    expect(names((await get("/dashboard")).latest)).toEqual(["Rain", "Sun", "Sunset"]);
  });

  it("stay as an example has them, and where a path says whose they are", async () => {
    const get = await drive();
    expect(await get("/charts")).toEqual(chart);
    const { tracks } = await get("/users/1/favourites");
    expect(tracks.items.map(({ name }: { name: string }) => name)).not.toContain("Rain");
  });
});

it("a map by ids holds the records with what the path names, beside a list of their ids", async () => {
  const Post = object({ id: { ...text, readOnly: true }, channel_id: text, message: text });
  const post = ref("Post");
  const posts = { type: "object", additionalProperties: post };
  const at = [inPath("channel_id")];
  const paths = {
    ...crud("/posts", post, text),
    "/channels/{channel_id}/posts": {
      parameters: at,
      get: {
        responses: ok(object({ order: list({ ...text, example: "post-0" }), posts, has_next: { type: "boolean" } })),
      },
    },
    "/channels/{channel_id}/posts/by-id": { parameters: at, get: { responses: ok(posts) } },
  };
  const call = await serve(paths, { components: { schemas: { Post } } });
  const { id } = (await call("POST", "/posts", { channel_id: "a", message: "Hello" })).body;
  await call("POST", "/posts", { channel_id: "b", message: "Elsewhere" });
  const record = { id, channel_id: "a", message: "Hello" };
  expect((await call("GET", "/channels/a/posts")).body).toMatchObject({ order: [id], posts: { [id]: record } });
  expect((await call("GET", "/channels/a/posts/by-id")).body).toEqual({ [id]: record });
  expect((await call("GET", "/channels/c/posts")).body).toMatchObject({ order: [], posts: {} });
});

it("are listed below the one that their text `parent` is described to name, and move there", async () => {
  const text = { type: "string" };
  const parent = { ...text, description: "ID of the parent collection." };
  const space = { type: "object", properties: { id: text, title: text, parent, size: { type: "integer" } } };
  const collection = { type: "object", properties: { id: text, label: text } };
  const list = (items: object) => ok({ type: "array", items });
  const call = await serve({
    ...crud("/spaces", space, text),
    ...crud("/collections", collection, text),
    "/collections/{collectionId}/spaces": { parameters: [inPath("collectionId")], get: { responses: list(space) } },
    "/spaces/{id}/move": {
      parameters: [inPath("id")],
      post: { requestBody: json({ type: "object", properties: { parent: text } }), responses: ok(space) },
    },
  });
  const made = (await call("POST", "/collections", { label: "All" })).body.id;
  const { id } = (await call("POST", "/spaces", { title: "Docs" })).body;
  expect((await call("GET", `/collections/${made}/spaces`)).body).toEqual([]);
  await call("POST", `/spaces/${id}/move`, { parent: made });
  expect((await call("GET", `/collections/${made}/spaces`)).body).toMatchObject([{ id, title: "Docs" }]);
});

it("GET of one record that answers a list finds it by the parameter of its own path", async () => {
  const user = {
    type: "object",
    required: ["email"],
    properties: { email: { type: "string" }, name: { type: "string" } },
  };
  const paths = crud("/users", user, { type: "string" }) as Record<string, object>;
  const call = await serve({
    "/users": paths["/users"],
    "/users/{email}": { parameters: [inPath("email")], put: { requestBody: json(user), responses: ok(user) } },
    "/users/{userId}": { parameters: [inPath("userId")], get: { responses: ok({ type: "array", items: user }) } },
  });
  for (const email of ["a@b.co", "c@d.co"]) await call("POST", "/users", { email, name: email });
  expect((await call("GET", "/users/a@b.co")).body).toEqual([{ email: "a@b.co", name: "a@b.co" }]);
});

it("`/folders/{id}/children` lists the folders with that `parent_id`", async () => {
  const folder = object({ id: { ...text, readOnly: true }, parent_id: text, name: text });
  const call = await serve({
    ...crud("/folders", folder, text),
    "/folders/{folder_id}/children": { parameters: [inPath("folder_id")], get: { responses: ok(list(folder)) } },
  });
  const add = async (name: string, parent_id: string) => (await call("POST", "/folders", { name, parent_id })).body;
  const top = await add("a", "0");
  const below = await add("b", top.id);
  expect((await call("GET", `/folders/${top.id}/children`)).body).toEqual([below]);
  expect((await call("GET", `/folders/${below.id}/children`)).body).toEqual([]);
});
