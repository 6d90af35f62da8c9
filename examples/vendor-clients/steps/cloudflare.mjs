import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { test } from "node:test";
import Cloudflare from "cloudflare";
import { collect, mockOf } from "../mock.mjs";

const cloudflare = new Cloudflare({
  apiToken: "t",
  baseURL: `${await mockOf("cloudflare.json")}/client/v4`,
  maxRetries: 0,
});
const account_id = (await cloudflare.accounts.list()).result[0].id;
const makeZone = (name) => cloudflare.zones.create({ name, account: { id: account_id }, type: "full" });
const ids = (list) => list.map(({ id }) => id);
const zone = await makeZone("tea.example.com");
const zone_id = zone.id;
const address = { zone_id, type: "A", name: "www.tea.example.com", content: "198.51.100.4", ttl: 3600 };

test("a new zone has its name", () => equal(zone.name, "tea.example.com"));
test("read a zone", async () => equal((await cloudflare.zones.get({ zone_id })).name, "tea.example.com"));
test("edit a zone", async () => {
  await cloudflare.zones.edit({ zone_id, paused: true });
  equal((await cloudflare.zones.get({ zone_id })).paused, true);
});
test("iterate over all zones", async () => {
  const made = [];
  for (let n = 0; n < 6; n++) made.push((await makeZone(`z${n}.example.com`)).id);
  const seen = ids(await collect(cloudflare.zones.list({ per_page: 5 })));
  equal(new Set(seen).size, seen.length);
  ok(made.every((id) => seen.includes(id)));
});
test("list zones by name", async () =>
  deepEqual(ids(await collect(cloudflare.zones.list({ name: "tea.example.com" }))), [zone_id]));
test("a DNS record is created, read and listed", async () => {
  const { id, content } = await cloudflare.dns.records.create(address);
  equal(content, "198.51.100.4");
  equal((await cloudflare.dns.records.get(id, { zone_id })).name, address.name);
  ok(ids(await collect(cloudflare.dns.records.list({ zone_id, type: "A" }))).includes(id));
});
test("edit a DNS record", async () => {
  const { id } = await cloudflare.dns.records.create(address);
  const edited = await cloudflare.dns.records.edit(id, { ...address, content: "198.51.100.9" });
  equal(edited.content, "198.51.100.9");
});
test("delete a DNS record", async () => {
  const { id } = await cloudflare.dns.records.create(address);
  equal((await cloudflare.dns.records.delete(id, { zone_id })).id, id);
  await rejects(cloudflare.dns.records.get(id, { zone_id }), Cloudflare.NotFoundError);
});
test("a value of a key-value namespace", async () => {
  const { id: namespace_id, title } = await cloudflare.kv.namespaces.create({ account_id, title: "Cache" });
  equal(title, "Cache");
  const place = { account_id, namespace_id };
  await cloudflare.kv.namespaces.values.update("k1", { ...place, value: "v1", metadata: "{}" });
  equal(await (await cloudflare.kv.namespaces.values.get("k1", place)).text(), "v1");
});
test("an absent zone is a NotFoundError", () =>
  rejects(cloudflare.zones.get({ zone_id: "0".repeat(32) }), Cloudflare.NotFoundError));
test("delete a zone", async () => {
  const { id } = await makeZone("gone.example.com");
  equal((await cloudflare.zones.delete({ zone_id: id })).id, id);
  await rejects(cloudflare.zones.get({ zone_id: id }), { status: 404 });
});
