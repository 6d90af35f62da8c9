import { entries, type HostileCase, sized, things, yamlThings } from "./hostile-case.js";

const to = (name: string, section = "schemas") => ({ $ref: `#/components/${section}/${name}` });

const chain = (count: number, end: object, section = "schemas") => ({
  ...entries(count, (index) => [`C${index}`, to(`C${index + 1}`, section)]),
  ...end,
});

const SECTIONS = [
  "parameters",
  "responses",
  "requestBodies",
  "headers",
  "examples",
  "links",
  "callbacks",
  "pathItems",
  "securitySchemes",
  "mediaTypes",
];

const inSection = (section: string, target: object): Record<string, unknown> => {
  switch (section) {
    case "parameters":
      return { parameters: [target] };
    case "responses":
      return { responses: { 200: target } };
    case "requestBodies":
      return { requestBody: target };
    case "headers":
      return { responses: { 200: { description: "", headers: { A: target } } } };
    case "examples":
      return { responses: { 200: { description: "", content: { "application/json": { examples: { a: target } } } } } };
    case "links":
      return { responses: { 200: { description: "", links: { a: target } } } };
    case "mediaTypes":
      return { responses: { 200: { description: "", content: { "application/json": target } } } };
    case "securitySchemes":
      return { security: [{ C0: [] }] };
    default:
      return { callbacks: { a: target } };
  }
};

const chains: HostileCase[] = SECTIONS.flatMap((section) => [
  {
    name: `a chain of references that dangles, in ${section}`,
    content: (size) =>
      things({
        list: inSection(section, to("C0", section)),
        components: { [section]: chain(sized(size, 2_000, 50_000), {}, section) },
      }),
  },
  {
    name: `references in a circle, in ${section}`,
    content: () =>
      things({
        list: inSection(section, to("A", section)),
        components: { [section]: { A: to("B", section), B: to("A", section), C: to("C", section) } },
      }),
  },
]);

/** References in all the ways in which they can be led about. */
export const REFERENCE_CASES: readonly HostileCase[] = [
  ...chains,
  {
    name: "a chain of references",
    content: (size) =>
      things({
        schema: to("C0"),
        schemas: chain(sized(size, 10_000, 200_000), { [`C${sized(size, 10_000, 200_000)}`]: { type: "string" } }),
      }),
  },
  {
    name: "a chain of references that dangles",
    content: (size) => things({ schema: to("C0"), schemas: chain(sized(size, 2_000, 50_000), {}) }),
  },
  {
    name: "a million references to one schema",
    content: (size) =>
      things({
        schema: {
          type: "object",
          properties: entries(sized(size, 10_000, 1_000_000), (index) => [`p${index}`, to("S")]),
        },
        schemas: { S: { type: "string" } },
      }),
  },
  {
    name: "many references to nowhere",
    content: (size) =>
      things({
        schema: {
          type: "object",
          properties: entries(sized(size, 2_000, 50_000), (index) => [`p${index}`, to(`N${index}`)]),
        },
      }),
  },
  {
    name: "many references to one nowhere",
    content: (size) =>
      things({
        schema: {
          type: "object",
          properties: entries(sized(size, 2_000, 50_000), (index) => [`p${index}`, to("None")]),
        },
      }),
  },
  {
    name: "chains of references with siblings",
    content: (size) =>
      things({
        schema: to("C0"),
        schemas: entries(sized(size, 1_000, 20_000), (index) => [
          `C${index}`,
          { ...to(`C${index + 1}`), description: "on the way", minLength: 1 },
        ]),
      }),
  },
  {
    name: "a circle of references with siblings",
    content: () =>
      things({ schema: to("A"), schemas: { A: { ...to("B"), minLength: 1 }, B: { ...to("A"), maxLength: 5 } } }),
  },
  {
    name: "a circle of allOf",
    content: (size) =>
      things({
        schema: to("C0"),
        schemas: {
          ...entries(sized(size, 200, 5_000), (index) => [`C${index}`, { allOf: [to(`C${index + 1}`)] }]),
          [`C${sized(size, 200, 5_000)}`]: { allOf: [to("C0")] },
        },
      }),
  },
  {
    name: "a long way of allOf",
    content: (size) =>
      things({
        schema: to("C0"),
        schemas: entries(sized(size, 1_000, 20_000), (index) => [
          `C${index}`,
          { allOf: [to(`C${index + 1}`), { properties: { [`p${index}`]: { type: "string" } } }] },
        ]),
      }),
  },
  {
    name: "a long way of oneOf",
    content: (size) =>
      things({
        schema: to("C0"),
        schemas: entries(sized(size, 1_000, 20_000), (index) => [
          `C${index}`,
          { oneOf: [to(`C${index + 1}`), { type: "integer" }] },
        ]),
      }),
  },
  {
    name: "a long way of required properties",
    content: (size) =>
      things({
        schema: to("C0"),
        schemas: entries(sized(size, 1_000, 20_000), (index) => [
          `C${index}`,
          { type: "object", required: ["a"], properties: { a: to(`C${index + 1}`) } },
        ]),
      }),
  },
  {
    name: "a long way of lists",
    content: (size) =>
      things({
        schema: to("C0"),
        schemas: entries(sized(size, 1_000, 20_000), (index) => [
          `C${index}`,
          { type: "array", minItems: 1, items: to(`C${index + 1}`) },
        ]),
      }),
  },
  {
    name: "references of all kinds to themselves",
    content: () =>
      things({
        schema: { $ref: "#/components/schemas/Thing/properties/p" },
        thing: { allOf: [{ $ref: "#/components/schemas/Thing" }] },
        list: {
          parameters: [{ $ref: "#/paths/~1things/get/parameters/0" }],
          requestBody: { $ref: "#/paths/~1things/get/requestBody" },
          responses: { 200: { $ref: "#/paths/~1things/get/responses/200" } },
        },
        paths: { "/self": { $ref: "#/paths/~1self" }, "/a": { $ref: "#/paths/~1b" }, "/b": { $ref: "#/paths/~1a" } },
      }),
  },
  {
    name: "paths, components and the root that refer to themselves",
    content: () =>
      things({
        root: { components: { $ref: "#/components" }, "x-root": { $ref: "#" } },
        paths: { "/root": { $ref: "#" }, "/paths": { $ref: "#/paths" } },
      }),
  },
  {
    name: "references through references through references",
    content: (size) =>
      things({
        schema: { $ref: `#/components/schemas/C0${"/properties/a".repeat(sized(size, 100, 5_000))}` },
        schemas: { C0: { type: "object", properties: { a: to("C0") } } },
      }),
  },
  { name: "a pointer of a megabyte", content: () => things({ schema: { $ref: `#/${"a/".repeat(500_000)}` } }) },
  {
    name: "callbacks inside callbacks",
    content: (size) => {
      const levels = sized(size, 50, 300);
      let operation: object = { responses: { 200: { description: "" } } };
      for (let level = 0; level < levels; level += 1)
        operation = {
          responses: { 200: { description: "" } },
          callbacks: { a: { "{$request.body#/url}": { post: operation } } },
        };
      return things({ list: { callbacks: { c: { "http://x": { post: operation } } } } });
    },
  },
  {
    name: "callbacks that hold themselves",
    content: () =>
      things({
        list: { callbacks: { a: to("A", "callbacks") } },
        components: {
          callbacks: {
            A: {
              "{$url}": {
                post: {
                  responses: { 200: { description: "" } },
                  callbacks: { a: to("A", "callbacks"), b: to("A", "callbacks") },
                },
              },
            },
          },
        },
      }),
  },
  {
    name: "callbacks that name the next ones twice, thirty deep",
    content: () =>
      things({
        list: { callbacks: { a: to("A0", "callbacks") } },
        components: {
          callbacks: {
            ...entries(30, (level) => [
              `A${level}`,
              {
                "{$url}": {
                  post: {
                    responses: { 200: { description: "" } },
                    callbacks: { a: to(`A${level + 1}`, "callbacks"), b: to(`A${level + 1}`, "callbacks") },
                  },
                },
              },
            ]),
            A30: {},
          },
        },
      }),
  },
  {
    name: "path items that refer in circles",
    content: () =>
      things({
        paths: { "/a": to("A", "pathItems") },
        components: { pathItems: { A: to("B", "pathItems"), B: { $ref: "#/paths/~1a" } } },
      }),
  },
  {
    name: "$dynamicRef in circles",
    content: () =>
      things({
        schema: { $dynamicRef: "#node" },
        schemas: {
          Node: {
            $id: "https://x.test/node",
            $dynamicAnchor: "node",
            allOf: [{ $dynamicRef: "#node" }],
            properties: { a: { $dynamicRef: "#node" } },
          },
          Other: {
            $dynamicAnchor: "node",
            anyOf: [{ $dynamicRef: "#node" }, { $dynamicRef: "https://x.test/node#node" }],
          },
        },
      }),
  },
  {
    name: "the same $id and $anchor many times",
    content: (size) =>
      things({
        schema: { $ref: "https://x.test/s#here" },
        schemas: entries(sized(size, 500, 10_000), (index) => [
          `S${index}`,
          { $id: "https://x.test/s", $anchor: "here", $defs: { a: { $anchor: "here", $ref: "#here" } } },
        ]),
      }),
  },
  {
    name: "$id that are nothing",
    content: () =>
      things({
        schema: { $id: "::::", $ref: "#x" },
        schemas: {
          A: { $id: "file:///etc/passwd", $anchor: "x", $ref: "passwd" },
          B: { $id: "http://[", $ref: "?" },
          C: { $id: "data:,x", $ref: "javascript:alert(1)" },
          D: { $id: "#", $ref: "" },
          E: { $id: "x".repeat(100_000), $ref: "#" },
        },
      }),
  },
  {
    name: "discriminators in circles",
    content: () =>
      things({
        schema: to("A"),
        schemas: {
          A: {
            oneOf: [to("B")],
            discriminator: { propertyName: "k", mapping: { b: "#/components/schemas/B", a: "#/components/schemas/A" } },
          },
          B: {
            oneOf: [to("A")],
            discriminator: { propertyName: "k", mapping: { a: "A", b: "B", c: "nowhere", d: "../x.yaml" } },
          },
          C: { allOf: [to("A")] },
          D: { allOf: [to("C"), to("D")] },
        },
      }),
  },
  {
    name: "subtypes of subtypes",
    content: (size) =>
      things({
        schema: to("C0"),
        schemas: {
          C0: {
            type: "object",
            required: ["k"],
            properties: { k: { type: "string" } },
            discriminator: { propertyName: "k" },
          },
          ...entries(sized(size, 200, 3_000), (index) => [
            `C${index + 1}`,
            { allOf: [to(`C${index}`)], discriminator: { propertyName: "k" } },
          ]),
        },
      }),
  },
  {
    name: "references to files that are not there",
    content: (size) =>
      things({
        schema: {
          type: "object",
          properties: entries(sized(size, 500, 20_000), (index) => [`p${index}`, { $ref: `none-${index}.yaml#/a` }]),
        },
      }),
  },
  {
    name: "references out of the folder and to addresses",
    content: () =>
      things({
        schema: {
          oneOf: [
            { $ref: "../../../../etc/passwd" },
            { $ref: "file:///etc/passwd" },
            { $ref: "http://127.0.0.1:1/x" },
            { $ref: "//x.test/y" },
            { $ref: "/dev/zero" },
            { $ref: "%2e%2e/x" },
            { $ref: "\\\\host\\share" },
            { $ref: "." },
          ],
        },
      }),
  },
  {
    name: "references to the file itself",
    file: "api.yaml",
    content: () =>
      yamlThings(
        "x-a: 1",
        "{oneOf: [{$ref: 'api.yaml#/components/schemas/Thing'}, {$ref: './api.yaml'}, {$ref: './x/../api.yaml#/paths'}, {$ref: 'api.yaml?a#/x'}]}",
      ),
  },
];
