import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyFolder, linkDependencies } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { json, type Lifted, lift, send } from "../runtime/running-app.js";

const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
const body = (schema: object) => ({ content: { "application/json": { schema } } });
const at = (name: string, type = "integer", more: object = {}) => ({
  name,
  in: "path",
  required: true,
  schema: { type, ...more },
});
const listOf = (name: string) => ({ get: { responses: { 200: answer({ type: "array", items: ref(name) }) } } });
const made = (sent: object, name: string) => ({
  post: { requestBody: body(sent), responses: { 201: answer(ref(name)) } },
});
const gone = { responses: { 204: { description: "Gone." } } };
const record = (properties: object, required: readonly string[], more: object = {}) => ({
  type: "object",
  required: ["id", ...required],
  properties: { id: { type: "integer", readOnly: true }, ...properties },
  ...more,
});

const pet = (kind: string, properties: object) => ({
  type: "object",
  required: ["id", "kind", "name"],
  properties: {
    id: { ...text, readOnly: true },
    kind: { type: "string", enum: [kind] },
    name: text,
    owner: { anyOf: [text, ref("Owner")] },
    ...properties,
  },
});

const DESCRIPTION = {
  openapi: "3.0.3",
  info: { title: "Answers", version: "1" },
  paths: {
    "/parcels": { post: { requestBody: body(ref("NewParcel")), responses: { 201: answer(ref("NewParcel")) } } },
    "/parcels/{id}": {
      parameters: [at("id")],
      get: { responses: { 200: answer(ref("Parcel")) } },
      put: { requestBody: body(ref("NewParcel")), responses: { 200: answer(ref("Parcel")) } },
      delete: { responses: { 200: answer(ref("Parcel")) } },
    },
    "/events": {
      parameters: [{ name: "fields", in: "query", schema: text }],
      ...listOf("Event"),
      ...made(ref("Event"), "Event"),
    },
    "/events/{eventId}": {
      parameters: [at("eventId")],
      get: { responses: { 200: answer(ref("Event")) } },
      put: { requestBody: body(ref("EventChange")), responses: { 200: answer(ref("Event")) } },
    },
    "/events/{eventId}/close": {
      parameters: [at("eventId")],
      post: { responses: { 200: answer(ref("ClosedEvent")) } },
    },
    "/events/{eventId}/tags": {
      parameters: [at("eventId")],
      ...listOf("Tag"),
      ...made({ type: "object", required: ["id"], properties: { id: text } }, "Tag"),
    },
    "/events/{eventId}/tags/{tagId}": { parameters: [at("eventId"), at("tagId", "string")], delete: gone },
    "/stalls": {
      get: {
        parameters: ["group_id", "made_after", "page", "limit"].map((name) => ({
          ...{ name, in: "query" },
          schema: ["page", "limit"].includes(name) ? { type: "integer" } : text,
        })),
        responses: {
          200: answer({
            type: "object",
            properties: {
              data: { type: "array", items: ref("Stall") },
              meta: {
                type: "object",
                properties: { page: { type: "integer", format: "int32" }, total: { type: "integer" } },
              },
            },
          }),
        },
      },
      ...made(ref("Stall"), "Stall"),
    },
    "/stalls/{id}": { parameters: [at("id")], get: { responses: { 200: answer(ref("Stall")) } }, delete: gone },
    "/prices": Object.fromEntries(
      ["get", "put"].map((method) => [
        method,
        {
          ...(method === "put" && { requestBody: body({ type: "array", items: ref("Price") }) }),
          responses: {
            200: answer({
              type: "object",
              properties: { data: { type: "array", items: ref("Price") }, meta: { type: "object" } },
            }),
          },
        },
      ]),
    ),
    "/owners": { ...listOf("Owner"), ...made(ref("Owner"), "Owner") },
    "/owners/{owner}": { parameters: [at("owner", "string")], get: { responses: { 200: answer(ref("Owner")) } } },
    "/pets": {
      get: {
        parameters: [{ name: "name", in: "query", schema: text }],
        responses: { 200: answer({ type: "array", items: ref("Pet") }) },
      },
      ...made(ref("Pet"), "Pet"),
    },
    "/pets/{pet}": { parameters: [at("pet", "string")], get: { responses: { 200: answer(ref("Pet")) } } },
    "/owners/{owner}/pets": {
      parameters: [at("owner", "string"), { name: "kind", in: "query", schema: text }],
      ...listOf("Pet"),
    },
    "/owners/{owner}/pets/{pet}": {
      parameters: [at("owner", "string"), at("pet", "string")],
      get: { responses: { 200: answer(ref("Pet")) } },
    },
    "/zones": { ...listOf("Tag"), ...made(ref("Tag"), "Tag") },
    "/zones/{zone}": { parameters: [at("zone", "string")], get: { responses: { 200: answer(ref("Tag")) } } },
    "/zones/{id}/hosts": { parameters: [at("id", "string")], ...listOf("Tag"), ...made(ref("Tag"), "Tag") },
    "/zones/{zone}/hosts/{id}": {
      parameters: [at("zone", "string"), at("id", "string")],
      get: { responses: { 200: answer(ref("Tag")) } },
      delete: gone,
    },
    "/zones/{zone}/entries": {
      parameters: [at("zone", "string")],
      ...listOf("Payment"),
      ...made(ref("Payment"), "Payment"),
    },
    "/pods": { ...listOf("Pod"), ...made(ref("Pod"), "Pod") },
    "/pods/{name}": {
      parameters: [at("name", "string")],
      get: { responses: { 200: answer(ref("Pod")) } },
      put: { requestBody: body(ref("Pod")), responses: { 200: answer(ref("Pod")) } },
      patch: { requestBody: body(ref("Pod")), responses: { 200: answer(ref("Pod")) } },
    },
    "/profile": {
      get: { responses: { 200: answer(ref("Profile")) } },
      patch: {
        requestBody: body({ type: "object", properties: { motto: { ...text, nullable: true } } }),
        responses: { 200: answer(ref("Profile")) },
      },
    },
    "/statistics": {
      get: {
        parameters: [
          { name: "kind", in: "query", required: true, schema: { type: "string", default: "daily" } },
          { name: "since", in: "query", schema: { type: "string", format: "date", default: "YYYY-MM-DD" } },
        ],
        responses: { 200: answer({ type: "object", properties: { sum: { type: "integer" } } }) },
      },
    },
    "/coupons": { ...listOf("Owner"), ...made(ref("Owner"), "Owner") },
    "/coupons/{couponId}": {
      parameters: [at("couponId", "string")],
      get: {
        responses: { 200: answer({ type: "object", properties: { coupons: { type: "array", items: ref("Owner") } } }) },
      },
      delete: gone,
    },
    "/leases": {
      ...listOf("Lease"),
      ...made(
        { type: "object", required: ["tenant"], properties: { tenant: text, days: { type: "integer" } } },
        "Lease",
      ),
    },
    "/notes": {
      get: {
        responses: {
          200: answer({
            type: "object",
            properties: { data: { type: "array", minItems: 1, items: ref("Note") }, includes: { type: "object" } },
          }),
        },
      },
      post: {
        requestBody: body({ type: "object", properties: { text } }),
        responses: { 201: answer(ref("NoteAnswer")) },
      },
    },
    "/notes/{id}": { parameters: [at("id")], get: { responses: { 200: answer(ref("NoteAnswer")) } } },
    "/notes/{id}/labels": { parameters: [at("id")], ...listOf("Owner") },
    "/notes/{id}/labels/{label}": {
      parameters: [at("id"), at("label", "string")],
      put: { responses: { 200: answer(ref("Owner")) } },
      delete: gone,
    },
    "/files": { ...listOf("File"), ...made({ type: "object", properties: { name: text } }, "File") },
    "/files/{fileId}": {
      parameters: [at("fileId", "string", { pattern: "^\\d$" })],
      get: { responses: { 200: answer(ref("File")) } },
    },
    "/receipts": {
      parameters: [{ name: "fields", in: "query", schema: text }],
      ...listOf("Receipt"),
      ...made({ type: "object", properties: { note: text } }, "Receipt"),
    },
    "/receipts/{receiptId}": {
      parameters: [at("receiptId", "number", { format: "integer" })],
      get: { responses: { 200: answer(ref("Receipt")) } },
    },
    "/stamps/{id}": {
      parameters: [at("id")],
      get: { responses: { 200: answer(ref("Receipt")) } },
      put: {
        requestBody: body({ type: "object", properties: { note: text } }),
        responses: { 201: answer(ref("Receipt")) },
      },
    },
    "/stamps": listOf("Receipt"),
    "/shops": { ...listOf("Owner"), ...made(ref("Owner"), "Owner") },
    "/shops/{shopId}": { parameters: [at("shopId", "string")], get: { responses: { 200: answer(ref("Owner")) } } },
    "/shops/{shopId}/crates": {
      parameters: [at("shopId", "string")],
      ...listOf("Crate"),
      ...made(ref("Crate"), "Crate"),
    },
    "/crates/{crateId}": {
      parameters: [at("crateId")],
      get: { responses: { 200: answer(ref("Crate")) } },
      put: { requestBody: body(ref("Crate")), responses: { 200: answer(ref("Crate")) } },
    },
    "/shelves": {
      get: {
        responses: {
          200: answer({
            type: "object",
            required: ["names", "has_more"],
            properties: { names: { type: "array", items: text }, has_more: { type: "boolean" } },
          }),
        },
      },
    },
    "/shelves/{name}": {
      parameters: [at("name", "string")],
      get: { responses: { 200: answer(ref("Shelf")) } },
      put: { requestBody: body(ref("Shelf")), responses: { 201: answer(ref("Shelf")) } },
      delete: gone,
    },
    "/meters": {
      post: { requestBody: body(ref("MeterName")), responses: { 204: { description: "Kept." } } },
    },
    "/meters/{id}": { parameters: [at("id", "string")], get: { responses: { 200: answer(ref("Meter")) } } },
    "/vouchers": { ...listOf("Voucher"), ...made({ type: "object", properties: { code: text } }, "Voucher") },
    "/vouchers/{voucherId}": {
      parameters: [at("voucherId", "string")],
      get: { responses: { 200: answer(ref("Voucher")) } },
    },
    "/jobs": { ...listOf("Job"), ...made(ref("Job"), "Job") },
    "/jobs/{name}": {
      parameters: [at("name", "string")],
      get: { responses: { 200: answer(ref("Job")) } },
      patch: {
        requestBody: { content: { "application/merge-patch+json": { schema: { type: "object" } } } },
        responses: { 200: answer(ref("Job")) },
      },
    },
    "/jobs/{name}/scale": {
      parameters: [at("name", "string")],
      get: { responses: { 200: answer(ref("Scale")) } },
      put: { requestBody: body(ref("Scale")), responses: { 200: answer(ref("Scale")) } },
    },
    "/grants": listOf("Grant"),
    "/grants/{grantId}": { parameters: [at("grantId", "string")], delete: gone },
    "/payments": {
      get: {
        parameters: ["per_page", "page_size"].map((name) => ({
          name,
          in: "query",
          schema: { type: "integer", minimum: 1, default: 50 },
          deprecated: name === "per_page",
        })),
        ...listOf("Payment").get,
      },
      post: {
        parameters: [{ name: "Idempotency-Key", in: "header", schema: text }],
        requestBody: body(ref("Payment")),
        responses: { 201: answer(ref("Payment")) },
      },
    },
    "/payments/{paymentId}": {
      parameters: [at("paymentId", "number")],
      get: { responses: { 200: answer(ref("Payment")) } },
    },
  },
  components: {
    schemas: {
      Stall: record({ group_id: { type: "integer" }, made: { type: "string", format: "date-time" } }, ["group_id"]),
      Parcel: record({ name: text }, [], { additionalProperties: false }),
      NewParcel: record({ name: text, note: text }, []),
      Price: { type: "object", properties: { good: text, sum: { type: "integer" } } },
      Event: record(
        {
          name: text,
          at: { type: "string", format: "date-time" },
          value: {},
          team: text,
          secret: text,
          place: { nullable: true, allOf: [ref("Place")] },
        },
        ["value"],
      ),
      // It requires a member that it does not describe.
      EventChange: { type: "object", required: ["name", "team"], properties: { name: text } },
      ClosedEvent: record(
        { name: text, at: { type: "string", format: "date-time" }, value: {}, team: text },
        ["value"],
        {
          additionalProperties: false,
        },
      ),
      Place: { type: "object", required: ["city"], properties: { city: text } },
      Pod: {
        type: "object",
        properties: { metadata: { type: "object", properties: { name: text, note: text } }, size: { type: "integer" } },
      },
      Profile: { type: "object", properties: { motto: text, team: { ...text, nullable: true } } },
      Owner: { type: "object", required: ["id"], properties: { id: { ...text, readOnly: true }, name: text } },
      Pet: { oneOf: [ref("Cat"), ref("Dog")] },
      Cat: pet("cat", {}),
      Dog: pet("dog", { weight: { type: "number" } }),
      Tag: { type: "object", required: ["id"], properties: { id: text } },
      Note: record({ text }, []),
      NoteAnswer: {
        type: "object",
        properties: {
          data: ref("Note"),
          errors: { type: "array", items: { type: "object" } },
          includes: { type: "object", properties: { users: { type: "array", items: ref("Owner") } } },
        },
      },
      File: { type: "object", required: ["id"], properties: { id: { ...text, readOnly: true }, name: text } },
      // It requires a member that it does not describe.
      Receipt: { type: "object", required: ["id", "sum"], properties: { id: { ...text, readOnly: true }, note: text } },
      Crate: record({ label: text }, ["label"]),
      Shelf: { type: "object", properties: { boards: { type: "integer" } } },
      MeterName: { type: "object", properties: { Id: text, Name: text } },
      Meter: { type: "object", properties: { Name: text, kind: text } },
      Voucher: {
        type: "object",
        required: ["id", "code"],
        properties: { id: { ...text, default: "2" }, code: text },
      },
      Job: {
        type: "object",
        required: ["metadata", "spec"],
        properties: {
          kind: text,
          metadata: { type: "object", properties: { name: text } },
          spec: { type: "object", required: ["image"], properties: { image: text, replicas: { type: "integer" } } },
          status: { type: "object", properties: { replicas: { type: "integer" } } },
        },
      },
      Scale: {
        type: "object",
        properties: {
          kind: text,
          metadata: { type: "object", properties: { name: text } },
          spec: { type: "object", properties: { replicas: { type: "integer" } } },
          status: { type: "object", properties: { replicas: { type: "integer" } } },
        },
      },
      Lease: record({}, ["tenant"]),
      Grant: { type: "object", required: ["id"], properties: { id: text } },
      Payment: { type: "object", required: ["id"], properties: { id: { type: "number", readOnly: true }, sum: text } },
    },
  },
};

let parent: Awaited<ReturnType<typeof emptyFolder>>;
let running: Lifted;
let printed = "";

beforeAll(async () => {
  parent = await emptyFolder();
  await writeFile(join(parent.path, "api.json"), JSON.stringify(DESCRIPTION));
  const created = await inProcess(["new", "app", "--spec", "api.json"], parent.path);
  expect(created.code, created.err).toBe(0);
  printed = created.out;
  const app = join(parent.path, "app");
  await linkDependencies(app);
  const run = await inProcess(["migrations:run"], app);
  expect(run.code, run.err).toBe(0);
  running = await lift(app, ["--host", "127.0.0.1"]);
}, 120_000);

afterAll(async () => {
  await running?.end();
  await parent.remove();
});

const ask = (method: string, path: string, sent?: unknown) =>
  send(`${running.url}${path}`, sent === undefined ? { method } : json(method, sent));

test("a moment that UTC has in the year 10000 is rejected: RFC 3339 cannot write it", async () => {
  const { status, body } = await ask("POST", "/events", { value: 1, at: "9999-12-31T23:59:59-12:00" });
  expect([status, body.details[0].path]).toEqual([400, "/at"]);
});

test("what answers require is shown as null where it is null, and left out of answers that forbid null", async () => {
  const { status, body } = await ask("POST", "/events", { value: null, place: null });
  expect([status, body.value]).toEqual([201, null]);
  expect(body.place).toBeUndefined();
  const { body: read } = await ask("GET", `/events/${body.id}`);
  expect(read).toEqual(body);
});

test("fields chosen of a list leave what its schema requires", async () => {
  const { body } = await ask("POST", "/events", { value: 5, name: "a", team: "red" });
  const { body: chosen } = await ask("GET", "/events?fields=name");
  expect(chosen.find(({ id }: { id: number }) => id === body.id)).toEqual({ id: body.id, name: "a", value: 5 });
  const { body: receipt } = await ask("POST", "/receipts", { note: "a" });
  const { body: receipts } = await ask("GET", "/receipts?fields=id");
  expect(receipts).toContainEqual({ id: receipt.id, sum: receipt.sum });
});

test("a body that may be left out lacks nothing", async () => {
  expect((await ask("POST", "/events")).status).toBe(201);
});

test("a replacement takes a member that its schema requires without describing it, and keeps what it does not declare", async () => {
  const { body } = await ask("POST", "/events", { value: 5, name: "a", team: "red" });
  const changed = await ask("PUT", `/events/${body.id}`, { name: "b", team: "blue" });
  expect([changed.status, changed.body]).toEqual([200, { ...body, name: "b", team: "blue" }]);
});

test("an answer without other members shows those of the record that it declares", async () => {
  const { body } = await ask("POST", "/events", { value: 5, name: "a", secret: "s" });
  const closed = await ask("POST", `/events/${body.id}/close`);
  expect([closed.status, closed.body]).toEqual([200, { id: body.id, name: "a", value: 5 }]);
});

test("a create that sends an id alone keeps it", async () => {
  const { body } = await ask("POST", "/events", { value: 5 });
  const tagged = await ask("POST", `/events/${body.id}/tags`, { id: "t7" });
  expect([tagged.status, tagged.body]).toEqual([201, { id: "t7" }]);
  expect((await ask("GET", `/events/${body.id}/tags`)).body).toEqual([{ id: "t7" }]);
  expect((await ask("DELETE", `/events/${body.id}/tags/t7`)).status).toBe(204);
  expect((await ask("GET", `/events/${body.id}/tags`)).body).toEqual([]);
});

test("a path parameter may have the name of the model that it refers to", async () => {
  expect((await ask("POST", "/zones", { id: "north" })).status).toBe(201);
  const { body } = await ask("POST", "/zones/north/entries", { sum: "2.00" });
  expect((await ask("GET", "/zones/north/entries")).body).toEqual([body]);
});

test("paths of one collection may spell the parameter of a parent differently", async () => {
  await ask("POST", "/zones", { id: "south" });
  expect(await ask("POST", "/zones/south/hosts", { id: "h1" })).toMatchObject({ status: 201, body: { id: "h1" } });
  expect((await ask("GET", "/zones/south/hosts")).body).toEqual([{ id: "h1" }]);
  expect((await ask("GET", "/zones/south/hosts/h1")).body).toEqual({ id: "h1" });
  expect((await ask("GET", "/zones/west/hosts/h1")).status).toBe(404);
  expect((await ask("DELETE", "/zones/south/hosts/h1")).status).toBe(204);
});

test("records of alternatives have columns, and a path finds them by one that answers may show as an object", async () => {
  const { body: owner } = await ask("POST", "/owners", { name: "Ada" });
  const cat = { kind: "cat", name: "Tom", owner: owner.id };
  const { body } = await ask("POST", "/pets", cat);
  expect(body).toEqual({ ...cat, id: body.id });
  await ask("POST", "/pets", { kind: "dog", name: "Rex", weight: 7.5, owner: owner.id });
  expect((await ask("GET", `/owners/${owner.id}/pets?kind=cat`)).body).toEqual([body]);
  expect((await ask("GET", "/pets?name=Rex")).body).toMatchObject([{ weight: 7.5 }]);
});

test("a document shows nothing where a client sends null and answers forbid it", async () => {
  expect((await ask("PATCH", "/profile", { motto: "Onward" })).body).toMatchObject({ motto: "Onward" });
  expect((await ask("PATCH", "/profile", { motto: null })).body).not.toHaveProperty("motto");
  expect((await ask("GET", "/profile")).body).not.toHaveProperty("motto");
});

test("a record that repeats its id inside keeps it, whatever an update sends there", async () => {
  await ask("POST", "/pods", { metadata: { name: "web" }, size: 1 });
  for (const method of ["PUT", "PATCH"]) {
    const changed = await ask(method, "/pods/web", { metadata: { name: "other", note: method }, size: 2 });
    expect(changed).toMatchObject({ status: 200, body: { metadata: { name: "web", note: method }, size: 2 } });
  }
  expect((await ask("GET", "/pods/web")).body.metadata.name).toBe("web");
});

test("a required parameter has no default, and a default that is no valid value is none", async () => {
  expect((await ask("GET", "/statistics")).status).toBe(400);
  expect((await ask("GET", "/statistics?kind=weekly")).status).toBe(200);
});

test("a record that is read in a list is absent once it is deleted", async () => {
  const { body } = await ask("POST", "/coupons", { name: "ten" });
  expect((await ask("GET", `/coupons/${body.id}`)).body).toEqual({ coupons: [body] });
  expect((await ask("DELETE", `/coupons/${body.id}`)).status).toBe(204);
  expect((await ask("GET", `/coupons/${body.id}`)).status).toBe(404);
});

test("records that only a list and DELETE know are kept, so that none is removed that is not there", async () => {
  const { body } = await ask("GET", "/grants");
  expect(body).toEqual([]);
  expect((await ask("DELETE", "/grants/invented")).status).toBe(404);
});

test("ids of type number count", async () => {
  const { body } = await ask("POST", "/payments", { sum: "1.00" });
  expect(Number.isInteger(body.id)).toBe(true);
  expect((await ask("POST", "/payments", { sum: "1.00" })).body.id).toBe(body.id + 1);
  expect((await ask("GET", `/payments/${body.id}`)).body).toEqual(body);
});

test("each of two page sizes counts, though both have a default", async () => {
  for (const sum of ["2.00", "3.00"]) await ask("POST", "/payments", { sum });
  expect((await ask("GET", "/payments?page_size=1")).body).toHaveLength(1);
  expect((await ask("GET", "/payments?per_page=1")).body).toHaveLength(1);
  expect((await ask("GET", "/payments")).body.length).toBeGreaterThan(1);
});

test("a filter of text finds nothing where no number is that text, and a page beyond all has the number that was asked", async () => {
  const { body } = await ask("POST", "/stalls", { group_id: 4, made: "2026-01-31T12:30:00Z" });
  expect((await ask("GET", "/stalls?made_after=2026-01-01T00:00:00Z")).body.data).toEqual([body]);
  expect((await ask("GET", "/stalls?made_after=yesterday")).body.data).toEqual([]);
  expect((await ask("GET", "/stalls?group_id=4")).body.data).toEqual([body]);
  expect((await ask("GET", "/stalls?group_id=four")).body.data).toEqual([]);
  expect((await ask("GET", "/stalls?page=99999999999999999999")).body).toMatchObject({
    data: [],
    meta: { page: 2 ** 31 - 1 },
  });
});

test("a list that is replaced as it is shows it in the envelope of its answers", async () => {
  const prices = [{ good: "tea", sum: 3 }];
  expect((await ask("PUT", "/prices", prices)).body).toEqual({ data: prices });
  expect((await ask("GET", "/prices")).body).toEqual({ data: prices });
});

test("the import says that nothing reads Idempotency-Key yet", () => {
  expect(printed).toContain(
    "Nothing reads Idempotency-Key of POST /payments yet: a repeated request takes effect again.",
  );
});

test("what only requests declare is shown where answers require it", async () => {
  const { body: lease } = await ask("POST", "/leases", { tenant: "Ada", days: 7 });
  expect(lease).toEqual({ id: 1, tenant: "Ada" });
  expect((await ask("GET", "/leases")).body).toEqual([lease]);
});

test("a list that is never empty is absent, and a record stands beside what it includes", async () => {
  expect((await ask("GET", "/notes")).body).toEqual({});
  const { body: made } = await ask("POST", "/notes", { text: "a" });
  expect(made).toEqual({ data: { id: 1, text: "a" } });
  expect((await ask("GET", "/notes/1")).body).toEqual(made);
  expect((await ask("GET", "/notes")).body).toEqual({ data: [made.data] });
});

test("an id of the path that no database keeps is rejected by the name of its parameter", async () => {
  const { body: note } = await ask("POST", "/notes", { text: "a" });
  expect(await ask("PUT", `/notes/${note.data.id}/labels/red`)).toMatchObject({ status: 200, body: { id: "red" } });
  const { status, body } = await ask("PUT", `/notes/${note.data.id}/labels/a%00b`);
  expect([status, body.details]).toMatchObject([400, [{ in: "path", path: "/label" }]]);
});

test("new ids have the form that the path asks for, and are free", async () => {
  const made = [];
  for (const name of ["a", "b", "c", "d"]) made.push((await ask("POST", "/files", { name })).body);
  for (const file of made) expect((await ask("GET", `/files/${file.id}`)).body).toEqual(file);
});

test("a new id that may be any text is a UUID", async () => {
  const { body: shop } = await ask("POST", "/shops", { name: "Corner" });
  expect(shop.id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
});

test("a number of the path is the id of a record that shows it as text", async () => {
  const { status, body: receipt } = await ask("POST", "/receipts", { note: "a" });
  expect([status, typeof receipt.id]).toEqual([201, "string"]);
  expect((await ask("GET", `/receipts/${receipt.id}`)).body).toEqual(receipt);
  expect(await ask("PUT", "/stamps/37", { note: "b" })).toMatchObject({ status: 201, body: { id: "37", note: "b" } });
  expect((await ask("GET", "/stamps/37")).body).toMatchObject({ id: "37", note: "b" });
});

test("a path that leaves out a parent of the records makes none", async () => {
  const { body: shop } = await ask("POST", "/shops", { name: "Corner" });
  const { body: crate } = await ask("POST", `/shops/${shop.id}/crates`, { label: "a" });
  expect((await ask("PUT", `/crates/${crate.id}`, { label: "b" })).body).toEqual({ ...crate, label: "b" });
  expect((await ask("PUT", "/crates/4711", { label: "c" })).status).toBe(404);
});

test("a list of names shows the ids of records", async () => {
  for (const name of ["high", "low"]) await ask("PUT", `/shelves/${name}`, { boards: 3 });
  expect((await ask("GET", "/shelves")).body).toEqual({ names: ["high", "low"], has_more: false });
  expect((await ask("GET", "/shelves/low")).body).toEqual({ boards: 3 });
});

test("an id that only requests declare is that of the record", async () => {
  expect((await ask("POST", "/meters", { Id: "m7", Name: "Cellar" })).status).toBe(204);
  expect((await ask("GET", "/meters/m7")).body).toEqual({ Name: "Cellar" });
});

test("the default of an id is not the id of new records", async () => {
  const made = [];
  for (const code of ["a", "b"]) made.push((await ask("POST", "/vouchers", { code })).body);
  expect(made).toMatchObject([{ code: "a" }, { code: "b" }]);
  for (const voucher of made) expect((await ask("GET", `/vouchers/${voucher.id}`)).body).toEqual(voucher);
});

test("a part of a record is replaced by its own schema", async () => {
  const { body: job } = await ask("POST", "/jobs", { metadata: { name: "web" }, spec: { image: "web", replicas: 1 } });
  const scaled = await ask("PUT", "/jobs/web/scale", { spec: { replicas: 3 } });
  expect([scaled.status, scaled.body.spec.replicas]).toEqual([200, 3]);
  expect((await ask("GET", "/jobs/web")).body).toEqual({ ...job, spec: { image: "web", replicas: 3 } });
});

test("what is deleted is shown by the answer's own schema, which has room for no more", async () => {
  const { id } = (await ask("POST", "/parcels", { name: "Tea", note: "Fragile" })).body;
  const shown = { id, name: "Tea" };
  expect((await ask("GET", `/parcels/${id}`)).body).toEqual(shown);
  expect((await ask("DELETE", `/parcels/${id}`)).body).toEqual(shown);
});
