import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleDescription } from "./bundle-description.js";
import { loadDescription } from "./load-description.js";
import { readDescription } from "./read/read-source.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-bundle-"));
  await mkdir(join(folder, "parts"));
});
afterEach(() => rm(folder, { recursive: true }));

const file = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);

test.each(["3.0.3", "3.1.0"])("a description of many files becomes one that stands alone (%s)", async (version) => {
  await file(
    "api.yaml",
    `openapi: ${version}
info: { title: Many, version: '1' }
paths:
  /pets: { $ref: parts/pets.yaml }
  /own: { get: { operationId: own, responses: { '200': { $ref: 'api.yaml#/components/responses/Pets' } } } }
components:
  responses: { Pets: { description: ok, content: { application/json: { schema: { $ref: 'parts/pet.yaml#/Pet' } } } } }
`,
  );
  await file(
    "parts/pets.yaml",
    "get: { operationId: listPets, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: 'pet.yaml#/Pet' } } } } } } }",
  );
  await file(
    "parts/pet.yaml",
    "Pet: { type: object, properties: { name: { type: string }, mother: { $ref: '#/Pet' } } }",
  );

  const bundle = await bundleDescription(join(folder, "api.yaml"));
  expect(JSON.stringify(bundle)).not.toMatch(/"\$ref":"(?!#\/)/);

  const [api, whole] = [await loadDescription(bundle), await loadDescription(join(folder, "api.yaml"))];
  expect(api.files).toHaveLength(1);
  expect(api.diagnostics).toEqual([]);
  expect(api.operations.map(({ id }) => id)).toEqual(whole.operations.map(({ id }) => id));
  const validator = api.operations[0]?.responses[0]?.content[0]?.schema;
  expect(validator && api.schemas.validator(validator, "response").violations([{ mother: { name: 1 } }])).toMatchObject(
    [{ path: "/0/mother/name" }],
  );
});

test("a description that was read is loaded and bundled, in any order and again, as its file would be", async () => {
  await file(
    "api.yaml",
    `openapi: 3.1.0
info: { title: Read, version: '1' }
paths: { /pets: { get: { responses: { '200': { $ref: 'parts/pet.yaml#/Pets' } } } } }
`,
  );
  await file("parts/pet.yaml", "Pets: { description: ok }\n");
  const [api, document] = [
    await loadDescription(join(folder, "api.yaml")),
    await bundleDescription(join(folder, "api.yaml")),
  ];
  const read = await readDescription(join(folder, "api.yaml"));
  await rm(join(folder, "api.yaml"));
  expect(await bundleDescription(read)).toEqual(document);
  expect((await loadDescription(read)).operations[0]?.responses).toEqual(api.operations[0]?.responses);
  expect(await bundleDescription(read)).toEqual(document);
});
