import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMockServer } from "../src/index.js";

const COUNT = 1500;
const pet = {
  type: "object",
  required: ["id", "name", "tags"],
  properties: {
    id: { type: "integer" },
    name: { type: "string" },
    tags: { type: "array", items: { type: "string" }, minItems: 2 },
  },
};

/** A description whose list knows no pages. */
function describe(list: object): object {
  const json = (schema: object) => ({
    responses: { 200: { description: "", content: { "application/json": { schema } } } },
  });
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  return {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: { "/pets": { get: json(list) }, "/pets/{id}": { parameters: [id], get: json(pet) } },
  };
}

test.each([
  ["a list", { type: "array", items: pet }],
  ["a list whose validity is more than that of each item", { type: "array", uniqueItems: true, items: pet }],
  [
    "a list in an envelope",
    {
      type: "object",
      required: ["data"],
      properties: { data: { type: "array", items: pet }, total: { type: "integer" } },
    },
  ],
])("%s of all records lets others be answered while it is made, and is whole", async (_, list) => {
  const mock = await createMockServer({ description: describe(list), seed: COUNT, memory: true });
  onTestFinished(() => mock.close());
  // Each step seems to take a millisecond, so that slices are as many on a fast machine as on a slow one.
  let milliseconds = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => ++milliseconds);
  onTestFinished(() => clock.mockRestore());
  let isListed = false;
  const listing = mock.fetch(new Request("http://mock.test/pets")).then(async (response) => {
    isListed = true;
    return response.json();
  });
  let answeredBefore = 0;
  while (!isListed) {
    await setImmediate();
    const { status } = await mock.fetch(new Request("http://mock.test/pets/1"));
    expect(status).toBe(200);
    if (!isListed) answeredBefore += 1;
  }
  expect(answeredBefore).toBeGreaterThan(100);
  const listed: { id: number; tags: string[] }[] | { data: { id: number; tags: string[] }[] } = await listing;
  const items = Array.isArray(listed) ? listed : listed.data;
  expect(new Set(items.map(({ id }) => id)).size).toBe(COUNT);
  expect(items.every(({ tags }) => tags.length >= 2)).toBe(true);
});
