import { describe, expect, it } from "vitest";
import { crud, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const id = { $ref: "#/components/schemas/Id" };
const components = { schemas: { Id: { type: "integer" } } };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const list = (items: object) => ({ type: "array", items });
const ids = list(id);
const open = { type: "object", additionalProperties: true };
const ticket = object({
  id,
  status: { type: "string", enum: ["open", "canceled"] },
  note: text,
  tags: list(text),
  labels: open,
  prices: { type: ["object", "null"], additionalProperties: { type: "number" } },
});
const done = ok(object({ result: object({ status: { enum: ["done"] } }) }));
const sends = (properties: object, responses: object = done) => ({ requestBody: json(object(properties)), responses });
const filter = object({ must: list(open), should: list(open), must_not: list(open) });
const selects = { tickets: ids, filter };

/** The tickets that are left after the requests, and the answer to the last. */
async function after(paths: object, ...requests: readonly (readonly [string, string, unknown])[]) {
  const below = Object.entries(paths).map(([path, item]) => [`/tickets/${path}`, item]);
  const call = await serve({ ...crud("/tickets", ticket, id), ...Object.fromEntries(below) }, { components });
  for (const note of ["a", "b", "c"])
    await call("POST", "/tickets", { status: "open", note, tags: ["x"], labels: { note, old: 1 }, prices: { eur: 1 } });
  let last = await call("GET", "/tickets");
  for (const [method, path, body] of requests) last = await call(method, `/tickets/${path}`, body);
  const tickets: Record<string, unknown>[] = (await call("GET", "/tickets")).body;
  return { tickets, last, of: (name: string) => tickets.map((one) => one[name]) };
}

describe("an action on the records that its body names", () => {
  it("is done to each of them, as it would be to one", async () => {
    const { of, last } = await after({ cancel: { post: sends({ ids }) } }, ["POST", "cancel", { ids: [1, 3] }]);
    expect(of("status")).toEqual(["canceled", "open", "canceled"]);
    expect(last.headers.get("mock-ignored")).toBeNull();
  });

  it("is the one in a property of the body, for records that the body names by objects with more than ids", async () => {
    const one = object({ id, email: text });
    const action = { type: "string", enum: ["cancel", "open"] };
    const { of } = await after(
      { status: { put: sends({ action, tickets: list(one) }) }, "{id}/status": { put: sends({ action }) } },
      ["PUT", "status", { action: "cancel", tickets: [{ id: 1, email: "a@example.com" }, { id: 3 }] }],
      ["PUT", "2/status", { action: "cancel" }],
      ["PUT", "3/status", { action: "open" }],
    );
    expect(of("status")).toEqual(["canceled", "canceled", "open"]);
  });

  it.each([
    [{ ticket_id: id, reason: text }, "canceled"],
    [{ ticket_id: id, note: text }, "open"],
  ])(
    "is done to the record that %j names, unless the body has other properties of records",
    async (properties, status) => {
      const sent = Object.fromEntries(Object.keys(properties).map((name) => [name, name === "ticket_id" ? 2 : "x"]));
      const { of } = await after({ cancel: { post: sends(properties) } }, ["POST", "cancel", sent]);
      expect(of("status")).toEqual(["open", status, "open"]);
      expect(of("note")).toEqual(["a", "b", "c"]);
    },
  );

  it.each(["bulk-update", "bulk", "updateMany"])("sets the properties beside the ids: %s", async (path) => {
    const update = { [path]: { post: sends({ ticket_ids: ids, status: text, note: text }) } };
    const { of } = await after(update, ["POST", path, { ticket_ids: [2], status: "canceled" }]);
    expect(of("status")).toEqual(["open", "canceled", "open"]);
    expect(of("note")).toEqual(["a", "b", "c"]);
  });

  it("answers the records if the answer is a list of them", async () => {
    const answers = ok(object({ tickets: list(ticket) }));
    const { last } = await after({ cancel: { post: sends({ ids }, answers) } }, ["POST", "cancel", { ids: [3, 1] }]);
    expect(last.body.tickets.map((one: { id: number; status: string }) => [one.id, one.status])).toEqual([
      [3, "canceled"],
      [1, "canceled"],
    ]);
  });

  it("changes none if one is missing and 404 is documented; otherwise changes the existing ones", async () => {
    const refusing = sends({ ids }, { ...done, 404: { description: "None." } });
    const refused = await after({ cancel: { post: refusing } }, ["POST", "cancel", { ids: [1, 9] }]);
    expect(refused.last.status).toBe(404);
    expect(refused.of("status")).toEqual(["open", "open", "open"]);
    const { last, of } = await after({ cancel: { post: sends({ ids }) } }, ["POST", "cancel", { ids: [1, 9] }]);
    expect([last.status, last.headers.get("mock-ignored")]).toEqual([200, "ids"]);
    expect(of("status")).toEqual(["canceled", "open", "open"]);
  });

  it("reports what had no effect", async () => {
    const sent = { ids: [1], reason: "late" };
    const { last } = await after({ cancel: { post: sends({ ids, reason: text }) } }, ["POST", "cancel", sent]);
    expect(last.headers.get("mock-ignored")).toBe("reason");
    const { last: unknown, of } = await after({ weigh: { post: sends({ ids, by: text }) } }, [
      "POST",
      "weigh",
      { ids: [1], by: "hand" },
    ]);
    expect(unknown.headers.get("mock-ignored")).toBe("ids, by");
    expect(of("status")).toEqual(["open", "open", "open"]);
  });
});

describe("a property behind the path of a collection", () => {
  const labels = sends({ ...selects, labels: open, key: text });
  const paths = {
    labels: { post: labels, put: labels, patch: labels },
    "labels/delete": { post: sends({ ...selects, keys: list(text) }) },
    "labels/clear": { post: sends({ ...selects, note: text }) },
    price: { put: sends({ tickets: list(object({ id, prices: open }, { required: ["id"] })) }) },
    "prices/delete": { post: sends({ ...selects, price: list(text) }) },
    tags: { post: sends({ ids, tags: list(text) }) },
  };
  const [a, b, c] = ["a", "b", "c"].map((note) => ({ note, old: 1 }));

  it.each([
    ["POST", "labels", { tickets: [1, 2], labels: { x: 2 } }, "labels", [{ ...a, x: 2 }, { ...b, x: 2 }, c]],
    ["PATCH", "labels", { tickets: [1], labels: { x: 2 } }, "labels", [{ ...a, x: 2 }, b, c]],
    ["PUT", "labels", { tickets: [1], labels: { x: 2 } }, "labels", [{ x: 2 }, b, c]],
    ["POST", "labels/delete", { tickets: [3], keys: ["old", "none"] }, "labels", [a, b, { note: "c" }]],
    ["POST", "labels/clear", { tickets: [3] }, "labels", [a, b, {}]],
    [
      "PUT",
      "price",
      { tickets: [{ id: 2, prices: { usd: 3 } }] },
      "prices",
      [{ eur: 1 }, { eur: 1, usd: 3 }, { eur: 1 }],
    ],
    ["POST", "prices/delete", { tickets: [2], price: ["eur"] }, "prices", [{ eur: 1 }, {}, { eur: 1 }]],
    ["POST", "tags", { ids: [2], tags: ["y"] }, "tags", [["x"], ["x", "y"], ["x"]]],
  ])("is changed in the records that the body names: %s %s %o", async (method, path, body, name, expected) => {
    const { of, last } = await after(paths, [method, path, body]);
    expect(last.status).toBe(200);
    expect(last.headers.get("mock-ignored")).toBeNull();
    expect(of(name)).toEqual(expected);
  });

  it("leaves out absent records, and the answer says so", async () => {
    const tickets = [1, 9].map((id) => ({ id, prices: { usd: 3 } }));
    const { of, last } = await after(paths, ["PUT", "price", { tickets }]);
    expect([last.status, last.headers.get("mock-ignored")]).toEqual([200, "tickets"]);
    expect(of("prices")).toEqual([{ eur: 1, usd: 3 }, { eur: 1 }, { eur: 1 }]);
  });

  it("is changed in those that a filter finds", async () => {
    const must = [{ key: "note", match: { value: "b" } }];
    const { of } = await after(paths, ["POST", "labels", { filter: { must }, labels: { x: 2 } }]);
    expect(of("labels")).toEqual([a, { ...b, x: 2 }, c]);
  });

  it.each([
    [{ labels: { x: 2 } }, "labels"],
    [{ labels: { x: 2 }, filter: {} }, "labels, filter"],
    [
      { labels: { x: 2 }, tickets: [1], filter: { should: [{ key: "note" }, { key: "id" }] } },
      "labels, tickets, filter",
    ],
  ])("stays unchanged if it is unclear which records are meant, and the answer says so: %o", async (body, ignored) => {
    const { of, last } = await after(paths, ["POST", "labels", body]);
    expect(of("labels")).toEqual([a, b, c]);
    expect(last.headers.get("mock-ignored")).toBe(ignored);
  });

  it("reports unknown fields beside known ones", async () => {
    const { last } = await after(paths, ["POST", "labels", { labels: { x: 2 }, tickets: [1], key: "a.b" }]);
    expect(last.headers.get("mock-ignored")).toBe("key");
  });
});

describe("an operation without a known effect", () => {
  it("reports sent fields without an effect, but not those that the answer shows", async () => {
    const steps = { post: sends({ steps: list(open), status: text }) };
    const { last } = await after({ replay: steps }, ["POST", "replay", { steps: [], status: "open" }]);
    expect(last.headers.get("mock-ignored")).toBe("steps");
  });

  it("names at most twenty", async () => {
    const sent = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, 1]));
    const { last } = await after({ replay: { post: sends({}) } }, ["POST", "replay", sent]);
    expect(last.headers.get("mock-ignored")?.split(", ")).toHaveLength(21);
  });

  it("also reports them for an action", async () => {
    const refund = {
      "{id}/refund": {
        parameters: [{ name: "id", in: "path", required: true, schema: id }],
        post: sends({ amount: id }),
      },
    };
    const { last } = await after(refund, ["POST", "1/refund", { amount: 5 }]);
    expect(last.headers.get("mock-ignored")).toBe("amount");
  });
});

it("an action that is named after a property changes it in the record that the body names by its noun, and answers the record", async () => {
  const client = object({ client_code: text, name: text, risk_action: text }, { required: ["name", "risk_action"] });
  const named = { ...text, description: "The client code from the response of the create" };
  const call = await serve({
    ...JSON.parse(
      JSON.stringify(crud("/clients", client, text))
        .replaceAll("{id}", "{code}")
        .replaceAll('"name":"id"', '"name":"code"'),
    ),
    "/clients/set_risk_action": {
      post: sends(
        { client: named, risk_action: text },
        ok(object({ status: { type: "boolean" }, message: text, data: client }, { required: ["status", "message"] })),
      ),
    },
  });
  const { body: made } = await call("POST", "/clients", { name: "Ann", risk_action: "default" });
  const { body } = await call("POST", "/clients/set_risk_action", { client: made.client_code, risk_action: "deny" });
  expect(body).toEqual({ status: true, message: expect.any(String), data: { ...made, risk_action: "deny" } });
  expect((await call("GET", `/clients/${made.client_code}`)).body).toEqual(body.data);
});
