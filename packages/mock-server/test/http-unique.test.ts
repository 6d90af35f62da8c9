import { describe, expect, test } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };

/** `/groups` whose `POST` takes these properties. */
const groups = (properties: object, errors: object = { 409: { description: "taken" } }) => {
  const group = { type: "object", properties: { id: { type: "integer", readOnly: true }, ...properties } };
  return {
    "/groups": {
      get: { responses: ok({ type: "array", items: group }) },
      post: {
        requestBody: json(group),
        responses: { 201: { description: "made", ...json(group) }, ...errors },
      },
    },
  };
};
const said = (description: string, rest: object = {}) => ({ ...text, description, ...rest });

describe("a value that the description calls unique", () => {
  test.each([
    { name: said("The name. It must be unique per project.") },
    { uid: said("Optional unique identifier of the group.") },
    { slug: said("A unique word for URLs.") },
    { sku: said("Unique among all parts.") },
    { sku: said("Unique.") },
    { sku: said("The stock keeping unit, unique within the shop.") },
    { sku: said("The unique SKU.") },
    { sku: said("SKUs are unique.") },
    { sku: said("Unique SKU of the part.") },
    { partNumber: said("A unique part number that the maker gives.") },
    { email: said("The unique email address.") },
  ])("is rejected to a second record: %o", async (properties) => {
    const call = await serve(groups(properties));
    const [name = ""] = Object.keys(properties);
    expect((await call("POST", "/groups", { [name]: "a" })).status).toBe(201);
    const second = await call("POST", "/groups", { [name]: "a" });
    expect(second).toMatchObject({ status: 409, body: { details: [{ in: "body", path: `/${name}` }] } });
    expect((await call("POST", "/groups", { [name]: "b" })).status).toBe(201);
    expect((await call("POST", "/groups", {})).status).toBe(201);
    expect((await call("GET", "/groups")).body).toHaveLength(3);
  });

  test.each([
    [{ name: said("It need not be unique.") }, undefined],
    [{ name: said("Not unique.") }, undefined],
    [{ name: said("Names are not unique.") }, undefined],
    [{ name: said("This is not a unique name.") }, undefined],
    [{ name: said("The combination of country and name is unique.") }, undefined],
    [{ customer_id: said("The unique identifier of the customer.") }, undefined],
    [{ customer: said("The unique ID of the customer.") }, undefined],
    [{ token: said("A unique text that makes each request safe to repeat.") }, undefined],
    [{ name: said("It must be unique.") }, {}],
    [{ sku: said("Unique among all parts.") }, {}],
  ])("is none where that is said of something else, or no error is documented: %o %o", async (properties, errors) => {
    const call = await serve(groups(properties, errors));
    const [name = ""] = Object.keys(properties);
    for (const _ of [1, 2]) expect((await call("POST", "/groups", { [name]: "a" })).status).toBe(201);
  });

  test("is rejected by 422 where that alone is documented", async () => {
    const plan = { type: "object", required: ["code"], properties: { code: text, name: text } };
    const post = {
      requestBody: json(plan),
      responses: { 201: { description: "made", ...json(plan) }, 422: { description: "invalid" } },
    };
    const call = await serve({
      "/plans": { get: { responses: ok({ type: "array", items: plan }) }, post },
      "/plans/{code}": { parameters: [inPath("code")], get: { responses: ok(plan) } },
    });
    expect((await call("POST", "/plans", { code: "gold" })).status).toBe(201);
    expect((await call("POST", "/plans", { code: "gold", name: "Gold" })).status).toBe(422);
    expect((await call("GET", "/plans")).body).toHaveLength(1);
  });

  test("is left to clients by seeds where the description shows it", async () => {
    const call = await serve(groups({ name: said("It must be unique.", { example: "Support" }) }), {}, { seed: 3 });
    const names = (await call("GET", "/groups")).body.map((group: { name: string }) => group.name);
    expect(new Set(names).size).toBe(3);
    expect((await call("POST", "/groups", { name: "Support" })).status).toBe(201);
  });
});

test("a UUID that the description calls unique differs between seeded records that share its example", async () => {
  const uuid = { ...text, format: "uuid", example: "1a901a90-1a90-1a90-1a90-1a901a901a90" };
  const call = await serve(groups({ ledger_id: { ...uuid, description: "Unique identifier." } }), {}, { seed: 3 });
  const groupsNow = (await call("GET", "/groups")).body;
  expect(new Set(groupsNow.map((group: { ledger_id: string }) => group.ledger_id)).size).toBe(3);
});

describe("a unique value", () => {
  const user = {
    type: "object",
    required: ["email"],
    properties: { id: text, email: said("Must be unique."), count: { type: "integer" } },
  };
  const conflict = { 409: { description: "A user with this email exists already" } };
  const users = { type: "array", items: user };
  const paths = crud("/users", user, text) as Record<string, Record<string, { responses: object }>>;
  const put = { summary: "Create or update users", requestBody: json(users), responses: ok(users) };
  const many = { requestBody: json(users), responses: { 201: { description: "made", ...json(users) }, ...conflict } };
  const conflicting = (path: string): object =>
    Object.fromEntries(
      Object.entries(paths[path] ?? {}).map(([method, one]) => [
        method,
        method === "parameters" ? one : { ...one, responses: { ...one.responses, ...conflict } },
      ]),
    );
  const described = () =>
    serve({
      "/users": { ...conflicting("/users"), put },
      "/users/batch": { post: many },
      "/users/{id}": conflicting("/users/{id}"),
    });
  const emails = async (call: Awaited<ReturnType<typeof described>>): Promise<readonly string[]> =>
    (await call("GET", "/users")).body.map(({ email }: { email: string }) => email);

  test.each(["PATCH", "PUT"])("is rejected by a %s of another record", async (method) => {
    const call = await described();
    for (const email of ["a@x", "b@x"]) await call("POST", "/users", { email });
    const [, second] = (await call("GET", "/users")).body;
    const refused = await call(method, `/users/${second.id}`, { email: "a@x" });
    expect([refused.status, refused.body.details[0].path]).toEqual([409, "/email"]);
    expect((await call(method, `/users/${second.id}`, { email: "b@x", count: 1 })).status).toBe(200);
    expect(await emails(call)).toEqual(["a@x", "b@x"]);
  });

  test.each([[["a@x", "old@x"]], [["a@x", "a@x"]]])(
    "that is taken makes none of the records of a list: %j",
    async (list) => {
      const call = await described();
      await call("POST", "/users", { email: "old@x" });
      expect(
        (
          await call(
            "POST",
            "/users/batch",
            list.map((email) => ({ email })),
          )
        ).status,
      ).toBe(409);
      expect(await emails(call)).toEqual(["old@x"]);
      expect((await call("POST", "/users/batch", [{ email: "b@x" }, { email: "c@x" }])).status).toBe(201);
    },
  );

  test("is held by one record, however many requests bring it at once", async () => {
    const call = await described();
    const send = (run: () => Promise<unknown>): Promise<unknown> => Promise.all(Array.from({ length: 50 }, run));
    await send(() => call("PUT", "/users", [{ email: "up@x" }, { email: "two@x" }]));
    await send(() => call("POST", "/users", { email: "made@x" }));
    expect(await emails(call)).toEqual(["up@x", "two@x", "made@x"]);
  });
});
