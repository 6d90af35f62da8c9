import { expect, test } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object) => ({ type: "object", properties });
const list = (items: object) => ({ type: "array", items, readOnly: true });
const id = { ...integer, readOnly: true };
const action = (path: string, method: string, sent?: object) => {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => inPath(name ?? "", integer));
  const responses = { 204: { description: "Done" } };
  return { [path]: { parameters, [method]: { ...(sent ? { requestBody: json(object(sent)) } : {}), responses } } };
};

test("a new record has no links; paths and bodies add ids to its lists and remove them", async () => {
  const officeIds = list(integer);
  const group = object({ id, name: text, officeIds, members: list(object({ uuid: text })) });
  const call = await serve(
    {
      ...crud("/groups", group),
      ...crud("/offices", object({ id, name: text })),
      ...action("/groups/{id}/grant_office_access/{officeId}", "post"),
      ...action("/groups/{id}/revoke_office_access/{officeId}", "post"),
      ...action("/groups/{id}/add", "put", { members: { type: "array", items: object({ uuid: text }) } }),
      ...action("/groups/{id}/remove", "put", { members: { type: "array", items: object({ uuid: text }) } }),
    },
    {},
    { seed: 3 },
  );
  const { body: group1 } = await call("POST", "/groups", { name: "a" });
  expect(group1).toEqual({ id: 4, name: "a", officeIds: [], members: [] });
  const shown = async () => (await call("GET", "/groups/4")).body;
  for (const one of [1, 2]) await call("POST", `/groups/4/grant_office_access/${one}`);
  for (const uuid of ["x", "y"]) await call("PUT", "/groups/4/add", { members: [{ uuid }] });
  expect(await shown()).toMatchObject({ officeIds: [1, 2], members: [{ uuid: "x" }, { uuid: "y" }] });
  await call("POST", "/groups/4/revoke_office_access/1");
  await call("PUT", "/groups/4/remove", { members: [{ uuid: "y" }] });
  expect(await shown()).toMatchObject({ officeIds: [2], members: [{ uuid: "x" }] });
});

test("a user is invited by name, joins a list of offices instead of the default one, and is locked out", async () => {
  const user = object({
    id,
    email: text,
    defaultOfficeId: integer,
    offices: { type: "array", items: integer },
    isLockedOut: { type: "boolean" },
  });
  const { "/users": users, "/users/{id}": one } = crud("/users", user) as Record<string, { get: object }>;
  const call = await serve({
    "/users": { get: users?.get },
    "/users/{id}": { parameters: [inPath("id", integer)], get: one?.get },
    "/users/invite_user": {
      post: { requestBody: json(object({ email: text })), responses: { 201: { description: "Made", ...json(user) } } },
    },
    ...action("/users/{id}/add_to_office", "post", { officeId: integer }),
    ...action("/users/{id}/remove_from_office", "post", { officeId: integer }),
    ...action("/users/{id}/lock", "post"),
    ...action("/users/{id}/unlock", "post"),
  });
  const path = `/users/${(await call("POST", "/users/invite_user", { email: "ada@example.com" })).body.id}`;
  const { defaultOfficeId, offices = [] } = (await call("GET", path)).body;
  await call("POST", `${path}/add_to_office`, { officeId: 7 });
  await call("POST", `${path}/lock`);
  expect((await call("GET", path)).body).toEqual(
    expect.objectContaining({ email: "ada@example.com", offices: [...offices, 7], isLockedOut: true }),
  );
  await call("POST", `${path}/remove_from_office`, { officeId: 7 });
  await call("POST", `${path}/unlock`);
  expect((await call("GET", path)).body).toMatchObject({ offices, isLockedOut: false });
  expect((await call("GET", path)).body.defaultOfficeId).toBe(defaultOfficeId);
});

test("`report-lost` sets the status `Lost`, and a new queue has nobody in it", async () => {
  const status = { type: "string", enum: ["Active", "Lost", "Stolen"], readOnly: true };
  const queue = object({ id, name: text, currentSize: { ...integer, readOnly: true } });
  const call = await serve({
    ...crud("/cards", object({ id, name: text, status })),
    ...action("/cards/{id}/report-lost", "post"),
    ...crud("/queues", queue),
  });
  await call("POST", "/cards", { name: "a" });
  await call("POST", "/cards/1/report-lost");
  expect((await call("GET", "/cards/1")).body.status).toBe("Lost");
  expect((await call("POST", "/queues", { name: "a" })).body.currentSize).toBe(0);
});

test("`total_row_count` is the total of a list", async () => {
  const items = { type: "array", items: object({ id, name: text }) };
  const { "/regions": regions, ...item } = crud("/regions", object({ id, name: text })) as Record<string, object>;
  const get = { responses: ok(object({ items, total_row_count: integer })) };
  const call = await serve({ "/regions": { ...regions, get }, ...item }, {}, { seed: 3 });
  const { body } = await call("GET", "/regions");
  expect([body.total_row_count, body.items.length]).toEqual([3, 3]);
});
