import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HttpContractOptions, httpContract } from "@onespec/http-contract";
import { type ApiDescription, loadDescription } from "@onespec/spec-core";
import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import { beforeAll, describe, expect, test } from "vitest";

let books: ApiDescription;
let cars: ApiDescription;

beforeAll(async () => {
  books = await describing({
    "/books": ["post", "get"],
    "/books/{id}": ["get"],
    "/{shelf}": ["get"],
    "/files/{name}.json": ["get"],
  });
  cars = await describing({ "/cars/{id}": ["get"], "/plates/{name}.json": ["get"] });
});

/** @param paths methods by path */
async function describing(paths: Readonly<Record<string, readonly string[]>>): Promise<ApiDescription> {
  const content = { "application/json": { schema: { type: "object" } } };
  const operation = (path: string, method: string): object => ({
    operationId: `${method} ${path}`,
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    })),
    ...(method === "post" && { requestBody: { required: true, content } }),
    responses: { 200: { description: "", content } },
  });
  const described = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(methods.map((method) => [method, operation(path, method)])),
  ]);
  const folder = await mkdtemp(join(tmpdir(), "http-contract-"));
  const file = join(folder, "api.json");
  const info = { title: "Host", version: "1" };
  await writeFile(file, JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(described) }));
  const description = await loadDescription(file);
  await rm(folder, { recursive: true });
  return description;
}

const echo: NonNullable<HttpContractOptions["handler"]> =
  ({ id }) =>
  ({ path }) => ({ operation: id, ...path });

/** An application of somebody else that has the contract. */
async function host(
  options: Partial<HttpContractOptions> & { prefix?: string } = {},
  server: FastifyServerOptions = {},
) {
  const app = Fastify(server);
  await app.register(httpContract, { description: books, handler: echo, ...options });
  return app;
}

async function get(app: FastifyInstance, url: string): Promise<[status: number, body: unknown]> {
  const { statusCode, body } = await app.inject(url);
  return [statusCode, body === "" ? undefined : JSON.parse(body)];
}

test("a status that the handler sets is that of the answer, and what JSON cannot show is an error", async () => {
  const handler: HttpContractOptions["handler"] = () => (_call, reply) => {
    reply.code(203);
    return { made: true };
  };
  const made = await host({ handler });
  expect(await get(made, "/books")).toEqual([203, { made: true }]);
  for (const value of [new Map([["a", 1]]), new Set([1]), new Response("text")]) {
    const app = await host({ handler: () => () => value });
    expect((await get(app, "/books"))[0]).toBe(500);
  }
});

describe("path parameters are those of the description, below a prefix", () => {
  const duplicate: FastifyServerOptions = { routerOptions: { ignoreDuplicateSlashes: true } };
  test.each<[prefix: string, below: string, server?: FastifyServerOptions]>([
    ["/tenants/:tenant", "/tenants/a-long-name"],
    ["/tenants/:tenant", "/tenants/a"],
    ["/caf\u00e9", "/caf%C3%A9"],
    ["/api/", "/api"],
    ["/api", "//api", duplicate],
    ["/api", "/api/", duplicate],
    ["/api", "/API", { routerOptions: { caseSensitive: false } }],
  ])("%s, sent as %s", async (prefix, below, server) => {
    const app = await host({ prefix }, server);
    expect(await get(app, `${below}/books/1`)).toEqual([200, { operation: "get /books/{id}", id: "1" }]);
    expect(await get(app, `${below}/files/x.json`)).toEqual([200, { operation: "get /files/{name}.json", name: "x" }]);
    expect(await get(app, `${below}/abc`)).toEqual([200, { operation: "get /{shelf}", shelf: "abc" }]);
  });

  test("nearest paths have the prefix that was sent", async () => {
    const app = await host({ prefix: "/tenants/:tenant" });
    const [status, body] = await get(app, "/tenants/a/bboks/1");
    expect([status, JSON.stringify(body)]).toEqual([404, expect.stringContaining('"/tenants/a/books/{id}"')]);
  });
});

describe("a handler or guard that throws", () => {
  const thrown = ["text", null, undefined, 7, { message: "no", code: 1 }];
  test.each(thrown)("%j answers 500", async (value) => {
    const errors: unknown[] = [];
    const fail = (): never => {
      throw value;
    };
    const onError = (error: unknown): void => void errors.push(error);
    for (const handler of [fail, async () => fail()]) {
      const app = await host({ handler: () => handler, onError });
      expect((await get(app, "/books"))[0]).toBe(500);
      const guarded = await host({ guard: () => handler as never, onError });
      expect((await get(guarded, "/books"))[0]).toBe(500);
    }
    expect(errors).toEqual(Array(4).fill(expect.any(Error)));
  });

  test("an object with a status answers that", async () => {
    const handler = () => {
      throw { statusCode: 404, message: "no such book" };
    };
    expect(await get(await host({ handler: () => handler }), "/books")).toMatchObject([
      404,
      { details: [{ message: "no such book" }] },
    ]);
  });
});

test("a handler may answer by itself", async () => {
  const warnings: string[] = [];
  const logger = { level: "warn", stream: { write: (line: string) => void warnings.push(line) } };
  const app = await host({ handler: () => (_call, reply) => reply.code(202).send({ own: true }) }, { logger });
  expect(await get(app, "/books")).toEqual([202, { own: true }]);
  expect(warnings).toEqual([]);
});

test("the application's bodyLimit counts", async () => {
  const post = async (size: number, bodyLimit: number): Promise<number> => {
    const app = await host({}, { bodyLimit });
    return (await app.inject({ method: "POST", url: "/books", payload: { text: "x".repeat(size) } })).statusCode;
  };
  expect(await post(200, 100)).toBe(413);
  expect(await post(2_000_000, 3_000_000)).toBe(200);
});

describe("another plugin has /*", () => {
  test("an operation that would be lost is an error at the start", async () => {
    const app = await host();
    const second = async (): Promise<unknown> => app.register(httpContract, { description: cars, handler: echo });
    await expect(second()).rejects.toThrow("GET /plates/{name}.json needs the route /*, which another plugin has");
  });

  test("a request that it passes on is not found", async () => {
    const app = Fastify();
    app.get("/*", (_request, reply) => reply.callNotFound());
    const plain = cars.operations.filter(({ path }) => path === "/cars/{id}");
    await app.register(httpContract, { description: cars, operations: plain, handler: echo });
    expect(await get(app, "/cars/1")).toEqual([200, { operation: "get /cars/{id}", id: "1" }]);
    expect((await get(app, "/cars/1/"))[0]).toBe(404);
  });
});

describe("an empty segment", () => {
  test.each([
    ["GET", "/pets//food", 404],
    ["GET", "/pets//7", 200],
    ["GET", "//pets/7/", 200],
    ["GET", "/pets/", 200],
    ["POST", "/pets/", 200],
    ["DELETE", "/pets/", 404],
    ["DELETE", "/pets//", 404],
    ["DELETE", "/pets", 200],
    ["DELETE", "/pets/7/", 200],
    ["DELETE", "/shops/", 200],
    ["GET", "/", 200],
    ["GET", "/v1/", 200],
  ])("%s %s: where a template has a parameter, its value is missing", async (method, url, status) => {
    const description = await describing({
      "/": ["get"],
      "/{page}": ["get"],
      "/pets": ["get", "post", "delete"],
      "/pets/{id}": ["get", "delete"],
      "/pets/{id}/food": ["get"],
      "/shops": ["delete"],
    });
    const app = await host({ description, basePath: "/v1" });
    expect(
      (await app.inject({ method: method as "GET", url, ...(method === "POST" && { payload: {} }) })).statusCode,
    ).toBe(status);
  });

  test("a slash at the end of the templates is none too many", async () => {
    const description = await describing({ "/pets/": ["delete"], "/pets/{id}/": ["delete"] });
    const app = await host({ description });
    expect((await app.inject({ method: "DELETE", url: "/pets/" })).statusCode).toBe(200);
  });
});

test("what problemOf and onError throw is logged, and clients get the answer to the first error", async () => {
  const lines: string[] = [];
  const logger = { level: "error", stream: { write: (line: string) => void lines.push(line) } };
  const thrower = (): never => {
    throw new Error("secret of the host");
  };
  for (const option of ["problemOf", "onError"]) {
    const app = await host({ handler: () => thrower, [option]: thrower }, { logger });
    const [status, body] = await get(app, "/books");
    expect([status, JSON.stringify(body)]).toEqual([500, expect.not.stringContaining("secret")]);
    expect(lines.join("")).toContain(`${option} threw`);
  }
});
