import { describe, expect, it } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const number = { type: "integer" };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const list = (items: object) => ({ type: "array", items });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const kind = (type: string, more: object) =>
  object({ id: text, type: { type: "string", enum: [type] }, name: text, ...more }, { required: ["id", "type"] });
const schemas = {
  ShortFolder: kind("folder", {}),
  Folder: kind("folder", { parent: { anyOf: [ref("ShortFolder"), { type: "null" }] }, color: text }),
  File: kind("file", { parent: { allOf: [ref("ShortFolder"), { description: "Its folder." }] }, size: number }),
  Item: { oneOf: [ref("File"), ref("ShortFolder")] },
};
const items = ok(object({ entries: list(ref("Item")), total_count: number, limit: number, offset: number }));
const paging = [inQuery("limit", number), inQuery("offset", number), inQuery("name", text)];
const paths = {
  ...crud("/folders", ref("Folder"), text),
  ...crud("/files", ref("File"), text),
  "/folders/{id}/items": {
    parameters: [inPath("id")],
    get: { parameters: paging, responses: { ...items, 404: { description: "none" } } },
  },
  "/items": { get: { parameters: paging, responses: items } },
  "/folders/trash/items": { get: { responses: items } },
};

async function drive() {
  const call = await serve(paths, { components: { schemas } });
  const folder = (id: string, parent: string | null) =>
    call("POST", "/folders", { id, type: "folder", name: id, parent: parent && { id: parent, type: "folder" } });
  const file = (id: string, parent: string) =>
    call("POST", "/files", { id, type: "file", name: id, size: 1, parent: { id: parent, type: "folder" } });
  await folder("root", null);
  await folder("sub", "root");
  for (const [id, parent] of [
    ["a", "root"],
    ["b", "sub"],
    ["c", "root"],
  ] as const)
    await file(id, parent);
  return async (path: string) => {
    const { status, body } = await call("GET", path);
    expect(status).toBe(200);
    return { ...body, ids: body.entries.map(({ id }: { id: string }) => id) };
  };
}

describe("a list of several kinds of records", () => {
  it("shows those whose parent the path names", async () => {
    const get = await drive();
    expect(await get("/folders/root/items")).toMatchObject({ ids: ["a", "c", "sub"], total_count: 3 });
    expect(await get("/folders/sub/items")).toMatchObject({ ids: ["b"], total_count: 1 });
    const { entries } = await get("/folders/root/items");
    expect(entries.map(({ type }: { type: string }) => type)).toEqual(["file", "file", "folder"]);
  });

  it("is paged and filtered as one", async () => {
    const get = await drive();
    expect(await get("/folders/root/items?limit=2")).toMatchObject({ ids: ["a", "c"], total_count: 3, limit: 2 });
    expect(await get("/folders/root/items?limit=2&offset=2")).toMatchObject({
      ids: ["sub"],
      total_count: 3,
      offset: 2,
    });
    expect(await get("/folders/root/items?name=c")).toMatchObject({ ids: ["c"], total_count: 1 });
  });

  it("shows all of them at its own path, but not at a path with a word such as trash", async () => {
    const get = await drive();
    expect((await get("/items")).ids).toEqual(["a", "b", "c", "root", "sub"]);
    expect((await get("/folders/trash/items")).ids).not.toEqual(["a", "b", "c", "root", "sub"]);
  });

  it("is 404 below an absent parent", async () => {
    const call = await serve(paths, { components: { schemas } });
    await call("POST", "/folders", { id: "root", type: "folder" });
    expect((await call("GET", "/folders/none/items")).status).toBe(404);
  });
});

describe("a list of what collections beside it make, whose paths call it an item as well", () => {
  const item = { id: { ...text, readOnly: true }, type: text, title: text };
  const at = [inPath("board")];
  const of = (path: string, type: string, more: object, id = "item_id") => ({
    [`/boards/{board}/${path}`]: {
      parameters: at,
      post: {
        requestBody: json(object({ title: text, ...more })),
        responses: { 201: { description: "made", ...json(object({ ...item, type: { const: type }, ...more })) } },
      },
    },
    [`/boards/{board}/${path}/{${id}}`]: {
      parameters: [...at, inPath(id)],
      get: { responses: ok(object({ ...item, type: { const: type }, ...more })) },
      delete: { responses: { 204: { description: "gone" } } },
    },
  });
  const board = object({ id: { ...text, readOnly: true }, name: text });
  const boards = {
    "/boards": {
      get: { responses: ok(list(board)) },
      post: { requestBody: json(object({ name: text })), responses: { 201: { description: "made", ...json(board) } } },
    },
    "/boards/{board}": { parameters: at, get: { responses: ok(board) } },
    "/boards/{board}/items": {
      parameters: at,
      get: {
        parameters: [inQuery("type", text)],
        responses: ok(
          object({
            data: list(object(item)),
            size: { type: "integer", description: "Number of results returned in the response." },
            limit: number,
            total: number,
          }),
        ),
      },
    },
    "/boards/{other_name_of_board}/items": {
      parameters: [inPath("other_name_of_board")],
      get: { responses: ok(object({ data: list(object(item)) })) },
    },
    "/boards/{board}/items/{item_id}": {
      parameters: [...at, inPath("item_id")],
      get: { responses: ok(object(item)) },
      delete: { responses: { 204: { description: "gone" } } },
    },
    ...of("notes", "note", { color: text }),
    ...of("shapes", "shape", { form: text }),
    ...of("tags", "tag", {}, "tag_id"),
  };

  it("holds them, reads them and removes them", async () => {
    const call = await serve(boards);
    const { id } = (await call("POST", "/boards", { name: "b" })).body;
    const note = (await call("POST", `/boards/${id}/notes`, { title: "n", color: "red" })).body;
    const shape = (await call("POST", `/boards/${id}/shapes`, { title: "s" })).body;
    await call("POST", `/boards/${id}/tags`, { title: "t" });
    const titles = async (query = ""): Promise<string[]> => {
      const { data, size } = (await call("GET", `/boards/${id}/items${query}`)).body;
      expect(size).toBe(data.length);
      return data.map(({ title }: { title: string }) => title);
    };
    expect(await titles()).toEqual(["n", "s"]);
    expect(await titles("?type=shape")).toEqual(["s"]);
    expect((await call("GET", `/boards/${id}/items/${note.id}`)).body).toMatchObject({ type: "note", title: "n" });
    expect((await call("GET", `/boards/${id}/notes/${note.id}`)).body).toMatchObject({ color: "red" });
    expect((await call("DELETE", `/boards/${id}/items/${shape.id}`)).status).toBe(204);
    expect((await call("GET", `/boards/${id}/shapes/${shape.id}`)).status).toBe(404);
  });
});
