import { expect, test } from "vitest";
import { DescriptionError } from "./errors/description-error.js";
import { loadDescription } from "./load-description.js";

/** Small documents that use every kind of object once. */
const DOCUMENTS: Readonly<Record<string, object>> = {
  "OpenAPI 3.0": {
    openapi: "3.0.3",
    info: { title: "Pets", version: "1", description: "All pets" },
    servers: [{ url: "https://{env}.example.com", variables: { env: { default: "dev", enum: ["dev", "live"] } } }],
    tags: [{ name: "pets", description: "Pets" }],
    security: [{ key: [] }, {}],
    paths: {
      "/pets": {
        parameters: [{ name: "trace", in: "header", schema: { type: "string" } }],
        get: {
          operationId: "listPets",
          tags: ["pets"],
          parameters: [
            { $ref: "#/components/parameters/limit" },
            { name: "filter", in: "query", content: { "application/json": { schema: { type: "object" } } } },
          ],
          responses: {
            200: {
              description: "ok",
              headers: { "X-Total": { schema: { type: "integer" }, example: 3 } },
              content: {
                "application/json": {
                  schema: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
                  examples: { one: { $ref: "#/components/examples/one" } },
                },
              },
              links: { first: { operationId: "readPet", parameters: { petId: "$response.body#/0/id" } } },
            },
            default: { $ref: "#/components/responses/error" },
          },
        },
        post: {
          requestBody: {
            required: true,
            content: {
              "multipart/form-data": {
                schema: { $ref: "#/components/schemas/Pet" },
                encoding: { photo: { contentType: "image/png", headers: { "X-A": { schema: { type: "string" } } } } },
              },
            },
          },
          callbacks: { made: { "{$request.body#/url}": { post: { responses: { 200: { description: "ok" } } } } } },
          responses: { 201: { description: "made" } },
          servers: [{ url: "/other" }],
          security: [],
        },
      },
      "/pets/{petId}": {
        get: {
          operationId: "readPet",
          parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }],
          responses: { "2XX": { description: "ok" } },
        },
      },
    },
    components: {
      schemas: {
        Pet: {
          type: "object",
          required: ["id"],
          properties: { id: { type: "integer" }, parent: { $ref: "#/components/schemas/Pet" } },
          discriminator: { propertyName: "kind", mapping: { dog: "#/components/schemas/Pet" } },
        },
      },
      parameters: { limit: { name: "limit", in: "query", style: "form", schema: { type: "integer" }, example: 5 } },
      responses: { error: { description: "bad", content: { "application/json": {} } } },
      examples: { one: { summary: "One", value: [{ id: 1 }] } },
      securitySchemes: { key: { type: "apiKey", name: "key", in: "header" }, oauth: { type: "oauth2", flows: {} } },
    },
  },
  "OpenAPI 3.2": {
    openapi: "3.2.0",
    info: { title: "Logs", version: "2" },
    paths: {
      "/logs": {
        $ref: "#/components/pathItems/logs",
        query: { parameters: [{ name: "q", in: "querystring", content: { "application/x-www-form-urlencoded": {} } }] },
        additionalOperations: { COPY: { responses: { 200: { description: "ok" } } } },
      },
    },
    webhooks: { made: { post: { requestBody: { content: { "application/json": { schema: true } } } } } },
    components: {
      pathItems: {
        logs: { get: { responses: { 200: { content: { "application/jsonl": { itemSchema: { type: "object" } } } } } } },
      },
      schemas: { A: { $anchor: "a", type: "string" }, B: { $ref: "#a" }, C: { $id: "https://example.com/c" } },
    },
  },
  "Swagger 2.0": {
    swagger: "2.0",
    info: { title: "Old", version: "1" },
    host: "example.com",
    basePath: "/v1",
    schemes: ["https"],
    consumes: ["application/json"],
    produces: ["application/json"],
    securityDefinitions: { key: { type: "apiKey", name: "key", in: "header" } },
    paths: {
      "/pets/{id}": {
        parameters: [{ name: "id", in: "path", required: true, type: "string" }],
        put: {
          parameters: [{ name: "body", in: "body", schema: { $ref: "#/definitions/Pet" } }],
          responses: { 200: { description: "ok", schema: { $ref: "#/definitions/Pet" } } },
        },
        post: {
          parameters: [{ name: "photo", in: "formData", type: "file" }],
          responses: { 204: { description: "ok" } },
        },
      },
    },
    definitions: { Pet: { type: "object", properties: { name: { type: "string" } } } },
  },
};

const REPLACEMENTS: readonly unknown[] = [
  null,
  7,
  true,
  "text",
  [],
  ["text"],
  [null],
  {},
  { $ref: "#/nowhere" },
  { $ref: 7 },
];

test.each(Object.keys(DOCUMENTS))(
  "%s: whatever value is replaced by another, the description loads or a DescriptionError tells why not",
  async (name) => {
    const document = DOCUMENTS[name] ?? {};
    for (const path of pathsIn(document)) {
      for (const replacement of REPLACEMENTS) {
        const broken = replaced(document, path, replacement);
        const outcome = await loadWhole(broken).catch((error: unknown) => error);
        if (outcome instanceof DescriptionError || outcome === "loaded") continue;
        throw new Error(`${path.join(" > ")} = ${JSON.stringify(replacement)}`, { cause: outcome });
      }
    }
  },
);

test("the documents above are sound", async () => {
  for (const document of Object.values(DOCUMENTS)) {
    expect((await loadDescription(structuredClone(document))).diagnostics).toEqual([]);
  }
});

/** Loads, and looks at everything that is built when it is first asked for. */
async function loadWhole(document: object): Promise<"loaded"> {
  const api = await loadDescription(document);
  JSON.stringify([api.operations, api.webhooks, api.servers, api.tags, api.diagnostics], (key, value: unknown) =>
    ["role", "schema", "itemSchema", "cause"].includes(key) ? undefined : value,
  );
  return "loaded";
}

function pathsIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return path.length === 0 ? [] : [path];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...(path.length === 0 ? [] : [path]), ...members.flatMap(([key, member]) => pathsIn(member, [...path, key]))];
}

function replaced(document: object, path: readonly (string | number)[], replacement: unknown): object {
  const copy = structuredClone(document);
  let holder = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>;
  const last = path.at(-1);
  if (last !== undefined) holder[last] = replacement;
  return copy;
}
