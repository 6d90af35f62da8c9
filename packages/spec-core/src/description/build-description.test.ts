import { describe, expect, test } from "vitest";
import { loadDescription } from "../load-description.js";
import type { ApiDescription, Operation } from "../model/api-description.js";

/** A description with these paths and root fields. */
async function load(paths: object, rest: object = {}): Promise<ApiDescription> {
  return await loadDescription({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths, ...rest });
}

/** The only operation of a description with these fields in it. */
async function operationOf(operation: object, rest: object = {}): Promise<Operation> {
  const { operations } = await load({ "/a": { post: operation } }, rest);
  const [only] = operations;
  if (!only) throw new Error("no operation");
  return only;
}

const OK = { responses: { 200: { description: "ok" } } };

function codes({ diagnostics }: ApiDescription): string[] {
  return diagnostics.map(({ code }) => code);
}

describe("operations", () => {
  test("come path by path, in OpenAPI's order of methods", async () => {
    const { operations } = await load({ "/b": { delete: OK, get: OK }, "/a": { patch: OK, put: OK } });
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "get /b",
      "delete /b",
      "put /a",
      "patch /a",
    ]);
  });

  test("without an operationId get a name made of method and path", async () => {
    const { operations, diagnostics } = await load({
      "/": { get: OK },
      "/pets/{petId}": { parameters: [{ name: "petId", in: "path", required: true, schema: {} }], get: OK },
      "/pets/{petId}/photos.json": {
        parameters: [{ name: "petId", in: "path", required: true, schema: {} }],
        post: OK,
      },
    });
    expect(operations.map(({ id, operationId }) => [id, operationId])).toEqual([
      ["getRoot", undefined],
      ["getPetsByPetId", undefined],
      ["postPetsByPetIdPhotosJson", undefined],
    ]);
    expect(diagnostics).toEqual([]);
  });

  test("with the same operationId get a number, and a made name never takes a written one", async () => {
    const api = await load({
      "/a": { get: { ...OK, operationId: "x" }, put: { ...OK, operationId: "x" }, post: OK },
      "/b": { get: { ...OK, operationId: "x2" }, put: { ...OK, operationId: "postA" } },
    });
    expect(api.operations.map(({ id }) => id)).toEqual(["x", "x3", "postA2", "x2", "postA"]);
    expect(api.diagnostics).toMatchObject([
      { severity: "warning", code: "duplicate-operation-id", location: { pointer: "/paths/~1a/put/operationId" } },
    ]);
  });

  test("keep tags, texts, extensions and their place", async () => {
    expect(
      await operationOf({ ...OK, tags: ["a", 7], summary: "S", description: "D", deprecated: true, "x-a": { b: 1 } }),
    ).toMatchObject({
      tags: ["a"],
      summary: "S",
      description: "D",
      deprecated: true,
      extensions: { "x-a": { b: 1 } },
      pointer: "/paths/~1a/post",
    });
  });

  test("of OpenAPI 3.2 may use QUERY and methods of their own", async () => {
    const paths = { "/a": { query: OK, additionalOperations: { COPY: OK }, get: OK } };
    const api = await load(paths, { openapi: "3.2.0" });
    expect(api.operations.map(({ method, pointer }) => [method, pointer])).toEqual([
      ["get", "/paths/~1a/get"],
      ["query", "/paths/~1a/query"],
      ["copy", "/paths/~1a/additionalOperations/COPY"],
    ]);
    expect((await load(paths)).operations.map(({ method }) => method)).toEqual(["get"]);
  });

  test("of a path item with $ref are joined by its own, which win", async () => {
    const { operations } = await load(
      { "/a": { $ref: "#/components/pathItems/shared", get: { ...OK, operationId: "own" } } },
      {
        components: {
          pathItems: { shared: { get: { ...OK, operationId: "shared" }, put: { ...OK, operationId: "put" } } },
        },
      },
    );
    expect(operations.map(({ id }) => id)).toEqual(["own", "put"]);
  });

  test("on paths that match the same requests, or do not begin with a slash, are told", async () => {
    const parameters = [{ name: "a", in: "path", required: true, schema: {} }];
    const other = [{ name: "b", in: "path", required: true, schema: {} }];
    const api = await load({
      "/x/{a}": { parameters, get: OK },
      "/x/{b}": { parameters: other, put: OK },
      y: { get: OK },
      "x-note": { get: OK },
    });
    expect(codes(api)).toEqual(["ambiguous-path", "invalid-path"]);
    expect(api.operations).toHaveLength(3);
  });
});

describe("parameters", () => {
  test("of the path item are shared; the operation's own win by name and place", async () => {
    const { operations } = await load({
      "/a": {
        parameters: [
          { name: "q", in: "query", description: "shared", schema: {} },
          { name: "X-Trace", in: "header", description: "shared", schema: {} },
          { name: "q", in: "cookie", description: "cookie", schema: {} },
        ],
        get: {
          ...OK,
          parameters: [
            { name: "q", in: "query", description: "own", schema: {} },
            { name: "x-trace", in: "header", description: "own", schema: {} },
          ],
        },
      },
    });
    expect(operations[0]?.parameters.map((one) => [one.name, one.in, one.description])).toEqual([
      ["q", "query", "own"],
      ["x-trace", "header", "own"],
      ["q", "cookie", "cookie"],
    ]);
  });

  test.each([
    ["path", "simple", false],
    ["query", "form", true],
    ["header", "simple", false],
    ["cookie", "form", true],
  ])("in %s have the style %s unless they say otherwise", async (location, style, explode) => {
    const { operations } = await load({
      "/{a}": {
        get: {
          ...OK,
          parameters: [
            { name: "a", in: location, schema: {} },
            { name: "a", in: "path", schema: {} },
          ],
        },
      },
    });
    const parameter = operations[0]?.parameters.find((one) => one.in === location);
    expect(parameter).toMatchObject({ style, explode, required: location === "path" });
  });

  test("keep a style of their own; explode follows the style", async () => {
    const { parameters } = await operationOf({
      ...OK,
      parameters: [
        { name: "a", in: "query", style: "pipeDelimited", schema: {} },
        { name: "b", in: "query", style: "deepObject", explode: true, schema: {} },
        {
          name: "c",
          in: "query",
          style: "form",
          explode: false,
          allowReserved: true,
          allowEmptyValue: true,
          schema: {},
        },
      ],
    });
    expect(parameters).toMatchObject([
      { style: "pipeDelimited", explode: false },
      { style: "deepObject", explode: true },
      { style: "form", explode: false, allowReserved: true, allowEmptyValue: true },
    ]);
  });

  test("with a style that their place does not take get its default, and a diagnostic", async () => {
    const api = await load({
      "/a": { get: { ...OK, parameters: [{ name: "h", in: "header", style: "form", schema: {} }] } },
    });
    expect(codes(api)).toEqual(["invalid-style"]);
    expect(api.operations[0]?.parameters[0]).toMatchObject({ style: "simple", explode: false });
  });

  test("in headers that media types and security speak for are ignored", async () => {
    const parameters = ["Accept", "content-type", "AUTHORIZATION", "X-Other"].map((name) => ({
      name,
      in: "header",
      schema: {},
    }));
    expect((await operationOf({ ...OK, parameters })).parameters.map(({ name }) => name)).toEqual(["X-Other"]);
  });

  test("that the path names and nobody declares are text; those it does not name are left out", async () => {
    const api = await load({
      "/a/{one}/{two}": {
        get: {
          ...OK,
          parameters: [
            { name: "two", in: "path", required: true, schema: { type: "integer" } },
            { name: "three", in: "path", required: true, schema: {} },
          ],
        },
      },
    });
    const [operation] = api.operations;
    expect(operation?.parameters.map(({ name, schema }) => [name, schema.json])).toEqual([
      ["one", { type: "string" }],
      ["two", { type: "integer" }],
    ]);
    expect(api.diagnostics).toMatchObject([
      { code: "path-parameter-not-in-path", operations: ["getAByOneByTwo"] },
      { code: "undeclared-path-parameter", operations: ["getAByOneByTwo"] },
    ]);
  });

  test("without a name or in an unknown place are left out with a diagnostic", async () => {
    const api = await load({ "/a": { get: { ...OK, parameters: [{ in: "query" }, { name: "b", in: "body" }] } } });
    expect(codes(api)).toEqual(["invalid-parameter", "invalid-parameter"]);
    expect(api.operations[0]?.parameters).toEqual([]);
  });

  test("described by content have its schema and examples", async () => {
    const { parameters } = await operationOf(
      {
        ...OK,
        parameters: [
          {
            name: "filter",
            in: "query",
            content: { "Application/JSON": { schema: { type: "object" }, example: { a: 1 } } },
          },
          {
            name: "all",
            in: "querystring",
            content: { "application/x-www-form-urlencoded": { schema: { type: "object" } } },
          },
        ],
      },
      { openapi: "3.2.0" },
    );
    expect(parameters).toMatchObject([
      {
        content: { type: "application/json" },
        schema: { json: { type: "object" } },
        examples: [{ name: "", value: { a: 1 } }],
      },
      { in: "querystring", content: { type: "application/x-www-form-urlencoded" } },
    ]);
  });

  test("that several operations refer to are one object", async () => {
    const shared = { parameters: [{ $ref: "#/components/parameters/limit" }], ...OK };
    const { operations } = await load(
      { "/a": { get: shared }, "/b": { get: shared } },
      { components: { parameters: { limit: { name: "limit", in: "query", schema: { type: "integer" } } } } },
    );
    expect(operations[0]?.parameters[0]).toBe(operations[1]?.parameters[0]);
  });
});

describe("bodies and responses", () => {
  test("statuses are read as numbers, ranges in either case, and default", async () => {
    const api = await load({
      "/a": { get: { responses: { 200: {}, "4xx": {}, "5XX": {}, default: {}, OK: {}, 99: {}, "x-note": {} } } },
    });
    expect(api.operations[0]?.responses.map(({ status }) => status)).toEqual(["200", "4XX", "5XX", "default"]);
    expect(codes(api)).toEqual(["invalid-status", "invalid-status"]);
  });

  test("headers and header parameters with names that HTTP does not allow are skipped with a warning", async () => {
    const headers = { "X-Good": {}, "X-Rate Limit": {}, "X-Colon:": {}, "": {} };
    const parameters = [
      { name: "X Key", in: "header", required: true },
      { name: "X-Key", in: "header" },
    ];
    const api = await load({ "/a": { get: { parameters, responses: { 200: { headers } } } } });
    const [operation] = api.operations;
    expect(operation?.parameters.map(({ name }) => name)).toEqual(["X-Key"]);
    expect(operation?.responses[0]?.headers.map(({ name }) => name)).toEqual(["X-Good"]);
    expect(codes(api)).toEqual(Array.from({ length: 4 }, () => "invalid-header"));
    expect(api.diagnostics[0]).toMatchObject({ message: expect.stringContaining("X"), hint: expect.any(String) });
  });

  test("hold media types in lower case with schemas, item schemas, encodings and examples", async () => {
    const { requestBody, responses } = await operationOf(
      {
        requestBody: {
          required: true,
          content: {
            "Multipart/Form-Data": {
              schema: { type: "object" },
              encoding: {
                a: { contentType: "image/png", style: "form", explode: true, headers: { "X-A": { schema: {} } } },
              },
            },
          },
        },
        responses: {
          200: {
            content: {
              "application/jsonl": { itemSchema: { type: "string" }, examples: { a: { summary: "A", value: 1 } } },
            },
          },
        },
      },
      { openapi: "3.2.0" },
    );
    expect(requestBody).toMatchObject({
      required: true,
      content: [
        {
          type: "multipart/form-data",
          encoding: { a: { contentType: "image/png", style: "form", explode: true, headers: [{ name: "X-A" }] } },
        },
      ],
    });
    expect(responses[0]?.content).toMatchObject([
      {
        type: "application/jsonl",
        schema: undefined,
        itemSchema: { json: { type: "string" } },
        examples: [{ name: "a", summary: "A", value: 1 }],
      },
    ]);
  });

  test("headers have a schema of their own or by content; Content-Type is none", async () => {
    const { responses } = await operationOf({
      responses: {
        200: {
          headers: {
            "X-A": { required: true, schema: { type: "integer" }, example: 1 },
            "X-B": { content: { "application/json": { schema: { type: "array" } } } },
            "Content-Type": { schema: {} },
          },
        },
      },
    });
    expect(responses[0]?.headers).toMatchObject([
      { name: "X-A", required: true, schema: { json: { type: "integer" } }, examples: [{ value: 1 }] },
      { name: "X-B", required: false, schema: { json: { type: "array" } } },
    ]);
  });

  test("examples are read as written, by reference, as a list, and as bare values", async () => {
    const of = async (media: object) =>
      (
        await operationOf(
          { responses: { 200: { content: { "a/b": media } } } },
          { components: { examples: { e: { value: "by reference" } } } },
        )
      ).responses[0]?.content[0]?.examples.map(({ name, value }) => [name, value]);
    expect(await of({ example: null })).toEqual([["", null]]);
    expect(
      await of({ examples: { a: { $ref: "#/components/examples/e" }, b: { externalValue: "http://x" } } }),
    ).toEqual([["a", "by reference"]]);
    expect(
      await of({
        examples: { a: { value: { $ref: "#/components/examples/e" } }, b: { value: { $ref: "examples/absent.json" } } },
      }),
    ).toEqual([["a", "by reference"]]);
    expect(await of({ example: { $ref: "#/components/examples/e" } })).toEqual([["", "by reference"]]);
    expect(await of({ examples: [1, 2] })).toEqual([
      ["0", 1],
      ["1", 2],
    ]);
    expect(await of({ examples: { a: { id: 1 }, b: "text", c: { dataValue: 3 } } })).toEqual([
      ["a", { id: 1 }],
      ["b", "text"],
      ["c", 3],
    ]);
  });

  test("follow chains of references", async () => {
    const { responses } = await operationOf(
      { responses: { 200: { $ref: "#/components/responses/a" } } },
      { components: { responses: { a: { $ref: "#/components/responses/b" }, b: { description: "end" } } } },
    );
    expect(responses[0]?.description).toBe("end");
  });
});

describe("servers and security", () => {
  test("servers have their variables filled in; the nearest list counts", async () => {
    const variables = { env: { default: "dev", enum: ["dev", "live"] }, port: { default: 8080 } };
    const api = await load(
      {
        "/a": { get: OK, put: { ...OK, servers: [{ url: "/own" }] } },
        "/b": { servers: [{ url: "/path" }], get: OK },
      },
      { servers: [{ url: "https://{env}.example.com:{port}/{other}", description: "D", variables }] },
    );
    expect(api.servers).toEqual([
      {
        url: "https://dev.example.com:8080/{other}",
        urlTemplate: "https://{env}.example.com:{port}/{other}",
        description: "D",
        variables: { env: { default: "dev", enum: ["dev", "live"] }, port: { default: "8080", enum: undefined } },
      },
    ]);
    expect(api.operations.map(({ servers }) => servers[0]?.url)).toEqual([api.servers[0]?.url, "/own", "/path"]);
    expect((await load({})).servers.map(({ url }) => url)).toEqual(["/"]);
  });

  test("security is the document's unless an operation has its own; {} is an alternative that asks for nothing", async () => {
    const { operations } = await load(
      {
        "/a": {
          get: OK,
          put: { ...OK, security: [] },
          post: { ...OK, security: [{ key: [], oauth: ["read"] }, {}] },
        },
      },
      { security: [{ key: [] }] },
    );
    expect(operations.map(({ method, security }) => [method, security])).toEqual([
      ["get", [[{ scheme: "key", scopes: [] }]]],
      ["put", []],
      [
        "post",
        [
          [
            { scheme: "key", scopes: [] },
            { scheme: "oauth", scopes: ["read"] },
          ],
          [],
        ],
      ],
    ]);
  });

  test("security schemes of each kind; incomplete ones are left out with a diagnostic", async () => {
    const api = await load(
      {},
      {
        components: {
          securitySchemes: {
            key: { type: "apiKey", name: "X-Key", in: "header" },
            bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "D" },
            tls: { type: "mutualTLS" },
            oauth: { type: "oauth2", flows: { implicit: {} } },
            oidc: { type: "openIdConnect", openIdConnectUrl: "https://example.com" },
            again: { $ref: "#/components/securitySchemes/key" },
            broken: { type: "apiKey", in: "header" },
          },
        },
      },
    );
    expect(Object.fromEntries(api.securitySchemes)).toEqual({
      key: { type: "apiKey", name: "X-Key", in: "header" },
      bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "D" },
      tls: { type: "mutualTLS" },
      oauth: { type: "oauth2", flows: { implicit: {} } },
      oidc: { type: "openIdConnect", openIdConnectUrl: "https://example.com" },
      again: { type: "apiKey", name: "X-Key", in: "header" },
    });
    expect(codes(api)).toEqual(["invalid-security-scheme"]);
  });
});

describe("sloppy documents", () => {
  test("null and empty values where objects and lists belong mean nothing is there", async () => {
    const api = await load({
      "/a": {
        parameters: null,
        get: {
          parameters: {},
          requestBody: null,
          responses: { 204: null, 200: { content: { "application/json": null } } },
        },
        put: { responses: null, tags: null, security: null, servers: null },
        post: null,
      },
      "/b": null,
    });
    expect(api.diagnostics).toEqual([]);
    expect(api.operations.map(({ method, responses }) => [method, responses.map(({ status }) => status)])).toEqual([
      ["get", ["200", "204"]],
      ["put", []],
    ]);
    expect(api.operations[0]?.responses[0]?.content).toMatchObject([{ type: "application/json", schema: undefined }]);
  });

  test("values of the wrong kind are left out with a diagnostic that names the place", async () => {
    const api = await load({ "/a": { get: { parameters: "none", responses: { 200: "ok", 404: { headers: [] } } } } });
    expect(api.operations[0]).toMatchObject({
      parameters: [],
      responses: [{ status: "200" }, { status: "404", headers: [] }],
    });
    expect(api.diagnostics.map(({ code, location }) => [code, location.pointer])).toEqual([
      ["unexpected-value", "/paths/~1a/get/parameters"],
      ["unexpected-value", "/paths/~1a/get/responses/200"],
      ["unexpected-value", "/paths/~1a/get/responses/404/headers"],
    ]);
  });

  test("texts that YAML took for numbers are texts", async () => {
    const { description } = await operationOf({ ...OK, description: 7 });
    expect(description).toBe("7");
  });
});

describe("diagnostics", () => {
  const broken = {
    "/a/{id}": {
      servers: "none",
      get: { parameters: [{ name: "x", in: "nowhere" }], callbacks: 7, responses: { 999: {}, 200: { $ref: "#/x" } } },
      put: OK,
    },
    "/b": { get: OK },
  };
  const problems = async (use: (api: ApiDescription) => void): Promise<string[]> => {
    const api = await load(broken);
    use(api);
    return codes(api);
  };

  test("are the same, each once, whatever was looked at before", async () => {
    const untouched = await problems(() => {});
    expect(untouched.toSorted()).toEqual(
      ["unresolved-reference", "unexpected-value", "unexpected-value", "invalid-parameter", "invalid-status"]
        .concat("undeclared-path-parameter", "undeclared-path-parameter")
        .toSorted(),
    );
    const parts = ["servers", "responses", "callbacks", "parameters", "role", "roleReason"] as const;
    for (const part of parts) {
      const touched = await problems(({ operations }) => {
        for (const operation of operations) void operation[part];
      });
      expect(touched.toSorted(), part).toEqual(untouched.toSorted());
    }
  });

  test("of severity error are known without looking at the others", async () => {
    const api = await load(broken);
    const { errors } = api;
    expect(errors).toMatchObject([{ code: "unresolved-reference", operations: ["getAById"] }]);
    expect(api.diagnostics.filter(({ severity }) => severity === "error")).toEqual(errors);
  });
});
