import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createMockServer, type MockServer } from "../src/index.js";
import { crud, inPath, json } from "./http-client.js";

const description = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: crud("/pets", {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
  }),
};

let mock: MockServer;
beforeEach(async () => {
  mock = await createMockServer({ description, seed: 2, port: 0 });
});
afterEach(() => mock.close());

const pets = async (url = "http://mock.test"): Promise<unknown[]> => (await ask("/pets", {}, url)) as unknown[];

async function ask(path: string, init: RequestInit = {}, url = "http://mock.test"): Promise<unknown> {
  const request = new Request(`${url}${path}`, init);
  const response = url.startsWith("http://mock") ? await mock.fetch(request) : await fetch(request);
  return response.json();
}

const NEW_PET = { method: "POST", headers: { "content-type": "application/json" }, body: '{"name":"Rex"}' };

describe("a server that a program creates from a description", () => {
  test("keeps its state in memory and answers without a socket", async () => {
    expect(await ask("/pets", NEW_PET)).toMatchObject({ name: "Rex" });
    expect(await pets()).toHaveLength(3);
    expect(await mock.state.names).toEqual(["pets"]);
  });

  test("resets to the same seeds, in the same store", async () => {
    const seeded = await pets();
    const state = mock.state;
    await ask("/pets", NEW_PET);
    await mock.reset();
    expect(await pets()).toEqual(seeded);
    expect(mock.state).toBe(state);
  });

  test("listens at the same address before and after", async () => {
    const { url } = await mock.listen();
    await ask("/pets", NEW_PET, url);
    expect(await pets(url)).toHaveLength(3);
    await mock.reset();
    expect(await pets(url)).toHaveLength(2);
    expect(await pets()).toHaveLength(2);
  });

  test("two servers share nothing", async () => {
    const other = await createMockServer({ description, seed: 2 });
    await ask("/pets", NEW_PET);
    expect(await (await other.fetch(new Request("http://mock.test/pets"))).json()).toHaveLength(2);
    await other.close();
  });

  test("an unexpected failure is printed", async () => {
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    const cause = new Error("nothing works");
    vi.spyOn(mock.state.collection("pets"), "get").mockImplementation(() => {
      throw cause;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    expect((await mock.fetch("/pets/1")).status).toBe(500);
    expect(print).toHaveBeenCalledWith("GET /pets/1 failed:", cause);
  });

  test("takes files where a test environment such as jsdom has put a Uint8Array of its own in place of Node's", async () => {
    const text = { type: "string", format: "binary" };
    const upload = {
      content: {
        "multipart/form-data": { schema: { type: "object", required: ["file"], properties: { file: text } } },
      },
    };
    const photo = {
      type: "object",
      properties: { id: { type: "integer", readOnly: true }, size: { type: "integer" } },
    };
    const paths = {
      ...crud("/photos", photo),
      "/photos/{id}/content": {
        parameters: [inPath("id", { type: "integer" })],
        get: { responses: { 200: { description: "ok", content: { "*/*": { schema: text } } } } },
      },
    };
    Object.assign(Reflect.get(paths, "/photos"), {
      post: { requestBody: upload, responses: { 201: { description: "made", ...json(photo) } } },
    });
    const photos = await createMockServer({ description: { ...description, paths } });
    onTestFinished(() => photos.close());
    vi.stubGlobal("Uint8Array", runInNewContext("Uint8Array"));
    onTestFinished(() => void vi.unstubAllGlobals());
    for (const [id, size] of [3, 300_000].entries()) {
      const body = new FormData();
      body.set("file", new Blob([Buffer.alloc(size, "a")], { type: "image/png" }), "a.png");
      const made = await photos.fetch("/photos", { method: "POST", body });
      expect([made.status, await made.json()]).toEqual([201, { id: id + 1, size }]);
      const kept = await photos.fetch(`/photos/${id + 1}/content`);
      expect([kept.headers.get("content-type"), (await kept.text()).length]).toEqual(["image/png", size]);
    }
  });

  test("a description that cannot be read is the loader's error", async () => {
    await expect(createMockServer({ description: "nowhere.yaml" })).rejects.toMatchObject({
      code: "DESCRIPTION_NOT_FOUND",
    });
  });
});
