import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { test } from "node:test";
import { IntercomClient, IntercomError } from "intercom-client";
import { collect, mockOf } from "../mock.mjs";

const environment = await mockOf("intercom-2.11.yaml");
const intercom = new IntercomClient({ token: "t", environment, version: "2.11", maxRetries: 0 });
const ids = (list) => list.map(({ id }) => id);
const contact = await intercom.contacts.create({ email: "ada@example.com", name: "Ada" });
const company = await intercom.companies.createOrUpdate({ company_id: "tea-1", name: "Tea", plan: "Pro" });

test("a new contact holds the sent fields", () => deepEqual([contact.email, contact.name], ["ada@example.com", "Ada"]));
test("update a contact", async () => {
  const { id } = await intercom.contacts.create({ email: "bob@example.com", name: "Bob" });
  const updated = await intercom.contacts.update({ contact_id: id, name: "Bob B." });
  deepEqual([updated.name, updated.email], ["Bob B.", "bob@example.com"]);
  equal((await intercom.contacts.find({ contact_id: id })).name, "Bob B.");
});
test("search contacts by email", async () => {
  const query = { field: "email", operator: "=", value: "ada@example.com" };
  const found = await intercom.contacts.search({ query, pagination: { per_page: 5 } });
  deepEqual(ids(found.data), [contact.id]);
});
test("search contacts by two conditions", async () => {
  const value = [
    { field: "email", operator: "~", value: "example.com" },
    { field: "name", operator: "=", value: "Ada" },
  ];
  const found = await intercom.contacts.search({ query: { operator: "AND", value }, pagination: { per_page: 5 } });
  deepEqual(ids(found.data), [contact.id]);
});
test("iterate over all contacts", async () => {
  const made = [];
  for (let n = 0; n < 8; n++) made.push((await intercom.contacts.create({ email: `c${n}@example.com` })).id);
  const seen = ids(await collect(await intercom.contacts.list({ per_page: 5 })));
  equal(new Set(seen).size, seen.length);
  ok(made.every((id) => seen.includes(id)));
});
test("read a company", async () => equal((await intercom.companies.find({ company_id: company.id })).name, "Tea"));
test("attach a contact to a company", async () => {
  await intercom.companies.attachContact({ contact_id: contact.id, id: company.id });
  ok(ids((await intercom.contacts.listAttachedCompanies({ contact_id: contact.id })).data).includes(company.id));
});
test("an article is created, updated and deleted", async () => {
  const article = await intercom.articles.create({
    title: "Tea",
    author_id: 1,
    body: "<p>hot</p>",
    state: "published",
  });
  equal((await intercom.articles.update({ article_id: article.id, title: "Cold tea" })).title, "Cold tea");
  equal((await intercom.articles.delete({ article_id: article.id })).deleted, true);
  await rejects(intercom.articles.find({ article_id: article.id }), { statusCode: 404 });
});
test("start a conversation", async () => {
  const started = await intercom.conversations.create({ from: { type: "user", id: contact.id }, body: "hello" });
  deepEqual([started.body, typeof started.conversation_id], ["hello", "string"]);
});
test("notes of a contact", async () => {
  const note = await intercom.notes.create({ contact_id: contact.id, body: "likes tea" });
  equal(note.body, "likes tea");
  ok(ids((await intercom.notes.list({ contact_id: contact.id })).data).includes(note.id));
});
test("tags", async () => {
  const { id } = await intercom.tags.create({ name: "VIP" });
  ok(ids((await intercom.tags.list()).data).includes(id));
});
test("an absent contact is 404", () =>
  rejects(intercom.contacts.find({ contact_id: "absent" }), (error) => {
    ok(error instanceof IntercomError);
    return error.statusCode === 404;
  }));
test("delete a contact", async () => {
  const { id } = await intercom.contacts.create({ email: "gone@example.com" });
  equal((await intercom.contacts.delete({ contact_id: id })).deleted, true);
  await rejects(intercom.contacts.find({ contact_id: id }), { statusCode: 404 });
});
