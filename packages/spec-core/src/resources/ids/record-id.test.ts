import { describe, expect, test } from "vitest";
import {
  answers,
  array,
  describeApi,
  integer,
  object,
  ref,
  resourceOf,
  rolesOf,
  silent,
  string,
  takes,
} from "../fixtures/small-description.js";

const idParameter = (name: string, schema: object = string): Readonly<Record<string, unknown>> => ({
  parameters: [{ name, in: "path", required: true, schema }],
});

describe("the id of a record", () => {
  test("is the one that does not change where a path takes that or a key", async () => {
    const Role = object({ key: string, id: string });
    const parameter = { name: "role_key_or_id", in: "path", required: true, schema: string };
    const either = { parameters: [{ ...parameter, description: "The key or ID of the role" }] };
    const api = await describeApi(
      { "get /roles": answers(array(ref("Role"))), "get /roles/{role_key_or_id}": answers(ref("Role"), either) },
      { Role },
    );
    expect(resourceOf(api, "roles").id.property).toEqual(["id"]);
  });

  test("is the id where the parameter is called as the records are, and described as an identifier", async () => {
    const Comment = object({ comment: string, id: string });
    const parameter = { name: "comment", in: "path", required: true, schema: string };
    const api = await describeApi(
      {
        "get /comments": answers(array(ref("Comment"))),
        "get /comments/{comment}": answers(ref("Comment"), {
          parameters: [{ ...parameter, description: "Unique identifier of a comment" }],
        }),
      },
      { Comment },
    );
    expect(resourceOf(api, "comments").id.property).toEqual(["id"]);
  });

  test("is a name that begins with the noun, else the title, where a path takes a name", async () => {
    const Protection = object({ branch_name: string, rule_name: string });
    const Page = object({ title: string, html_url: string });
    const api = await describeApi(
      {
        "get /branch_protections": answers(array(ref("Protection"))),
        "get /branch_protections/{name}": answers(ref("Protection"), idParameter("name")),
        "get /pages": answers(array(ref("Page"))),
        "get /pages/{pageName}": answers(ref("Page"), idParameter("pageName")),
      },
      { Protection, Page },
    );
    expect(resourceOf(api, "branch_protections").id.property).toEqual(["branch_name"]);
    expect(resourceOf(api, "pages").id.property).toEqual(["title"]);
  });

  test("is the property that the parameter's description begins with", async () => {
    const Webhook = object({ EventCode: string, SubscriptionID: string });
    const Membership = object({ user_id: string, group_id: string });
    const Bill = object({ CompanyIDFK: string, TransactionID: string });
    const described = (description: string) => ({
      parameters: [{ name: "id", in: "path", required: true, schema: string, description }],
    });
    const api = await describeApi(
      {
        "get /webhooks": answers(array(ref("Webhook"))),
        "get /webhooks/{id}": answers(ref("Webhook"), described("The Subscription id to be read")),
        "get /memberships": answers(array(ref("Membership"))),
        "get /memberships/{id}": answers(ref("Membership"), described("Group User ID.")),
        "get /bills": answers(array(ref("Bill"))),
        "get /bills/{id}": answers(ref("Bill"), described("Bill Transaction ID number")),
      },
      { Webhook, Membership, Bill },
    );
    expect(resourceOf(api, "bills").id.property).toEqual(["TransactionID"]);
    expect(resourceOf(api, "webhooks").id.property).toEqual(["SubscriptionID"]);
    expect(resourceOf(api, "memberships").id.property).toBeUndefined();
  });

  test("is called after the record's noun, with any word for an id", async () => {
    const Grant = object({ grant_uuid: string, client_uuid: string, order: string });
    const api = await describeApi(
      { "get /grants": answers(array(ref("Grant"))), "get /grants/{grantId}": answers(ref("Grant")) },
      { Grant },
    );
    expect(resourceOf(api, "grants").id.property).toEqual(["grant_uuid"]);
  });

  test("stands in the object that is called as the records are, which is no part of one", async () => {
    const Key = object({ id: string, name: string, secret: string });
    const api = await describeApi(
      {
        "get /keys": answers(object({ keys: array(ref("Key")) })),
        "get /keys/{keyId}": answers(object({ key: ref("Key") }), idParameter("keyId")),
      },
      { Key },
    );
    const { id, roles } = resourceOf(api, "keys");
    expect([id.property, roles.read?.role]).toMatchObject([["id"], { kind: "read", reply: ["key"] }]);
  });

  test("is the public one where there is no other", async () => {
    const Route = object({ PublicId: string, Name: string, ListId: string });
    const api = await describeApi(
      { "get /routes": answers(array(ref("Route"))), "get /routes/{id}": answers(ref("Route"), idParameter("id")) },
      { Route },
    );
    expect(resourceOf(api, "routes").id.property).toEqual(["PublicId"]);
  });

  test("is the one that the record's schema is called after only with a word for an id", async () => {
    const accountDetails = object({ resourceId: string, name: string, details: string });
    const api = await describeApi(
      {
        "get /accounts": answers(array(ref("accountDetails"))),
        "get /accounts/{account-id}": answers(ref("accountDetails"), idParameter("account-id")),
      },
      { accountDetails },
    );
    expect(resourceOf(api, "accounts").id.property).toEqual(["resourceId"]);
  });

  test("is not what the record has by another name where making one tells it apart and nothing lists them", async () => {
    const Chart = object({ identifier: string, name: string, url: string });
    const api = await describeApi(
      {
        "post /charts": takes(ref("Chart"), object({ id: string, state: string })),
        "get /charts/{id}": answers(ref("Chart"), idParameter("id")),
        "delete /charts/{id}": { ...silent, ...idParameter("id") },
      },
      { Chart },
    );
    expect(resourceOf(api, "charts").id.property).toBeUndefined();
  });

  test.each([
    ["every record has a name, and nothing else tells one", string, ["name"]],
    ["the parameter is written in some way", { type: "string", format: "uuid" }, undefined],
  ])("where %s", async (_, schema, property) => {
    const Terminal = object({ name: string, seen: string }, { required: ["name"] });
    const api = await describeApi(
      {
        "get /terminals": answers(array(ref("Terminal"))),
        "post /terminals": { ...answers(ref("Terminal")) },
        "get /terminals/{terminal_id}": answers(ref("Terminal"), idParameter("terminal_id", schema)),
        "delete /terminals/{terminal_id}": { ...silent, ...idParameter("terminal_id", schema) },
      },
      { Terminal },
    );
    expect(resourceOf(api, "terminals").id.property).toEqual(property);
  });

  test("of objects of which nothing is said is the parameter's", async () => {
    const devices = object({ devices: array({ type: "object" }) });
    const api = await describeApi({
      "get /devices": answers(devices),
      "get /devices/{serial}": answers(object({ device: { type: "object" } }), idParameter("serial")),
    });
    expect(resourceOf(api, "devices").id.property).toEqual(["serial"]);
  });
});

test("`account_id` of a carrier account is another thing's id where the record has an `object_id`", async () => {
  const CarrierAccount = object({ account_id: string, carrier: string, object_id: string });
  const api = await describeApi(
    {
      "get /carrier_accounts": answers(array(ref("CarrierAccount"))),
      "post /carrier_accounts": takes(ref("CarrierAccount"), ref("CarrierAccount")),
      "get /carrier_accounts/{CarrierAccountId}": answers(ref("CarrierAccount")),
    },
    { CarrierAccount },
  );
  expect(resourceOf(api, "carrier_accounts").id.property).toEqual(["object_id"]);
});

test("`/roles/role/{role}` is the item path of `/roles`", async () => {
  const Role = object({ identifier: string, name: string, permissions: array(string) });
  const api = await describeApi(
    {
      "get /roles": answers(object({ roles: array(ref("Role")) })),
      "post /roles": takes(ref("Role"), object({ role: ref("Role") })),
      "get /roles/role/{role}": answers(object({ role: ref("Role") })),
      "patch /roles/role/{role}": takes(ref("Role"), object({ role: ref("Role") })),
      "delete /roles/role/{role}": silent,
      "post /roles/role/{role}/lock": silent,
    },
    { Role },
  );
  expect(rolesOf(api)).toEqual({
    "get /roles": "list",
    "post /roles": "create",
    "get /roles/role/{role}": "read",
    "patch /roles/role/{role}": "update",
    "delete /roles/role/{role}": "delete",
    "post /roles/role/{role}/lock": "action",
  });
  expect(resourceOf(api, "roles")).toMatchObject({ itemPath: "/roles/role/{role}", id: { property: ["identifier"] } });
});

test.each([
  ["a primary key that fits beside other ids", "users", "{id}", { pk: integer, uid: string, uuid: string }, "pk"],
  [
    "a code that is named after the records",
    "plans",
    "{code}",
    { id: integer, name: string, plan_code: string },
    "plan_code",
  ],
  [
    "a code that is named after their last word",
    "payees",
    "{code}",
    { name: string, payee_code: string, other_code: string },
    "payee_code",
  ],
  ["a slug beside a key", "bots", "{bot}", { name: string, key: string, slug: string }, "slug"],
  ["a slug that need not be required", "repos", "{identifier}", { name: string, slug: string }, "slug"],
])("%s is the id", async (_, path, parameter, properties, expected) => {
  const Thing = { ...object(properties), required: ["name"].filter((name) => name in properties) };
  const item = idParameter(parameter.slice(1, -1), parameter === "{id}" ? integer : string);
  const api = await describeApi(
    {
      [`get /${path}`]: answers(array(ref("Thing"))),
      [`post /${path}`]: takes(ref("Thing"), ref("Thing")),
      [`get /${path}/${parameter}`]: answers(ref("Thing"), item),
    },
    { Thing },
  );
  expect(resourceOf(api, path).id.property).toEqual([expected]);
});
