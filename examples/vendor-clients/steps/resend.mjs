import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { mockOf } from "../mock.mjs";

process.env.RESEND_BASE_URL = await mockOf("resend.yaml");
const { Resend } = await import("resend");
const resend = new Resend("re_1");
const message = { from: "Ada <ada@example.com>", to: ["bob@example.com"], subject: "Tea", html: "<p>at four</p>" };

/** The data of an answer; the client returns errors instead of throwing them. */
async function dataOf(answer) {
  const { data, error } = await answer;
  ok(!error, JSON.stringify(error));
  return data;
}
const send = async () => (await dataOf(resend.emails.send({ ...message, tags: [{ name: "k", value: "v" }] }))).id;

test("a sent email is read by its id", async () => {
  const id = await send();
  const email = await dataOf(resend.emails.get(id));
  deepEqual([email.id, email.subject, email.to], [id, "Tea", ["bob@example.com"]]);
});
test("list five emails", async () => {
  for (let n = 0; n < 3; n++) await send();
  const { data, has_more } = await dataOf(resend.emails.list({ limit: 5 }));
  deepEqual([data.length, has_more], [5, true]);
});
test("emails page by page", async () => {
  const id = await send();
  const seen = [];
  for (let after, more = true; more && seen.length < 100; after = seen.at(-1)) {
    const page = await dataOf(resend.emails.list({ limit: 4, after }));
    seen.push(...page.data.map((email) => email.id));
    more = page.has_more;
  }
  equal(new Set(seen).size, seen.length);
  ok(seen.includes(id));
});
test("an email is scheduled and cancelled", async () => {
  const id = await send();
  await dataOf(resend.emails.update({ id, scheduledAt: "2030-01-01T00:00:00Z" }));
  equal((await dataOf(resend.emails.cancel(id))).id, id);
});
test("emails of a batch are read by their ids", async () => {
  const { data } = await dataOf(resend.batch.send(["one", "two"].map((subject) => ({ ...message, subject }))));
  equal(data.length, 2);
  equal((await dataOf(resend.emails.get(data[1].id))).subject, "two");
});
test("a domain is created, verified, updated and listed", async () => {
  const { id } = await dataOf(resend.domains.create({ name: "tea.example", region: "eu-west-1" }));
  equal((await dataOf(resend.domains.get(id))).name, "tea.example");
  await dataOf(resend.domains.verify(id));
  await dataOf(resend.domains.update({ id, openTracking: true }));
  ok((await dataOf(resend.domains.list())).data.some((domain) => domain.id === id));
});
test("a removed domain is said to be deleted", async () => {
  const { id } = await dataOf(resend.domains.create({ name: "old.example" }));
  equal((await dataOf(resend.domains.remove(id))).deleted, true);
  ok((await resend.domains.get(id)).error);
});
test("the error of an absent email is called not_found", async () =>
  equal((await resend.emails.get("49a3999c-0ce1-4ea6-ab68-afcd6dc2e794")).error?.name, "not_found"));
test("an email without subject is rejected with the reason", async () => {
  const { error } = await resend.emails.send({ from: "a@example.com", to: ["b@example.com"] });
  ok(/subject/i.test(JSON.stringify(error)));
});
test("a new API key shows its token", async () => ok((await dataOf(resend.apiKeys.create({ name: "token" }))).token));
test("an API key is listed and removed", async () => {
  const { id } = await dataOf(resend.apiKeys.create({ name: "deploy" }));
  equal((await dataOf(resend.apiKeys.list())).data.find((key) => key.id === id).name, "deploy");
  await dataOf(resend.apiKeys.remove(id));
  ok(!(await dataOf(resend.apiKeys.list())).data.some((key) => key.id === id));
});
test("a segment", async () => {
  const { id } = await dataOf(resend.segments.create({ name: "readers" }));
  equal((await dataOf(resend.segments.get(id))).name, "readers");
});
test("a contact is created, read and updated", async () => {
  const { id } = await dataOf(
    resend.contacts.create({ email: "ada@example.com", firstName: "Ada", unsubscribed: false }),
  );
  const { email, first_name } = await dataOf(resend.contacts.get({ id }));
  deepEqual([email, first_name], ["ada@example.com", "Ada"]);
  await dataOf(resend.contacts.update({ id, unsubscribed: true }));
  equal((await dataOf(resend.contacts.get({ id }))).unsubscribed, true);
});
test("a contact is read by its email", async () => {
  const { id } = await dataOf(resend.contacts.create({ email: "by-email@example.com" }));
  equal((await dataOf(resend.contacts.get({ email: "by-email@example.com" }))).id, id);
});
test("a broadcast is created and read", async () => {
  const segmentId = (await dataOf(resend.segments.create({ name: "all" }))).id;
  const broadcast = { segmentId, from: "a@example.com", subject: "News", html: "h" };
  const { id } = await dataOf(resend.broadcasts.create(broadcast));
  equal((await dataOf(resend.broadcasts.get(id))).subject, "News");
});
test("the sent broadcast is answered", async () => {
  const segmentId = (await dataOf(resend.segments.create({ name: "all" }))).id;
  const broadcast = { segmentId, from: "a@example.com", subject: "News", html: "h" };
  const { id } = await dataOf(resend.broadcasts.create(broadcast));
  equal((await dataOf(resend.broadcasts.send(id))).id, id);
});
test("a template is created, read and published", async () => {
  const variables = [{ key: "NAME", type: "string", fallbackValue: "you" }];
  const { id } = await dataOf(resend.templates.create({ name: "hello", html: "<p>{{{NAME}}}</p>", variables }));
  equal((await dataOf(resend.templates.get(id))).name, "hello");
  await dataOf(resend.templates.publish(id));
});
test("an idempotency key is replayed", async () => {
  const first = await dataOf(resend.emails.send(message, { idempotencyKey: "once" }));
  equal((await dataOf(resend.emails.send(message, { idempotencyKey: "once" }))).id, first.id);
});
