import { expect, test } from "vitest";
import {
  answers,
  array,
  boolean,
  describeApi,
  integer,
  moment,
  object,
  operationOf,
  ref,
  resourceOf,
  roleOf,
  rolesOf,
  silent,
  string,
  takes,
} from "./fixtures/small-description.js";

const Pet = object({ id: integer, name: string, status: string });

test("what a write takes describes records whose answers are open objects in an envelope", async () => {
  const enveloped = object({ result: object({}), success: boolean });
  const api = await describeApi(
    {
      "get /accounts": answers(object({ result: array(object({})), success: boolean })),
      "get /accounts/{id}": answers(enveloped),
      "put /accounts/{id}": takes(ref("Account"), enveloped),
    },
    { Account: object({ id: string, name: string, settings: object({}) }) },
  );
  expect(resourceOf(api, "accounts").schema.name).toBe("Account");
});

test("a collection path and one more parameter are a resource, and the methods are its roles", async () => {
  const api = await describeApi(
    {
      "get /pets": answers(array(ref("Pet"))),
      "post /pets": takes(ref("Pet"), ref("Pet")),
      "get /pets/{petId}": answers(ref("Pet")),
      "put /pets/{petId}": takes(ref("Pet"), ref("Pet")),
      "patch /pets/{petId}": takes(ref("Pet"), ref("Pet")),
      "delete /pets/{petId}": silent,
    },
    { Pet },
  );
  expect(rolesOf(api)).toEqual({
    "get /pets": "list",
    "post /pets": "create",
    "get /pets/{petId}": "read",
    "put /pets/{petId}": "replace",
    "patch /pets/{petId}": "update",
    "delete /pets/{petId}": "delete",
  });
  const pets = resourceOf(api, "pets");
  expect(pets).toMatchObject({ collectionPath: "/pets", itemPath: "/pets/{petId}", stateKey: "/pets", parents: [] });
  expect(pets.id).toMatchObject({ parameter: "petId", property: ["id"], schema: { json: { type: "integer" } } });
  expect(pets.schema.name).toBe("Pet");
  expect(operationOf(api, "get /pets").roleReason).toContain("/pets/{petId}");
});

test("a nested collection knows its parents and the properties that repeat them", async () => {
  const Review = object({ id: string, author_id: integer, book: object({ id: string, title: string }), text: string });
  const api = await describeApi(
    {
      "get /authors": answers(array(object({ id: integer, name: string }))),
      "get /authors/{authorId}": answers(object({ id: integer, name: string })),
      "get /authors/{authorId}/books/{bookId}/reviews": answers(array(ref("Review"))),
      "get /authors/{authorId}/books/{bookId}/reviews/{id}": answers(ref("Review")),
    },
    { Review },
  );
  const [author, book] = resourceOf(api, "authors.books.reviews").parents;
  expect(author).toMatchObject({ parameter: "authorId", property: ["author_id"] });
  expect(author?.resource?.name).toBe("authors");
  expect(book).toMatchObject({ parameter: "bookId", resource: undefined, property: ["book", "id"] });
});

test("a parent is found although the two paths name its parameter differently", async () => {
  const api = await describeApi({
    "get /v1/users": answers(array(object({ id: string, name: string }))),
    "get /v1/users/{id}": answers(object({ id: string, name: string })),
    "get /users/{user_id}/keys": answers(array(object({ id: string, userId: string }))),
    "delete /users/{uid}/keys/{id}": silent,
  });
  const [parent] = resourceOf(api, "users.keys").parents;
  expect(parent?.resource?.name).toBe("users");
  expect(parent?.property).toEqual(["userId"]);
  expect(roleOf(api, "delete /users/{uid}/keys/{id}").kind).toBe("delete");
});

test("a static sibling of the parameter is no record", async () => {
  const User = object({ id: string, name: string });
  const api = await describeApi(
    {
      "get /users": answers(array(ref("User"))),
      "get /users/{id}": answers(ref("User")),
      "get /users/me": answers(ref("User")),
      "patch /users/me": takes(ref("User"), ref("User")),
    },
    { User },
  );
  expect(roleOf(api, "get /users/me")).toMatchObject({ kind: "singleton", part: "read", key: "/users/me" });
  expect(roleOf(api, "patch /users/me")).toMatchObject({ kind: "singleton", part: "update", key: "/users/me" });
});

test("trailing slashes do not count", async () => {
  const api = await describeApi(
    { "get /pets/": answers(array(ref("Pet"))), "get /pets/{id}/": answers(ref("Pet")) },
    { Pet },
  );
  expect(rolesOf(api)).toEqual({ "get /pets/": "list", "get /pets/{id}/": "read" });
  expect(resourceOf(api, "pets").itemPath).toBe("/pets/{id}");
});

test("a collection may have a singular name, another number than its item path, or only a POST", async () => {
  const api = await describeApi(
    {
      "post /pet": takes(ref("Pet"), ref("Pet")),
      "get /pet/{petId}": answers(ref("Pet")),
      "get /stores": answers(array(object({ id: integer, city: string }))),
      "get /store/{id}": answers(object({ id: integer, city: string })),
    },
    { Pet },
  );
  expect(resourceOf(api, "pet").roles).toMatchObject({ create: { path: "/pet" }, read: { path: "/pet/{petId}" } });
  expect(resourceOf(api, "stores")).toMatchObject({ collectionPath: "/stores", itemPath: "/store/{id}" });
});

test.each([
  ["/users/{username}", { id: integer, username: string }, ["username"]],
  ["/users/{username}", { id: integer, login: string }, ["login"]],
  ["/keys/{key}", { id: string, name: string }, ["id"]],
  ["/users/{username}", { name: string, login: string }, ["login"]],
  ["/users/{userId}", { userId: string, name: string }, ["userId"]],
  ["/users/{id}", { userId: string, name: string }, ["userId"]],
  ["/books/{book_id}", { id: string, title: string }, ["id"]],
  ["/books/{book_id}", { book_id: string, title: string }, ["book_id"]],
  ["/companies/{company_id}", { id: string, company_id: string }, ["id"]],
  ["/items/{uuid}", { uuid: string, name: string }, ["uuid"]],
  ["/posts/{slug}", { id: integer, slug: string }, ["slug"]],
  ["/products/{sku}", { sku: string, price: integer }, ["sku"]],
  ["/conversations/{ConversationSid}", { sid: string, account_sid: string }, ["sid"]],
  ["/tasks/{task_gid}", { gid: string, name: string }, ["gid"]],
  ["/subscriptions/{subscription_exposed_id}", { id: string, plan: string }, ["id"]],
  ["/branches/{branch}", { name: string, protected: boolean }, ["name"]],
  ["/members/{user_id}", { id: string, user: object({ id: string }) }, ["user", "id"]],
  ["/members/{user_pk}", { organization: integer, user: object({ id: string }) }, ["user", "id"]],
  ["/pods/{name}", { kind: string, metadata: object({ name: string }) }, ["metadata", "name"]],
  ["/blobs/{file_sha}", { sha: string, content: string }, ["sha"]],
  ["/segments/{segment_id}", { name: string, size: integer }, undefined],
])("%s of records with %o: the id is %o", async (item, properties, property) => {
  const collection = item.slice(0, item.lastIndexOf("/"));
  const api = await describeApi(
    { [`get ${collection}`]: answers(array(ref("Record"))), [`get ${item}`]: answers(ref("Record")) },
    { Record: object(properties) },
  );
  expect(api.resources[0]?.id.property).toEqual(property);
});

test("an id that only the list shows is the id", async () => {
  const api = await describeApi({
    "get /collections": answers(object({ collections: array(object({ name: string })) })),
    "get /collections/{collection_name}": answers(object({ status: string, points: integer })),
  });
  expect(resourceOf(api, "collections").id.property).toEqual(["name"]);
});

test("an id that the list shows by the parameter's name goes before another that both show", async () => {
  const id = (name: string, schema: object) => [{ name, in: "path", required: true, schema }];
  const api = await describeApi({
    "get /environments": answers(array(object({ id: string, name: string, uid: string }))),
    "get /environments/{environment_uid}": answers(object({ id: string, name: string })),
    "get /countries": answers(array(object({ name: string, code: string }))),
    "get /countries/{country_id}": {
      ...answers(object({ name: string, code: string })),
      parameters: id("country_id", { type: "string", maxLength: 2 }),
    },
  });
  expect(resourceOf(api, "environments").id.property).toEqual(["uid"]);
  expect(resourceOf(api, "countries").id.property).toEqual(["code"]);
});

test("record envelopes are found in bodies and answers, each by itself", async () => {
  const Server = object({ id: integer, name: string, status: string });
  const Action = object({ id: integer, command: string, progress: integer });
  const api = await describeApi(
    {
      "get /servers": answers(object({ servers: array(ref("Server")), meta: object({}) })),
      "post /servers": takes(
        object({ name: string, image: string }),
        object({ server: ref("Server"), action: ref("Action"), root_password: string }),
      ),
      "get /servers/{id}": answers(object({ server: ref("Server") })),
      "put /servers/{id}": takes(object({ name: string }), object({ server: ref("Server") })),
      "delete /servers/{id}": answers(object({ action: ref("Action") })),
      "post /servers/{id}/reboot": answers(object({ action: ref("Action") })),
    },
    { Server, Action },
  );
  expect(resourceOf(api, "servers").schema.name).toBe("Server");
  expect(roleOf(api, "get /servers/{id}")).toMatchObject({ reply: ["server"] });
  expect(roleOf(api, "post /servers")).toMatchObject({ body: [], reply: ["server"], many: false });
  expect(roleOf(api, "delete /servers/{id}")).toMatchObject({ reply: undefined });
  expect(roleOf(api, "post /servers/{id}/reboot")).toMatchObject({ kind: "action", reply: undefined });
});

test("an envelope around both sides, whose record holds short forms of itself", async () => {
  const TaskCompact = object({ gid: string, resource_type: string, name: string });
  const Task = { allOf: [ref("TaskCompact"), object({ parent: ref("TaskCompact"), notes: string })] };
  const api = await describeApi(
    {
      "get /tasks": answers(object({ data: array(ref("TaskCompact")), next_page: object({ offset: string }) })),
      "post /tasks": takes(object({ data: ref("Task") }), object({ data: ref("Task") })),
      "get /tasks/{task_gid}": answers(object({ data: ref("Task") })),
    },
    { Task, TaskCompact },
  );
  expect(resourceOf(api, "tasks").schema.name).toBe("Task");
  expect(roleOf(api, "post /tasks")).toMatchObject({ body: ["data"], reply: ["data"] });
  expect(roleOf(api, "get /tasks/{task_gid}")).toMatchObject({ reply: ["data"] });
});

test("an envelope may repeat the id of its record", async () => {
  const labels = object({ column_name: string });
  const Listed = object({ id: integer, name: string, css: string, created_on: string });
  const Shown = object({ id: integer, name: string, css: string, data: object({ id: integer }) });
  const api = await describeApi(
    {
      "get /templates": answers(object({ count: integer, ids: array(string), result: array(ref("Listed")) })),
      "get /templates/{pk}": answers(object({ id: string, result: ref("Shown"), label_columns: labels })),
      "get /parts": answers(array(ref("Shown"))),
      "get /parts/{id}": answers(ref("Shown")),
    },
    { Listed, Shown },
  );
  expect(resourceOf(api, "templates").schema.name).toBe("Shown");
  expect(roleOf(api, "get /templates/{pk}")).toMatchObject({ kind: "read", reply: ["result"] });
  expect(roleOf(api, "get /parts/{id}")).toMatchObject({ kind: "read", reply: [] });
});

test("an envelope may have the id that its record leaves out", async () => {
  const Shown = object({ name: string, css: string, width: integer });
  const listed = object({ id: integer, name: string, css: string, width: integer });
  const enveloped = object({ id: string, result: ref("Shown"), label: string });
  const api = await describeApi(
    {
      "get /charts": answers(object({ result: array(listed) })),
      "post /charts": takes(object({ name: string }), enveloped),
      "get /charts/{pk}": answers(enveloped),
    },
    { Shown },
  );
  expect(roleOf(api, "get /charts/{pk}")).toMatchObject({ kind: "read", reply: ["result"] });
  expect(roleOf(api, "post /charts")).toMatchObject({ kind: "create", reply: ["result"] });
});

test("an envelope put together by allOf", async () => {
  const Common = object({ success: boolean, errors: array(object({ code: integer })), result: {} });
  const Rule = object({ id: string, mode: string, notes: string });
  const single = { allOf: [ref("Common"), object({ result: ref("Rule") })] };
  const many = {
    allOf: [ref("Common"), object({ result: array(ref("Rule")), result_info: object({ count: integer }) })],
  };
  const api = await describeApi(
    {
      "get /rules": answers(many),
      "post /rules": takes(object({ mode: string }), single),
      "get /rules/{identifier}": answers(single),
      "delete /rules/{identifier}": answers({ allOf: [ref("Common"), object({ result: object({ id: string }) })] }),
    },
    { Common, Rule },
  );
  expect(resourceOf(api, "rules")).toMatchObject({
    id: { property: ["id"] },
    list: { shape: { itemsAt: ["result"] } },
  });
  expect(roleOf(api, "post /rules")).toMatchObject({ reply: ["result"] });
  expect(roleOf(api, "delete /rules/{identifier}")).toMatchObject({ reply: ["result"] });
});

test("a create that answers only the id still answers the record", async () => {
  const api = await describeApi({
    "post /emails": takes(object({ from: string, to: string }), object({ id: string })),
    "get /emails/{email_id}": answers(object({ id: string, from: string, to: string })),
  });
  expect(roleOf(api, "post /emails")).toMatchObject({ kind: "create", reply: [] });
});

test("POST on an item path updates where nothing else does, and its delete may answer another schema", async () => {
  const Customer = object({ id: string, object: string, email: string });
  const api = await describeApi(
    {
      "get /v1/customers": answers(
        object({ object: string, data: array(ref("Customer")), has_more: boolean, url: string }),
      ),
      "post /v1/customers": takes(object({ email: string }), ref("Customer")),
      "get /v1/customers/{customer}": answers({ anyOf: [ref("Customer"), ref("Deleted")] }),
      "post /v1/customers/{customer}": takes(object({ email: string }), ref("Customer")),
      "delete /v1/customers/{customer}": answers(ref("Deleted")),
    },
    { Customer, Deleted: object({ id: string, object: string, deleted: boolean }) },
  );
  expect(rolesOf(api)).toMatchObject({
    "post /v1/customers/{customer}": "update",
    "delete /v1/customers/{customer}": "delete",
  });
  expect(roleOf(api, "get /v1/customers/{customer}")).toMatchObject({ reply: [] });
  expect(roleOf(api, "delete /v1/customers/{customer}")).toMatchObject({ reply: [] });
});

test("POST on an item path beside PATCH, or of something else, is an action", async () => {
  const api = await describeApi(
    {
      "get /pets": answers(array(ref("Pet"))),
      "get /pets/{id}": answers(ref("Pet")),
      "patch /pets/{id}": takes(ref("Pet"), ref("Pet")),
      "post /pets/{id}": takes(ref("Pet"), ref("Pet")),
      "get /queues": answers(array(object({ name: string, length: integer }))),
      "get /queues/{name}": answers(object({ name: string, length: integer })),
      "post /queues/{name}": takes(object({ payload: string }), object({ messageId: string })),
    },
    { Pet },
  );
  expect(roleOf(api, "post /pets/{id}").kind).toBe("action");
  expect(roleOf(api, "post /queues/{name}").kind).toBe("action");
});

test("read-only pairs, and collections without an item path", async () => {
  const api = await describeApi(
    {
      "get /countries": answers(array(object({ code: string, name: string }))),
      "get /countries/{code}": answers(object({ code: string, name: string })),
      "get /notes": answers(array(object({ id: string, text: string }))),
      "post /notes": takes(object({ text: string }), object({ id: string, text: string })),
      "get /news": answers(array(object({ headline: string, body: string }))),
    },
    {},
  );
  expect(rolesOf(api)).toEqual({
    "get /countries": "list",
    "get /countries/{code}": "read",
    "get /notes": "list",
    "post /notes": "create",
    "get /news": "operation",
  });
  expect(resourceOf(api, "notes")).toMatchObject({
    itemPath: undefined,
    id: { parameter: undefined, property: ["id"] },
  });
});

test("a body whose parts declare what it requires creates what the list shows", async () => {
  const action = object({ note: string, user: string, source: string });
  const api = await describeApi({
    "get /alerts/{id}/notes": answers(array(object({ note: string, owner: string, offset: string, at: string }))),
    "post /alerts/{id}/notes": takes({ required: ["note"], allOf: [action] }, object({ requestId: string })),
  });
  expect(rolesOf(api)).toEqual({ "get /alerts/{id}/notes": "list", "post /alerts/{id}/notes": "create" });
});

test("a list that is filled by something else than its records is no collection", async () => {
  const api = await describeApi({
    "get /labels": answers(array(object({ id: integer, name: string, color: string }))),
    "post /labels": takes(
      object({ labels: array(string) }),
      array(object({ id: integer, name: string, color: string })),
    ),
    "get /reports": answers(object({ rows: array(object({ a: string })), from: string, to: string })),
    "post /reports": takes(object({ query: string }), object({ jobId: string })),
  });
  expect(rolesOf(api)).toEqual({
    "get /labels": "operation",
    "post /labels": "operation",
    "get /reports": "operation",
    "post /reports": "operation",
  });
});

test("a composite item is not a pair, unless the shorter path answers a list", async () => {
  const api = await describeApi(
    {
      "get /repos/{owner}/{repo}": answers(object({ id: integer, name: string })),
      "patch /repos/{owner}/{repo}": takes(object({ name: string }), object({ id: integer, name: string })),
      "get /repos/{owner}/{repo}/issues": answers(array(object({ number: integer, title: string }))),
      "get /repos/{owner}/{repo}/issues/{issue_number}": answers(object({ number: integer, title: string })),
      "get /templates/{type}": answers(array(object({ slug: string, body: string }))),
      "get /templates/{type}/{slug}": answers(object({ slug: string, body: string })),
    },
    {},
  );
  expect(roleOf(api, "get /repos/{owner}/{repo}").kind).toBe("singleton");
  expect(resourceOf(api, "repos.issues")).toMatchObject({
    parents: [{ parameter: "owner" }, { parameter: "repo" }],
    id: { parameter: "issue_number", property: ["number"] },
  });
  expect(resourceOf(api, "templates.by-type").itemPath).toBe("/templates/{type}/{slug}");
});

test("a path that lists what a deeper one reads is no record, and the shorter collection keeps what is sent to it", async () => {
  const Taxonomy = object({ id: string, key: string, namespace: string });
  const api = await describeApi(
    {
      "post /taxonomies": takes(ref("Taxonomy"), ref("Taxonomy")),
      "get /taxonomies/{namespace}": answers(object({ entries: array(ref("Taxonomy")), limit: integer })),
      "get /taxonomies/{namespace}/{taxonomyKey}": answers(ref("Taxonomy")),
      "delete /taxonomies/{namespace}/{taxonomyKey}": silent,
    },
    { Taxonomy },
  );
  expect(rolesOf(api)).toMatchObject({ "post /taxonomies": "create", "get /taxonomies/{namespace}": "list" });
  expect(resourceOf(api, "taxonomies").schema.name).toBe("Taxonomy");
});

test("item paths with a suffix, custom verbs and OData keys", async () => {
  const Order = object({ id: string, total: integer });
  const api = await describeApi(
    {
      "get /Accounts/{AccountSid}/Orders.json": answers(object({ orders: array(ref("Order")) })),
      "get /Accounts/{AccountSid}/Orders/{Sid}.json": answers(ref("Order")),
      "get /orders": answers(array(ref("Order"))),
      "get /orders/{id}": answers(ref("Order")),
      "post /orders/{id}:cancel": answers(ref("Order")),
      "get /Invoices": answers(object({ value: array(ref("Order")) })),
      "patch /Invoices('{id}')": takes(ref("Order"), ref("Order")),
    },
    { Order },
  );
  expect(resourceOf(api, "Accounts.Orders").itemPath).toBe("/Accounts/{AccountSid}/Orders/{Sid}.json");
  expect(roleOf(api, "post /orders/{id}:cancel")).toMatchObject({ kind: "action", reply: [] });
  expect(roleOf(api, "patch /Invoices('{id}')").kind).toBe("update");
});

test("views list the records of a resource at another path", async () => {
  const Pod = object({ kind: string, metadata: object({ name: string, namespace: string }) });
  const PodList = object({ kind: string, items: array(ref("Pod")), metadata: object({ continue: string }) });
  const api = await describeApi(
    {
      "get /namespaces/{namespace}/pods": answers(ref("PodList")),
      "delete /namespaces/{namespace}/pods": silent,
      "get /namespaces/{namespace}/pods/{name}": answers(ref("Pod")),
      "get /pods": answers(ref("PodList")),
      "get /pets": answers(array(ref("Pet"))),
      "post /pets": takes(ref("Pet"), ref("Pet")),
      "get /pets/findByStatus": answers(array(ref("Pet"))),
      "get /statuses/{status}/pets": answers(array(ref("Pet"))),
      "get /vets/{vetId}/pets": answers(array(ref("Pet"))),
    },
    { Pod, PodList, Pet },
  );
  expect(roleOf(api, "get /pods")).toMatchObject({ kind: "view", resource: { name: "namespaces.pods" }, scope: [] });
  expect(roleOf(api, "delete /namespaces/{namespace}/pods").kind).toBe("operation");
  expect(roleOf(api, "get /pets/findByStatus")).toMatchObject({ kind: "view", list: { shape: { kind: "array" } } });
  expect(roleOf(api, "get /statuses/{status}/pets")).toMatchObject({
    kind: "view",
    scope: [{ parameter: "status", parent: undefined, property: ["status"] }],
  });
  // Nothing in a pet says whose patient it is.
  expect(roleOf(api, "get /vets/{vetId}/pets").kind).toBe("operation");
});

test("a list below a parent that goes by another property than an id is a view", async () => {
  const Booking = object({ id: integer, machine_code: string, hours: integer });
  const api = await describeApi(
    {
      "get /machines/{code}/bookings": answers(array(ref("Booking"))),
      "get /bookings": answers(array(ref("Booking"))),
      "post /bookings": takes(ref("Booking"), ref("Booking")),
      "get /bookings/{id}": answers(ref("Booking")),
    },
    { Booking },
  );
  expect(roleOf(api, "get /machines/{code}/bookings")).toMatchObject({
    kind: "view",
    scope: [{ parameter: "code", parent: undefined, property: ["machine_code"] }],
  });
});

test("what a page says of itself and of its neighbours is beside the list", async () => {
  const Booking = object({ id: integer, machine_id: integer });
  const pages = { current_page: string, current_page_backwards: string, next_page: string, previousPageStart: string };
  const api = await describeApi(
    {
      "get /machines/{id}/bookings": answers(object({ items: array(ref("Booking")), ...pages })),
      "get /machines/{id}": answers(object({ id: integer })),
      "get /bookings": answers(array(ref("Booking"))),
      "get /bookings/{id}": answers(ref("Booking")),
    },
    { Booking },
  );
  expect(roleOf(api, "get /machines/{id}/bookings")).toMatchObject({
    kind: "view",
    scope: [{ property: ["machine_id"] }],
  });
});

test("two lists below one record are not views of each other, and links are no home", async () => {
  const Task = object({ id: string, title: string, done: boolean });
  const api = await describeApi(
    {
      "get /boards": answers(array(object({ id: string, name: string }))),
      "get /boards/{id}": answers(object({ id: string, name: string })),
      "get /boards/{id}/tasks": answers(array(ref("Task"))),
      "post /boards/{id}/tasks": takes(ref("Task"), ref("Task")),
      "get /boards/{id}/blockers": answers(array(ref("Task"))),
      "get /me/blocks": answers(array(ref("User"))),
      "put /me/blocks/{username}": silent,
      "get /me/friends": answers(array(ref("User"))),
    },
    { Task, User: object({ login: string, id: integer, url: string }) },
  );
  expect(roleOf(api, "get /boards/{id}/blockers").kind).toBe("operation");
  expect(roleOf(api, "get /me/friends").kind).toBe("operation");
});

test("below an item path writes without a reading are actions, with one they are a singleton", async () => {
  const api = await describeApi(
    {
      "get /orders": answers(array(object({ id: string, state: string, total: integer }))),
      "get /orders/{id}": answers(object({ id: string, state: string, total: integer })),
      "post /orders/{id}/cancel": answers(object({ id: string, state: string, total: integer })),
      "delete /orders/{id}/lines/{line}": silent,
      "get /orders/{id}/address": answers(object({ street: string, city: string })),
      "put /orders/{id}/address": takes(object({ street: string, city: string })),
      "get /orders/{id}/history": answers(object({ events: integer, since: moment })),
      "post /search": takes(object({ q: string }), object({ hits: integer })),
    },
    {},
  );
  expect(rolesOf(api)).toMatchObject({
    "post /orders/{id}/cancel": "action",
    "delete /orders/{id}/lines/{line}": "action",
    "get /orders/{id}/address": "singleton",
    "put /orders/{id}/address": "singleton",
    "get /orders/{id}/history": "operation",
    "post /search": "operation",
  });
  expect(roleOf(api, "post /orders/{id}/cancel")).toMatchObject({ reply: [] });
});

test("a key in a path is not repeated by a number, which is the id of what it names", async () => {
  const api = await describeApi(
    {
      "get /feeds": answers(array(ref("Feed"))),
      "post /feeds": takes(ref("Feed"), ref("Feed")),
      "get /feeds/{feed_key}": answers(ref("Feed")),
      "get /feeds/{feed_key}/data": answers(array(ref("Datum"))),
      "post /feeds/{feed_key}/data": takes(ref("Datum"), ref("Datum")),
      "get /feeds/{feed_key}/data/{id}": answers(ref("Datum")),
    },
    {
      Feed: object({ id: integer, key: string, name: string }),
      Datum: object({ id: string, feed_id: integer, value: string }),
    },
  );
  const [parent] = resourceOf(api, "feeds.data").parents;
  expect(parent).toMatchObject({ parameter: "feed_key", property: undefined });
});

test("a parameter is the id of the collection nearby that it names, though nobody makes that one's records", async () => {
  const cluster = object({ id: string, name: string });
  const read = {
    "get /storage/clusters": answers(array(ref("Site"))),
    "get /storage/clusters/{clusterId}": answers(ref("Site")),
  };
  const api = await describeApi(
    {
      "get /lke/clusters": answers(array(ref("Cluster"))),
      "post /lke/clusters": takes(ref("Cluster"), ref("Cluster")),
      "get /lke/clusters/{clusterId}": answers(ref("Cluster")),
      ...read,
      "get /storage/buckets/{clusterId}": answers(array(ref("Bucket"))),
      "get /storage/buckets/{clusterId}/{bucket}": answers(ref("Bucket")),
      "delete /storage/buckets/{clusterId}/{bucket}": silent,
    },
    {
      Cluster: cluster,
      Site: object({ id: string, status: string }),
      Bucket: object({ label: string, size: integer }),
    },
  );
  expect(resourceOf(api, "storage.buckets.by-clusterId").parents).toMatchObject([
    { parameter: "clusterId", resource: undefined },
  ]);
});

test("two collections share their records only when path, record and parents allow it", async () => {
  const User = object({ id: string, email: string, name: string });
  const Subscription = object({ id: string, customer: string, plan: string });
  const Member = object({ id: string, role: string, since: moment });
  const api = await describeApi(
    {
      "get /users": answers(array(ref("User"))),
      "get /users/{id}": answers(ref("User")),
      "get /admin/users": answers(array(ref("User"))),
      "get /admin/users/{id}": answers(ref("User")),
      "get /subscriptions": answers(array(ref("Subscription"))),
      "get /subscriptions/{id}": answers(ref("Subscription")),
      "get /customers/{customer}/subscriptions": answers(array(ref("Subscription"))),
      "get /customers/{customer}/subscriptions/{id}": answers(ref("Subscription")),
      "get /teams/{team}/members": answers(array(ref("Member"))),
      "get /teams/{team}/members/{id}": answers(ref("Member")),
      "get /projects/{project}/members": answers(array(ref("Member"))),
      "get /projects/{project}/members/{id}": answers(ref("Member")),
    },
    { User, Subscription, Member },
  );
  const keys = Object.fromEntries(api.resources.map(({ name, stateKey }) => [name, stateKey]));
  expect(keys).toEqual({
    users: "/users",
    "admin.users": "/users",
    subscriptions: "/subscriptions",
    "customers.subscriptions": "/subscriptions",
    "teams.members": "/teams/{team}/members",
    "projects.members": "/projects/{project}/members",
  });
});

test("an item path whose collection stands below a parent", async () => {
  const App = object({ id: string, accountId: string, name: string });
  const api = await describeApi(
    {
      "get /accounts/{account_id}/apps": answers(array(ref("App"))),
      "post /accounts/{account_id}/apps": takes(ref("App"), ref("App")),
      "patch /apps/{id}": takes(ref("App"), ref("App")),
      "delete /apps/{id}": silent,
    },
    { App },
  );
  expect(resourceOf(api, "apps")).toMatchObject({ collectionPath: "/apps", itemPath: "/apps/{id}", stateKey: "/apps" });
  expect(resourceOf(api, "accounts.apps")).toMatchObject({
    itemPath: undefined,
    stateKey: "/apps",
    parents: [{ parameter: "account_id", property: ["accountId"] }],
  });
});

test("verbs in paths, arrays of new records and ids in bodies", async () => {
  const api = await describeApi(
    {
      "post /vendors/create": takes(object({ name: string }), object({ vendor: ref("Vendor") })),
      "get /vendors/{vendor_id}": answers(object({ vendor: ref("Vendor") })),
      "post /pet": takes(ref("Pet"), ref("Pet")),
      "put /pet": takes(ref("Pet"), ref("Pet")),
      "get /pet/{petId}": answers(ref("Pet")),
      "post /pet/createWithList": takes(array(ref("Pet")), array(ref("Pet"))),
    },
    { Pet, Vendor: object({ id: string, name: string }) },
  );
  expect(roleOf(api, "post /vendors/create")).toMatchObject({ kind: "create", resource: { name: "vendors" } });
  expect(roleOf(api, "put /pet")).toMatchObject({ kind: "replace", hasIdInBody: true });
  expect(roleOf(api, "post /pet/createWithList")).toMatchObject({ kind: "create", many: true, reply: [] });
});

test("a change of the records that a query selects is none of the record that the body names", async () => {
  const where = { name: "where", in: "query", schema: { type: "object" } };
  const count = object({ count: { type: "number" } });
  const api = await describeApi(
    {
      "get /pets": answers(array(ref("Pet"))),
      "post /pets": takes(ref("Pet"), ref("Pet")),
      "patch /pets": { ...takes(ref("Pet"), count), parameters: [where] },
      "get /pets/{id}": answers(ref("Pet")),
      "patch /pets/{id}": takes(ref("Pet"), ref("Pet")),
    },
    { Pet },
  );
  expect(roleOf(api, "patch /pets")).not.toMatchObject({ kind: "update" });
  expect(roleOf(api, "patch /pets/{id}")).toMatchObject({ kind: "update" });
});

test("an item path that answers a list is the list of the records with that id", async () => {
  const Bounce = object({ email: string, reason: string, created: integer });
  const api = await describeApi(
    {
      "get /bounces": answers(array(ref("Bounce"))),
      "get /bounces/{email}": answers(array(ref("Bounce"))),
      "delete /bounces/{email}": silent,
    },
    { Bounce },
  );
  expect(roleOf(api, "get /bounces/{email}")).toMatchObject({
    kind: "view",
    scope: [{ parameter: "email", parent: undefined, property: ["email"] }],
  });
});

test("a part of a record that is read and written as the whole record belongs to it", async () => {
  const Deployment = object({
    kind: string,
    metadata: object({ name: string }),
    status: object({ replicas: integer }),
  });
  const Scale = object({ kind: string, spec: object({ replicas: integer }) });
  const api = await describeApi(
    {
      "get /deployments": answers(object({ items: array(ref("Deployment")) })),
      "get /deployments/{name}": answers(ref("Deployment")),
      "put /deployments/{name}": takes(ref("Deployment"), ref("Deployment")),
      "get /deployments/{name}/status": answers(ref("Deployment")),
      "put /deployments/{name}/status": takes(ref("Deployment"), ref("Deployment")),
      "get /deployments/{name}/scale": answers(ref("Scale")),
      "put /deployments/{name}/scale": takes(ref("Scale"), ref("Scale")),
    },
    { Deployment, Scale },
  );
  expect(rolesOf(api)).toMatchObject({
    "get /deployments/{name}/status": "read",
    "put /deployments/{name}/status": "replace",
    "get /deployments/{name}/scale": "singleton",
    "put /deployments/{name}/scale": "singleton",
  });
});

test("pairs that link things, hand texts through or search are no resources", async () => {
  const Talk = object({ id: string, title: string, open: boolean });
  const api = await describeApi(
    {
      "get /talks": answers(array(ref("Talk"))),
      "get /talks/{id}": answers(ref("Talk")),
      "post /talks/{id}/guests": takes(object({ guest: string }), ref("Talk")),
      "delete /talks/{id}/guests/{guest_id}": answers(ref("Talk")),
      "post /talks/{id}/proxy": answers(string),
      "get /talks/{id}/proxy/{path}": answers(string),
      "post /points": takes(object({ ids: array(string) }), object({ result: array(ref("Point")) })),
      "get /points/{id}": answers(object({ result: ref("Point") })),
    },
    { Talk, Point: object({ id: string, payload: object({}), vector: array(integer) }) },
  );
  expect(api.resources.map(({ name }) => name)).toEqual(["talks"]);
  expect(roleOf(api, "delete /talks/{id}/guests/{guest_id}")).toMatchObject({ kind: "action", reply: [] });
});

test("names leave out api and versions while they can, and are safe for files", async () => {
  const list = answers(array(object({ id: string, a: string })));
  const item = answers(object({ id: string, a: string }));
  const names = async (...collections: string[]) => {
    const paths = collections.flatMap((path) => [
      [`get ${path}`, list],
      [`get ${path}/{id}`, item],
    ]);
    return (await describeApi(Object.fromEntries(paths))).resources.map(({ name }) => name);
  };
  expect(await names("/api/v1/authors", "/api/v1/authors/{a}/books")).toEqual(["authors", "authors.books"]);
  expect(await names("/v2/users", "/v1/users", "/users")).toEqual(["users", "v1.users", "v2.users"]);
  expect(await names("/a/{x}/b", "/a/b", "/a/{x}/{y}/b")).toEqual(["a.b", "a.by-x.b", "a.by-y.b"]);
  expect(await names("/v2/a/{x}/b", "/v2/a/{x}/{y}/b")).toEqual(["a.b", "a.by-y.b"]);
  expect(await names("/Users", "/con", "/päths/ü", "/users")).toEqual(["Users", "con-", "p-ths", "users-2"]);
});

test("an object named like the record's id is the envelope around the record", async () => {
  const Namespace = object({ namespace: string, label: string });
  const api = await describeApi(
    {
      "get /namespaces": answers(object({ namespaces: array(ref("Namespace")) })),
      "post /namespaces": takes(object({ label: string }), object({ namespace: ref("Namespace") })),
      "get /namespaces/{namespace_id}": answers(object({ namespace: ref("Namespace") })),
    },
    { Namespace },
  );
  expect(resourceOf(api, "namespaces").id.property).toEqual(["namespace"]);
  expect(roleOf(api, "post /namespaces")).toMatchObject({ kind: "create", reply: ["namespace"] });
  expect(roleOf(api, "get /namespaces/{namespace_id}")).toMatchObject({ kind: "read", reply: ["namespace"] });
});

test("an object is no id, though its name ends like the parameter's", async () => {
  const Ip = object({ ip: { type: "string", format: "ipv4" }, region: string });
  const api = await describeApi(
    {
      "get /floating_ips": answers(object({ floating_ips: array(ref("Ip")) })),
      "get /floating_ips/{floating_ip}": answers(object({ floating_ip: ref("Ip") })),
    },
    { Ip },
  );
  expect(roleOf(api, "get /floating_ips/{floating_ip}")).toMatchObject({ kind: "read", reply: ["floating_ip"] });
});

test("what a path takes digits for is not an id of letters", async () => {
  const Version = object({
    id: { type: "string", pattern: "^[0-9a-f]{32}$" },
    version: { type: "string", pattern: "^[0-9]+$" },
  });
  const digits = {
    name: "ruleset_version",
    in: "path",
    required: true,
    schema: { type: "string", pattern: "^[0-9]+$" },
  };
  const api = await describeApi(
    {
      "get /rulesets/{id}/versions": answers(array(ref("Version"))),
      "get /rulesets/{id}/versions/{ruleset_version}": { ...answers(ref("Version")), parameters: [digits] },
    },
    { Version },
  );
  expect(resourceOf(api, "rulesets.versions").id.property).toEqual(["version"]);
});

test("an id is named after the end of the noun, or after records as such, and not after somebody else", async () => {
  const properties = (more: object) => object({ name: string, amount: integer, ...more });
  const paired = (path: string, more: object) => ({
    [`get /${path}`]: answers(array(properties(more))),
    [`get /${path}/{id}`]: answers(properties(more)),
  });
  const api = await describeApi({
    ...paired("life-insurance-policies", { insurancePolicyId: integer, factFinderId: integer }),
    ...paired("accounts/holdings", { accountHoldingId: integer, accountId: integer }),
    ...paired("switches", { entity_id: string, vendor_id: string }),
    ...paired("group_users", { group_id: integer, user_id: integer }),
    ...paired("orgs", { sourceOrgId: string }),
  });
  expect(resourceOf(api, "life-insurance-policies").id.property).toEqual(["insurancePolicyId"]);
  expect(resourceOf(api, "accounts.holdings").id.property).toEqual(["accountHoldingId"]);
  expect(resourceOf(api, "switches").id.property).toEqual(["entity_id"]);
  expect(resourceOf(api, "group_users").id.property).toBeUndefined();
  expect(resourceOf(api, "orgs").id.property).toBeUndefined();
  const board = object({ id: string, name: string });
  const boards = await describeApi({ "get /boards": answers(array(board)), "get /boards/{idBoard}": answers(board) });
  expect(resourceOf(boards, "boards").id.property).toEqual(["id"]);
});

test("the only UUID of a record is not its id where it is called as another's, and an object in the record has an id", async () => {
  const uuid = { type: "string", format: "uuid" };
  const Filter = object({ metadata: object({ id: string }), workflowId: uuid, note: string });
  const Ticket = object({ orderId: uuid, note: string });
  const one = (name: string) => ({ parameters: [{ name, in: "path", required: true, schema: uuid }] });
  const api = await describeApi(
    {
      "get /filters": answers(array(ref("Filter"))),
      "get /filters/{v1-filter}": { ...answers(ref("Filter")), ...one("v1-filter") },
      "get /tickets": answers(array(ref("Ticket"))),
      "get /tickets/{reference}": { ...answers(ref("Ticket")), ...one("reference") },
    },
    { Filter, Ticket },
  );
  expect(resourceOf(api, "filters").id.property).toEqual(["metadata", "id"]);
  expect(resourceOf(api, "tickets").id.property).toEqual(["orderId"]);
});

test("what is described as belonging to the id is not the id; what a create names like the path is", async () => {
  const guid = { type: "string", description: "The GUID associated with the account ID." };
  const Account = object({ accountIdGuid: guid, accountName: string, currentPlanId: string });
  const made = object({ accountId: { type: "string", pattern: "^A" }, accountIdGuid: string, accountName: string });
  const api = await describeApi({
    "post /accounts": takes(object({ accountName: string }), made),
    "get /accounts/{accountId}": answers(Account),
    "delete /accounts/{accountId}": {},
  });
  const { id } = resourceOf(api, "accounts");
  expect([id.property, id.schema.json]).toEqual([undefined, { type: "string", pattern: "^A" }]);
});

test("an id that only an example shows is the id, and a create may tell what it looks like", async () => {
  const Hook = object({ event_type: string, status: string });
  const listed = answers(object({ hooks: array(ref("Hook")) }));
  const example = { hooks: [{ hook_id: "HOK4c344e6f", status: "enabled" }] };
  const content = { schema: object({ hooks: array(ref("Hook")) }), example };
  const api = await describeApi(
    {
      "get /hooks": { responses: { 200: { description: "", content: { "application/json": content } } } },
      "post /hooks": takes(ref("Hook"), object({ message: string, hook_id: integer })),
      "get /hooks/{hook_id}": answers(ref("Hook")),
      "get /flags": listed,
      "get /flags/{flag_id}": answers(ref("Hook")),
    },
    { Hook },
  );
  expect(resourceOf(api, "hooks").id).toMatchObject({ property: ["hook_id"], schema: { json: { type: "integer" } } });
  expect(resourceOf(api, "flags").id.property).toBeUndefined();
});

test("a name is not the id where requests may have that beside it", async () => {
  // Spring Data REST leaves ids out of its answers.
  const Author = { ...object({ name: string }), required: ["name"] };
  const api = await describeApi({
    "get /authors": answers(object({ _embedded: object({ authors: array(Author) }) })),
    "post /authors": takes(object({ id: integer, name: string }), Author),
    "get /authors/{id}": answers(Author),
    "get /terminals": answers(array(Author)),
    "post /terminals": takes(object({ name: string }), Author),
    "get /terminals/{id}": answers(Author),
  });
  expect(resourceOf(api, "authors").id.property).toBeUndefined();
  expect(resourceOf(api, "terminals").id.property).toEqual(["name"]);
});

test("an envelope may say other things in words, and a list in pages is named like the end of its noun", async () => {
  const Run = object({ eval_run_uuid: string, name: string, status: string });
  const words = { resource: string, operation: string, status_code: integer };
  const api = await describeApi(
    {
      "post /folders": takes(object({ name: string }), object({ ...words, data: object({ id: string }) })),
      "get /folders/{id}": answers(object({ ...words, data: object({ id: string, name: string, size: integer }) })),
      "get /model_eval_runs": answers(object({ runs: array(ref("Run")), states: array(string), meta: object({}) })),
      "post /model_eval_runs": takes(object({ name: string }), object({ eval_run_uuid: string })),
      "get /model_eval_runs/{eval_run_uuid}": answers(
        object({ run: ref("Run"), results: array(object({ score: integer })) }),
      ),
      "delete /model_eval_runs/{eval_run_uuid}": silent,
      "patch /model_eval_runs/{eval_run_uuid}": takes(object({ name: string })),
      "get /files/{id}/cards": answers(object({ cards: array(object({ title: string })), template: string })),
      "post /files/{id}/cards": takes(object({ cards: array(object({ title: string })) })),
    },
    { Run },
  );
  expect(resourceOf(api, "folders").id.property).toEqual(["id"]);
  expect(roleOf(api, "get /folders/{id}")).toMatchObject({ kind: "read", reply: ["data"] });
  expect(roleOf(api, "get /model_eval_runs")).toMatchObject({ kind: "list", list: { shape: { itemsAt: ["runs"] } } });
  expect(roleOf(api, "get /model_eval_runs/{eval_run_uuid}")).toMatchObject({ kind: "read", reply: ["run"] });
});

test("a collection whose answers nobody describes lists its records, and they have ids", async () => {
  const api = await describeApi({
    "get /tasks": { responses: { 200: { description: "all" } } },
    "post /tasks": { ...takes(object({ title: string })), responses: { 201: { description: "made" } } },
    "get /tasks/{task_id}": { responses: { 200: { description: "one" } } },
    "get /pages": { responses: { 200: { description: "all" } } },
    "post /pages": { ...takes(object({ title: string })), responses: { 201: { description: "made" } } },
    "get /pages/{page_id}": answers(object({ title: string, text: string })),
  });
  expect(roleOf(api, "get /tasks")).toMatchObject({ kind: "list", list: { shape: { kind: "array" } } });
  expect(resourceOf(api, "tasks").id.property).toEqual(["id"]);
  expect(roleOf(api, "get /pages").kind).toBe("list");
  expect(resourceOf(api, "pages").id.property).toBeUndefined();
});

test("an enumerated parameter is the id where a property has its values; what is made elsewhere has no id in the path", async () => {
  const Kind = { type: "string", enum: ["movies", "shows"] };
  const one = { parameters: [{ name: "type", in: "path", required: true, schema: Kind }] };
  const api = await describeApi(
    {
      "get /rules": answers(array(ref("Rule"))),
      "post /rules": takes(ref("Rule"), ref("Rule")),
      "get /rules/{type}": { ...one, ...answers(ref("Rule")) },
      "post /collection": takes(object({ movies: array(string) }), object({ id: integer, added: integer })),
      "get /collection/{type}": { ...one, ...answers(object({ id: integer, title: string })) },
    },
    { Kind, Rule: object({ kind: ref("Kind"), config: string }) },
  );
  expect(resourceOf(api, "rules").id.property).toEqual(["kind"]);
  expect(roleOf(api, "post /collection").kind).toBe("operation");
});

test("a singular word below a collection is the path of one record, which its query or body names", async () => {
  const config = object({ config: object({ name: string, locked: boolean }) });
  const named = object({ config: string, name: string });
  const asked = { parameters: [{ in: "query", name: "config", required: true, schema: { type: "string" } }] };
  const api = await describeApi(
    {
      "get /configs": answers(object({ configs: array(object({ name: string, locked: boolean })) })),
      "post /configs": takes(object({ name: string }), config),
      "get /configs/config": { ...answers(config), ...asked },
      "post /configs/config": takes(named, config),
      "delete /configs/config": { ...silent, ...asked },
      "post /configs/config/lock": takes(object({ config: string }), config),
    },
    {},
  );
  const found = (kind: string) => ({ kind: "operation", finds: { role: { kind }, sent: "config" } });
  expect(resourceOf(api, "configs").id).toMatchObject({ parameter: "config", property: ["name"] });
  expect(roleOf(api, "get /configs/config")).toMatchObject(found("read"));
  expect(roleOf(api, "post /configs/config")).toMatchObject(found("update"));
  expect(roleOf(api, "delete /configs/config")).toMatchObject(found("delete"));
  expect(roleOf(api, "post /configs/config/lock")).toMatchObject(found("action"));
});

test("item paths that differ in their ending share the name of their collection", async () => {
  const api = await describeApi(
    {
      "get /sounds": answers(array(ref("Pet"))),
      "get /sounds/{id}": answers(ref("Pet")),
      "get /sounds/{id}.mp3": answers(string),
      "get /sounds/{id}.wav": answers(string),
    },
    { Pet },
  );
  expect(api.resources.map(({ name }) => name)).toEqual(["sounds", "sounds", "sounds"]);
});

test("a list below one parent shows records that are made below another, where a short path reads them", async () => {
  const Hook = object({ id: string, room_id: string, house_id: string, url: string });
  const api = await describeApi(
    {
      "get /rooms/{room_id}/hooks": answers(array(ref("Hook"))),
      "post /rooms/{room_id}/hooks": takes(object({ url: string }), ref("Hook")),
      "get /houses/{house_id}/hooks": answers(array(ref("Hook"))),
      "get /hooks/{hook_id}": answers(ref("Hook")),
    },
    { Hook },
  );
  const shown = api.operations.find(({ path }) => path === "/houses/{house_id}/hooks");
  expect(shown?.role.kind).toBe("view");
});

test("a path whose POST takes the document that GET answers is no collection, whatever stands below it", async () => {
  const Configuration = object({ name: string, language: string });
  const api = await describeApi(
    {
      "get /configuration": answers(ref("Configuration")),
      "post /configuration": takes(ref("Configuration")),
      "get /configuration/{key}": answers(object({})),
      "post /configuration/{key}": takes(object({})),
    },
    { Configuration },
  );
  expect(roleOf(api, "get /configuration").kind).toBe("singleton");
  expect(roleOf(api, "post /configuration")).toMatchObject({ kind: "singleton", part: "update" });
});
