import { gzipSync } from "node:zlib";
import { type HostileCase, nested, sized, things, yamlThings } from "./hostile-case.js";

const yaml = (name: string, content: HostileCase["content"], long?: boolean): HostileCase => ({
  name: `YAML: ${name}`,
  file: "api.yaml",
  content,
  ...(long && { long }),
});

/** `count` lists of ten aliases of the one before. */
const bomb = (count: number, level: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => level(index)).join("\n");

const LARGE = 100 * 2 ** 20;

/** Files that are huge, cut short, in another encoding, or no description at all. */
export const TEXT_CASES: readonly HostileCase[] = [
  { name: "100 MB of JSON in one line", long: true, content: () => things({ root: { "x-a": "a".repeat(LARGE) } }) },
  { name: "100 MB of JSON in many lines", long: true, content: () => `{\n${'"a": 1,\n'.repeat(LARGE / 9)}"b": 2}` },
  {
    name: "60 MB of JSON lists",
    long: true,
    content: () => things({ root: { "x-a": [0] } }).replace("[0]", `[${"[],".repeat(20e6)}0]`),
  },
  {
    name: "60 MB of JSON objects",
    long: true,
    content: () => things({ root: { "x-a": [0] } }).replace("[0]", `[${'{"a":1},'.repeat(6.6e6)}0]`),
  },
  {
    name: "30 MB of schemas",
    long: true,
    content: () =>
      things({
        schema: {
          type: "object",
          properties: Object.fromEntries(
            Array.from({ length: 600_000 }, (_, index) => [`p${index}`, { type: "string", minLength: 1 }]),
          ),
        },
      }),
  },
  {
    name: "JSON that ends early",
    content: (size) => things({ root: { "x-a": "a".repeat(sized(size, 1e5, 2e7)) } }).slice(0, -3),
  },
  { name: "JSON with a brace for every byte", content: (size) => "{".repeat(sized(size, 1e5, 3e7)) },
  {
    name: "JSON with a bracket for every byte, in YAML",
    file: "api.yaml",
    content: (size) => "[".repeat(sized(size, 1e5, 3e7)),
  },
  {
    name: "a key of a megabyte",
    content: () =>
      things({
        root: { ["k".repeat(2 ** 20)]: 1 },
        schema: { properties: { ["p".repeat(2 ** 20)]: { type: "string" } } },
      }),
  },
  {
    name: "keys that stand twice in JSON",
    content: () => `{"openapi":"3.1.0","openapi":"3.1.0",${things({}).slice(1)}`,
  },
  { name: "gzip", file: "api.json.gz", content: () => gzipSync(things({})) },
  { name: "gzip that is named json", content: () => gzipSync(things({})) },
  { name: "UTF-16 with its mark", content: () => Buffer.from(`\ufeff${things({})}`, "utf16le") },
  { name: "UTF-16 without its mark", content: () => Buffer.from(things({}), "utf16le") },
  { name: "UTF-16, the other way round", content: () => Buffer.from(`\ufeff${things({})}`, "utf16le").swap16() },
  { name: "UTF-16 YAML", file: "api.yaml", content: () => Buffer.from(`\ufeff${yamlThings("")}`, "utf16le") },
  {
    name: "UTF-32",
    content: () =>
      Buffer.concat([
        Buffer.from([0xff, 0xfe, 0, 0]),
        ...Array.from(things({}), (letter) => Buffer.from([letter.charCodeAt(0), 0, 0, 0])),
      ]),
  },
  { name: "UTF-8 with its mark", content: () => `\ufeff${things({})}` },
  {
    name: "Latin-1",
    content: () => Buffer.from(things({ root: { info: { title: "caf\u00e9", version: "1" } } }), "latin1"),
  },
  { name: "an empty file", content: () => "" },
  { name: "blanks", content: (size) => " ".repeat(sized(size, 1e5, 6e7)) },
  { name: "line breaks", file: "api.yaml", content: (size) => "\n".repeat(sized(size, 1e5, 3e7)) },
  { name: "zeros", content: (size) => Buffer.alloc(sized(size, 1e5, 6e7)) },
  {
    name: "a picture",
    file: "api.png",
    content: () => Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex"),
  },
  { name: "a ZIP archive", file: "api.zip", content: () => Buffer.from("504b0304140000000800", "hex") },
  {
    name: "bytes of all kinds",
    file: "api.yaml",
    content: (size) => Buffer.from(Array.from({ length: sized(size, 1e5, 2e6) }, (_, index) => (index * 7919) % 251)),
  },
  { name: "nothing but a text", content: () => JSON.stringify("x".repeat(1e6)) },
  { name: "nothing but a number", content: () => "1e400" },
  {
    name: "numbers beyond all",
    content: () =>
      things({ schema: { type: "number", minimum: -1 } }).replace(
        '"minimum":-1',
        '"minimum":-1e400,"maximum":1e400,"multipleOf":1e-400',
      ),
  },
  yaml("100 MB in many lines", () => `${yamlThings("")}${"x-a: 1 # line\n".repeat(LARGE / 14)}`, true),
  yaml("100 MB in one line", () => `${yamlThings("")}x-a: ${"a ".repeat(LARGE / 2)}`, true),
  yaml("30 MB of small values", () => `${yamlThings("")}x-a: [${"1,".repeat(15e6)}]`, true),
  yaml("30 MB of maps", () => `${yamlThings("")}x-a:\n${"  - a: 1\n".repeat(3.3e6)}`, true),
  yaml("30 MB of comments", () => `${yamlThings("")}${"# a\n".repeat(7.5e6)}`, true),
  yaml("aliases of aliases", () =>
    yamlThings(
      bomb(12, (index) => `x-l${index}: &l${index} [${Array(10).fill(index === 0 ? "x" : `*l${index - 1}`)}]`),
    ),
  ),
  yaml("merges of merges", () =>
    yamlThings(
      bomb(
        30,
        (index) =>
          `x-m${index}: &m${index} {k${index}: 1${index === 0 ? "" : `, <<: [*m${index - 1}, *m${index - 1}]`}}`,
      ),
    ),
  ),
  yaml("wide merges", (size) =>
    yamlThings(
      `x-w: &w {${Array.from({ length: sized(size, 500, 3_000) }, (_, index) => `k${index}: 1`)}}\n${bomb(sized(size, 100, 2_000), (index) => `x-m${index}: {<<: *w}`)}`,
    ),
  ),
  yaml("aliases in schemas, doubling", () =>
    yamlThings(
      bomb(
        30,
        (index) =>
          `x-l${index}: &l${index} {type: object, properties: {a: ${index === 0 ? "{type: string}" : `*l${index - 1}`}, b: ${index === 0 ? "{}" : `*l${index - 1}`}}}`,
      ),
      "*l29",
    ),
  ),
  yaml("schemas that hold themselves by alias", () =>
    yamlThings("", "&p {type: object, properties: {p: *p}, allOf: [*p], items: *p}"),
  ),
  yaml("a map that is its own key", () => yamlThings("x-a: &a {? *a : 1}")),
  yaml("tags of programs", () =>
    yamlThings("x-a: !!js/function 'function () { process.exit(3) }'\nx-b: !!python/object/apply:os.system ['exit 3']"),
  ),
  yaml("tags of its own", () =>
    yamlThings(
      "x-a: !!binary aGVsbG8=\nx-b: !!set {a, b}\nx-c: !!omap [a: 1]\nx-d: !!timestamp 2001-01-01\nx-e: !local x",
    ),
  ),
  yaml("a key that stands twice", () => yamlThings("x-a: 1\nx-a: 2")),
  yaml("__proto__ as a key and in a merge", () =>
    yamlThings("x-a: {__proto__: {polluted: 1}, <<: {__proto__: {polluted: 2}}}"),
  ),
  yaml("a key of a megabyte", () => yamlThings(`? ${"k".repeat(2 ** 20)}\n: 1`)),
  yaml("keys that are lists and maps", () => yamlThings("? [a, {b: c}]\n: 1\n? {a: 1}\n: 2")),
  yaml("numbers of all kinds", () =>
    yamlThings(
      "x-n: [1e400, -1e400, .inf, -.inf, .nan, 0o17, 017, 0x1F, 1_000, 0b11, 12:30:45, +1, 1., .5, 99999999999999999999]",
      "{type: number, minimum: .nan, maximum: .inf, multipleOf: 0o17}",
    ),
  ),
  yaml("dates and words", () =>
    yamlThings(
      "x-d: [2001-01-01, 2001-01-01T00:00:00Z, yes, no, on, off, ~, null, Null, TRUE]",
      "{type: string, format: date, example: 2001-01-01, default: no, enum: [2001-01-01, yes, no, null]}",
    ),
  ),
  yaml("flow lists nested deeply", (size) => yamlThings(`x-a: ${nested(sized(size, 900, 100_000), "[", "", "]")}`)),
  yaml("blocks nested deeply", (size) =>
    yamlThings(
      `x-a:\n${Array.from({ length: sized(size, 400, 3_000) }, (_, index) => `${" ".repeat(index + 1)}a:`).join("\n")} 1`,
    ),
  ),
  yaml("dashes nested deeply", (size) => yamlThings(`x-a:\n  ${"- ".repeat(sized(size, 5_000, 1_000_000))}1`)),
  yaml("quotes that never close", (size) => `${yamlThings("")}x-a: "${"a\n ".repeat(sized(size, 1e4, 3e6))}`),
  yaml("anchors in great number", (size) =>
    yamlThings(`x-a: [${Array.from({ length: sized(size, 1e4, 1e6) }, (_, index) => `&a${index} ${index}`)}]`),
  ),
  yaml("many documents", (size) => "---\na: 1\n".repeat(sized(size, 1e4, 2e6))),
  yaml("directives", (size) => `${"%TAG !e! tag:x,2000:\n".repeat(sized(size, 1_000, 100_000))}---\n${yamlThings("")}`),
  yaml("folded texts with long indentation", (size) =>
    yamlThings(`x-a: >-\n${`${" ".repeat(sized(size, 1_000, 10_000))}a\n\n`.repeat(1_000)}`),
  ),
  yaml("colons and question marks", (size) => yamlThings(`x-a: {${"? ".repeat(sized(size, 500, 100_000))}}`)),
  yaml("exclamation marks and ampersands", (size) => yamlThings(`x-a: ${"!a &b ".repeat(sized(size, 1e4, 1e6))}`)),
];
