import { describe, expect, it } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const flag = { type: "boolean" };
const number = { type: "integer" };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const list = (items: object) => ({ type: "array", items });
const order = object({
  id: { ...number, readOnly: true },
  name: text,
  metadata: { type: "object", additionalProperties: text },
  banned: flag,
  enabled: flag,
  active: flag,
  status: { type: "string", enum: ["open", "paid", "cancelled", "checked_in"] },
  cancelled_at: { type: ["string", "null"], format: "date-time" },
  checked_in_at: { type: ["string", "null"], format: "date-time" },
});
type Paths = Record<string, Record<string, object>>;
const orders = crud("/orders", order) as Paths;
const id = [inPath("id", number)];

describe("an action", () => {
  it.each([
    ["ban", { banned: true }],
    ["unban", { banned: false }],
    ["disable", { enabled: false, active: false }],
    ["enable", { enabled: true, active: true }],
    ["actions/cancel", { status: "cancelled", cancelled_at: expect.stringContaining("T") }],
    ["cancellation", { status: "cancelled", cancelled_at: expect.stringContaining("T") }],
    ["pay", { status: "paid" }],
    ["check-in", { status: "checked_in", checked_in_at: expect.stringContaining("T"), cancelled_at: null }],
    ["mark-as-paid", { status: "paid" }],
    ["setBanned", { banned: true }],
    ["unset-enabled", { enabled: false }],
    ["print", { status: "open", banned: false }],
  ])("does to the record what %s says", async (verb, changed) => {
    const action = { parameters: id, post: { responses: ok(order) } };
    const call = await serve({ ...orders, [`/orders/{id}/${verb}`]: action });
    await call("POST", "/orders", { name: "tea", status: "open", banned: verb === "unban", enabled: true });
    expect((await call("POST", `/orders/1/${verb}`)).body).toMatchObject({ name: "tea", ...changed });
    expect((await call("GET", "/orders/1")).body).toMatchObject({ name: "tea", ...changed });
  });

  it("sets the property that its verb names to the sent value; a new record has none", async () => {
    const stay = object({ id: { ...number, readOnly: true }, name: text }, { required: ["id"] });
    const told = { type: ["string", "null"], readOnly: true };
    const shown = {
      allOf: [stay, object({ cancellation_reason: told, checked_out_at: { ...told, format: "date-time" } })],
    };
    const post = { requestBody: json(object({ reason: text })), responses: ok(shown) };
    const call = await serve({ ...crud("/stays", shown), "/stays/{id}/cancel": { parameters: id, post } });
    expect((await call("POST", "/stays", { name: "a" })).body).toMatchObject({
      cancellation_reason: null,
      checked_out_at: null,
    });
    expect((await call("POST", "/stays/1/cancel", { reason: "storm" })).body.cancellation_reason).toBe("storm");
  });

  it("sets the id of another record, which is null in a new one", async () => {
    const observer = { type: ["integer", "null"] };
    const proposal = object({ id: number, status: { enum: ["open", "accepted"] }, observer_id: observer });
    const create = {
      requestBody: json(object({ title: text })),
      responses: { 201: { description: "made", ...json(proposal) } },
    };
    const accept = { requestBody: json(object({ observer_id: number })), responses: ok(proposal) };
    const call = await serve({
      ...crud("/observers", object({ id: number })),
      "/proposals": { post: create },
      "/proposals/{id}": { parameters: id, get: { responses: ok(proposal) } },
      "/proposals/{id}/accept": { parameters: id, post: accept },
    });
    expect((await call("POST", "/proposals", {})).body).toMatchObject({ observer_id: null });
    const accepted = { status: "accepted", observer_id: 4 };
    expect((await call("POST", "/proposals/1/accept", { observer_id: 4 })).body).toMatchObject(accepted);
  });

  it("sets sent ids of other records if it changes a status; amounts stay", async () => {
    const nullable = { type: ["integer", "null"] };
    const plot = object({ id: number, state: { enum: ["free", "leased"] }, gardener_id: nullable, fee: nullable });
    const since = { type: ["string", "null"], format: "date", readOnly: true };
    const shown = { allOf: [plot, object({ leased_since: since })] };
    const post = { requestBody: json(object({ gardener_id: number, fee: number })), responses: ok(shown) };
    const call = await serve({
      ...crud("/plots", shown),
      ...crud("/gardeners", object({ id: number })),
      "/plots/{id}/lease": { parameters: id, post },
      "/plots/{id}/print": { parameters: id, post },
    });
    await call("POST", "/plots", { state: "free", gardener_id: 1, fee: 10 });
    const printed = await call("POST", "/plots/1/print", { gardener_id: 2, fee: 10 });
    expect(printed.body).toMatchObject({ gardener_id: 1, state: "free" });
    expect(printed.headers.get("mock-ignored")).toBe("gardener_id");
    const leased = await call("POST", "/plots/1/lease", { gardener_id: 2, fee: 99 });
    expect(leased.body).toMatchObject({ state: "leased", gardener_id: 2, fee: 10 });
    expect(Date.now() - Date.parse(leased.body.leased_since)).toBeLessThan(2 * 86_400_000);
    expect(leased.headers.get("mock-ignored")).toBe("fee");
  });

  it("answers the record in an envelope, without properties that only a read includes", async () => {
    const full = { allOf: [order, object({ next_order: object({ id: number }) })] };
    const envelope = (data: object) => object({ data, meta: object({ request_id: text }) });
    const example = { data: { id: 99, name: "another", status: "cancelled" }, meta: { request_id: "r" } };
    const call = await serve({
      ...orders,
      "/orders/{id}": { parameters: id, get: { responses: ok(envelope(full)) } },
      "/orders/{id}/cancel": {
        parameters: id,
        post: {
          responses: {
            200: { description: "", content: { "application/json": { schema: envelope(order), example } } },
          },
        },
      },
    });
    await call("POST", "/orders", { name: "tea", status: "open" });
    expect((await call("POST", "/orders/1/cancel")).body.data).toMatchObject({
      id: 1,
      name: "tea",
      status: "cancelled",
    });
  });
});

it.each([
  ["open", ["close", "closed"]],
  ["OPEN", ["close", "CLOSED"]],
  ["open", ["print", "open"]],
])("a status without a list of values (%s) follows verbs that name a state: %s", async (before, [verb, after]) => {
  const ticket = object({ id: { ...number, readOnly: true }, status: text });
  const call = await serve({
    ...crud("/tickets", ticket),
    [`/tickets/{id}/${verb}`]: { parameters: id, post: { responses: ok(ticket) } },
  });
  await call("POST", "/tickets", { status: before });
  await call("POST", `/tickets/1/${verb}`);
  expect((await call("GET", "/tickets/1")).body).toMatchObject({ status: after });
});

it("a status that is an object follows verbs in its own status and its flags, and begins with nothing done", async () => {
  const State = object({
    Status: { ...text, enum: ["running", "created", "paused", "exited", "offline"] },
    Running: flag,
    Paused: flag,
    Pid: number,
  });
  const box = object({ id: { ...number, readOnly: true }, name: text, State });
  const made = { 201: { description: "made", ...json(box) } };
  const acts = ["start", "stop", "pause", "unpause", "restart", "kill", "shutdown", "boot"].map((verb) => [
    `/boxes/{id}/${verb}`,
    { parameters: id, post: { responses: { 204: { description: "done" } } } },
  ]);
  const call = await serve({
    "/boxes": { post: { requestBody: json(object({ name: text })), responses: made } },
    "/boxes/{id}": { parameters: id, get: { responses: ok(box) } },
    ...Object.fromEntries(acts),
  });
  expect((await call("POST", "/boxes", { name: "a" })).body.State).toEqual({
    Status: "created",
    Running: false,
    Paused: false,
  });
  for (const [verb, Status, Running, Paused] of [
    ["start", "running", true, false],
    ["pause", "paused", true, true],
    ["unpause", "running", true, false],
    ["stop", "exited", false, false],
    ["restart", "running", true, false],
    ["kill", "exited", false, false],
    ["boot", "running", true, false],
    ["shutdown", "offline", false, false],
  ] as const) {
    expect((await call("POST", `/boxes/1/${verb}`)).status).toBe(204);
    expect((await call("GET", "/boxes/1")).body.State).toMatchObject({ Status, Running, Paused });
  }
});

it("an action without a body is sent the properties that its query names", async () => {
  const act = (verb: string) => ({
    [`/orders/{id}/${verb}`]: {
      parameters: [...id, ...["Name", "newOrderName", "status"].map((name) => inQuery(name, text))],
      post: { responses: { 204: { description: "done" } } },
    },
  });
  const call = await serve({ ...orders, ...act("rename"), ...act("update-name"), ...act("print") });
  await call("POST", "/orders", { name: "tea", status: "open" });
  const renamed = await call("POST", "/orders/1/rename?Name=tin");
  expect([renamed.status, renamed.headers.get("mock-ignored")]).toEqual([204, null]);
  expect((await call("GET", "/orders/1")).body).toMatchObject({ name: "tin", status: "open" });
  await call("POST", "/orders/1/update-name?newOrderName=tub");
  expect((await call("GET", "/orders/1")).body.name).toBe("tub");
  const printed = await call("POST", "/orders/1/print?status=paid");
  expect([printed.status, printed.headers.get("mock-ignored")]).toEqual([204, "status"]);
  expect((await call("GET", "/orders/1")).body.status).toBe("open");
});

it("an object of a list is put in, changed and removed by the path that names its id", async () => {
  const contact = object({ ContactID: text, Name: text });
  const group = object({ id: { ...number, readOnly: true }, Contacts: list(contact) });
  const call = await serve({
    ...crud("/groups", group),
    "/groups/{id}/Contacts/{ContactID}": {
      parameters: [...id, inPath("ContactID", text)],
      put: { responses: { 204: { description: "done" } } },
      patch: { requestBody: json(object({ Name: text })), responses: { 204: { description: "done" } } },
      delete: { responses: { 204: { description: "done" } } },
    },
  });
  const [ann, ben] = ["a", "b"].map((ContactID) => ({ ContactID, Name: ContactID }));
  await call("POST", "/groups", { Contacts: [ann, ben] });
  expect((await call("DELETE", "/groups/1/Contacts/a")).status).toBe(204);
  expect((await call("GET", "/groups/1")).body.Contacts).toEqual([ben]);
  await call("PATCH", "/groups/1/Contacts/b", { Name: "Ben" });
  await call("PUT", "/groups/1/Contacts/c");
  await call("PATCH", "/groups/1/Contacts/d", { Name: "Dan" });
  expect((await call("GET", "/groups/1")).body.Contacts).toEqual([{ ...ben, Name: "Ben" }, { ContactID: "c" }]);
});

it.each([
  ["group_ids", "groups/{group_id}", text, "a", "b"],
  ["labels", "labels/{name}", text, "a", "b"],
  ["assignees", "assignees/{userId}", number, 7, 8],
])("a list of ids or texts, %s, is changed by paths of its members", async (name, path, items, one, other) => {
  const ticket = object({ id: { ...number, readOnly: true }, title: text, [name]: list(items) });
  const [parameter = ""] = /(?<=\{)\w+/.exec(path) ?? [];
  const done = { 204: { description: "done" } };
  const call = await serve({
    ...crud("/tickets", ticket),
    [`/tickets/{id}/${path}`]: {
      parameters: [...id, inPath(parameter, items)],
      put: { responses: done },
      delete: { responses: done },
    },
  });
  await call("POST", "/tickets", { title: "a" });
  const shown = async () => (await call("GET", "/tickets/1")).body[name];
  const at = (value: unknown) => `/tickets/1/${path.replace(/\{.*/, String(value))}`;
  for (const value of [one, other, one]) expect((await call("PUT", at(value))).status).toBe(204);
  expect(await shown()).toEqual([one, other]);
  expect((await call("DELETE", at(one))).status).toBe(204);
  expect(await shown()).toEqual([other]);
});

it.each([
  [{ ...text, description: "Is `active`, `paused` or `cancelled`." }, "active", "cancelled"],
  [{ ...text, description: "Tells if the payment is APPROVED, PENDING or CANCELED." }, "PENDING", "CANCELED"],
  [{ ...text, enum: ["PENDING", "CANCELLED_BY_CUSTOMER", "CANCELLED_BY_SELLER"] }, "PENDING", "CANCELLED_BY_CUSTOMER"],
])("a status has values of its text, and those that say who did it: %j", async (status, first, last) => {
  const booking = object({ id: { ...number, readOnly: true }, note: text, status: { ...status, readOnly: true } });
  const cancel = { parameters: id, post: { responses: ok(booking) } };
  const call = await serve({ ...crud("/bookings", booking), "/bookings/{id}/cancel": cancel });
  expect((await call("POST", "/bookings", { note: "a" })).body.status).toBe(first);
  expect((await call("POST", "/bookings/1/cancel")).body.status).toBe(last);
});

it("a status is the verb itself if no other value says what was done", async () => {
  const campaign = object({
    id: { ...number, readOnly: true },
    title: text,
    status: { enum: ["save", "schedule", "sent"] },
  });
  const act = { parameters: id, post: { responses: { 204: { description: "done" } } } };
  const call = await serve({ ...crud("/campaigns", campaign), "/campaigns/{id}/actions/schedule": act });
  await call("POST", "/campaigns", { title: "a", status: "save" });
  await call("POST", "/campaigns/1/actions/schedule");
  expect((await call("GET", "/campaigns/1")).body.status).toBe("schedule");
});

it("an action changes the record if a GET at its path has only a status that says whether it was done", async () => {
  const pull = object({ id: { ...number, readOnly: true }, title: text, merged: flag });
  const told = { 204: { description: "merged" }, 404: { description: "not merged" } };
  const merge = {
    parameters: id,
    get: { responses: told },
    post: { requestBody: json(object({ how: text })), responses: { 200: { description: "done" } } },
  };
  const call = await serve({ ...crud("/pulls", pull), "/pulls/{id}/merge": merge });
  await call("POST", "/pulls", { title: "a", merged: false });
  expect((await call("POST", "/pulls/1/merge", { how: "squash" })).status).toBe(200);
  expect((await call("GET", "/pulls/1")).body.merged).toBe(true);
});

it("a new record has the status that the example of its creation shows", async () => {
  const status = { ...text, enum: ["SENT", "DRAFT", "PAID"], readOnly: true };
  const invoice = object({ id: { ...number, readOnly: true }, title: text, status });
  const whole = object({ invoice });
  const call = await serve({
    "/invoices": {
      get: { responses: ok(list(invoice)) },
      post: {
        requestBody: json(object({ invoice })),
        responses: { 201: { description: "made", ...json({ ...whole, example: { invoice: { status: "DRAFT" } } }) } },
      },
    },
    "/invoices/{id}": { parameters: id, get: { responses: ok(whole) } },
  });
  expect((await call("POST", "/invoices", { invoice: { title: "a" } })).body.invoice.status).toBe("DRAFT");
});

it("a new record is a draft where that is its first status, until it is published", async () => {
  const status = { ...text, enum: ["draft", "active", "archived"], readOnly: true };
  const plan = object({ id: { ...number, readOnly: true }, name: text, status });
  const call = await serve({
    ...crud("/plans", plan),
    "/plans/{id}/publish": { parameters: [inPath("id", number)], post: { responses: ok(plan) } },
  });
  expect((await call("POST", "/plans", { name: "Pro" })).body.status).toBe("draft");
  expect((await call("POST", "/plans/1/publish")).body.status).toBe("active");
});

it("unsuspend takes back only suspend", async () => {
  const status = { ...text, enum: ["ACTIVE", "SUSPENDED", "LEFT"] };
  const user = object({ id: { ...number, readOnly: true }, name: text, status });
  const action = { parameters: id, post: { responses: ok(user) } };
  const call = await serve({ ...crud("/users", user), "/users/{id}/unsuspend": action });
  for (const status of ["SUSPENDED", "LEFT"]) await call("POST", "/users", { status });
  for (const key of [1, 2]) await call("POST", `/users/${key}/unsuspend`);
  expect((await call("GET", "/users/1")).body.status).toBe("ACTIVE");
  expect((await call("GET", "/users/2")).body.status).toBe("LEFT");
});

it("an action renews the time of the change, and changes nothing for an outdated tag", async () => {
  const dated = object({
    ...order.properties,
    updated_at: { type: "string", format: "date-time", readOnly: true },
  });
  const action = { parameters: id, post: { responses: { ...ok(dated), 412: { description: "outdated" } } } };
  const call = await serve({ ...crud("/orders", dated), "/orders/{id}/pay": action });
  const made = await call("POST", "/orders", { name: "tea", status: "open" });
  const tag = (await call("GET", "/orders/1")).headers.get("etag") ?? "";
  await call("PATCH", "/orders/1", { name: "milk" });
  expect((await call("POST", "/orders/1/pay", undefined, { "if-match": tag })).status).toBe(412);
  expect((await call("GET", "/orders/1")).body).toMatchObject({ name: "milk", status: "open" });
  const paid = (await call("POST", "/orders/1/pay")).body;
  expect(paid.status).toBe("paid");
  expect(Date.parse(paid.updated_at)).toBeGreaterThan(Date.parse(made.body.updated_at));
});

it("a PATCH below a record that answers the record changes what it sends", async () => {
  const patch = {
    requestBody: json(object({ metadata: { type: "object", additionalProperties: text } })),
    responses: ok(order),
  };
  const call = await serve({ ...orders, "/orders/{id}/metadata": { parameters: id, patch } });
  await call("POST", "/orders", { name: "tea", metadata: { a: "1" } });
  expect((await call("PATCH", "/orders/1/metadata", { metadata: { b: "2" } })).body.metadata).toEqual({
    a: "1",
    b: "2",
  });
  expect((await call("GET", "/orders/1")).body).toMatchObject({ name: "tea", metadata: { a: "1", b: "2" } });
});

it.each([
  ["answers the number", number, (body: unknown) => body],
  [
    "answers it in an object",
    object({ object: text, total_count: number }),
    (body: { total_count: number }) => body.total_count,
  ],
])("the count of a collection %s", async (_, schema, numberOf) => {
  const get = { parameters: [inQuery("name", text)], responses: ok(schema) };
  const call = await serve({ ...orders, "/orders/count": { get } });
  for (const name of ["tea", "tea", "milk"]) await call("POST", "/orders", { name });
  expect(numberOf((await call("GET", "/orders/count")).body)).toBe(3);
  expect(numberOf((await call("GET", "/orders/count?name=tea")).body)).toBe(2);
});

it("a write that answers the record around it shows that record", async () => {
  const schemas = {
    Order: object({ id: number, name: text }, { required: ["id", "name"] }),
    Line: object({ id: number, sku: text, amount: number }),
  };
  const [Order, Line] = ["Order", "Line"].map((name) => ({ $ref: `#/components/schemas/${name}` })) as [object, object];
  const lines = crud("/orders/{order_id}/lines", Line) as Paths;
  const path = "/orders/{order_id}/lines";
  const responses = ok(object({ order: Order }));
  const post = { ...lines[path]?.post, responses };
  const paths = { ...crud("/orders", Order), ...lines, [path]: { ...lines[path], post } };
  const call = await serve(paths, { components: { schemas } });
  const { body } = await call("POST", "/orders", { id: 7, name: "tea" });
  expect((await call("POST", `/orders/${body.id}/lines`, { sku: "x", amount: 2 })).body.order).toEqual(body);
  expect((await call("GET", `/orders/${body.id}/lines`)).body).toMatchObject([{ sku: "x", amount: 2 }]);
});

it("an object without properties answers a deletion with {}", async () => {
  const item = { ...orders["/orders/{id}"], delete: { responses: ok(object({ data: { type: "object" } })) } };
  const call = await serve({ ...orders, "/orders/{id}": item });
  await call("POST", "/orders", { name: "tea" });
  expect((await call("DELETE", "/orders/1")).body).toEqual({ data: {} });
});

it("me is the first user if the description says so, and otherwise no user", async () => {
  const user = object({ id: text, name: text });
  const named = crud("/users", user, text, text, 'The id of a user, or the string "me".') as Paths;
  const call = await serve({ ...named, ...crud("/pets", user, text) });
  for (const path of ["/users", "/pets"]) await call("POST", path, { id: "u1", name: "Ann" });
  expect((await call("GET", "/users/me")).body.name).toBe("Ann");
  expect((await call("GET", "/pets/me")).status).toBe(404);
});

it.each([
  ["dryRun", "All"],
  ["dry_run", "true"],
  ["validateOnly", "true"],
])("%s=%s stores nothing", async (name, value) => {
  const parameters = [inQuery(name, text)];
  const item = orders["/orders/{id}"] as Paths;
  const call = await serve({
    "/orders": { ...orders["/orders"], post: { ...orders["/orders"]?.post, parameters } },
    "/orders/{id}": { ...item, patch: { ...item.patch, parameters }, delete: { ...item.delete, parameters } },
  });
  await call("POST", "/orders", { name: "tea" });
  const dry = await call("POST", `/orders?${name}=${value}`, { name: "milk" });
  expect([dry.status, dry.body.name, dry.headers.get("mock-ignored")]).toEqual([201, "milk", null]);
  expect((await call("PATCH", `/orders/1?${name}=${value}`, { name: "coffee" })).body.name).toBe("coffee");
  expect((await call("DELETE", `/orders/1?${name}=${value}`)).status).toBe(204);
  expect((await call("GET", "/orders")).body.map((one: { name: string }) => one.name)).toEqual(["tea"]);
  expect((await call("POST", `/orders?${name}=none`, { name: "milk" })).status).toBe(201);
  expect((await call("GET", "/orders")).body).toHaveLength(2);
});

it("a list that the description calls newest first begins with the newest, page by page", async () => {
  const parameters = [inQuery("limit", number), inQuery("starting_after", text)];
  const description = "Returned sorted by creation date, with the most recent orders appearing first.";
  const get = { description, parameters, responses: ok(object({ data: list(order), has_more: flag })) };
  const call = await serve({ ...orders, "/orders": { ...orders["/orders"], get } });
  for (const name of ["a", "b", "c"]) await call("POST", "/orders", { name });
  const page = async (query: string) => {
    const { body } = await call("GET", `/orders?${query}`);
    return [body.data.map((one: { name: string }) => one.name).join(""), body.has_more];
  };
  expect(await page("limit=2")).toEqual(["cb", true]);
  expect(await page("limit=2&starting_after=2")).toEqual(["a", false]);
});

it.each([
  ["cursor", "If omitted, orders starting from the most recent."],
  ["since", "Return all orders with an ID less than this value."],
])("a list whose cursor leads to older records begins with the newest, too: %s", async (name, description) => {
  const cursor = { ...inQuery(name, text), description };
  const parameters = [inQuery("limit", number), cursor];
  const get = { parameters, responses: ok(object({ data: list(order), next_cursor: text })) };
  const call = await serve({ ...orders, "/orders": { ...orders["/orders"], get } });
  for (const name of ["a", "b", "c"]) await call("POST", "/orders", { name });
  const [, last] = (await call("GET", "/orders?limit=2")).body.data;
  expect(last).toMatchObject({ name: "b" });
  if (name === "since")
    expect((await call("GET", `/orders?since=${last.id}`)).body.data).toMatchObject([{ name: "a" }]);
});

it("after the last page there is no object for the next one", async () => {
  const next = { type: ["object", "null"], properties: { offset: text, uri: text } };
  const parameters = [inQuery("limit", number), inQuery("offset", text)];
  const get = { parameters, responses: ok(object({ data: list(order), next_page: next })) };
  const call = await serve({ ...orders, "/orders": { ...orders["/orders"], get } });
  for (const name of ["a", "b", "c"]) await call("POST", "/orders", { name });
  const { body } = await call("GET", "/orders?limit=2");
  expect(body.next_page.offset).toBeTruthy();
  expect((await call("GET", `/orders?limit=2&offset=${body.next_page.offset}`)).body.next_page).toBeNull();
});

it("a record may be answered as a list of one, with more properties than in the collection", async () => {
  const short = object({ key_id: text, name: text });
  const full = object({ key_id: text, name: text, scopes: list(text) });
  const post = {
    requestBody: json(object({ name: text, scopes: list(text) })),
    responses: { 201: { description: "made", ...json(full) } },
  };
  const call = await serve({
    "/keys": { get: { responses: ok(object({ result: list(short) })) }, post },
    "/keys/{key_id}": { parameters: [inPath("key_id")], get: { responses: ok(object({ result: list(full) })) } },
  });
  const { body } = await call("POST", "/keys", { name: "deploy", scopes: ["mail"] });
  await call("POST", "/keys", { name: "other" });
  expect((await call("GET", `/keys/${body.key_id}`)).body).toEqual({
    result: [{ key_id: body.key_id, name: "deploy", scopes: ["mail"] }],
  });
});

it("PUT without a body adds the record with this id", async () => {
  const schemas = {
    Message: object({ id: text, content: text, reply: object({ message_id: text }) }, { required: ["id", "content"] }),
  };
  const Message = { $ref: "#/components/schemas/Message" };
  const messages = crud("/channels/{channel_id}/messages", Message, text) as Paths;
  const { "/channels/{channel_id}/messages/{id}": item, ...collection } = messages;
  const parameters = [inPath("channel_id"), inPath("message_id")];
  const call = await serve(
    {
      ...collection,
      "/channels/{channel_id}/messages/{message_id}": { ...item, parameters },
      "/channels/{channel_id}/pins": { parameters: [inPath("channel_id")], get: { responses: ok(list(Message)) } },
      "/channels/{channel_id}/pins/{message_id}": {
        parameters,
        put: { responses: { 204: { description: "pinned" } } },
        delete: { responses: { 204: { description: "gone" } } },
      },
    },
    { components: { schemas } },
  );
  await call("POST", "/channels/c/messages", { id: "m1", content: "hello" });
  expect((await call("PUT", "/channels/c/pins/m1")).status).toBe(204);
  expect((await call("GET", "/channels/c/pins")).body).toMatchObject([{ id: "m1", content: "hello" }]);
  expect((await call("DELETE", "/channels/c/pins/m1")).status).toBe(204);
  expect((await call("GET", "/channels/c/messages/m1")).body.content).toBe("hello");
});

it("x-kubernetes-group-version-kind names the kind of lists and records", async () => {
  const kind = (name: string) => ({
    "x-kubernetes-group-version-kind": [{ group: "apps", kind: name, version: "v1" }],
  });
  const names = { kind: text, apiVersion: text };
  const pod = object({ ...names, metadata: object({ name: text }) }, kind("Pod"));
  const get = { responses: ok(object({ ...names, items: list(pod) }, kind("PodList"))) };
  const paths = crud("/pods", pod, text) as Paths;
  const call = await serve({ ...paths, "/pods": { ...paths["/pods"], get } });
  expect((await call("POST", "/pods", { metadata: { name: "a" } })).body).toMatchObject({
    kind: "Pod",
    apiVersion: "apps/v1",
  });
  expect((await call("GET", "/pods")).body).toMatchObject({
    kind: "PodList",
    apiVersion: "apps/v1",
    items: [{ kind: "Pod" }],
  });
});

it("a POST without a body creates what a GET with the same answer reads at its path", async () => {
  const Secret = object({ type: text, value: text }, { required: ["type", "value"] });
  const answered = { responses: ok({ $ref: "#/components/schemas/Secret" }) };
  const call = await serve(
    {
      ...crud("/clients", object({ id: { ...number, readOnly: true }, name: text })),
      "/clients/{id}/client-secret": { parameters: id, get: answered, post: answered },
    },
    { components: { schemas: { Secret } } },
  );
  await call("POST", "/clients", { name: "a" });
  const { body } = await call("POST", "/clients/1/client-secret");
  expect(body).toEqual({ type: expect.any(String), value: expect.any(String) });
  expect((await call("GET", "/clients/1/client-secret")).body).toEqual(body);
});

it("a clone of a record has the sent name, if records are named by it", async () => {
  const config = object({ name: text, size: { type: "integer" } });
  const clone = { requestBody: json(object({ name: text })), responses: ok(config) };
  const call = await serve({
    "/configs": { post: { requestBody: json(config), responses: { 201: { description: "made", ...json(config) } } } },
    "/configs/{name}": { parameters: [inPath("name", text)], get: { responses: ok(config) } },
    "/configs/{name}/clone": { parameters: [inPath("name", text)], post: clone },
  });
  await call("POST", "/configs", { name: "a", size: 3 });
  expect((await call("POST", "/configs/a/clone", { name: "b" })).body).toEqual({ name: "b", size: 3 });
  expect((await call("GET", "/configs/b")).body).toEqual({ name: "b", size: 3 });
  expect((await call("POST", "/configs/a/clone", { name: "b" })).status).toBe(409);
});

it.each(["duplicate", "clone", "copy", "replicate", "fork"])("%s of a record creates a copy of it", async (verb) => {
  const layout = object(
    { id: { ...number, readOnly: true }, name: text, code: text, color: text },
    { required: ["id"] },
  );
  const made = { 201: { description: "made", ...json(layout) } };
  const post = { requestBody: json(object({ name: text, code: text })), responses: made };
  const paths = { ...crud("/layouts", layout), [`/layouts/{id}/${verb}`]: { parameters: id, post } };
  const call = await serve(paths);
  const first = (await call("POST", "/layouts", { name: "plain", code: "p", color: "red" })).body;
  const second = (await call("POST", `/layouts/1/${verb}`, { name: "other" })).body;
  expect(second).toEqual({ ...first, id: 2, name: "other" });
  expect((await call("GET", "/layouts/2")).body).toEqual(second);
  expect((await call("GET", "/layouts/1")).body).toEqual(first);
  expect((await call("POST", `/layouts/9/${verb}`, {})).status).toBe(404);
});

it("DELETE undoes the status that POST at its path set", async () => {
  const state = { ...text, enum: ["active", "inactive", "archived"] };
  const room = object({ id: { ...number, readOnly: true }, name: text, state: { ...state, readOnly: true } });
  const archive = { parameters: id, post: { responses: ok(room) }, delete: { responses: ok(room) } };
  const call = await serve({ ...crud("/rooms", room), "/rooms/{id}/archive": archive });
  await call("POST", "/rooms", { name: "a" });
  expect((await call("POST", "/rooms/1/archive")).body.state).toBe("archived");
  expect((await call("DELETE", "/rooms/1/archive")).body.state).toBe("active");
});

it("a reversal is another record that names the one it reverses", async () => {
  const payment = object(
    { id: { ...text, readOnly: true }, memo: text, amount: number, reverses_payment_id: { type: ["string", "null"] } },
    { required: ["id"] },
  );
  const post = {
    requestBody: json(object({ memo: text })),
    responses: { 200: { description: "made", ...json(payment) } },
  };
  const call = await serve({
    ...crud("/payments", payment, text),
    "/payments/{id}/reversal": { parameters: id, post },
  });
  const paid = (await call("POST", "/payments", { memo: "tea", amount: 5 })).body;
  const back = (await call("POST", `/payments/${paid.id}/reversal`, { memo: "undo" })).body;
  expect(back).toMatchObject({ memo: "undo", amount: 5, reverses_payment_id: paid.id });
  expect(back.id).not.toBe(paid.id);
  expect((await call("GET", `/payments/${back.id}`)).body).toEqual(back);
  expect((await call("GET", `/payments/${paid.id}`)).body).toEqual(paid);
});

it("the only text that is sent to the path of a list of texts is added to it", async () => {
  const role = object({ slug: text, name: text, permissions: list(text) }, { required: ["slug", "permissions"] });
  const paths = crud("/roles", role, text) as Paths;
  const item = {
    parameters: [{ name: "slug", in: "path", required: true, schema: text }],
    get: { responses: ok(role) },
  };
  const call = await serve({
    "/roles": paths["/roles"],
    "/roles/{slug}": item,
    "/roles/{slug}/permissions": {
      parameters: item.parameters,
      post: { requestBody: json(object({ slug: text }, { required: ["slug"] })), responses: ok(role) },
    },
  });
  await call("POST", "/roles", { slug: "editor", name: "Editor", permissions: ["posts:read"] });
  await call("POST", "/roles/editor/permissions", { slug: "posts:write" });
  const { body } = await call("POST", "/roles/editor/permissions", { slug: "posts:write" });
  expect(body).toEqual({ slug: "editor", name: "Editor", permissions: ["posts:read", "posts:write"] });
  expect((await call("GET", "/roles/editor")).body).toEqual(body);
});

describe("an action that renews a secret", () => {
  it.each([
    ["rotate-secret", {}],
    ["reset", {}],
    ["refresh", {}],
    ["client_secret", { summary: "Reset the secret" }],
  ])("gives it another value of the same form: %s", async (path, words) => {
    const app = object(
      { id: { ...number, readOnly: true }, name: text, client_secret: text },
      { required: ["client_secret"] },
    );
    const paths = crud("/apps", app) as Paths;
    const call = await serve({
      ...paths,
      [`/apps/{id}/${path}`]: { parameters: id, post: { ...words, responses: ok(app) } },
    });
    const { client_secret: first } = (await call("POST", "/apps", { client_secret: "sk-1234abcd" })).body;
    const { client_secret: second } = (await call("POST", `/apps/1/${path}`)).body;
    expect(second).toMatch(/^sk-\d{4}[a-z]{4}$/);
    expect(second).not.toBe(first);
    expect((await call("GET", "/apps/1")).body.client_secret).toBe(second);
    expect((await call("POST", `/apps/1/${path}`)).body.client_secret).not.toBe(second);
  });

  it.each(["/apps/{id}/secret", "/stream/secret"])("changes the value that is read at a path: %s", async (path) => {
    const parameters = path.includes("{") ? id : [];
    const call = await serve({
      ...(crud("/apps", object({ id: { ...number, readOnly: true }, name: text })) as Paths),
      [path]: {
        parameters,
        get: { responses: ok(object({ secret: text, version: text }, { required: ["secret", "version"] })) },
      },
      [`${path}/rotate`]: { parameters, post: { responses: { 204: { description: "done" } } } },
    });
    await call("POST", "/apps", { name: "a" });
    const at = path.replace("{id}", "1");
    const { secret: first, version } = (await call("GET", at)).body;
    expect((await call("POST", `${at}/rotate`)).status).toBe(204);
    const second = (await call("GET", at)).body;
    expect(second).toEqual({ secret: expect.any(String), version });
    expect(second.secret).not.toBe(first);
    expect((await call("GET", at)).body).toEqual(second);
  });

  it("leaves other records as they are", async () => {
    const app = object({ id: { ...number, readOnly: true }, name: text, token: text });
    const paths = crud("/apps", app) as Paths;
    const call = await serve({ ...paths, "/apps/{id}/reset-votes": { parameters: id, post: { responses: ok(app) } } });
    await call("POST", "/apps", { token: "abcd" });
    expect((await call("POST", "/apps/1/reset-votes")).body.token).toBe("abcd");
  });
});

it("an update with only unknown fields names them all in Mock-Ignored", async () => {
  const value = object({ context: text, value: text });
  const variable = object({
    id: { ...number, readOnly: true },
    name: text,
    secret: { ...text, writeOnly: true },
    values: list(value),
  });
  const patch = {
    parameters: id,
    patch: { requestBody: json(object({ ...value.properties, ...variable.properties })), responses: ok(variable) },
  };
  const paths = crud("/variables", variable) as Paths;
  const call = await serve({ ...paths, "/variables/{id}": { ...paths["/variables/{id}"], ...patch } });
  await call("POST", "/variables", { name: "A", values: [{ context: "all", value: "1" }] });
  const ignored = async (body: object) => (await call("PATCH", "/variables/1", body)).headers.get("mock-ignored");
  expect(await ignored({ context: "dev", value: "2" })).toBe("context, value");
  expect(await ignored({ secret: "s" })).toBeNull();
  expect(await ignored({ name: "B" })).toBeNull();
});

it.each(["restore", "untrash"])(
  "a deleted record is as it was after %s, and one that never was is not",
  async (verb) => {
    const restore = { parameters: id, put: { responses: { 204: { description: "done" } } } };
    const call = await serve({ ...orders, [`/orders/{id}/${verb}`]: restore });
    await call("POST", "/orders", { name: "tea" });
    const { body } = await call("GET", "/orders/1");
    await call("DELETE", "/orders/1");
    expect((await call("GET", "/orders/1")).status).toBe(404);
    expect((await call("PUT", `/orders/2/${verb}`)).status).toBe(404);
    expect((await call("PUT", `/orders/1/${verb}`)).status).toBe(204);
    expect((await call("GET", "/orders/1")).body).toEqual(body);
    expect((await call("GET", "/orders")).body).toHaveLength(1);
  },
);

it("a record whose deletion tells a status is gone until it is restored", async () => {
  const comment = object({
    id: { ...number, readOnly: true },
    title: text,
    status: { ...text, enum: ["active", "deleted"] },
    deleted_at: { ...number, format: "date-time" },
  });
  const paths = crud("/comments", comment) as Record<string, Record<string, object>>;
  const item = { ...paths["/comments/{id}"], delete: { summary: "Delete a comment", responses: ok(comment) } };
  const restore = { parameters: id, post: { responses: ok(comment) } };
  const call = await serve({ ...paths, "/comments/{id}": item, "/comments/{id}/restore": restore });
  await call("POST", "/comments", { title: "a" });
  expect((await call("DELETE", "/comments/1")).body).toMatchObject({ title: "a", status: "deleted" });
  expect((await call("GET", "/comments/1")).status).toBe(404);
  expect((await call("POST", "/comments/1/restore")).status).toBe(200);
  expect((await call("GET", "/comments/1")).body).toMatchObject({ title: "a", status: "active" });
});

it("undoing a verb sets the first status if no status says that the record is in use", async () => {
  const campaign = object({
    id: { ...number, readOnly: true },
    title: text,
    status: { enum: ["save", "schedule", "sent"] },
  });
  const act = { parameters: id, post: { responses: { 204: { description: "done" } } } };
  const call = await serve({ ...crud("/campaigns", campaign), "/campaigns/{id}/actions/unschedule": act });
  for (const status of ["schedule", "sent"]) await call("POST", "/campaigns", { title: "a", status });
  for (const one of [1, 2]) await call("POST", `/campaigns/${one}/actions/unschedule`);
  expect((await call("GET", "/campaigns")).body).toMatchObject([{ status: "save" }, { status: "sent" }]);
});

it("an update that only describes an item of a list sets that item", async () => {
  const context = { type: "string", enum: ["all", "dev", "branch"] };
  const value = object({ id: { ...text, readOnly: true }, context, context_parameter: text, value: text });
  const variable = object({ key: text, is_secret: { type: "boolean" }, values: list(value) }, { required: ["key"] });
  const paths = crud("/variables", variable, text) as Paths;
  const parameters = [{ name: "key", in: "path", required: true, schema: text }];
  const call = await serve({
    "/variables": paths["/variables"],
    "/variables/{key}": {
      parameters,
      get: { responses: ok(variable) },
      put: { requestBody: json(variable), responses: ok(variable) },
      patch: { requestBody: json(object({ context, context_parameter: text, value: text })), responses: ok(variable) },
    },
  });
  await call("POST", "/variables", { key: "A", values: [{ context: "all", value: "1" }] });
  const set = async (body: object) => {
    const { status, headers } = await call("PATCH", "/variables/A", body);
    expect([status, headers.get("mock-ignored")]).toEqual([200, null]);
    return (await call("GET", "/variables/A")).body.values;
  };
  expect(await set({ context: "dev", value: "2" })).toMatchObject([
    { context: "all", value: "1" },
    { context: "dev", value: "2" },
  ]);
  expect(await set({ context: "all", value: "3" })).toMatchObject([{ value: "3" }, { value: "2" }]);
  expect(await set({ context: "branch", context_parameter: "a", value: "4" })).toHaveLength(3);
  expect(await set({ context: "branch", context_parameter: "b", value: "5" })).toHaveLength(4);
});

it("the subject of a PUT or a DELETE below a record is reported as ignored if nothing shows it", async () => {
  const ids = json({ type: "array", items: { type: "string" } });
  const parameters = [inPath("id")];
  const done = { 204: { description: "done" } };
  const call = await serve({
    ...crud("/teams", { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } }),
    "/teams/{id}/badges/{badge}": { parameters: [...parameters, inPath("badge")], put: { responses: done } },
    "/teams/{id}/honours": { parameters, put: { requestBody: ids, responses: done } },
    "/keys/{key_id}": { parameters: [inPath("key_id")], delete: { responses: done } },
    "/teams/{id}/prizes": { parameters, delete: { responses: done } },
  });
  const { id } = (await call("POST", "/teams", { name: "Night" })).body;
  const ignored = async (method: string, path: string, body?: unknown) =>
    (await call(method, `/teams/${id}/${path}`, body)).headers.get("mock-ignored");
  expect((await call("DELETE", "/keys/k1")).headers.get("mock-ignored")).toBe("key_id");
  expect(await ignored("PUT", "badges/gold")).toBe("badge");
  expect(await ignored("DELETE", "prizes")).toBe("prizes");
  expect(await ignored("PUT", "honours", ["gold"])).toBe("body");
});

it("a DELETE that cancels a record and answers it keeps the record, with the status canceled", async () => {
  const status = { enum: ["open", "canceled", "expired"] };
  const payment = (properties: object) => ({ type: "object", properties: { id: text, note: text, ...properties } });
  const paths = (record: object) => {
    const all = crud("/payments", record) as Record<string, Record<string, object>>;
    const item = all["/payments/{id}"];
    return { ...all, "/payments/{id}": { ...item, delete: { summary: "Cancel payment", responses: ok(record) } } };
  };
  const call = await serve(paths(payment({ status })));
  const { id } = (await call("POST", "/payments", { note: "a" })).body;
  expect((await call("DELETE", `/payments/${id}`)).body).toMatchObject({ id, status: "canceled" });
  expect((await call("GET", `/payments/${id}`)).body).toMatchObject({ id, status: "canceled" });
  const other = await serve(paths(payment({})));
  const made = (await other("POST", "/payments", { note: "a" })).body.id;
  await other("DELETE", `/payments/${made}`);
  expect((await other("GET", `/payments/${made}`)).status).toBe(404);
});

it("a verb that undoes another leaves the status unchanged if no status has its name", async () => {
  const stream = { type: "object", properties: { id: text, status: { enum: ["active", "idle", "disabled"] } } };
  const act = { post: { responses: ok(stream) } };
  const paths = crud("/streams", stream) as Record<string, Record<string, object>>;
  const made = { description: "made", ...json(stream, { example: { id: "a", status: "idle" } }) };
  const below = ["start", "stop", "disable", "enable"].map((verb) => [
    `/streams/{id}/${verb}`,
    { parameters: [inPath("id")], ...act },
  ]);
  const call = await serve({
    ...paths,
    "/streams": { ...paths["/streams"], post: { requestBody: json(stream), responses: { 201: made } } },
    ...Object.fromEntries(below),
  });
  const { id } = (await call("POST", "/streams", {})).body;
  const states: string[] = [];
  for (const verb of ["start", "stop", "disable", "enable"]) {
    await call("POST", `/streams/${id}/${verb}`);
    states.push((await call("GET", `/streams/${id}`)).body.status);
  }
  expect(states).toEqual(["active", "idle", "disabled", "idle"]);
});

it("a PUT below a record replaces its object of that name, a PATCH changes it", async () => {
  const part = { type: "object", properties: { low: text, high: text } };
  const rule = { type: "object", properties: { id: text, referrer: part, limits: part } };
  const write = { requestBody: json(part), responses: ok(rule) };
  const parameters = [inPath("id")];
  const call = await serve({
    ...crud("/rules", rule),
    "/rules/{id}/referrer": { parameters, put: write },
    "/rules/{id}/limits": { parameters, patch: write },
  });
  const both = { low: "a", high: "b" };
  const { id } = (await call("POST", "/rules", { referrer: both, limits: both })).body;
  await call("PUT", `/rules/${id}/referrer`, { low: "c" });
  await call("PATCH", `/rules/${id}/limits`, { low: "d" });
  expect((await call("GET", `/rules/${id}`)).body).toEqual({
    id,
    referrer: { low: "c" },
    limits: { low: "d", high: "b" },
  });
});

it("an action that answers something else than its record shows its effect there", async () => {
  const account = object({ id: text, name: text });
  const relation = object({ id: text, following: flag, muting: flag }, { required: ["id", "following", "muting"] });
  const act = { parameters: [inPath("id")], post: { responses: ok(relation) } };
  const verbs = ["follow", "unfollow", "mute"].map((verb) => [`/accounts/{id}/${verb}`, act]);
  const call = await serve({ ...crud("/accounts", account, text), ...Object.fromEntries(verbs) });
  const { id: key } = (await call("POST", "/accounts", { name: "a" })).body;
  const after = async (verb: string) => (await call("POST", `/accounts/${key}/${verb}`)).body;
  expect(await after("follow")).toMatchObject({ id: key, following: true });
  expect(await after("unfollow")).toMatchObject({ id: key, following: false });
  expect(await after("mute")).toMatchObject({ id: key, muting: true });
});

it("the answer has the id of the path, even if the example has another", async () => {
  const answer = object({ data: object({ id: text, object: object({ id: text }) }) });
  const example = { data: { id: "p1", object: { id: "a1" } } };
  const responses = { 200: { description: "ok", ...json(answer, { example }) } };
  const call = await serve({
    "/playback-ids/{PLAYBACK_ID}": { parameters: [inPath("PLAYBACK_ID")], get: { responses } },
  });
  expect((await call("GET", "/playback-ids/p7")).body).toEqual({ data: { id: "p7", object: { id: "a1" } } });
});

it("a verb unsets the flag of its opposite, and sets a free status to the example in its answer", async () => {
  const record = object({ id: { ...number, readOnly: true }, name: text, unverified: flag, status: text });
  const act = (answer: object) => ({ parameters: [inPath("id", number)], post: { responses: ok(answer) } });
  const call = await serve({
    ...crud("/letters", record, number),
    "/letters/{id}/verify": act(record),
    "/letters/{id}/unverify": act(record),
    "/letters/{id}/send": act(object({ id: number, status: { ...text, example: "letter.sent" } })),
  });
  const { id } = (await call("POST", "/letters", { name: "a", unverified: true, status: "letter.draft" })).body;
  expect((await call("POST", `/letters/${id}/verify`)).body.unverified).toBe(false);
  expect((await call("POST", `/letters/${id}/unverify`)).body.unverified).toBe(true);
  await call("POST", `/letters/${id}/send`);
  expect((await call("GET", `/letters/${id}`)).body.status).toBe("letter.sent");
});

it("a verb after a colon changes the state of the record in the path, and its opposite undoes that", async () => {
  const states = { enum: ["STATE_UNSPECIFIED", "AVAILABLE", "ARCHIVED"] };
  const told = { allOf: [{ type: "string", description: "Possible values: `RUNNING`, `ARCHIVED`." }], readOnly: true };
  const record = object({
    id: { ...number, readOnly: true },
    name: text,
    storage_state: states,
    status: states,
    powerStatus: told,
  });
  const act = { parameters: [inPath("id", number)], post: { responses: { 200: { description: "done" } } } };
  const call = await serve({
    ...crud("/runs", record, number),
    "/runs/{id}:archive": act,
    "/runs/{id}:unarchive": act,
  });
  const { id } = (await call("POST", "/runs", { name: "a" })).body;
  await call("POST", `/runs/${id}:archive`);
  const archived = { storage_state: "ARCHIVED", status: "ARCHIVED", powerStatus: "ARCHIVED" };
  expect((await call("GET", `/runs/${id}`)).body).toMatchObject(archived);
  await call("POST", `/runs/${id}:unarchive`);
  expect((await call("GET", `/runs/${id}`)).body).toMatchObject({ storage_state: "AVAILABLE", status: "AVAILABLE" });
});

it("a verb also changes properties in a spec or in the attributes", async () => {
  const record = object({
    id: { ...number, readOnly: true },
    attributes: object({ status: { enum: ["open", "paid"] } }),
    spec: object({ suspend: flag, schedule: text }),
  });
  const act = { parameters: [inPath("id", number)], post: { responses: { 200: { description: "done" } } } };
  const verbs = ["suspend", "resume", "pay"].map((verb) => [`/jobs/{id}/${verb}`, act]);
  const call = await serve({ ...crud("/jobs", record, number), ...Object.fromEntries(verbs) });
  const sent = { attributes: { status: "open" }, spec: { suspend: false, schedule: "daily" } };
  const { id } = (await call("POST", "/jobs", sent)).body;
  const after = async (verb: string) => {
    await call("POST", `/jobs/${id}/${verb}`);
    return (await call("GET", `/jobs/${id}`)).body;
  };
  expect((await after("suspend")).spec).toEqual({ suspend: true, schedule: "daily" });
  expect((await after("resume")).spec.suspend).toBe(false);
  expect((await after("pay")).attributes).toEqual({ status: "paid" });
});

it("a copy may answer only the new id", async () => {
  const record = object({ id: { ...text, readOnly: true }, name: text });
  const call = await serve({
    ...crud("/bots", record, text),
    "/bots/{id}/duplicate": {
      parameters: [inPath("id")],
      post: { requestBody: json(object({ name: text })), responses: ok(object({ id: text })) },
    },
  });
  const { id } = (await call("POST", "/bots", { name: "a" })).body;
  const copy = (await call("POST", `/bots/${id}/duplicate`, { name: "b" })).body.id;
  expect(copy).not.toBe(id);
  expect((await call("GET", `/bots/${copy}`)).body.name).toBe("b");
});

it("a verb gives a free status its state, written as the one before", async () => {
  const link = object({ id: { ...number, readOnly: true }, name: text, status: { ...text, example: "Issued" } });
  const cancel = { parameters: [inPath("id", number)], put: { responses: ok(link) } };
  const call = await serve({ ...crud("/links", link, number), "/links/{id}/cancel": cancel });
  const { id } = (await call("POST", "/links", { name: "a", status: "Issued" })).body;
  expect((await call("PUT", `/links/${id}/cancel`)).body.status).toBe("Canceled");
});

it("a write without an effect reports the last word of its path", async () => {
  const post = { post: { responses: { 204: { description: "done" } } } };
  const call = await serve({
    ...crud("/orders", { type: "object", properties: { id: text, note: text } }),
    "/orders/{id}/refund": { parameters: [inPath("id")], ...post },
    "/orders/{id}/verify": { parameters: [inPath("id")], ...post },
    "/orders/{id}/archive-label": { parameters: [inPath("id")], ...post },
    "/rules": { get: { responses: ok({ type: "object", properties: { on: { type: "boolean" } } }) } },
    "/rules/reload": post,
    "/rules/preview": post,
    "/mails": post,
    "/rules/labels/reset": post,
    "/switches/{id}": { parameters: [inPath("id")], put: post.post },
    "/marks/{id}": {
      parameters: [inPath("id")],
      get: { responses: ok({ type: "object", properties: { id: text, position: number } }) },
      put: { parameters: [inQuery("position", number)], responses: { 204: { description: "done" } } },
    },
  });
  await call("POST", "/orders", { id: "7" });
  const ignored = async (path: string) => (await call("POST", path)).headers.get("mock-ignored");
  expect(await ignored("/orders/7/refund")).toBe("refund");
  expect(await ignored("/rules/reload")).toBe("reload");
  expect(await ignored("/rules/labels/reset")).toBe("reset");
  const put = async (path: string) => (await call("PUT", path)).headers.get("mock-ignored");
  expect(await put("/switches/7")).toBe("switches");
  expect(await put("/marks/7")).toBe("marks");
  expect(await put("/marks/7?position=3")).toBe(null);
  expect((await call("GET", "/marks/7")).body).toMatchObject({ position: 3 });
  // They ask for an answer, or nothing would ever show an effect.
  for (const path of ["/orders/7/verify", "/rules/preview", "/mails"]) expect(await ignored(path)).toBe(null);
});

it("reports all sent fields if nothing shows one of them, also if the answer is empty", async () => {
  const sent = json({ type: "object", properties: { device_ids: { type: "array", items: text }, extra: text } });
  const done = { 204: { description: "done" } };
  const call = await serve({
    "/plans/{id}": {
      parameters: [inPath("id")],
      get: { responses: ok({ type: "object", properties: { id: text, price: number } }) },
      put: { requestBody: sent, responses: done },
    },
    "/plans": {
      get: { responses: ok({ type: "array", items: { type: "object", properties: { id: text, price: number } } }) },
    },
    "/player": {
      get: { responses: ok({ type: "object", properties: { device: text, volume: number } }) },
      put: { requestBody: sent, responses: done },
      delete: { responses: done },
    },
  });
  const ignored = async (method: string, path: string, body?: object) =>
    (await call(method, path, body)).headers.get("mock-ignored");
  expect(await ignored("PUT", "/plans/p1", { extra: "a" })).toBe("extra");
  // Nobody wrote it, and it is read again as before.
  expect(await ignored("DELETE", "/player")).toBe("player");
  expect(await ignored("PUT", "/player", { device_ids: ["tv"] })).toBe("device_ids");
});

it("an action such as create_snapshot creates a record of that kind, which names the record of the action", async () => {
  const snapshot = {
    type: "object",
    properties: { id: text, name: text, server: { type: "object", properties: { id: text } } },
  };
  const call = await serve({
    ...crud("/servers", { type: "object", properties: { id: text, size: number } }),
    "/servers/{id}:create-snapshot": {
      parameters: [inPath("id")],
      post: {
        requestBody: json({ type: "object", properties: { name: text } }),
        responses: ok({ type: "object", properties: { job: text } }),
      },
    },
    "/snapshots": { get: { responses: ok({ type: "array", items: snapshot }) } },
    "/snapshots/{id}": { parameters: [inPath("id")], get: { responses: ok(snapshot) } },
  });
  const { id } = (await call("POST", "/servers", { size: 2 })).body;
  const reply = await call("POST", `/servers/${id}:create-snapshot`, { name: "night" });
  expect([reply.status, reply.headers.get("mock-ignored")]).toEqual([200, null]);
  const [made] = (await call("GET", "/snapshots")).body;
  expect(made).toMatchObject({ name: "night", server: { id } });
  expect((await call("GET", `/snapshots/${made.id}`)).body).toEqual(made);
});

it.each([
  ["pause", 404],
  ["test", 200],
])("DELETE keeps a record that `activate` restores, but not if the opposite is `%s`", async (word, status) => {
  const pipe = {
    type: "object",
    properties: { id: { type: "integer" }, status: { enum: ["active", "inactive", "paused"] } },
  };
  const paths = crud("/pipes", pipe) as Record<string, object>;
  const act = { parameters: [inPath("id")], post: { responses: ok(pipe) } };
  const call = await serve({
    "/pipes": paths["/pipes"],
    "/pipes/{id}": { parameters: [inPath("id")], get: { responses: ok(pipe) }, delete: { responses: ok(pipe) } },
    "/pipes/{id}/activate": act,
    [`/pipes/{id}/${word}`]: act,
  });
  await call("POST", "/pipes", { id: 1, status: "active" });
  await call("DELETE", "/pipes/1");
  expect((await call("GET", "/pipes/1")).status).toBe(status);
});

it('DELETE of "Expire a link" keeps the link, as expired', async () => {
  const link = { type: "object", properties: { id: { type: "integer" }, expired: { type: "boolean" } } };
  const call = await serve({
    "/links": (crud("/links", link) as Record<string, object>)["/links"],
    "/links/{id}": {
      parameters: [inPath("id")],
      get: { responses: ok(link) },
      delete: { summary: "Expire a link", responses: ok(link) },
    },
  });
  await call("POST", "/links", { id: 1, expired: false });
  expect((await call("DELETE", "/links/1")).body).toEqual({ id: 1, expired: true });
  expect((await call("GET", "/links/1")).body).toEqual({ id: 1, expired: true });
});

it("DELETE that deactivates a record keeps it, unless the query asks to remove it for good", async () => {
  const user = { type: "object", properties: { id: text, active: { type: "boolean" } } };
  const paths = crud("/users", user, text) as Record<string, Record<string, object>>;
  const removal = { summary: "Deactivates the user", parameters: [inQuery("hardDelete", { type: "boolean" })] };
  const call = await serve({
    ...paths,
    "/users/{id}": { ...paths["/users/{id}"], delete: { ...removal, responses: { 204: { description: "done" } } } },
  });
  await call("POST", "/users", { id: "a", active: true });
  expect((await call("DELETE", "/users/a")).status).toBe(204);
  expect((await call("GET", "/users/a")).body).toEqual({ id: "a", active: false });
  expect((await call("DELETE", "/users/a?hardDelete=true")).headers.get("mock-ignored")).toBe(null);
  expect((await call("GET", "/users/a")).status).toBe(404);
});

it("reports the items to remove that a document does not have", async () => {
  const user = { type: "object", properties: { uid: text } };
  const users = { type: "object", properties: { users: { type: "array", items: user } } };
  const call = await serve({
    "/goals/{id}/staff": {
      parameters: [inPath("id")],
      get: { responses: ok(users) },
      put: { requestBody: json(users), responses: ok(users) },
      delete: { requestBody: json(users), responses: ok(users) },
    },
  });
  await call("PUT", "/goals/a/staff", { users: [{ uid: "ann" }, { uid: "bob" }] });
  const removing = async (uid: string) =>
    (await call("DELETE", "/goals/a/staff", { users: [{ uid }] })).headers.get("mock-ignored");
  expect([await removing("ann"), await removing("ann")]).toEqual([null, "users"]);
});

it("the noun of a verb is that verb: an assignment sets who is sent, and DELETE of a property takes it out", async () => {
  const task = object({ id: { ...number, readOnly: true }, assignee: { type: ["string", "null"] }, note: text });
  const done = { 204: { description: "done" } };
  const call = await serve({
    ...crud("/tasks", task),
    "/tasks/{id}/assignment": {
      parameters: id,
      post: { requestBody: json(object({ assignee: text })), responses: done },
    },
    "/tasks/{id}/assignee": { parameters: id, delete: { responses: done } },
    "/tasks/{id}/note": { parameters: id, delete: { responses: done } },
  });
  await call("POST", "/tasks", { assignee: null, note: "n" });
  await call("POST", "/tasks/1/assignment", { assignee: "ann" });
  expect((await call("GET", "/tasks/1")).body).toMatchObject({ assignee: "ann", note: "n" });
  await call("DELETE", "/tasks/1/assignee");
  await call("DELETE", "/tasks/1/note");
  expect((await call("GET", "/tasks/1")).body).toEqual({ id: 1, assignee: null });
});

it("PUT and DELETE of a state set and unset its moment; what a DELETE calls unseen is no longer seen", async () => {
  const moment = { type: ["string", "null"], format: "date-time" };
  const mail = object({ id: { ...number, readOnly: true }, seen_at: moment, archived_at: moment });
  const answer = { responses: ok(mail) };
  const call = await serve({
    ...crud("/mails", mail),
    "/mails/{id}/seen": { parameters: id, put: answer },
    "/mails/{id}/unseen": { parameters: id, delete: { summary: "Mark a mail as unseen", ...answer } },
    "/mails/{id}/archived": { parameters: id, put: answer, delete: answer },
  });
  await call("POST", "/mails", { seen_at: null, archived_at: null });
  const set = { seen_at: expect.stringContaining("T"), archived_at: expect.stringContaining("T") };
  await call("PUT", "/mails/1/seen");
  expect((await call("PUT", "/mails/1/archived")).body).toMatchObject(set);
  await call("DELETE", "/mails/1/unseen");
  expect((await call("DELETE", "/mails/1/archived")).body).toMatchObject({ seen_at: null, archived_at: null });
});

it("an update may list actions, each with the properties that it sets", async () => {
  const shelf = object({
    id: { ...number, readOnly: true },
    version: { ...number, readOnly: true },
    name: text,
    tags: list(text),
  });
  const action = object({ action: text }, { required: ["action"], discriminator: { propertyName: "action" } });
  const post = { requestBody: json(object({ version: number, actions: list(action) })), responses: ok(shelf) };
  const { patch: _, put: __, ...item } = orders["/orders/{id}"] ?? {};
  const call = await serve({
    "/shelves": crud("/shelves", shelf)["/shelves" as never],
    "/shelves/{id}": { ...item, get: { responses: ok(shelf) }, post },
  });
  await call("POST", "/shelves", { name: "a", tags: ["x"] });
  const actions = [
    { action: "changeName", name: "b" },
    { action: "setTags", tags: ["y"] },
  ];
  expect((await call("POST", "/shelves/1", { version: 1, actions })).body).toEqual({
    id: 1,
    version: 2,
    name: "b",
    tags: ["y"],
  });
  const { headers } = await call("POST", "/shelves/1", { version: 2, actions: [{ action: "dust" }] });
  expect(headers.get("mock-ignored")).toContain("actions");
});

it("an action with the name of a flag sets it to the only boolean in its body", async () => {
  const mail = object({ id: { ...number, readOnly: true }, subject: text, favourite: { type: "boolean" } });
  const call = await serve({
    ...(crud("/mails", mail) as Paths),
    "/mails/{id}/favourite": {
      parameters: id,
      put: { requestBody: json(object({ state: { type: "boolean" } })), responses: ok(mail) },
    },
  });
  await call("POST", "/mails", { subject: "a", favourite: true });
  const off = await call("PUT", "/mails/1/favourite", { state: false });
  expect([off.body.favourite, off.headers.get("mock-ignored")]).toEqual([false, null]);
  expect((await call("PUT", "/mails/1/favourite", { state: true })).body.favourite).toBe(true);
});

it("an action without another status sets one such as canceling", async () => {
  const batch = object({
    id: { ...number, readOnly: true },
    name: text,
    processing_status: { ...text, enum: ["in_progress", "canceling", "ended"] },
  });
  const call = await serve({
    ...(crud("/batches", batch) as Paths),
    "/batches/{id}/cancel": { parameters: id, post: { responses: ok(batch) } },
  });
  await call("POST", "/batches", { name: "a" });
  expect((await call("POST", "/batches/1/cancel")).body.processing_status).toBe("canceling");
});

it("a path such as /RevertToDraft sets the status that it names", async () => {
  const sheet = object({
    id: { ...number, readOnly: true },
    name: text,
    status: { ...text, enum: ["Draft", "Approved"] },
  });
  const act = { parameters: id, post: { responses: ok(sheet) } };
  const paths = {
    ...(crud("/sheets", sheet) as Paths),
    "/sheets/{id}/Approve": act,
    "/sheets/{id}/RevertToDraft": act,
  };
  const call = await serve(paths);
  await call("POST", "/sheets", { name: "a" });
  expect((await call("POST", "/sheets/1/Approve")).body.status).toBe("Approved");
  expect((await call("POST", "/sheets/1/RevertToDraft")).body.status).toBe("Draft");
});

it("an archived record cannot be read if clients must ask for archived ones", async () => {
  const deal = object({ id: { ...number, readOnly: true }, name: text, archived: flag });
  const paths = crud("/deals", deal) as Paths;
  const item = paths["/deals/{id}"] as { get: object; delete: object };
  const get = { ...item.get, parameters: [...id, inQuery("archived", flag)] };
  const call = await serve({
    ...paths,
    "/deals/{id}": { ...item, get, delete: { ...item.delete, summary: "Archive a deal" } },
  });
  await call("POST", "/deals", { name: "a" });
  await call("DELETE", "/deals/1");
  expect((await call("GET", "/deals/1")).status).toBe(404);
});

it("an action whose path names the record behind another word changes that record", async () => {
  const transfer = {
    type: "object",
    properties: {
      id: { type: "string" },
      note: { type: "string" },
      status: { type: "string", enum: ["pending", "submitted"] },
    },
  };
  const schema = { $ref: "#/components/schemas/Transfer" };
  const call = await serve(
    {
      ...crud("/transfers", schema, { type: "string" }),
      "/simulations/transfers/{transfer_id}/submit": {
        parameters: [inPath("transfer_id")],
        post: { responses: ok(schema) },
      },
    },
    { components: { schemas: { Transfer: transfer } } },
  );
  const { body } = await call("POST", "/transfers", { id: "t", note: "rent", status: "pending" });
  const submitted = { ...body, status: "submitted" };
  expect((await call("POST", "/simulations/transfers/t/submit")).body).toEqual(submitted);
  expect((await call("GET", "/transfers/t")).body).toEqual(submitted);
  expect((await call("POST", "/simulations/transfers/none/submit")).status).toBe(404);
});

it("an action that adds to a list of the record answers the whole list", async () => {
  const contact = object({ id: text, tags: list(text) });
  const tags = object({ tags: list(text) });
  const call = await serve({
    ...crud("/contacts", contact, text),
    "/contacts/{id}/tags": {
      parameters: [inPath("id")],
      post: { operationId: "addTags", requestBody: json(tags), responses: ok(tags) },
    },
  });
  await call("POST", "/contacts", { id: "a", tags: ["x"] });
  expect((await call("POST", "/contacts/a/tags", { tags: ["y"] })).body).toEqual({ tags: ["x", "y"] });
  expect((await call("GET", "/contacts/a")).body.tags).toEqual(["x", "y"]);
});
