import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { bundle, resourceEntries } from "../../../bench/src/bundle.js";
import type { SdkOptions } from "../dist/index.js";
import { generatedClient } from "./generated-client.js";
import { typeErrors } from "./type-errors.js";

const BOOKSHOP = fileURLToPath(new URL("../../../examples/bookshop/api.yaml", import.meta.url));

const VALIDATOR = /is not a known property/;
const ENGINE = /Narrow it with a condition/;

/** Calls of a client, and its bundles of the resource Books. */
async function clientWith(options: Partial<SdkOptions>) {
  const sdk = await generatedClient(BOOKSHOP, options);
  const requests: string[] = [];
  const make = (more: object = {}) =>
    new sdk.module.default({
      baseUrl: "http://localhost",
      ...more,
      fetch: async (request: Request) => {
        requests.push(`${request.method} ${request.url}`);
        return Response.json({ data: [], total: 0, limit: 10, offset: 0 });
      },
    });
  const [books] = (await resourceEntries(sdk.folder)).filter(({ name }) => name === "Books");
  const { size, text } = await bundle(sdk.folder, books ?? { name: "", contents: "" });
  return { sdk, make, requests, size, text };
}

describe("--no-validation", () => {
  test("sends what the description forbids, and carries no validator", async () => {
    const { sdk, make, requests } = await clientWith({ validation: false });
    await make().books.create({ title: 5 });
    expect(requests).toEqual(["POST http://localhost/books"]);
    expect(sdk.module.Book).toBeUndefined();
    expect(await typeErrors(sdk.folder)).toEqual([]);
    await sdk.remove();
  });

  test("rejects options that ask for validation", async () => {
    const { sdk, make } = await clientWith({ validation: false });
    for (const option of [{ validateRequests: true }, { validateResponses: "warn" }])
      expect(() => make(option)).toThrow(expect.objectContaining({ code: "NO_VALIDATION" }));
    await sdk.remove();
  });
});

describe("--no-queries", () => {
  test("lists are calls that give the whole answer", async () => {
    const { sdk, make, requests, size, text } = await clientWith({ queries: false });
    const client = make();
    expect(await client.books.list({ limit: 10 })).toEqual({ data: [], total: 0, limit: 10, offset: 0 });
    await expect(client.books.list({ limit: -1 })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    expect(requests).toEqual(["GET http://localhost/books?limit=10"]);
    expect(client.books.find).toBeUndefined();
    expect([VALIDATOR.test(text), ENGINE.test(text)]).toEqual([true, false]);
    expect(size).toBeLessThan(11_610);
    expect(await typeErrors(sdk.folder)).toEqual([]);
    await sdk.remove();
  });
});

test("--no-validation --no-queries leaves neither in a bundle nor in the folder", async () => {
  const { sdk, size, text } = await clientWith({ validation: false, queries: false });
  expect([VALIDATOR.test(text), ENGINE.test(text)]).toEqual([false, false]);
  expect(size).toBeLessThan(6_030);
  expect(await typeErrors(sdk.folder)).toEqual([]);
  await sdk.remove();
});
