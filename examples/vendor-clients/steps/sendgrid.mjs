import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { test } from "node:test";
import client from "@sendgrid/client";
import mail from "@sendgrid/mail";
import { mockOf } from "../mock.mjs";

const url = await mockOf("sendgrid-v2.yaml");
client.setApiKey("SG.x.y");
client.setDefaultRequest("baseUrl", `${url}/`);
mail.setClient(client);
/** Sends a request by the client; gives the parsed body. */
const send = async (method, path, body, qs) => (await client.request({ method, url: `/v3${path}`, body, qs }))[1];
const statusOf = async (method, path, body) =>
  (await client.request({ method, url: `/v3${path}`, body }))[0].statusCode;
const makeKey = (name = "key") => send("POST", "/api_keys", { name, scopes: ["mail.send"] });
const makeTemplate = (name = "welcome") => send("POST", "/templates", { name, generation: "dynamic" });
const makeVersion = ({ id }, name = "first") =>
  send("POST", `/templates/${id}/versions`, {
    name,
    subject: "Hello {{x}}",
    html_content: "<b>",
    active: 1,
    editor: "code",
  });
const makeGroup = () => send("POST", "/asm/groups", { name: "News", description: "weekly", is_default: false });

test("send a mail", async () => {
  const message = { to: "a@example.com", from: "b@example.com", subject: "Hi", text: "t", html: "<p>t</p>" };
  equal((await mail.send(message))[0].statusCode, 202);
});
test("send a mail by a template", async () => {
  const message = { to: "a@example.com", from: "b@example.com", templateId: `d-${"0".repeat(32)}` };
  equal((await mail.send({ ...message, dynamicTemplateData: { n: 1 } }))[0].statusCode, 202);
});
test("an incomplete mail is 400 with a list of errors", () =>
  rejects(send("POST", "/mail/send", { personalizations: [{ to: [{ email: "a@example.com" }] }] }), (error) => {
    deepEqual([error.code, Array.isArray(error.response.body.errors)], [400, true]);
    return true;
  }));
test("create an API key", async () => {
  const { name, scopes, api_key_id } = await makeKey("deploy");
  deepEqual([name, scopes, typeof api_key_id], ["deploy", ["mail.send"], "string"]);
});
test("read an API key", async () => {
  const { api_key_id } = await makeKey("read");
  const body = await send("GET", `/api_keys/${api_key_id}`);
  equal((body.result?.[0] ?? body).name, "read");
});
test("rename an API key", async () => {
  const { api_key_id } = await makeKey();
  equal((await send("PATCH", `/api_keys/${api_key_id}`, { name: "renamed" })).name, "renamed");
});
test("replace an API key", async () => {
  const { api_key_id } = await makeKey();
  equal((await send("PUT", `/api_keys/${api_key_id}`, { name: "replaced", scopes: ["a"] })).name, "replaced");
});
test("list API keys", async () => {
  const { api_key_id } = await makeKey();
  ok((await send("GET", "/api_keys")).result.some((key) => key.api_key_id === api_key_id));
});
test("delete an API key", async () => {
  const { api_key_id } = await makeKey();
  equal(await statusOf("DELETE", `/api_keys/${api_key_id}`), 204);
  await rejects(send("GET", `/api_keys/${api_key_id}`), { code: 404 });
});
test("create a template", async () => {
  const { name, generation } = await makeTemplate("invoice");
  deepEqual([name, generation], ["invoice", "dynamic"]);
});
test("a version of a template is read and activated", async () => {
  const template = await makeTemplate();
  const { id, name } = await makeVersion(template);
  equal(name, "first");
  equal((await send("GET", `/templates/${template.id}/versions/${id}`)).subject, "Hello {{x}}");
  const activated = await send("POST", `/templates/${template.id}/versions/${id}/activate`);
  deepEqual([activated.id, activated.active], [id, 1]);
});
test("a template shows its versions", async () => {
  const template = await makeTemplate();
  const { id } = await makeVersion(template);
  deepEqual(
    (await send("GET", `/templates/${template.id}`)).versions.map((version) => version.id),
    [id],
  );
});
test("list templates of a generation", async () => {
  const { id } = await makeTemplate();
  const { result, templates = result } = await send("GET", "/templates", null, {
    generations: "dynamic",
    page_size: 18,
  });
  ok(templates.some((one) => one.id === id) && templates.every(({ generation }) => generation === "dynamic"));
});
test("delete a template", async () => {
  const { id } = await makeTemplate();
  equal(await statusOf("DELETE", `/templates/${id}`), 204);
  await rejects(send("GET", `/templates/${id}`), { code: 404 });
});
test("an unsubscribe group is created and updated", async () => {
  const { id, name } = await makeGroup();
  equal(name, "News");
  equal((await send("PATCH", `/asm/groups/${id}`, { name: "Offers", description: "daily" })).name, "Offers");
});
test("suppressions of a group: add, list, delete", async () => {
  const path = `/asm/groups/${(await makeGroup()).id}/suppressions`;
  await send("POST", path, { recipient_emails: ["x@example.com", "y@example.com"] });
  deepEqual((await send("GET", path)).sort(), ["x@example.com", "y@example.com"]);
  await send("DELETE", `${path}/x@example.com`);
  deepEqual(await send("GET", path), ["y@example.com"]);
});
test("a contact list is created, read and renamed", async () => {
  const { id } = await send("POST", "/marketing/lists", { name: "Leads" });
  equal((await send("GET", `/marketing/lists/${id}`)).name, "Leads");
  equal((await send("PATCH", `/marketing/lists/${id}`, { name: "Customers" })).name, "Customers");
});
test("contact lists page by page", async () => {
  const made = [];
  for (let n = 0; n < 5; n++) made.push((await send("POST", "/marketing/lists", { name: `L${n}` })).id);
  const seen = [];
  let page = await send("GET", "/marketing/lists", null, { page_size: 4 });
  equal(page.result.length, 4);
  while (page && seen.length < 60) {
    seen.push(...page.result.map(({ id }) => id));
    const next = page._metadata?.next && new URL(page._metadata.next, url);
    page = next && (await client.request({ method: "GET", url: next.pathname + next.search }))[1];
  }
  equal(new Set(seen).size, seen.length);
  ok(made.every((id) => seen.includes(id)));
});
test("contacts are upserted in bulk", async () => {
  const contacts = [{ email: "zed@example.com", first_name: "Zed" }, { email: "yan@example.com" }];
  equal(await statusOf("PUT", "/marketing/contacts", { contacts }), 202);
  const emails = (await send("GET", "/marketing/contacts")).result.map(({ email }) => email);
  ok(emails.includes("zed@example.com") && emails.includes("yan@example.com"));
});
test("a search of contacts gives a list", async () =>
  ok(Array.isArray((await send("POST", "/marketing/contacts/search", { query: "email LIKE 'z%'" })).result)));
test("delete a bounce by its email", async () => {
  const [{ email }] = await send("GET", "/suppression/bounces");
  equal(await statusOf("DELETE", `/suppression/bounces/${encodeURIComponent(email)}`, {}), 204);
  ok(!(await send("GET", "/suppression/bounces")).some((bounce) => bounce.email === email));
});
test("the profile of the user is patched", async () => {
  await send("PATCH", "/user/profile", { city: "Oslo" });
  equal((await send("GET", "/user/profile")).city, "Oslo");
});
