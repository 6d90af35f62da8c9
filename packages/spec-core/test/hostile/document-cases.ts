import {
  entries,
  type HostileCase,
  nested,
  type Size,
  sized,
  things,
  thingsApi,
  thingsAround,
} from "./hostile-case.js";

const many = (size: Size): number => sized(size, 2_000, 100_000);
const some = (size: Size): number => sized(size, 500, 10_000);
const OK = { 200: { description: "" } };
const JSON_OK = {
  200: { description: "", content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
};

/** Descriptions that have too much of one thing. */
export const DOCUMENT_CASES: readonly HostileCase[] = [
  {
    name: "many paths",
    content: (size) => things({ paths: entries(many(size), (index) => [`/p${index}`, { get: { responses: OK } }]) }),
  },
  { name: "many collections", content: (size) => collections(some(size)) },
  // Just below what is rejected, by applications first.
  { name: "2,000 collections", content: (size) => collections(sized(size, 200, 3_990)) },
  { name: "4,000 collections", content: (size) => collections(sized(size, 400, 7_990)) },
  {
    name: "20,000 operations",
    content: (size) =>
      things({ paths: entries(sized(size, 400, 19_990), (index) => [`/p${index}`, { get: { responses: OK } }]) }),
  },
  {
    name: "links of thousands of records to each other",
    content: (size) => linkedRecords(sized(size, 300, 4_990)),
  },
  {
    name: "paths that only differ in templates",
    content: (size) =>
      things({ paths: entries(some(size), (index) => [`/t/{a${index}}`, { get: { responses: OK } }]) }),
  },
  {
    name: "paths of many templates",
    content: (size) =>
      things({
        paths: entries(100, (index) => [`/${index}/${"{a}/".repeat(some(size))}`, { get: { responses: OK } }]),
      }),
  },
  {
    name: "a path of many segments",
    content: (size) =>
      things({
        paths: {
          [`/${"a/".repeat(some(size))}`]: { get: { responses: JSON_OK } },
          [`/${"{b}/c/".repeat(some(size))}`]: { get: { responses: JSON_OK } },
        },
      }),
  },
  {
    name: "a path of many templates in one segment",
    content: (size) =>
      things({
        paths: {
          [`/${Array.from({ length: some(size) }, (_, index) => `{a${index}}`).join("")}`]: { get: { responses: OK } },
          [`/${Array.from({ length: some(size) }, (_, index) => `{a${index}}`).join("-")}`]: { get: { responses: OK } },
        },
      }),
  },
  {
    name: "templates that are not closed",
    content: (size) =>
      things({
        paths: {
          [`/${"{".repeat(some(size))}`]: { get: { responses: OK } },
          [`/${"{a".repeat(some(size))}${"}".repeat(some(size))}`]: { get: { responses: OK } },
        },
      }),
  },
  {
    name: "collections below collections",
    content: (size) =>
      things({
        paths: entries(sized(size, 40, 300), (depth) => [
          `/${Array.from({ length: depth + 1 }, (_, index) => `n${index}/{i${index}}`).join("/")}`,
          {
            get: { responses: JSON_OK },
            put: {
              requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
              responses: JSON_OK,
            },
          },
        ]),
      }),
  },
  {
    name: "an operation of many parameters",
    content: (size) =>
      things({
        list: {
          parameters: Array.from({ length: some(size) }, (_, index) => ({
            name: `q${index}`,
            in: ["query", "header", "cookie"][index % 3],
            schema: { type: "string" },
          })),
        },
      }),
  },
  {
    name: "an operation of many parameters of one name",
    content: (size) =>
      things({
        list: {
          parameters: Array.from({ length: some(size) }, () => ({
            name: "q",
            in: "query",
            schema: { type: "string" },
          })),
        },
      }),
  },
  {
    name: "an operation of many required parameters with patterns",
    content: (size) =>
      things({
        list: {
          parameters: Array.from({ length: some(size) }, (_, index) => ({
            name: `q${index}`,
            in: "query",
            schema: { type: "string", pattern: "^(a+)+$", default: "a" },
          })),
        },
      }),
  },
  {
    name: "patterns that backtrack in all parameters",
    content: () =>
      things({
        list: {
          parameters: ["query", "header", "cookie"].map((place) => ({
            name: "q",
            in: place,
            schema: { type: "string", pattern: "^(([a-z])+.)+[A-Z]([a-z])+$" },
          })),
        },
      }),
  },
  {
    name: "operations of one id",
    content: (size) =>
      things({
        paths: entries(some(size), (index) => [`/o${index}`, { get: { operationId: "same", responses: OK } }]),
      }),
  },
  {
    name: "operations whose ids differ by case",
    content: (size) =>
      things({
        paths: entries(sized(size, 256, 1_024), (index) => [
          `/o${index}`,
          {
            get: {
              operationId: Array.from("abcdefghij", (letter, bit) =>
                (index >> bit) & 1 ? letter.toUpperCase() : letter,
              ).join(""),
              responses: OK,
            },
          },
        ]),
      }),
  },
  {
    name: "operations of many answers",
    content: (size) =>
      things({
        list: { responses: { ...entries(some(size), (index) => [`${200 + index}`, { description: "" }]), ...JSON_OK } },
      }),
  },
  {
    name: "answers of many media types",
    content: (size) =>
      things({
        list: {
          responses: {
            200: {
              description: "",
              content: entries(some(size), (index) => [`application/x${index}+json`, { schema: { type: "string" } }]),
            },
          },
        },
      }),
  },
  {
    name: "answers of many headers",
    content: (size) =>
      things({
        list: {
          responses: {
            200: {
              description: "",
              headers: entries(some(size), (index) => [`X-H${index}`, { schema: { type: "string" } }]),
            },
          },
        },
      }),
  },
  {
    name: "answers of many links and examples",
    content: (size) =>
      things({
        list: {
          responses: {
            200: {
              description: "",
              links: entries(some(size), (index) => [
                `l${index}`,
                { operationId: "getThing", parameters: { id: "$response.body#/id" } },
              ]),
              content: {
                "application/json": {
                  examples: entries(some(size), (index) => [`e${index}`, { value: [{ id: `${index}` }] }]),
                },
              },
            },
          },
        },
      }),
  },
  {
    name: "many tags, and operations with all of them",
    content: (size) =>
      things({
        list: { tags: Array.from({ length: some(size) }, (_, index) => `t${index}`) },
        root: {
          tags: Array.from({ length: some(size) }, (_, index) => ({ name: `t${index}`, parent: `t${index + 1}` })),
        },
      }),
  },
  {
    name: "tags that are their own parents",
    content: () =>
      things({
        list: { tags: ["a"] },
        root: {
          openapi: "3.2.0",
          tags: [
            { name: "a", parent: "b", kind: 7 },
            { name: "b", parent: "a" },
            { name: "c", parent: "c" },
          ],
        },
      }),
  },
  {
    name: "many security schemes, all required",
    content: (size) =>
      things({
        components: {
          securitySchemes: entries(sized(size, 200, 5_000), (index) => [
            `s${index}`,
            { type: "apiKey", in: "header", name: `X-K${index}` },
          ]),
        },
        list: { security: [entries(sized(size, 200, 5_000), (index) => [`s${index}`, [] as string[]])] },
      }),
  },
  {
    name: "many security requirements",
    content: (size) =>
      things({
        components: { securitySchemes: { a: { type: "http", scheme: "bearer" } } },
        root: {
          security: Array.from({ length: some(size) }, (_, index) => ({ a: [`s${index}`], [`none${index}`]: [] })),
        },
      }),
  },
  {
    name: "security schemes that are none",
    content: () =>
      things({
        components: {
          securitySchemes: {
            a: { type: "apiKey", in: "header", name: "\r\nX" },
            b: { type: "http", scheme: "__proto__" },
            c: {
              type: "oauth2",
              flows: { implicit: { authorizationUrl: "javascript:1", scopes: { a: 1 } }, __proto__: null },
            },
            d: { type: 1 },
            e: null,
          },
        },
        list: { security: [{ a: [], b: [] }, { c: ["x"] }, { __proto__: [] }, "x", null] },
      }),
  },
  {
    name: "a server of many variables",
    content: (size) =>
      things({
        root: {
          servers: [
            {
              url: `http://x.test/${Array.from({ length: sized(size, 1_000, 100_000) }, (_, index) => `{v${index}}`).join("/")}`,
              variables: entries(sized(size, 1_000, 1_000_000), (index) => [
                `v${index}`,
                { default: "a", enum: ["a", "b"] },
              ]),
            },
          ],
        },
      }),
  },
  {
    name: "servers in great number",
    content: (size) =>
      things({
        root: { servers: Array.from({ length: many(size) }, (_, index) => ({ url: `http://x.test/v${index}` })) },
      }),
  },
  {
    name: "servers that are none",
    content: () =>
      things({
        root: {
          servers: [
            { url: "{a}", variables: { a: { default: "{a}{a}" } } },
            { url: "http://[::" },
            { url: "javascript:x" },
            { url: "\u0000" },
            { url: 7 },
            { url: `/${"a/".repeat(50_000)}` },
            { url: "//" },
            null,
          ],
        },
      }),
  },
  {
    name: "many schemas that nothing uses",
    content: (size) =>
      things({
        schemas: entries(many(size), (index) => [
          `S${index}`,
          { type: "object", properties: { a: { type: "string" } } },
        ]),
      }),
  },
  {
    name: "many schemas, each of a relation to the next",
    content: (size) =>
      things({
        schemas: entries(some(size), (index) => [
          `S${index}`,
          {
            type: "object",
            properties: {
              id: { type: "string" },
              next: { $ref: `#/components/schemas/S${index + 1}` },
              back: { $ref: `#/components/schemas/S${Math.max(0, index - 1)}` },
            },
          },
        ]),
      }),
  },
  {
    name: "a title and descriptions of megabytes",
    content: (size) =>
      things({
        root: {
          info: {
            title: "t".repeat(sized(size, 1e5, 5e6)),
            version: "v".repeat(sized(size, 1e5, 5e6)),
            description: "`*/ ".repeat(sized(size, 1e4, 1e6)),
          },
        },
        list: { summary: "<!-- ".repeat(sized(size, 1e4, 1e6)), description: "\n".repeat(sized(size, 1e5, 5e6)) },
      }),
  },
  {
    name: "extensions nested deeply everywhere",
    content: (size) =>
      thingsAround(nested(sized(size, 2_000, 10_000), '{"a":', "1", "}"), { root: { "x-deep": "@@" } }),
  },
  {
    name: "path items nested deeply",
    content: (size) =>
      thingsAround(nested(sized(size, 2_000, 10_000), '{"get":', "1", "}"), { paths: { "/deep": "@@" } }),
  },
  {
    name: "lists nested deeply in place of objects",
    content: (size) => thingsAround(nested(sized(size, 2_000, 10_000), "[", "1", "]"), { list: { parameters: "@@" } }),
  },
  {
    name: "examples nested deeply",
    content: (size) =>
      thingsAround(nested(sized(size, 2_000, 10_000), "[", "1", "]"), {
        list: { responses: { 200: { description: "", content: { "application/json": { example: "@@" } } } } },
      }),
  },
  {
    name: "headers that hold headers",
    content: (size) =>
      thingsAround(
        nested(sized(size, 2_000, 10_000), '{"content":{"a/b":{"encoding":{"a":{"headers":{"A":', "{}", "}}}}}}"),
        { list: { responses: { 200: { description: "", headers: { A: "@@" } } } } },
      ),
  },
  {
    name: "webhooks in great number",
    content: (size) =>
      things({
        root: {
          webhooks: entries(some(size), (index) => [
            `w${index}`,
            {
              post: {
                requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
                responses: OK,
              },
            },
          ]),
        },
      }),
  },
  {
    name: "everything of the wrong type",
    content: () =>
      JSON.stringify({
        ...thingsApi({}),
        info: 1,
        servers: "x",
        tags: { a: 1 },
        security: "s",
        webhooks: [1],
        components: { schemas: [1, null], parameters: "p", responses: 5, securitySchemes: [] },
        externalDocs: [],
        paths: {
          "/a": 1,
          "/b": null,
          "/c": [],
          "/d": {
            get: 1,
            parameters: "p",
            post: {
              parameters: [1, null, "x", {}],
              responses: [],
              requestBody: 7,
              callbacks: "c",
              security: {},
              tags: 5,
              operationId: {},
            },
          },
          e: {},
        },
      }),
  },
  {
    name: "oddities of OpenAPI 3.2",
    content: () =>
      things({
        root: { openapi: "3.2.0", $self: "::", jsonSchemaDialect: "x", servers: [{ url: "/", name: 1 }] },
        paths: {
          "/q": {
            query: { responses: OK },
            additionalOperations: {
              GET: { responses: OK },
              "A B": { responses: OK },
              "": { responses: OK },
              __proto__: { responses: OK },
              LINK: { responses: OK },
            },
            get: {
              parameters: [
                {
                  name: "q",
                  in: "querystring",
                  content: { "application/x-www-form-urlencoded": { schema: { type: "object" } } },
                },
                { name: "r", in: "querystring", content: {} },
              ],
              responses: {
                200: {
                  description: "",
                  content: {
                    "application/jsonl": {
                      itemSchema: { $ref: "#/components/schemas/Thing" },
                      itemEncoding: 1,
                      prefixEncoding: [1],
                    },
                    "text/event-stream": { itemSchema: true },
                  },
                },
              },
            },
          },
        },
      }),
  },
  { name: "versions that are none", content: () => things({ root: { openapi: "3.999999999999999999999.0" } }) },
  { name: "an open document of version 4", content: () => things({ root: { openapi: "4.0.0" } }) },
  { name: "a version of the wrong type", content: () => things({ root: { openapi: { a: 1 } } }) },
  ...[
    "many paths",
    "10,000 paths",
    "definitions nested deeply",
    "a chain of references",
    "a chain that dangles",
    "doubling allOf",
    "circles",
  ].map((name): HostileCase => ({ name: `Swagger 2.0: ${name}`, content: (size) => swagger(name, size) })),
];

/** Half as many collections, of two paths and five operations. */
function collections(paths: number): string {
  return things({
    paths: entries(paths, (index) => [
      index % 2 ? `/c${index - 1}/{id}` : `/c${index}`,
      {
        ...(index % 2 && { parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }] }),
        get: { responses: JSON_OK },
        delete: { responses: OK },
        ...(index % 2
          ? {}
          : {
              post: {
                requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
                responses: JSON_OK,
              },
            }),
      },
    ]),
  });
}

/** Reading each links to reading the one before, by where that operation stands. */
function linkedRecords(count: number): string {
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const schema = { type: "array", items: { $ref: "#/components/schemas/Thing" } };
  const list = { responses: { 200: { description: "", content: { "application/json": { schema } } } } };
  return things({
    paths: entries(2 * count, (index): [string, object] => {
      if (index < count) return [`/c${index}`, { get: list }];
      const own = index - count;
      const operationRef = `#/paths/~1c${(own || count) - 1}~1{id}/get`;
      const links = { before: { operationRef, parameters: { id: "$response.body#/name" } } };
      return [`/c${own}/{id}`, { parameters: [id], get: { responses: { 200: { ...JSON_OK[200], links } } } }];
    }),
  });
}

function swagger(name: string, size: Size): string {
  const to = (target: string) => ({ $ref: `#/definitions/${target}` });
  const of = (definitions: object, paths: object = {}, more: object = {}): string =>
    JSON.stringify({
      swagger: "2.0",
      info: { title: "T", version: "1" },
      ...more,
      paths: {
        "/things": { get: { responses: { 200: { description: "", schema: { type: "array", items: to("Thing") } } } } },
        ...paths,
      },
      definitions,
    });
  const length = sized(size, 1_000, 20_000);
  switch (name) {
    case "many paths":
    case "10,000 paths":
      return of(
        { Thing: {} },
        entries(name === "many paths" ? length : sized(size, 500, 9_990), (index) => [
          `/p${index}`,
          {
            get: {
              parameters: [
                { in: "body", name: "b", schema: to("Thing") },
                { in: "formData", name: "f", type: "file" },
              ],
              responses: OK,
            },
          },
        ]),
      );
    case "definitions nested deeply":
      return of({ Thing: "@@" }).replace('"@@"', nested(sized(size, 2_000, 10_000), '{"properties":{"a":', "{}", "}}"));
    case "a chain of references":
      return of({
        Thing: to("C0"),
        ...entries(length, (index) => [`C${index}`, to(`C${index + 1}`)]),
        [`C${length}`]: { type: "object" },
      });
    case "a chain that dangles":
      return of({ Thing: to("C0"), ...entries(length, (index) => [`C${index}`, to(`C${index + 1}`)]) });
    case "doubling allOf":
      return of({
        Thing: to("L0"),
        ...entries(30, (level) => [`L${level}`, { allOf: [to(`L${level + 1}`), to(`L${level + 1}`)] }]),
        L30: { type: "object", properties: { a: { type: "string" } } },
      });
    default:
      return of(
        { Thing: { allOf: [to("Thing"), to("B")] }, B: to("B") },
        {
          "/a": { $ref: "#/paths/~1b" },
          "/b": { $ref: "#/paths/~1a" },
          "/c": { get: { parameters: [{ $ref: "#/parameters/P" }], responses: { 200: { $ref: "#/responses/R" } } } },
        },
        { parameters: { P: { $ref: "#/parameters/P" } }, responses: { R: { $ref: "#/responses/R" } } },
      );
  }
}
