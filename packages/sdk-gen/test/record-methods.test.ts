import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";

const Pet = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
const pet = { $ref: "#/components/schemas/Pet" };
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const answers = (schema: object): object => ({ 200: { description: "", ...json(schema) } });
const id = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
const change = { type: "object" };

const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      get: { responses: answers({ type: "array", items: pet }) },
      put: { operationId: "putPet", requestBody: json(pet), responses: answers(pet) },
    },
    "/pets/{id}": {
      get: { parameters: id, responses: answers(pet) },
      patch: {
        parameters: id,
        requestBody: {
          content: {
            "application/apply-patch+yaml": { schema: change },
            "application/json-patch+json": { schema: change },
            "application/merge-patch+json": { schema: change },
          },
        },
        responses: answers(pet),
      },
    },
  },
  components: { schemas: { Pet } },
};

let sdk: GeneratedClient;
let folder: string;
const sent: { line: string; type: string | null; body: unknown }[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-pets-"));
  await writeFile(join(folder, "pets.json"), JSON.stringify(DESCRIPTION));
  sdk = await generatedClient(join(folder, "pets.json"));
});
afterAll(async () => {
  await sdk.remove();
  await rm(folder, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: what a description makes is not known when the tests are compiled
function pets(): any {
  sent.length = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const line = `${request.method} ${new URL(request.url).pathname}`;
    sent.push({ line, type: request.headers.get("content-type"), body: await request.json() });
    return Response.json({ id: 7, name: "Bo" });
  };
  return new sdk.module.default({ baseUrl: "http://pets", fetch }).pets;
}

test("where the path does not say which record is written, the body does", async () => {
  expect(await pets().replace(7, { name: "Bo" })).toEqual({ id: 7, name: "Bo" });
  expect(sent).toEqual([{ line: "PUT /pets", type: "application/json", body: { id: 7, name: "Bo" } }]);
});

test("a plain object is a change of the record, not a list of changes", async () => {
  await pets().update(7, { name: "Bo" });
  expect(sent).toEqual([{ line: "PATCH /pets/7", type: "application/merge-patch+json", body: { name: "Bo" } }]);
});
