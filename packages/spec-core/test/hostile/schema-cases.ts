import { entries, type HostileCase, nested, sized, things, thingsAround } from "./hostile-case.js";

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** `count` schemas of which each names the next twice: 2 to the power of `count` ways. */
const doubling = (count: number, schema: (next: unknown, level: number) => unknown): string =>
  things({
    schema: to("L0"),
    schemas: {
      ...entries(count, (level) => [`L${level}`, schema(to(`L${level + 1}`), level)]),
      [`L${count}`]: { type: "object", properties: { end: { type: "string" } } },
    },
  });

const combined = ["allOf", "oneOf", "anyOf"].flatMap((keyword): HostileCase[] => [
  {
    name: `${keyword} that names the next schema twice, thirty deep`,
    content: () => doubling(30, (next) => ({ [keyword]: [next, next] })),
  },
  {
    name: `${keyword} that names the next schema twice beside properties, thirty deep`,
    content: () =>
      doubling(30, (next, level) => ({
        [keyword]: [next, { [keyword]: [next] }],
        properties: { [`q${level}`]: next },
      })),
  },
  {
    name: `${keyword} that names twenty schemas of which each names all`,
    content: () =>
      things({
        schema: to("L0"),
        schemas: entries(20, (level) => [
          `L${level}`,
          { [keyword]: Array.from({ length: 20 }, (_, other) => to(`L${other}`)) },
        ]),
      }),
  },
  {
    name: `${keyword} with many branches`,
    content: (size) =>
      things({
        schema: {
          [keyword]: Array.from({ length: sized(size, 500, 20_000) }, (_, index) => ({
            type: "object",
            properties: { [`p${index}`]: { type: "string" } },
          })),
        },
      }),
  },
]);

const doubled: HostileCase[] = (
  [
    ["not", (next) => ({ not: { allOf: [next, next] } })],
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    ["if, then and else", (next) => ({ if: next, then: next, else: next })],
    ["properties", (next) => ({ type: "object", properties: { a: next, b: next }, required: ["a", "b"] })],
    ["items", (next) => ({ type: "array", items: next, prefixItems: [next, next], minItems: 3 })],
    [
      "additionalProperties and patternProperties",
      (next) => ({ additionalProperties: next, patternProperties: { "^x": next }, minProperties: 2 }),
    ],
    [
      "dependentSchemas",
      (next) => ({ type: "object", dependentSchemas: { a: next, b: next }, properties: { a: {}, b: {} } }),
    ],
    ["unevaluatedProperties", (next) => ({ allOf: [next, next], unevaluatedProperties: next })],
    ["propertyNames", (next) => ({ propertyNames: { anyOf: [next, next] }, minProperties: 1 })],
    ["contains", (next) => ({ type: "array", contains: next, items: next, minItems: 2 })],
    [
      "oneOf inside allOf",
      (next, level) => ({
        allOf: [
          { oneOf: [next, { required: [`r${level}`] }] },
          { oneOf: [next, { properties: { [`s${level}`]: {} } }] },
        ],
      }),
    ],
    [
      "anyOf with different fields",
      (next, level) => ({
        anyOf: [{ allOf: [next, { required: [`a${level}`] }] }, { allOf: [next, { required: [`b${level}`] }] }],
      }),
    ],
    [
      "a discriminator",
      (next, level) => ({
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string" } },
        discriminator: {
          propertyName: "kind",
          mapping: { a: `#/components/schemas/L${level + 1}`, b: `#/components/schemas/L${level + 1}` },
        },
        oneOf: [next, next],
      }),
    ],
  ] as readonly (readonly [string, (next: unknown, level: number) => unknown])[]
).map(([name, schema]) => ({
  name: `${name}: the next schema more than once, thirty deep`,
  content: () => doubling(30, schema),
}));

const deep: HostileCase[] = (
  [
    ["properties", '{"properties":{"a":', "}}"],
    ["allOf", '{"allOf":[', "]}"],
    ["items", '{"items":', "}"],
    ["not", '{"not":', "}"],
    ["oneOf of one", '{"oneOf":[', "]}"],
    ["if", '{"if":', "}"],
    ["$defs", '{"$defs":{"a":', "}}"],
    ["const", '{"const":', "}"],
    ["enum", '{"enum":[', "]}"],
    ["default", '{"default":{"a":', "}}"],
    ["example", '{"example":{"a":', "}}"],
    ["extensions", '{"x-a":{"a":', "}}"],
    ["unknown keywords", '{"y":', "}"],
  ] as const
).map(([name, open, close]) => ({
  name: `schemas nested in ${name}`,
  content: (size) => thingsAround(nested(sized(size, 2_000, 10_000), open, "{}", close), { schema: "@@" }),
}));

const values: HostileCase[] = (
  [
    ["a const", '{"const":@}'],
    ["an enum", '{"enum":[@]}'],
    ["a default", '{"default":@}'],
    ["an example", '{"example":@}'],
    ["an extension", '{"x-a":@}'],
  ] as const
).map(([name, around]) => ({
  name: `a deep value as ${name}`,
  content: (size) =>
    thingsAround(around.replace("@", nested(sized(size, 2_000, 10_000), "[", "", "]")), { schema: "@@" }),
}));

const many = (size: "small" | "full"): number => sized(size, 5_000, 50_000);

const numerous: HostileCase[] = (
  [
    [
      "required properties",
      (count) => ({ type: "object", required: Array.from({ length: count }, (_, index) => `r${index}`) }),
    ],
    [
      "properties",
      (count) => ({ type: "object", properties: entries(count, (index) => [`p${index}`, { type: "string" }]) }),
    ],
    [
      "properties, all required",
      (count) => ({
        type: "object",
        required: Array.from({ length: count }, (_, index) => `p${index}`),
        properties: entries(count, (index) => [`p${index}`, { type: "string" }]),
      }),
    ],
    [
      "properties that are objects",
      (count) => ({
        type: "object",
        properties: entries(count, (index) => [
          `p${index}`,
          { type: "object", properties: { [`q${index}`]: { type: "integer" } } },
        ]),
      }),
    ],
    [
      "dependent requirements",
      (count) => ({
        type: "object",
        properties: entries(count, (index) => [`p${index}`, {}]),
        dependentRequired: entries(count, (index) => [`p${index}`, [`p${index + 1}`]]),
      }),
    ],
    [
      "pattern properties",
      (count) => ({
        type: "object",
        patternProperties: entries(count / 10, (index) => [`^p${index}.*$`, { type: "string" }]),
      }),
    ],
    [
      "elements before the rest",
      (count) => ({
        type: "array",
        prefixItems: Array.from({ length: count }, () => ({ type: "string" })),
        minItems: count,
      }),
    ],
    [
      "examples",
      (count) => ({
        type: "object",
        properties: { a: { type: "string" } },
        examples: Array.from({ length: count }, (_, index) => ({ a: `${index}` })),
      }),
    ],
    [
      "examples that are wrong",
      (count) => ({
        type: "object",
        properties: { a: { type: "string" } },
        examples: Array.from({ length: count }, (_, index) => ({ a: index })),
      }),
    ],
    [
      "tags of a discriminator",
      (count) => ({
        discriminator: {
          propertyName: "a",
          mapping: entries(count, (index) => [`t${index}`, "#/components/schemas/Other"]),
        },
        oneOf: [to("Other")],
      }),
    ],
  ] as readonly (readonly [string, (count: number) => unknown])[]
).map(([name, schema]) => ({
  name: `many ${name}`,
  content: (size) =>
    things({
      schema: schema(many(size)),
      schemas: { Other: { type: "object", required: ["a"], properties: { a: { type: "string" } } } },
    }),
}));

const listed: HostileCase[] = (
  [
    ["texts", (index) => `v${index}`],
    ["objects", (index) => ({ a: index })],
    ["numbers", (index) => index],
    ["equal objects", () => ({ a: { b: 1 } })],
    ["lists", (index) => [index, [index]]],
  ] as readonly (readonly [string, (index: number) => unknown])[]
).map(([name, value]) => ({
  name: `an enumeration of many ${name}`,
  content: (size) =>
    things({ schema: { enum: Array.from({ length: sized(size, 20_000, 1_000_000) }, (_, index) => value(index)) } }),
}));

const bounds: HostileCase[] = (
  [
    ["a billion characters", { type: "string", minLength: 1e9 }],
    ["more characters than numbers count", { type: "string", minLength: 1e300, maxLength: 1e308 }],
    ["a billion elements", { type: "array", minItems: 1e9, items: { type: "string" } }],
    ["a billion different elements", { type: "array", minItems: 1e9, uniqueItems: true }],
    [
      "20,000 elements of 20,000",
      { type: "array", minItems: 2e4, items: { type: "array", minItems: 2e4, items: { type: "string" } } },
    ],
    [
      "4,000 elements of 4,000 properties",
      { type: "array", minItems: 4_000, items: { type: "object", minProperties: 4_000 } },
    ],
    [
      "4,000 elements that differ",
      {
        type: "array",
        minItems: 4_000,
        uniqueItems: true,
        items: { type: "object", properties: { a: { type: "boolean" } } },
      },
    ],
    ["a billion matching elements", { type: "array", minContains: 1e9, contains: { type: "string" } }],
    ["a billion properties", { type: "object", minProperties: 1e9 }],
    ["numbers out of reach", { type: "number", multipleOf: 1e-300, minimum: 1e300 }],
    ["multiples of nearly nothing", { type: "number", multipleOf: 5e-324, minimum: 1, maximum: 2 }],
    ["integers beyond the exact ones", { type: "integer", minimum: 1e300, maximum: 1e301, multipleOf: 3 }],
    ["a range with nothing in it", { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 }],
    ["a pattern that backtracks", { type: "string", pattern: "^(a+)+$" }],
    ["a pattern that backtracks with a backreference", { type: "string", pattern: "^(?=(a+))(\\1+)+b$" }],
    ["a pattern of a hundred million letters", { type: "string", pattern: "a{100000000}" }],
    ["repeats of repeats of repeats", { type: "string", pattern: "(?:(?:(?:(?:ab?){500}){500}){500}){500}" }],
    ["a pattern nested 5,000 deep", { type: "string", pattern: nested(5_000, "(", "a", ")") }],
    [
      "a pattern of a megabyte of choices",
      { type: "string", pattern: Array.from({ length: 100_000 }, (_, index) => `w${index}`).join("|") },
    ],
    ["a pattern of every character class", { type: "string", pattern: "[\\s\\S]{1,1000}(?:[^a]{1,1000}){1,100}" }],
    ["a pattern with a lookbehind", { type: "string", pattern: "(?<=(a+)+)b" }],
    ["a pattern of Unicode properties", { type: "string", pattern: "(\\p{L}|\\p{N}){500,1000}" }],
    ["names by a pattern that backtracks", { type: "object", patternProperties: { "^(a+)+$": {} }, minProperties: 2 }],
    ["names that nothing fits", { type: "object", propertyNames: { pattern: "(?!)" }, minProperties: 5 }],
    ["pattern against length", { type: "string", pattern: "^[a-z]{5}$", minLength: 1e6 }],
    ["a format against a pattern", { type: "string", format: "date-time", pattern: "^(x+x+)+y$", maxLength: 30 }],
  ] as readonly (readonly [string, unknown])[]
).map(([name, schema]) => ({ name, content: () => things({ schema, thing: { required: ["id", "p"] } }) }));

const names = [
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "a\u0000b", "\ud800", "../x", "con", "NUL", "aux.txt"],
  ...[
    "",
    " ",
    ".",
    "..",
    "a/b",
    "a\\b",
    "A",
    "a",
    "ä",
    "a\u0308",
    "`",
    "$" + "{x}",
    "*/",
    "'",
    '"',
    "\n",
    "\u2028",
    "\u202e",
    "default",
  ],
  ...[
    "class",
    "await",
    "x".repeat(10_000),
    "🐈",
    "0",
    "-1",
    "1e9",
    "then",
    "toJSON",
    "prototype",
    "#",
    "?",
    "%2e%2e",
    "{x}",
  ],
];

const named: HostileCase[] = [
  {
    name: "hostile names of schemas and properties",
    content: () =>
      things({
        schema: {
          type: "object",
          properties: entries(names.length, (index) => [names[index] ?? "", { type: "string" }]),
          required: names,
        },
        schemas: entries(names.length, (index) => [
          names[index] ?? "",
          { type: "object", properties: entries(names.length, (other) => [names[other] ?? "", { type: "integer" }]) },
        ]),
      }),
  },
  {
    name: "hostile names of paths, operations, tags and parameters",
    content: () =>
      things({
        paths: entries(names.length, (index) => [
          `/${names[index] ?? ""}`,
          {
            get: {
              operationId: names[index],
              tags: [names[index]],
              parameters: ["query", "header", "cookie"].map((place) => ({
                name: names[index],
                in: place,
                schema: { type: "string" },
              })),
              responses: {
                200: {
                  description: "",
                  content: {
                    "application/json": {
                      schema: { type: "array", items: { type: "object", properties: { id: { type: "string" } } } },
                    },
                  },
                },
              },
            },
            post: {
              operationId: `${names[index]}-post`,
              requestBody: {
                content: { "application/json": { schema: { type: "object", properties: { id: { type: "string" } } } } },
              },
              responses: {
                201: {
                  description: "",
                  content: {
                    "application/json": { schema: { type: "object", properties: { id: { type: "string" } } } },
                  },
                },
              },
            },
          },
        ]),
      }),
  },
  {
    name: "media types, status codes, header names and methods that are none",
    content: () =>
      things({
        paths: {
          "/odd": {
            get: {
              responses: entries(names.length, (index) => [
                names[index] ?? "",
                {
                  description: names[index],
                  headers: { [names[index] ?? ""]: { schema: { type: "string", const: `a\r\nb${names[index]}` } } },
                  content: {
                    [names[index] ?? ""]: { schema: { type: "string" } },
                    [`application/${names[index]}+json; a=${names[index]}`]: {},
                  },
                },
              ]),
            },
            post: {
              requestBody: { content: entries(names.length, (index) => [names[index] ?? "", { schema: {} }]) },
              responses: { 200: { description: "", content: { "*/*": { schema: {} } } } },
            },
            [names[0] ?? ""]: { responses: {} },
            "x\u0000": { responses: {} },
          },
        },
      }),
  },
];

/** Schemas that ask for values that nobody can give. */
export const SCHEMA_CASES: readonly HostileCase[] = [
  ...combined,
  ...doubled,
  ...deep,
  ...values,
  ...numerous,
  ...listed,
  ...bounds,
  ...named,
];
