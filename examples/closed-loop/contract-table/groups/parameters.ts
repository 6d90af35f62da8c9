import { answer, api, json, param, ref } from "../description.js";
import type { Group, Row } from "../row.js";

const integer = { type: "integer" };
const integers = { type: "array", items: integer };
const point = { type: "object", required: ["x"], properties: { x: integer, y: integer }, additionalProperties: false };
const schemas = {
  Thing: { type: "object", properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } } },
};
const things = answer({ type: "array", items: ref("Thing") });
const paths: Record<string, unknown> = {};

/** A list that takes one parameter. */
function list(name: string, parameter: object): void {
  const created = { requestBody: { required: true, ...json(ref("Thing")) }, responses: { 201: answer(ref("Thing")) } };
  paths[`/${name}`] = {
    get: { operationId: name, parameters: [parameter], responses: { 200: things } },
    post: created,
  };
  paths[`/${name}/{id}`] = {
    parameters: [param("id", "path", integer)],
    get: { responses: { 200: answer(ref("Thing")) } },
  };
}
/** An item below a path parameter of a style. */
function item(name: string, style: string, schema: object, explode = false): void {
  const id = { name: "id", in: "path", required: true, style, explode, schema };
  paths[`/${name}/{id}`] = { get: { operationId: name, parameters: [id], responses: { 200: answer(ref("Thing")) } } };
}

list("required", param("must", "query", { type: "string", minLength: 1 }, { required: true }));
list("empty", param("flag", "query", { type: "boolean" }, { allowEmptyValue: true }));
list("boolean", param("flag", "query", { type: "boolean" }));
list("number", param("n", "query", { type: "number", minimum: -1, maximum: 1 }));
list("form", param("ids", "query", { ...integers, minItems: 2 }));
list("commas", param("ids", "query", { ...integers, maxItems: 2 }, { explode: false }));
list("spaces", param("ids", "query", integers, { style: "spaceDelimited", explode: false }));
list("pipes", param("ids", "query", integers, { style: "pipeDelimited", explode: false }));
list("object", param("at", "query", point));
list("object-of-one-name", param("at", "query", { type: "object", properties: { at: integer } }));
list("object-in-one", param("at", "query", point, { explode: false }));
list("deep", param("at", "query", point, { style: "deepObject", explode: true }));
list("content", { name: "filter", in: "query", ...json(point) });
list("content-without-type", { name: "filter", in: "query", ...json({ properties: { x: integer } }) });
list("header", param("X-Count", "header", integer, { required: true }));
list("header-list", param("X-Ids", "header", { ...integers, maxItems: 2 }));
list("header-object", param("X-At", "header", point, { explode: true }));
list("header-content", { name: "X-At", in: "header", ...json(point) });
list("cookie", param("count", "cookie", integer, { required: true }));
list("cookie-list", param("ids", "cookie", integers, { explode: false }));
list("pattern", param("code", "query", { type: "string", pattern: "^[a-z]+$" }));
list("date", param("day", "query", { type: "string", format: "date" }));
list("choice", param("c", "query", { oneOf: [{ type: "integer" }, { type: "boolean" }] }));
list("content-text", { name: "mark", in: "query", ...json({ type: "string" }) });
paths["/path-content/{id}"] = {
  get: {
    operationId: "path-content",
    parameters: [{ name: "id", in: "path", required: true, ...json(point) }],
    responses: { 200: answer(ref("Thing")) },
  },
};
item("simple", "simple", integer);
item("simple-list", "simple", integers);
item("simple-object", "simple", point, true);
item("label", "label", integer);
item("label-list", "label", integers, true);
item("matrix", "matrix", integer);
item("matrix-list", "matrix", integers, true);

const bad = (name: string, path: string, ...says: readonly string[]): Row => ({
  name,
  path,
  status: 400,
  says: ["Validation failed", ...says],
});
const good = (name: string, path: string, headers: Record<string, string> = {}): Row => ({
  name,
  path,
  headers,
  status: 200,
  answer: [],
});
const badHeader = (name: string, path: string, headers: Record<string, string>, ...says: readonly string[]): Row => ({
  ...bad(name, path, ...says),
  headers,
});

export const parameters: Group = {
  name: "parameters",
  description: api(
    {
      "/things": {
        post: { requestBody: json(ref("Thing")), responses: { 201: answer(ref("Thing")) } },
        get: { responses: { 200: things } },
      },
      ...paths,
    },
    schemas,
  ),
  rows: [
    bad("query: missing", "/required", "/must", "is required"),
    bad("query: empty", "/required?must=", "/must", "minLength"),
    bad("query: in another case", "/required?Must=x", "/must"),
    bad("query: no boolean", "/boolean?flag=yes", "/flag", "boolean"),
    bad("query: an empty boolean", "/boolean?flag", "/flag", "boolean"),
    bad("query: an empty value where others than the empty one are wrong", "/empty?flag=no", "/flag"),
    bad("query: too large", "/number?n=2", "/n", "maximum"),
    bad("query: no number", "/number?n=1e", "/n", "number"),
    bad("query: infinite", "/number?n=Infinity", "/n"),
    bad("query: hexadecimal", "/number?n=0x1", "/n"),
    bad("query: an array with too few items", "/form?ids=1", "/ids", "minItems"),
    bad("query: an array with a bad item", "/form?ids=1&ids=two", "/ids/1", "integer"),
    bad("query: commas with a bad item", "/commas?ids=1,two", "/ids/1", "integer"),
    bad("query: commas with too many items", "/commas?ids=1,2,3", "/ids", "maxItems"),
    bad("query: encoded commas with a bad item", "/commas?ids=1%2Ctwo", "/ids/1", "integer"),
    bad("query: spaces with a bad item", "/spaces?ids=1%20two", "/ids/1"),
    bad("query: pipes with a bad item", "/pipes?ids=1|two", "/ids/1"),
    bad("query: an object without a member", "/object?y=1", "/at/x", "is required"),
    bad("query: an object with a bad member", "/object?x=one", "/at/x", "integer"),
    bad("query: an object in one value", "/object-in-one?at=x,one", "/at/x", "integer"),
    bad("query: an object in one value with an unknown member", "/object-in-one?at=x,1,z,2", "/at/z"),
    bad("query: a deep object with a bad member", "/deep?at[x]=one", "/at/x", "integer"),
    bad("query: a deep object with encoded brackets", "/deep?at%5By%5D=1", "/at/x", "is required"),
    bad("query: a deep object with an unknown member", "/deep?at[x]=1&at[z]=2", "/at/z"),
    bad("query: a property with the name of its object", "/object-of-one-name?at=one", "/at/at", "integer"),
    bad("query: content that is no JSON", "/content?filter=x", "/filter"),
    bad("query: content without a type that is no JSON", "/content-without-type?filter=%7B%22x", "/filter"),
    bad("query: content with a bad member", "/content?filter=%7B%22x%22%3A%22one%22%7D", "/filter/x"),
    bad("query: content with __proto__", "/content?filter=%7B%22__proto__%22%3A1%7D", "/filter"),
    bad("query: against a pattern", "/pattern?code=A1", "/code", "pattern"),
    bad("query: an encoded plus", "/pattern?code=a%2Bb", "/code", "pattern"),
    bad("query: no date", "/date?day=2024-13-01", "/day", "format"),
    bad("query: no branch of oneOf", "/choice?c=maybe", "/c"),
    badHeader("header: missing", "/header", {}, "/x-count", "is required"),
    badHeader("header: no integer", "/header", { "x-count": "many" }, "/x-count", "integer"),
    badHeader("header: a list with a bad item", "/header-list", { "x-ids": "1, two" }, "/x-ids/1"),
    badHeader("header: a list that is too long", "/header-list", { "x-ids": "1,2,3" }, "/x-ids", "maxItems"),
    badHeader("header: an object with a bad member", "/header-object", { "x-at": "x=one,y=2" }, "/x-at/x"),
    badHeader("header: content that is no JSON", "/header-content", { "x-at": "{" }, "/x-at"),
    badHeader("cookie: missing", "/cookie", { cookie: "other=1" }, "/count", "is required"),
    badHeader("cookie: no integer", "/cookie", { cookie: "count=many" }, "/count", "integer"),
    badHeader("cookie: a list with a bad item", "/cookie-list", { cookie: "a=b; ids=1,two" }, "/ids/1"),
    bad("path: simple", "/simple/one", "/id", "integer"),
    bad("path: a number with a point", "/simple/1.5", "/id", "integer"),
    bad("path: encoded", "/simple/%20", "/id"),
    bad("path: a list", "/simple-list/1,two", "/id/1", "integer"),
    bad("path: an object", "/simple-object/x=one", "/id/x", "integer"),
    bad("path: content with a bad member", "/path-content/%7B%22x%22%3A%22one%22%7D", "/id/x", "integer"),
    bad("path: label", "/label/.one", "/id", "integer"),
    bad("path: a label list", "/label-list/.1.two", "/id/1", "integer"),
    bad("path: matrix", "/matrix/;id=one", "/id", "integer"),
    bad("path: a matrix list", "/matrix-list/;id=1;id=two", "/id/1", "integer"),
    good("good: required", "/required?must=x"),
    good("good: encoded commas", "/commas?ids=1%2C2"),
    good("good: an empty value", "/empty?flag="),
    good("good: a boolean", "/boolean?flag=false"),
    good("good: a number", "/number?n=-0.5"),
    good("good: an array", "/form?ids=1&ids=2"),
    good("good: an array with brackets", "/form?ids[]=1&ids[]=2"),
    good("good: commas", "/commas?ids=1,2"),
    good("good: spaces", "/spaces?ids=1%202%203"),
    good("good: pluses for spaces", "/spaces?ids=1+2"),
    good("good: pipes", "/pipes?ids=1|2"),
    good("good: encoded pipes", "/pipes?ids=1%7C2"),
    good("good: an object", "/object?x=1&y=2"),
    good("good: an object in one value", "/object-in-one?at=x,1,y,2"),
    good("good: a deep object", "/deep?at[x]=1&at[y]=2"),
    good("good: a property with the name of its object", "/object-of-one-name?at=1"),
    good("good: content that is a text like JSON", "/content-text?mark=%22%5B1%22"),
    good("good: content", "/content?filter=%7B%22x%22%3A1%7D"),
    good("good: a date", "/date?day=2024-02-29"),
    good("good: one branch of oneOf", "/choice?c=true"),
    good("good: a header", "/header", { "x-count": "5" }),
    good("good: a header in another case", "/header", { "X-COUNT": "5" }),
    good("good: a header with a list", "/header-list", { "x-ids": "1, 2" }),
    good("good: a header with an object", "/header-object", { "x-at": "x=1,y=2" }),
    good("good: a header with content", "/header-content", { "x-at": '{"x":1}' }),
    good("good: a cookie", "/cookie", { cookie: "a=b; count=5" }),
    good("good: a cookie with a list", "/cookie-list", { cookie: "ids=1,2" }),
  ],
};
