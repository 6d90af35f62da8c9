import { expect, test } from "vitest";
import { loadDescription } from "./load-description.js";
import { validateDescription } from "./validate-description.js";

const INFO = { title: "T", version: "1" };

async function problemsOf(document: object) {
  const api = await loadDescription(document);
  return (await validateDescription(api)).map(({ code, location }) => [code, location.pointer]);
}

test("a document that keeps to the specification has no problems, whatever its version", async () => {
  const responses = { 200: { description: "ok" } };
  expect(await problemsOf({ openapi: "3.0.3", info: INFO, paths: { "/a": { get: { responses } } } })).toEqual([]);
  expect(await problemsOf({ openapi: "3.1.0", info: INFO, paths: { "/a": { get: { responses } } } })).toEqual([]);
  expect(await problemsOf({ swagger: "2.0", info: INFO, paths: { "/a": { get: { responses } } } })).toEqual([]);
});

test("each place that the specification forbids is named once", async () => {
  const document = {
    openapi: "3.0.3",
    info: { title: "T" },
    paths: { "/a": { get: { responses: { "4xx": { description: "bad" }, 200: {} } } } },
  };
  expect(await problemsOf(document)).toEqual([
    ["invalid-document", "/info"],
    ["invalid-document", "/paths/~1a/get/responses"],
    ["invalid-document", "/paths/~1a/get/responses/200"],
  ]);
  const [, range] = await validateDescription(await loadDescription(document));
  expect(range?.message).toContain('must not have the field "4xx": a range of statuses is written 4XX');
});

test("a value that loading already reported is not reported again", async () => {
  const A = { type: "strng", minLength: "3", pattern: "[a", required: "a", maxLength: -1 };
  expect(await problemsOf({ swagger: "2.0", info: INFO, paths: {}, definitions: { A } })).toEqual([
    ["invalid-document", "/definitions/A/maxLength"],
  ]);
});

test("a misspelt field or keyword is named with the one that was meant; names of the author's choice are not", async () => {
  const properties = { maxlength: { type: "string", maxlength: 3, optional: true, example: { Pattern: 1 } } };
  const schema = { type: "object", properties, requierd: ["a"] };
  const post = { requestbody: {}, responses: { 200: { description: "ok" } } };
  const document = { openapi: "3.1.0", info: INFO, paths: { "/a": { post } }, components: { schemas: { A: schema } } };
  const found = await validateDescription(await loadDescription(document));
  expect(found.map(({ location, message, hint }) => [location.pointer, message, hint])).toEqual([
    ["/paths/~1a/post", '/paths/~1a/post must not have the field "requestbody".', "Did you mean requestBody?"],
    [
      "/components/schemas/A",
      '/components/schemas/A has the keyword "requierd", which means nothing.',
      "Did you mean required?",
    ],
    [
      "/components/schemas/A/properties/maxlength",
      '/components/schemas/A/properties/maxlength has the keyword "maxlength", which means nothing.',
      "Did you mean maxLength?",
    ],
  ]);
});

test("OpenAPI 3.2 is checked, too, with its own fields", async () => {
  const ok = { 200: { description: "OK", content: { "application/jsonl": { itemSchema: {} } } } };
  const paths = { "/a": { query: { responses: ok }, additionalOperations: { COPY: { responses: ok } } } };
  expect(await problemsOf({ openapi: "3.2.0", info: INFO, paths })).toEqual([]);
  const found = await validateDescription(
    await loadDescription({ openapi: "3.2.0", info: INFO, paths: { "/a": { additionalOperation: {} } } }),
  );
  expect(found.map(({ message, hint }) => [message, hint])).toEqual([
    ['/paths/~1a must not have the field "additionalOperation".', "Did you mean additionalOperations?"],
  ]);
});

test("OpenAPI 3.1 tells the place of each fault, and which fields exclude each other", async () => {
  const parameter = { name: "a", in: "query", schema: {}, example: 1, examples: {} };
  const servers = [{ url: "/{v}", variables: { v: { default: "1", enum: [] } } }];
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1", externalDocs: {} },
    servers,
    paths: {},
    components: { parameters: { A: parameter } },
  };
  const found = await validateDescription(await loadDescription(document));
  expect(found.map(({ message, hint }) => [message, hint])).toEqual([
    ['/info must not have the field "externalDocs".', undefined],
    ["/servers/0/variables/v/enum must NOT have fewer than 1 items.", undefined],
    ['/components/parameters/A must not have "example" and "examples" together.', undefined],
  ]);
});
