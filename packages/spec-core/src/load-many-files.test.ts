import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DescriptionError } from "./errors/description-error.js";
import { loadDescription } from "./load-description.js";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-files-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** Writes the files (text, or a value as JSON) and gives the path of the first. */
async function files(contents: Readonly<Record<string, string | object>>): Promise<string> {
  for (const [name, content] of Object.entries(contents)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  }
  return join(folder, Object.keys(contents)[0] ?? "");
}

function urlOf(name: string): string {
  return pathToFileURL(join(folder, name)).href;
}

const HEAD = { openapi: "3.1.0", info: { title: "Parts", version: "1" } };

test("path items, parameters, bodies, responses, headers, examples, links and schemas may stand in files of their own", async () => {
  const root = await files({
    "api.yaml": `openapi: 3.0.3
info: {title: Parts, version: '1'}
paths:
  /pets/{id}:
    $ref: paths/pet.yaml
`,
    "paths/pet.yaml": `parameters:
  - $ref: ../parts.yaml#/parameters/id
put:
  operationId: putPet
  requestBody: {$ref: '../parts.yaml#/bodies/pet'}
  responses:
    '200': {$ref: '../parts.yaml#/responses/pet'}
`,
    "parts.yaml": `parameters:
  id: {name: id, in: path, required: true, schema: {$ref: 'models/id.json'}}
bodies:
  pet: {content: {application/json: {schema: {$ref: 'models/pet.yaml#/Pet'}}}}
responses:
  pet:
    description: ok
    headers: {X-Rate: {$ref: '#/headers/rate'}}
    content:
      application/json:
        schema: {$ref: './models/pet.yaml#/Pet'}
        examples: {rex: {$ref: '#/examples/rex'}}
    links: {self: {$ref: '#/links/self'}}
headers: {rate: {schema: {type: integer}}}
examples: {rex: {value: {name: Rex}}}
links: {self: {operationId: putPet}}
`,
    "models/pet.yaml": "Pet: {type: object, properties: {id: {$ref: id.json}, mother: {$ref: '#/Pet'}}}\n",
    "models/id.json": { type: "integer" },
  });
  const api = await loadDescription(root);
  expect(api.diagnostics).toEqual([]);
  expect(api.files.map((name) => name.slice(folder.length + 1))).toEqual([
    "api.yaml",
    "paths/pet.yaml",
    "parts.yaml",
    "models/id.json",
    "models/pet.yaml",
  ]);
  const [operation] = api.operations;
  const pet = api.schemas.at(`${urlOf("models/pet.yaml")}#/Pet`);
  expect(operation?.pointer).toBe("/paths/~1pets~1{id}/put");
  expect(operation?.parameters[0]?.schema.uri).toBe(`${urlOf("models/id.json")}#`);
  expect(operation?.requestBody?.content[0]?.schema).toBe(pet);
  expect(operation?.responses[0]).toMatchObject({
    headers: [{ name: "X-Rate" }],
    content: [{ examples: [{ name: "rex", value: { name: "Rex" } }] }],
    links: { self: { operationId: "putPet" } },
  });
  expect(operation?.responses[0]?.content[0]?.schema).toBe(pet);
  expect(api.locate(pet.uri)).toMatchObject({
    file: join(folder, "models/pet.yaml"),
    pointer: "/Pet",
    line: 1,
    column: 1,
  });
  expect(api.locate("/paths/~1pets~1{id}/put/requestBody")).toMatchObject({
    file: join(folder, "paths/pet.yaml"),
    pointer: "/put/requestBody",
    line: 5,
  });
});

test("a file that refers back to the root means the root's own parts", async () => {
  const root = await files({
    "api.json": {
      ...HEAD,
      paths: { "/a": { $ref: "a.json" } },
      components: { schemas: { A: { type: "string" } } },
    },
    "a.json": {
      get: {
        responses: { 200: { content: { "text/plain": { schema: { $ref: "api.json#/components/schemas/A" } } } } },
      },
    },
  });
  const api = await loadDescription(root);
  expect(api.operations[0]?.responses[0]?.content[0]?.schema).toBe(api.schemas.at("#/components/schemas/A"));
});

test("whole sections may stand in files: paths, components, maps of schemas", async () => {
  const root = await files({
    "api.json": { ...HEAD, paths: { $ref: "paths.json" }, components: { schemas: { $ref: "schemas.json" } } },
    "paths.json": {
      "/a": {
        get: { responses: { 200: { content: { "a/b": { schema: { $ref: "api.json#/components/schemas/A" } } } } } },
      },
    },
    "schemas.json": { A: { type: "string" } },
  });
  const api = await loadDescription(root);
  expect(api.operations.map(({ path }) => path)).toEqual(["/a"]);
  expect(api.operations[0]?.responses[0]?.content[0]?.schema?.uri).toBe(`${urlOf("schemas.json")}#/A`);
});

test("names with spaces, percent signs and slashes are found however they are escaped", async () => {
  const root = await files({
    "api.json": {
      ...HEAD,
      paths: {
        "/a": {
          parameters: [{ $ref: "my%20parts.json#/in~1out/100%25" }, { $ref: "my parts.json#/in~1out/a b" }],
          get: { responses: { 200: {} } },
        },
      },
    },
    "my parts.json": {
      "in/out": { "100%": { name: "p", in: "query", schema: {} }, "a b": { name: "q", in: "query", schema: {} } },
    },
  });
  const api = await loadDescription(root);
  expect(api.diagnostics).toEqual([]);
  expect(api.operations[0]?.parameters.map(({ name }) => name)).toEqual(["p", "q"]);
});

test("references inside examples, defaults, enums, constants and extensions are data and read no file", async () => {
  const data = { $ref: "nowhere.json" };
  const root = await files({
    "api.json": {
      ...HEAD,
      "x-data": data,
      paths: {
        "/a": {
          get: {
            "x-data": data,
            responses: {
              default: {
                content: {
                  "application/json": {
                    example: data,
                    examples: { one: { value: data } },
                    schema: { default: data, enum: [data], const: data, examples: [data] },
                  },
                },
                links: { one: { parameters: { a: data }, requestBody: data } },
              },
            },
          },
        },
      },
    },
  });
  const api = await loadDescription(root);
  expect(api.diagnostics).toEqual([]);
  expect(api.files).toHaveLength(1);
  const [content] = api.operations[0]?.responses[0]?.content ?? [];
  expect(content?.schema?.json).toMatchObject({ default: data, enum: [data], const: data, examples: [data] });
  // An example that is only a reference stands for what the description has there, which is nothing.
  expect(content?.examples).toEqual([]);
});

test("properties named like keywords are no data", async () => {
  const schema = { properties: { default: { $ref: "#/components/schemas/No" }, example: { $ref: "part.json" } } };
  const root = await files({
    "api.json": { ...HEAD, paths: {}, components: { schemas: { A: schema } } },
    "part.json": { type: "string" },
  });
  const api = await loadDescription(root);
  expect(api.files).toHaveLength(2);
  expect(api.diagnostics).toMatchObject([
    { code: "unresolved-reference", location: { pointer: expect.stringContaining("default") } },
  ]);
});

test("a missing or broken file is told with the place that refers to it", async () => {
  const root = await files({
    "api.yaml": `openapi: 3.0.3
info: {title: Parts, version: '1'}
paths:
  /a:
    get:
      operationId: getA
      responses:
        200: {$ref: missing.yaml}
  /b:
    get:
      operationId: getB
      responses:
        200: {$ref: broken.yaml}
`,
    "broken.yaml": "description: ok\n bad: 1\n",
  });
  const api = await loadDescription(root);
  expect(api.operations.map(({ id }) => id)).toEqual(["getA", "getB"]);
  expect(api.diagnostics).toMatchObject([
    {
      severity: "error",
      code: "unresolved-reference",
      message: expect.stringContaining("missing.yaml"),
      location: { file: root, line: 8 },
      operations: ["getA"],
    },
    {
      severity: "error",
      code: "unresolved-reference",
      message: expect.stringContaining("broken.yaml:2:"),
      location: { file: root, line: 13 },
      operations: ["getB"],
    },
  ]);
});

test("a missing file with all the paths is a DescriptionError", async () => {
  const root = await files({ "api.json": { ...HEAD, paths: { $ref: "paths.json" } } });
  const error = await loadDescription(root).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DescriptionError);
  expect(error).toMatchObject({ code: "REFERENCE_UNRESOLVED", message: expect.stringContaining("paths.json") });
});

test("references to the network are rejected unless they are allowed", async () => {
  const server = createServer((_request, response) => response.end('{"Pet": {"type": "string"}}'));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pet.json`;
  const document = {
    ...HEAD,
    paths: { "/a": { get: { responses: { 200: { content: { "a/b": { schema: { $ref: `${url}#/Pet` } } } } } } } },
  };
  try {
    const refused = await loadDescription(document);
    expect(refused.diagnostics).toMatchObject([
      {
        severity: "error",
        code: "refused-reference",
        operations: ["getA"],
        hint: expect.stringContaining("allowRefs"),
      },
    ]);
    const allowed = await loadDescription(document, { allowRefs: true });
    expect(allowed.diagnostics).toEqual([]);
    expect(allowed.operations[0]?.responses[0]?.content[0]?.schema?.json).toMatchObject({ type: "string" });
    expect(document.paths["/a"].get.responses[200].content["a/b"].schema.$ref).toBe(`${url}#/Pet`);
  } finally {
    server.close();
  }
});

test("schemas are found by $id and $anchor, also relative to an $id around them", async () => {
  const api = await loadDescription({
    ...HEAD,
    paths: {
      "/a": {
        get: {
          responses: {
            200: { content: { "a/b": { schema: { $ref: "https://example.com/schemas/pet" } } } },
            201: { content: { "a/b": { schema: { $ref: "#named" } } } },
            202: { content: { "a/b": { schema: { $ref: "#/components/schemas/Owner/properties/pet" } } } },
          },
        },
      },
    },
    components: {
      schemas: {
        Pet: { $id: "https://example.com/schemas/pet", type: "object" },
        Name: { $anchor: "named", type: "string" },
        Owner: { $id: "https://example.com/schemas/owner", properties: { pet: { $ref: "pet" } } },
      },
    },
  });
  expect(api.diagnostics).toEqual([]);
  expect(api.operations[0]?.responses.map(({ content }) => content[0]?.schema?.uri)).toEqual([
    "#/components/schemas/Pet",
    "#/components/schemas/Name",
    "#/components/schemas/Pet",
  ]);
});

test("long texts may stand in files of their own", async () => {
  const root = await files({
    "api.yaml": `openapi: 3.0.3
info: {title: Parts, version: '1'}
tags: [{name: a, description: {$ref: 'texts.yaml#/a'}}, {name: b, description: {$ref: intro.md}}]
paths: {}
`,
    "texts.yaml": "a: About a\n",
    "intro.md": "# Hello: world\n",
  });
  const { tags } = await loadDescription(root);
  expect(tags).toEqual([
    { name: "a", description: "About a" },
    { name: "b", description: "# Hello: world\n" },
  ]);
});

test("a Swagger 2.0 description may have parts in other files", async () => {
  const root = await files({
    "api.json": {
      swagger: "2.0",
      info: { title: "Old", version: "1" },
      paths: { "/pets": { $ref: "pets.json" } },
    },
    "pets.json": {
      post: {
        parameters: [{ name: "body", in: "body", schema: { $ref: "models.json#/definitions/Pet" } }],
        responses: { 200: { description: "ok", schema: { $ref: "models.json#/definitions/Pet" } } },
      },
    },
    "models.json": {
      definitions: {
        Pet: {
          type: "object",
          properties: { mother: { $ref: "#/definitions/Pet" }, tag: { $ref: "#/definitions/Tag" } },
        },
        Tag: { type: "string", "x-nullable": true },
      },
    },
  });
  const api = await loadDescription(root);
  expect(api.diagnostics).toEqual([]);
  const [operation] = api.operations;
  const schema = operation?.requestBody?.content[0]?.schema;
  expect(schema?.name).toBe("Pet");
  expect(operation?.responses[0]?.content[0]?.schema).toBe(schema);
  expect(schema?.json).toMatchObject({ properties: { mother: { $ref: schema?.uri } } });
});
