import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { typeErrors } from "./type-errors.js";

const ZONE = { type: "object", required: ["Id"], properties: { Id: { type: "string" }, Name: { type: "string" } } };
const ANSWER = { description: "", content: { "text/xml": { schema: { type: "object", properties: { Zone: ZONE } } } } };
const ID = { name: "Id", in: "path", required: true, schema: { type: "string" } };
const BODY = { required: true, content: { "application/json": { schema: ZONE } } };
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Zones", version: "1" },
  paths: {
    "/zones": { post: { operationId: "createZone", requestBody: BODY, responses: { 201: ANSWER } } },
    "/zones/{Id}": {
      get: { operationId: "getZone", parameters: [ID], responses: { 200: ANSWER, 404: { description: "" } } },
    },
  },
};

let folder: string;
let sdk: GeneratedClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-text-"));
  await writeFile(join(folder, "api.json"), JSON.stringify(DOCUMENT));
  sdk = await generatedClient(join(folder, "api.json"));
});
afterAll(async () => {
  await sdk.remove();
  await rm(folder, { recursive: true, force: true });
});

test("an answer in XML is handed out as its text, though its schema has the record in an envelope", async () => {
  const xml = "<Answer><Zone><Id>z1</Id></Zone></Answer>";
  const client = new sdk.module.default({
    baseUrl: "http://localhost:1",
    fetch: async () => new Response(xml, { headers: { "content-type": "text/xml" } }),
  });
  expect(await client.zones.get("z1")).toBe(xml);
});

test("its type is text, and none that the compiler rejects", async () => {
  expect(await typeErrors(sdk.folder)).toEqual([]);
  expect(await readFile(join(sdk.folder, "resources/Zones.d.ts"), "utf8")).toMatch(/get\(id: string.*Call<string>/);
});
