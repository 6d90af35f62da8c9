import { describe, expect, test } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const object = (properties: object) => ({ type: "object", properties });
const list = (items: object) => ({ type: "array", items });
const email = { type: "string", format: "email" };
const sent = { type: "object", required: ["recipient_emails"], properties: { recipient_emails: list(email) } };
const gone = { 204: { description: "gone" } };
const group = object({ id: { type: "integer" }, name: text });
const paths = {
  ...crud("/groups", group),
  "/groups/{id}/emails": {
    parameters: [inPath("id", { type: "integer" })],
    get: { responses: ok(list(email)) },
    post: { requestBody: json(sent), responses: { 201: { description: "added", ...json(sent) } } },
  },
  "/groups/{id}/emails/{email}": {
    parameters: [inPath("id", { type: "integer" }), inPath("email", email)],
    delete: { responses: gone },
  },
  "/groups/{id}/labels": {
    parameters: [inPath("id", { type: "integer" })],
    get: { responses: ok(object({ labels: list(text) })) },
    put: { requestBody: json(list(text)), responses: ok(object({ labels: list(text) })) },
    post: { requestBody: json(list(text)), responses: ok(object({ labels: list(text) })) },
    delete: { requestBody: json(list(text)), responses: ok(object({ labels: list(text) })) },
  },
};

test("POST adds plain values to the list below a record, DELETE of the path with a value removes it", async () => {
  const call = await serve(paths);
  for (const name of ["a", "b"]) await call("POST", "/groups", { name });
  expect((await call("GET", "/groups/1/emails")).body).toEqual([]);
  const first = await call("POST", "/groups/1/emails", { recipient_emails: ["a@x.org", "b@x.org"] });
  expect([first.status, first.body]).toEqual([201, { recipient_emails: ["a@x.org", "b@x.org"] }]);
  const second = await call("POST", "/groups/1/emails", { recipient_emails: ["c@x.org", "a@x.org"] });
  expect(second.body).toEqual({ recipient_emails: ["c@x.org", "a@x.org"] });
  expect((await call("GET", "/groups/1/emails")).body).toEqual(["a@x.org", "b@x.org", "c@x.org"]);
  expect((await call("GET", "/groups/2/emails")).body).toEqual([]);
  expect((await call("DELETE", "/groups/1/emails/b%40x.org")).status).toBe(204);
  expect((await call("GET", "/groups/1/emails")).body).toEqual(["a@x.org", "c@x.org"]);
});

test("a list of plain values in an object takes more, is replaced, and loses what DELETE names", async () => {
  const call = await serve(paths);
  await call("POST", "/groups", { name: "a" });
  expect((await call("POST", "/groups/1/labels", ["red", "blue"])).body).toEqual({ labels: ["red", "blue"] });
  expect((await call("POST", "/groups/1/labels", ["green"])).body).toEqual({ labels: ["red", "blue", "green"] });
  expect((await call("DELETE", "/groups/1/labels", ["blue"])).body).toEqual({ labels: ["red", "green"] });
  expect((await call("PUT", "/groups/1/labels", ["grey"])).body).toEqual({ labels: ["grey"] });
  expect((await call("GET", "/groups/1/labels")).body).toEqual({ labels: ["grey"] });
});

test("PUT and DELETE of a path with a value change the list of plain values above it, below anything", async () => {
  const parents = [inPath("owner"), inPath("repo")];
  const call = await serve({
    "/repos/{owner}/{repo}/topics": {
      parameters: parents,
      get: { responses: ok(object({ topics: list(text) })) },
      put: { requestBody: json(object({ topics: list(text) })), responses: { 204: { description: "set" } } },
    },
    "/repos/{owner}/{repo}/topics/{topic}": {
      parameters: [...parents, inPath("topic")],
      put: { responses: { 204: { description: "added" } } },
      delete: { responses: gone },
    },
  });
  const path = "/repos/ann/tools/topics";
  await call("PUT", `${path}/a`);
  expect((await call("GET", path)).body).toEqual({ topics: ["a"] });
  await call("PUT", path, { topics: ["b", "c"] });
  await call("PUT", `${path}/d`);
  await call("DELETE", `${path}/b`);
  expect((await call("GET", path)).body).toEqual({ topics: ["c", "d"] });
});

test("a list of plain values may be called after the parameter of the path that removes one", async () => {
  const call = await serve({
    "/blockedDomains": {
      get: { responses: ok(object({ domains: list(text) })) },
      post: { requestBody: json(object({ domain: text })), responses: { 201: { description: "blocked" } } },
    },
    "/blockedDomains/{domain}": { parameters: [inPath("domain")], delete: { responses: gone } },
  });
  for (const domain of ["a.org", "b.org"]) await call("POST", "/blockedDomains", { domain });
  await call("DELETE", "/blockedDomains/a.org");
  expect((await call("GET", "/blockedDomains")).body).toEqual({ domains: ["b.org"] });
});

describe("a generated list whose records no path creates or reads:", () => {
  const integer = { type: "integer" };
  const user = {
    ...object({ user_id: integer, reputation: integer, name: text }),
    required: ["user_id", "reputation"],
  };
  const parameters = [
    inQuery("page", integer),
    inQuery("pagesize", integer),
    inQuery("order", { type: "string", enum: ["desc", "asc"] }),
    inQuery("sort", { type: "string", enum: ["reputation", "name"] }),
    inQuery("inname", text),
  ];
  const users = { ...list(user), minItems: 4, maxItems: 4 };
  const envelope = {
    ...object({ items: { ...list(user), minItems: 0 }, total: integer, has_more: { type: "boolean" } }),
    required: ["items", "total", "has_more"],
  };
  const reputations = (found: readonly { reputation: number }[]) => found.map(({ reputation }) => reputation);

  test("sort, direction and page size hold, and all requests see the same records", async () => {
    const call = await serve({ "/users": { get: { parameters, responses: ok(object({ items: users })) } } });
    const all = reputations((await call("GET", "/users")).body.items);
    const ascending = all.toSorted((a, b) => a - b);
    expect(all.length).toBe(4);
    expect(reputations((await call("GET", "/users?sort=reputation&order=asc")).body.items)).toEqual(ascending);
    expect(reputations((await call("GET", "/users?sort=reputation&order=desc")).body.items)).toEqual(
      ascending.reverse(),
    );
  });

  test("pages follow each other until the envelope says the end", async () => {
    const call = await serve({ "/users": { get: { parameters, responses: ok(envelope) } } });
    const whole = (await call("GET", "/users?sort=reputation&order=asc")).body;
    expect([whole.total, whole.has_more]).toEqual([whole.items.length, false]);
    const first = (await call("GET", "/users?sort=reputation&order=asc&pagesize=1")).body;
    expect([first.items, first.has_more]).toEqual([whole.items.slice(0, 1), true]);
    const second = (await call("GET", "/users?sort=reputation&order=asc&pagesize=1&page=2")).body;
    expect([second.items, second.total]).toEqual([whole.items.slice(1, 2), whole.total]);
  });

  test("Mock-Ignored names what selects no records", async () => {
    const call = await serve({ "/users": { get: { parameters, responses: ok(list(user)) } } });
    expect((await call("GET", "/users?inname=ann&pagesize=1")).headers.get("mock-ignored")).toBe("inname");
    expect((await call("GET", "/users?sort=reputation")).headers.get("mock-ignored")).toBeNull();
  });

  test("filters select among the records of the whole list", async () => {
    const named = { ...user, required: ["user_id", "reputation", "name"] };
    const filters = [inQuery("name", text), inQuery("min_reputation", integer)];
    for (const more of [parameters, []]) {
      const responses = ok({ ...object({ items: list(named), total: integer }), required: ["items", "total"] });
      const call = await serve({ "/users": { get: { parameters: [...more, ...filters], responses } } });
      const { items, total } = (await call("GET", "/users")).body;
      const [first, second] = items;
      expect([items.length, total, first.name === second.name]).toEqual([2, 2, false]);
      const found = await call("GET", `/users?name=${encodeURIComponent(first.name)}`);
      expect(found.body).toEqual({ items: [first], total: 1 });
      expect(found.headers.get("mock-ignored")).toBeNull();
      expect((await call("GET", "/users?name=nobody")).body).toEqual({ items: [], total: 0 });
      const [most] = reputations(items).toSorted((a, b) => b - a);
      expect(reputations((await call("GET", `/users?min_reputation=${most}`)).body.items)).toEqual([most]);
      const [explained] = (await call("GET", "/__mock/explain")).body.operations;
      expect(explained.parameters).toContainEqual({ name: "name", in: "query", use: "filter name eq" });
    }
  });

  test("--seed says how many records it has, within the bounds of its schema", async () => {
    const named = { ...object({ id: integer, name: text }), required: ["id", "name"] };
    const numberOf = async (array: object, seed: number): Promise<number> => {
      const paths = { "/regions": { get: { parameters, responses: ok(array) } } };
      const found = (await (await serve(paths, {}, { seed }))("GET", "/regions")).body;
      expect(new Set(found.map(({ id }: { id: number }) => id)).size).toBe(found.length);
      return found.length;
    };
    expect(await numberOf(list(named), 10)).toBe(10);
    expect(await numberOf({ ...list(named), maxItems: 5 }, 10)).toBe(5);
    expect(await numberOf({ ...list(named), minItems: 3 }, 1)).toBe(3);
  });

  test("a filter that each request must send names the list", async () => {
    const get = { parameters: [{ ...inQuery("name", text), required: true }], responses: ok(object({ items: users })) };
    const call = await serve({ "/users": { get } });
    expect((await call("GET", "/users?name=ann")).body.items).toHaveLength(4);
  });

  test("an example of the id is that of one record", async () => {
    const tag = { ...object({ id: { ...integer, example: 7 }, name: text }), required: ["id", "name"] };
    const call = await serve({ "/tags": { get: { parameters, responses: ok(list(tag)) } } });
    const found = (await call("GET", "/tags")).body.map(({ id }: { id: number }) => id);
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found).size).toBe(found.length);
    expect((await call("GET", "/tags")).body.map(({ id }: { id: number }) => id)).toEqual(found);
  });
});

test("a list of the enumerated ids of records has those that are made", async () => {
  const kind = { type: "string", enum: ["VALIDITY", "COMPATIBILITY"] };
  const rule = { type: "object", required: ["type"], properties: { type: kind, config: text } };
  const call = await serve({
    "/rules": {
      get: { responses: ok(list(kind)) },
      post: { requestBody: json(rule), responses: { 204: { description: "made" } } },
      delete: { responses: gone },
    },
    "/rules/{rule}": {
      parameters: [inPath("rule", kind)],
      get: { responses: ok(rule) },
      put: { requestBody: json(rule), responses: ok(rule) },
      delete: { responses: gone },
    },
  });
  await call("DELETE", "/rules");
  expect((await call("GET", "/rules")).body).toEqual([]);
  expect((await call("POST", "/rules", { type: "VALIDITY", config: "FULL" })).status).toBe(204);
  expect((await call("GET", "/rules")).body).toEqual(["VALIDITY"]);
  expect((await call("GET", "/rules/VALIDITY")).body).toMatchObject({ config: "FULL" });
});
