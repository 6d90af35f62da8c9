import { expect, describe as suite, test } from "vitest";
import { compile } from "../src/runtime/validate/compile.js";
import { emittedSchemas } from "./emitted-schemas.js";
import { pick, type Random, randomFrom } from "./mutant.js";

const STRINGS = Number(process.env.STRINGS ?? 3000);

/** Texts that are right, or nearly; what is tried are these and others a few characters away. */
const NEAR: Readonly<Record<string, readonly string[]>> = {
  date: [
    "2026-01-31",
    "2024-02-29",
    "2023-02-29",
    "1900-02-29",
    "2000-02-29",
    "2026-04-31",
    "0000-00-00",
    "2026-13-01",
  ],
  time: ["12:00:00Z", "23:59:60Z", "22:59:60-01:00", "00:59:60+01:00", "12:00:00.123+0530", "24:00:00Z", "12:00:00"],
  "date-time": ["2026-01-31T12:00:00Z", "2026-01-31 12:00:00.5z", "2026-01-31t23:59:60Z", "2026-01-31T12:00:00+05"],
  duration: ["P1Y2M3DT4H5M6S", "P2W", "PT1S", "P", "PT", "P1DT", "P1W2D"],
  email: ["a@b.co", "first.last+tag@sub.example.com", "a..b@c.de", "a@b", "é@b.co", "a@-b.co", "'!#$%&*@x.y"],
  hostname: ["example.com", "a", "a.b.", "-a.b", "a-.b", `${"a".repeat(63)}.b`, `${"a".repeat(64)}.b`, "a..b", "a_b.c"],
  ipv4: ["127.0.0.1", "255.255.255.255", "256.1.1.1", "01.2.3.4", "1.2.3", "1.2.3.4."],
  ipv6: [
    "::1",
    "::",
    "1:2:3:4:5:6:7:8",
    "1::8",
    "1:2:3:4:5:6:7::",
    "::1.2.3.4",
    "1:2:3:4:5:6:1.2.3.4",
    "::ffff:01.2.3.4",
  ],
  uri: [
    "https://user:pass@example.com:8080/a/b%20c?q=1&r[]=2#top",
    "mailto:a@b.co",
    "urn:isbn:0451450523",
    "file:///etc/hosts",
    "http://[::1]:80/",
    "http://[v1.a:b]/x",
    "http://[::ffff:1.2.3.004]/",
    "x:/y",
    "x:",
    "a:b:c",
    "http:///x",
    "http://a b",
    "/relative",
    'http://a"b/',
    "http://h:port/",
  ],
  "uri-template": ["/pets/{id}", "{+path,x:3}/{?q*}", "{", "a%2", "/%20{a%20b}", "{a:10000}", "{,a}", "{#}"],
  uuid: ["3fa85f64-5717-4562-b3fc-2c963f66afa6", "urn:uuid:3FA85F64-5717-4562-B3FC-2C963F66AFA6"],
  "json-pointer": ["", "/", "/a~0b/~1", "/a~2", "a/b", "/a//b"],
  "json-pointer-uri-fragment": ["#", "#/a%20b/~1", "#a", "#/a b", "#/~"],
  "relative-json-pointer": ["0", "1/a", "0#", "01/a", "10/~0", "-1"],
  byte: ["", "YQ==", "YWI=", "YWJj", "YWJj\nYWJj", "YQ=", "Y-_=", "A==="],
  regex: ["^a$", "(", "\\d+", "[", "a{2,1}", "a\\Z", "(?<n>x)", "\\p{L}", "\\-"],
};
const SAME: Readonly<Record<string, string>> = {
  "iso-time": "time",
  "iso-date-time": "date-time",
  "uri-reference": "uri",
  url: "uri",
  password: "email",
  binary: "byte",
  unknown: "date",
};
const FORMATS = [...Object.keys(NEAR), ...Object.keys(SAME)];
const CHARACTERS = [..."aZfg019:./?#@%[]{}~+-_=*,;!$&'\"()\\^`|<> \n\tTzPé🐈"];

suite.each(FORMATS)("%s", (format) => {
  test("accepts what ajv accepts, near right texts", async () => {
    const { api, schemas } = await emittedSchemas(described({ format }));
    const [{ schema, data } = { schema: undefined, data: true }] = schemas;
    if (!schema) throw new Error("The schema was not emitted.");
    const judge = api.schemas.validator(schema, "response");
    const check = compile(data, "response");
    const random = randomFrom(1);
    const texts = Object.values(NEAR).flat();
    const own = NEAR[SAME[format] ?? format] ?? [];
    for (let turn = 0; turn < STRINGS; turn += 1) texts.push(edited(pick(own, random), random));
    const differing = texts.filter((text) => check(text, "") !== judge.isValid(text));
    expect(differing).toEqual([]);
  });
});

test("integers of 32 and 64 bits", async () => {
  const numbers = [0, -0, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53, 1e300, "1"];
  for (const format of ["int32", "int64", "float", "double"]) {
    for (const type of ["integer", "number", undefined]) {
      const { api, schemas } = await emittedSchemas(described({ format, ...(type && { type }) }));
      for (const { schema, data } of schemas) {
        for (const value of numbers) {
          expect([format, type, value, compile(data, "request")(value, "")]).toEqual([
            format,
            type,
            value,
            api.schemas.validator(schema, "request").isValid(value),
          ]);
        }
      }
    }
  }
});

function described(schema: object): object {
  return { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas: { A: schema } } };
}

function edited(text: string, random: Random): string {
  let result = text;
  for (let count = Math.floor(random() * 3); count >= 0; count -= 1) {
    const at = Math.floor(random() * (result.length + 1));
    const inserted = pick([...CHARACTERS, text.slice(0, at), ""], random);
    result = result.slice(0, at) + inserted + result.slice(at + Math.floor(random() * 3));
  }
  return result;
}
