import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createMockServer, type MockServer } from "../src/index.js";
import { crud } from "./http-client.js";

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

describe("a server made of a description by a program", () => {
  test("keeps its state in memory and answers without a socket", async () => {
    expect(await ask("/pets", NEW_PET)).toMatchObject({ name: "Rex" });
    expect(await pets()).toHaveLength(3);
    expect(await mock.state.names).toEqual(["pets"]);
  });

  test("goes back to the same seeds, in the same store", async () => {
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

  test("a description that cannot be read is the loader's error", async () => {
    await expect(createMockServer({ description: "nowhere.yaml" })).rejects.toMatchObject({
      code: "DESCRIPTION_NOT_FOUND",
    });
  });
});
