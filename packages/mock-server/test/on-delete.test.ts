import { describe, expect, test } from "vitest";
import type { MockServerOptions } from "../src/index.js";
import { type Client, crud, json, serve } from "./http-client.js";

const id = { type: "integer", readOnly: true };
const number = { type: "integer" };

function record(properties: object = {}): object {
  return { type: "object", required: ["id"], properties: { id, ...properties } };
}

const PATHS = {
  ...crud("/authors", record({ name: { type: "string" } })),
  ...crud("/authors/{authorId}/awards", record(), number, number),
  ...crud("/books", record({ authorId: number })),
  ...crud("/reviews", record({ bookId: number })),
  ...crud("/shelves", record({ bookIds: { type: "array", items: number } })),
  ...crud("/duos", record({ authorIds: { type: "array", items: number, minItems: 2 } })),
  ...crud("/folders", record({ parentId: number })),
};

/** Author 1 with an award, two books, a review, a place on a shelf and a duo; author 2 with a book. */
async function library(options: MockServerOptions, paths: object = PATHS): Promise<Client> {
  const call = await serve(paths, {}, options);
  for (const name of ["Ann", "Bea"]) await call("POST", "/authors", { name });
  await call("POST", "/authors/1/awards", {});
  for (const authorId of [1, 1, 2]) await call("POST", "/books", { authorId });
  await call("POST", "/reviews", { bookId: 2 });
  await call("POST", "/shelves", { bookIds: [1, 3] });
  await call("POST", "/duos", { authorIds: [1, 2] });
  for (const body of [{}, { parentId: 1 }, { parentId: 2 }, { parentId: 3 }]) await call("POST", "/folders", body);
  await call("PATCH", "/folders/1", { parentId: 4 });
  return call;
}

async function ids(call: Client, path: string): Promise<number[]> {
  return ((await call("GET", path)).body as { id: number }[]).map((one) => one.id);
}

describe("what depends on a deleted record", () => {
  test("stays by default: children are 404 without their parent, and foreign keys name no record", async () => {
    const call = await library({});
    expect((await call("DELETE", "/authors/1")).status).toBe(204);
    expect((await call("GET", "/authors/1/awards")).status).toBe(404);
    expect(await ids(call, "/books")).toEqual([1, 2, 3]);
  });

  test("is deleted with it under cascade, like its own dependents; lists lose one element", async () => {
    const call = await library({ onDelete: "cascade" });
    expect((await call("DELETE", "/authors/1")).status).toBe(204);
    expect(await ids(call, "/books")).toEqual([3]);
    expect(await ids(call, "/reviews")).toEqual([]);
    expect((await call("GET", "/shelves/1")).body).toEqual({ id: 1, bookIds: [3] });
    expect(await ids(call, "/duos")).toEqual([]);
    const { body } = await call("GET", "/__mock/state/authors.awards");
    expect(JSON.stringify(body)).not.toContain('"id":1');
  });

  test("is deleted once if records depend on each other in a circle", async () => {
    const call = await library({ onDelete: "cascade" });
    expect((await call("DELETE", "/folders/2")).status).toBe(204);
    expect(await ids(call, "/folders")).toEqual([]);
  });

  test("keeps it under restrict: 409 names the dependents, and the record can be deleted after them", async () => {
    const call = await library({ onDelete: "restrict" });
    const refused = await call("DELETE", "/authors/1");
    expect(refused.status).toBe(409);
    const text = JSON.stringify(refused.body);
    expect(text).toContain("authors.awards: ");
    expect(text).toContain("books (authorId): ");
    expect(text).toContain("duos (authorIds.[]): ");
    expect((await call("GET", "/authors/1")).status).toBe(200);
    for (const path of ["/reviews/1", "/shelves/1", "/duos/1", "/books/1", "/books/2", "/authors/1/awards/1"])
      expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("DELETE", "/authors/1")).status).toBe(204);
    expect((await call("DELETE", "/authors/9")).status).toBe(404);
  });

  test("is rejected with the status that the operation documents", async () => {
    const paths = structuredClone(PATHS) as Record<string, Record<string, Record<string, object>>>;
    const error = { type: "object", required: ["reason"], properties: { reason: { type: "string" } } };
    Object.assign(paths["/authors/{id}"]?.delete?.responses ?? {}, { 422: { description: "no", ...json(error) } });
    const call = await library({ onDelete: "restrict" }, paths);
    expect(await call("DELETE", "/authors/1")).toMatchObject({ status: 422, body: { reason: expect.any(String) } });
  });

  test("is set for single operations by x-mock and the config, which win over the option", async () => {
    const paths = structuredClone(PATHS) as Record<string, Record<string, Record<string, object>>>;
    Object.assign(paths["/books/{id}"]?.delete ?? {}, { "x-mock": { onDelete: "cascade" } });
    Object.assign(paths["/authors/{id}"]?.delete ?? {}, { operationId: "deleteAuthor" });
    const operations = { deleteAuthor: { onDelete: "keep" } };
    const call = await library({ onDelete: "restrict", operations }, paths);
    expect((await call("DELETE", "/books/2")).status).toBe(204);
    expect(await ids(call, "/reviews")).toEqual([]);
    expect((await call("DELETE", "/authors/1")).status).toBe(204);
    expect(await ids(call, "/books")).toEqual([1, 3]);
  });

  test("is reported if x-mock sets it where it cannot apply", async () => {
    const paths = structuredClone(PATHS) as Record<string, Record<string, Record<string, object>>>;
    Object.assign(paths["/books/{id}"]?.get ?? {}, { "x-mock": { onDelete: "cascade" } });
    Object.assign(paths["/books/{id}"]?.delete ?? {}, { "x-mock": { onDelete: "all" } });
    const call = await library({}, paths);
    for (const method of ["GET", "DELETE"]) {
      const { status, body } = await call(method, "/books/1");
      expect(status).toBe(500);
      expect(JSON.stringify(body)).toContain("x-mock.onDelete is ");
    }
  });
});
