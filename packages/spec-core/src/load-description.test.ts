import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DescriptionError } from "./errors/description-error.js";
import { loadDescription } from "./load-description.js";

const PETS = `openapi: 3.0.3
info:
  title: Pets
  version: 1.0.0
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        200:
          description: ok
`;

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-load-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function file(name: string, text: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

async function failure(source: string | URL | object): Promise<DescriptionError> {
  const outcome = await loadDescription(source).catch((error: unknown) => error);
  if (!(outcome instanceof DescriptionError)) throw new Error("expected a DescriptionError", { cause: outcome });
  return outcome;
}

async function failureOf(name: string, text: string): Promise<DescriptionError> {
  return failure(await file(name, text));
}

describe("sources", () => {
  test("a YAML file, named by its path", async () => {
    const path = await file("pets.yaml", PETS);
    const api = await loadDescription(path);
    expect(api).toMatchObject({ title: "Pets", version: "1.0.0", openapi: "3.0.3", source: path, files: [path] });
    expect(api.operations.map(({ id, method, path: at }) => [id, method, at])).toEqual([["listPets", "get", "/pets"]]);
    expect(api.operations[0]?.responses[0]).toMatchObject({ status: "200", description: "ok" });
  });

  test("a JSON file, named by a file URL", async () => {
    const path = await file(
      "pets.json",
      JSON.stringify({ openapi: "3.1.0", info: { title: "J", version: "2" }, paths: {} }),
    );
    for (const source of [pathToFileURL(path), pathToFileURL(path).href]) {
      expect(await loadDescription(source)).toMatchObject({ title: "J", openapi: "3.1.0", source: path });
    }
  });

  test("a value, which is left as it is", async () => {
    const value = { openapi: "3.1.0", info: { title: "V", version: "1" }, paths: { "/a": { get: {} } } };
    const before = structuredClone(value);
    const api = await loadDescription(value);
    expect(api).toMatchObject({ title: "V", source: "<object>", files: ["<object>"] });
    expect(api.operations.map(({ id }) => id)).toEqual(["getA"]);
    expect(api.document).toBe(value);
    expect(value).toEqual(before);
  });

  test("an http address", async () => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === "/pets.yaml" ? 200 : 404;
      response.end(PETS);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect(await loadDescription(`${base}/pets.yaml`)).toMatchObject({ title: "Pets", source: `${base}/pets.yaml` });
      expect(await failure(`${base}/cats.yaml`)).toMatchObject({
        code: "DESCRIPTION_NOT_FOUND",
        message: expect.stringContaining("answered 404"),
      });
    } finally {
      server.close();
    }
    expect(await failure(`${base}/pets.yaml`)).toMatchObject({
      code: "DESCRIPTION_UNREADABLE",
      message: expect.stringContaining("Cannot reach"),
    });
  });

  test("a byte order mark and Windows line ends do no harm", async () => {
    for (const [name, text] of [
      ["bom.yaml", `\uFEFF${PETS}`],
      ["crlf.yaml", PETS.replaceAll("\n", "\r\n")],
      ["bom.json", `\uFEFF${JSON.stringify({ openapi: "3.0.0", info: { title: "Pets" }, paths: {} })}`],
    ] as const) {
      expect((await loadDescription(await file(name, text))).title).toBe("Pets");
    }
    const utf16 = Buffer.from(`\uFEFF${PETS}`, "utf16le");
    expect((await loadDescription(await file("utf16.yaml", utf16))).title).toBe("Pets");
  });

  test("YAML keeps dates as text, understands merge keys, and takes numbers for status codes", async () => {
    const path = await file(
      "yaml.yaml",
      `openapi: 3.0.3
info: {title: 42, version: 1.0}
x-base: &base {description: shared}
paths:
  /a:
    get:
      x-since: 2020-01-02
      responses:
        404: {<<: *base}
`,
    );
    const api = await loadDescription(path);
    expect(api).toMatchObject({ title: "42", version: "1" });
    expect(api.operations[0]).toMatchObject({
      extensions: { "x-since": "2020-01-02" },
      responses: [{ status: "404", description: "shared" }],
    });
  });

  test("YAML's flow style and comments are taken in a file without the name .json", async () => {
    const api = await loadDescription(
      await file("flow.yaml", "{openapi: 3.0.0, # comment\n info: {title: F}, paths: {}}"),
    );
    expect(api.title).toBe("F");
  });
});

describe("what cannot be loaded", () => {
  test("a file that is not there, and a directory", async () => {
    expect(await failure(join(folder, "none.yaml"))).toMatchObject({
      code: "DESCRIPTION_NOT_FOUND",
      message: expect.stringContaining("none.yaml"),
      hint: expect.any(String),
    });
    expect(await failure(folder)).toMatchObject({
      code: "DESCRIPTION_UNREADABLE",
      message: expect.stringContaining("is a directory"),
    });
  });

  test("YAML that is wrong names line and column", async () => {
    const error = await failureOf("bad.yaml", "openapi: 3.0.0\ninfo:\n  title: A\n bad: 1\n");
    expect(error).toMatchObject({ code: "DESCRIPTION_SYNTAX", location: { line: 4, column: expect.any(Number) } });
  });

  test("a key that stands twice in YAML names the second", async () => {
    const error = await failureOf("twice.yaml", "openapi: 3.0.0\npaths: {}\ninfo: {}\npaths: {}\n");
    expect(error).toMatchObject({
      code: "DESCRIPTION_SYNTAX",
      message: expect.stringContaining("duplicated"),
      location: { line: 4, column: 1 },
    });
  });

  test.each([
    ['{\n  "openapi": "3.0.0",\n  "info": {"title": "A" "version": "1"}\n}', 3, 25, "comma"],
    ['{\n  "openapi": "3.0.0",\n}', 3, 1, "property name"],
    ['{\n  "openapi": 3.0.0\n}', 2, 17, "comma"],
    ['{\n  "openapi": "3.0', 2, 14, "quote"],
    ['{"openapi": "3.0.0"} extra', 1, 22, "nothing more"],
    ['{"openapi": "a\nb"}', 1, 15, "line break"],
    ['{"openapi": tru}', 1, 13, "value"],
  ])("JSON that is wrong names line and column: %s", async (text, line, column, reason) => {
    const error = await failureOf("bad.json", text);
    expect(error).toMatchObject({ code: "DESCRIPTION_SYNTAX", location: { line, column } });
    expect(error.message).toContain(reason);
  });

  test.each([
    ["", "empty"],
    ["# only a comment\n", "empty"],
    ["just words", "a string"],
    ["- a\n- b\n", "an array"],
    ["{}", "an empty object"],
    ["asyncapi: 2.6.0\n", "AsyncAPI"],
    ["arazzo: 1.0.0\n", "Arazzo"],
    ["$schema: https://json-schema.org/draft/2020-12/schema\n", "JSON Schema"],
    ["type: object\nproperties: {}\n", "JSON Schema"],
    ["info: {_postman_id: a, schema: https://schema.getpostman.com/x}\n", "Postman"],
    ["apiVersion: v1\nkind: Pod\n", "Kubernetes"],
    ["paths: {}\n", "without its version"],
    ["<!DOCTYPE html><html></html>", "HTML"],
    ["<definitions/>", "XML"],
    ["#%RAML 1.0\ntitle: A\n", "RAML"],
    ['{ "uuid": "1", "port": 3000, "routes": [] }', "Mockoon environment"],
    ['{ "posts": [{ "id": 1 }], "profile": { "name": "a" } }', "json-server"],
    ["name: something\n", "neither an `openapi` nor a `swagger` field"],
  ])("what is not OpenAPI is called by its name: %j", async (text, looksLike) => {
    const error = await failureOf("other.yaml", text);
    expect(error.code).toBe("DESCRIPTION_NOT_OPENAPI");
    expect(error.message).toContain(looksLike);
    expect(error.hint).toEqual(expect.any(String));
  });

  test.each([
    ["openapi: 4.0.0", "OpenAPI 4.0.0", "/openapi"],
    ["openapi: 3.9.1", "OpenAPI 3.9.1", "/openapi"],
    ["openapi: [3]", "OpenAPI version (an array)", "/openapi"],
    ["swagger: '1.2'", "Swagger 1.2", "/swagger"],
  ])("a version that is not supported: %s", async (line, what, pointer) => {
    const error = await failureOf("version.yaml", `info: {}\n${line}\npaths: {}\n`);
    expect(error).toMatchObject({ code: "DESCRIPTION_VERSION_UNSUPPORTED", location: { pointer, line: 2, column: 1 } });
    expect(error.message).toContain(what);
  });

  test("a document without paths; from 3.1 on webhooks or components will do", async () => {
    const info = { title: "A", version: "1" };
    expect(await failure({ openapi: "3.0.0", info, components: {} })).toMatchObject({
      code: "DESCRIPTION_NOT_OPENAPI",
    });
    expect(await failure({ openapi: "3.1.0", info })).toMatchObject({ code: "DESCRIPTION_NOT_OPENAPI" });
    expect((await loadDescription({ openapi: "3.1.0", info, components: {} })).operations).toEqual([]);
    const hooks = { made: { post: { requestBody: { content: { "application/json": {} } } } } };
    expect((await loadDescription({ openapi: "3.1.0", info, webhooks: hooks })).webhooks).toMatchObject([
      { name: "made", method: "post", pointer: "/webhooks/made/post" },
    ]);
  });
});

describe("versions", () => {
  test.each(["3.0.0", "3.0.4", "3.1.0", "3.1.1", "3.2.0", "3.1.0-rc1"])("OpenAPI %s", async (openapi) => {
    expect((await loadDescription({ openapi, info: {}, paths: {} })).openapi).toBe(openapi);
  });

  test("a version without quotes in YAML", async () => {
    expect((await loadDescription(await file("n.yaml", "openapi: 3.1\ninfo: {}\npaths: {}\n"))).openapi).toBe("3.1");
    expect((await loadDescription(await file("o.yaml", "openapi: 3.0\ninfo: {}\npaths: {}\n"))).openapi).toBe("3.0");
  });

  test("Swagger 2.0 is converted, its version and document stay", async () => {
    const document = {
      swagger: "2.0",
      info: { title: "Old", version: "1" },
      host: "example.com",
      basePath: "/v1",
      schemes: ["https"],
      consumes: ["application/json"],
      produces: ["application/json"],
      paths: {
        "/pets": {
          post: {
            parameters: [
              { name: "body", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } },
              { name: "ids", in: "query", type: "array", items: { type: "integer" }, collectionFormat: "csv" },
            ],
            responses: { 200: { description: "ok", schema: { $ref: "#/definitions/Pet" } } },
          },
        },
      },
      definitions: { Pet: { type: "object" } },
    };
    const api = await loadDescription(document);
    expect(api).toMatchObject({ openapi: "2.0", diagnostics: [] });
    expect(api.document).toBe(document);
    expect(api.servers[0]?.url).toBe("https://example.com/v1");
    const [operation] = api.operations;
    expect(operation?.requestBody?.content[0]).toMatchObject({
      type: "application/json",
      schema: { name: "Pet", uri: "#/components/schemas/Pet" },
    });
    expect(operation?.parameters).toMatchObject([{ name: "ids", in: "query", style: "form", explode: false }]);
  });

  test("a path of a Swagger 2.0 document that cannot be converted is left out and told", async () => {
    const api = await loadDescription({
      swagger: "2.0",
      info: { title: "Old", version: "1" },
      paths: {
        "/good": { get: { responses: { 200: { description: "ok" } } } },
        "/bad": { get: { parameters: [{ in: "body", name: "b", schema: { $ref: 7 } }], responses: {} } },
        "/fine": { get: { responses: { 200: { description: "ok" } } } },
      },
    });
    expect(api.operations.map(({ path }) => path)).toEqual(["/good", "/fine"]);
    expect(api.diagnostics).toMatchObject([
      { severity: "error", code: "conversion-failed", location: { pointer: "/paths/~1bad" } },
    ]);
  });

  test("positions in a Swagger 2.0 document are those of the file", async () => {
    const path = await file(
      "old.yaml",
      "swagger: '2.0'\ninfo: {title: A, version: '1'}\npaths: {}\ndefinitions:\n  Pet:\n    type: object\n",
    );
    const api = await loadDescription(path);
    expect(api.locate("#/components/schemas/Pet")).toMatchObject({
      file: path,
      pointer: "/definitions/Pet",
      line: 5,
      column: 3,
    });
  });
});

describe("positions", () => {
  test("of a pointer, of a URI, and of the nearest thing around what is not there", async () => {
    const yaml = await loadDescription(await file("pets.yaml", PETS));
    expect(yaml.locate("/paths/~1pets/get")).toMatchObject({ pointer: "/paths/~1pets/get", line: 7, column: 5 });
    expect(yaml.locate("#/paths/~1pets/get/responses/200")).toMatchObject({ line: 10, column: 9 });
    expect(yaml.locate("/paths/~1pets/put")).toMatchObject({ pointer: "/paths/~1pets/put", line: 6, column: 3 });
    const json = '{\n  "openapi": "3.0.0",\n  "info": {"a\\u0062": [1, {"c": 2}]},\n  "paths": {}\n}';
    const api = await loadDescription(await file("a.json", json));
    expect(api.locate("#/info/ab/1/c")).toMatchObject({ line: 3, column: 28 });
    expect(api.locate("/paths")).toMatchObject({ line: 4, column: 3 });
  });

  test("a value has pointers, but no lines", async () => {
    const api = await loadDescription({ openapi: "3.0.0", info: {}, paths: {} });
    expect({ ...api.locate("/paths") }).toEqual({
      file: "<object>",
      pointer: "/paths",
      line: undefined,
      column: undefined,
    });
  });
});

test("an example of any media type in Swagger 2.0 is one of each type that is produced", async () => {
  const get = { responses: { 200: { description: "ok", schema: { type: "object" }, examples: { "*/*": { a: 1 } } } } };
  const { operations } = await loadDescription({
    swagger: "2.0",
    info: { title: "A", version: "1" },
    produces: ["application/json", "application/xml"],
    paths: { "/a": { get }, "/b": { get: { ...get, produces: ["text/plain"] } } },
  });
  const shown = operations.map(({ responses }) =>
    responses[0]?.content.map(({ type, examples }) => [type, examples.map(({ value }) => value)]),
  );
  expect(shown).toEqual([
    [
      ["application/json", [{ a: 1 }]],
      ["application/xml", [{ a: 1 }]],
    ],
    [["text/plain", [{ a: 1 }]]],
  ]);
});
