import { expect, test } from "vitest";
import type { Diagnostic } from "../errors/diagnostic.js";
import { loadDescription } from "../load-description.js";

async function diagnosticsOf(paths: object, components: object = {}): Promise<readonly Diagnostic[]> {
  const info = { title: "T", version: "1" };
  return (await loadDescription({ openapi: "3.1.0", info, paths, components })).diagnostics;
}

function answering(schema: object): object {
  return { get: { operationId: "read", responses: { 200: { content: { "application/json": { schema } } } } } };
}

const NOWHERE = { $ref: "#/components/schemas/Nowhere" };

test("an operation without its parameter, body, header or response is an error", async () => {
  const broken = {
    operationId: "broken",
    parameters: [{ $ref: "#/components/parameters/none" }],
    requestBody: { $ref: "#/components/requestBodies/none" },
    responses: {
      200: { $ref: "#/components/responses/none" },
      201: { headers: { A: { $ref: "#/components/headers/none" } } },
    },
  };
  const diagnostics = await diagnosticsOf({ "/a": { post: broken } });
  expect(
    diagnostics.map(({ severity, code, operations, location }) => [severity, code, operations, location.pointer]),
  ).toEqual([
    ["error", "unresolved-reference", ["broken"], "/paths/~1a/post/parameters/0/$ref"],
    ["error", "unresolved-reference", ["broken"], "/paths/~1a/post/requestBody/$ref"],
    ["error", "unresolved-reference", ["broken"], "/paths/~1a/post/responses/200/$ref"],
    ["error", "unresolved-reference", ["broken"], "/paths/~1a/post/responses/201/headers/A/$ref"],
  ]);
});

test("so is a missing schema at the root of a body, or in its inline part", async () => {
  for (const schema of [NOWHERE, { type: "array", items: NOWHERE }, { properties: { a: NOWHERE } }]) {
    expect(await diagnosticsOf({ "/a": answering(schema) })).toMatchObject([
      { severity: "error", operations: ["read"] },
    ]);
  }
});

test("one that is missing inside a named schema is a warning", async () => {
  const diagnostics = await diagnosticsOf(
    { "/a": answering({ $ref: "#/components/schemas/Pet" }) },
    { schemas: { Pet: { properties: { tag: NOWHERE, owner: { ...NOWHERE } } } } },
  );
  expect(diagnostics).toMatchObject([
    {
      severity: "warning",
      message: expect.stringContaining("at 2 places"),
      location: { pointer: expect.stringContaining("/tag") },
    },
  ]);
});

test("one that a shared response leads to touches every operation with that response", async () => {
  const responses = { 200: { $ref: "#/components/responses/list" } };
  const diagnostics = await diagnosticsOf(
    {
      "/a": { get: { operationId: "a", responses }, put: { operationId: "fine", responses: {} } },
      "/b": { get: { operationId: "b", responses } },
    },
    {
      responses: {
        list: { content: { "a/b": { schema: NOWHERE } } },
        unused: { content: { "a/b": { schema: { $ref: "#/x" } } } },
      },
    },
  );
  expect(diagnostics).toMatchObject([
    { severity: "error", operations: ["a", "b"], location: { pointer: expect.stringContaining("/responses/list/") } },
    { severity: "warning", message: expect.stringContaining("#/x") },
  ]);
});

test("a missing example, link or callback is a warning", async () => {
  const get = {
    responses: {
      200: {
        content: { "a/b": { examples: { a: { $ref: "#/components/examples/none" } } } },
        links: { a: { $ref: "#/components/links/none" } },
      },
    },
    callbacks: { a: { $ref: "#/components/callbacks/none" } },
  };
  expect((await diagnosticsOf({ "/a": { get } })).map(({ severity }) => severity)).toEqual([
    "warning",
    "warning",
    "warning",
  ]);
});

test("a missing path item is an error without operations", async () => {
  const diagnostics = await diagnosticsOf({ "/a": { $ref: "#/components/pathItems/none" } });
  expect(diagnostics).toMatchObject([{ severity: "error", location: { pointer: "/paths/~1a/$ref" } }]);
  expect(diagnostics[0]).not.toHaveProperty("operations");
});

test("references that only lead to each other are a circle, not an endless walk", async () => {
  const diagnostics = await diagnosticsOf(
    { "/a": answering({ $ref: "#/components/schemas/A" }) },
    {
      schemas: {
        A: { $ref: "#/components/schemas/B" },
        B: { $ref: "#/components/schemas/A" },
        C: { $ref: "#/components/schemas/C" },
      },
    },
  );
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
    ["circular-reference", "error"],
    ["circular-reference", "warning"],
    ["circular-reference", "warning"],
  ]);
});

test("a schema that holds itself is no circle", async () => {
  const Node = { properties: { next: { $ref: "#/components/schemas/Node" } } };
  expect(
    await diagnosticsOf({ "/a": answering({ $ref: "#/components/schemas/Node" }) }, { schemas: { Node } }),
  ).toEqual([]);
});

test("the hint names what was most likely meant", async () => {
  const schemas = { Customer: {}, Cart: {} };
  const [diagnostic] = await diagnosticsOf({ "/a": answering({ $ref: "#/components/schemas/Custmer" }) }, { schemas });
  expect(diagnostic?.hint).toBe("Did you mean `Customer`?");
  const [other] = await diagnosticsOf({ "/a": answering({ $ref: "#/components/schemas/Zebra" }) }, { schemas });
  expect(other?.hint).toContain("Add `Zebra`");
});

test("a reference spells the percent signs of a name as they are, or encoded", async () => {
  const schemas = { "Pick_Job.%22id%22_": { type: "object" } };
  for (const name of ["Pick_Job.%22id%22_", "Pick_Job.%2522id%2522_"])
    expect(await diagnosticsOf({ "/a": answering({ $ref: `#/components/schemas/${name}` }) }, { schemas })).toEqual([]);
});

test("a reference to one that leads nowhere does not ask for the name that is there", async () => {
  const [diagnostic] = await diagnosticsOf(
    { "/a": answering({ $ref: "#/components/schemas/Pet" }) },
    { schemas: { Pet: NOWHERE } },
  );
  expect(diagnostic?.hint).toContain("`Pet` is there");
});

test("diagnostics of every kind come in the order of the document", async () => {
  const diagnostics = await diagnosticsOf({
    "/b/{id}": { get: { responses: { 200: NOWHERE, OK: {} } } },
    "/a": { get: { operationId: "x", responses: {} }, put: { operationId: "x", responses: [] } },
  });
  expect(diagnostics.map(({ code }) => code)).toEqual([
    "undeclared-path-parameter",
    "unresolved-reference",
    "invalid-status",
    "duplicate-operation-id",
    "unexpected-value",
  ]);
});
