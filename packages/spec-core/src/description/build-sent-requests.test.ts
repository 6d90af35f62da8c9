import { expect, test } from "vitest";
import { loadDescription } from "../load-description.js";

test("callbacks are one request for each method of each expression, references followed", async () => {
  const body = { content: { "application/json": { schema: { type: "string" } } } };
  const { operations } = await loadDescription({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/jobs": {
        post: {
          operationId: "addJob",
          responses: {},
          callbacks: {
            done: { "{$request.body#/url}": { post: { requestBody: body }, put: {} }, "x-note": 1 },
            shared: { $ref: "#/components/callbacks/Shared" },
          },
        },
      },
    },
    components: {
      callbacks: {
        Shared: { "$request.query.url": { post: { parameters: [{ name: "X-Id", in: "header", required: true }] } } },
      },
    },
  });
  const found = operations[0]?.callbacks.map(({ name, expression, method, requestBody, parameters }) => [
    name,
    expression,
    method,
    requestBody?.content.length ?? 0,
    parameters.map((parameter) => parameter.name),
  ]);
  expect(found).toEqual([
    ["done", "{$request.body#/url}", "put", 0, []],
    ["done", "{$request.body#/url}", "post", 1, []],
    ["shared", "$request.query.url", "post", 0, ["X-Id"]],
  ]);
});
