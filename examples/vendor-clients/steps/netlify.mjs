import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { NetlifyAPI } from "@netlify/api";
import { mockOf } from "../mock.mjs";

// The client brings its description along.
const { host } = new URL(await mockOf(createRequire(import.meta.url).resolve("@netlify/open-api")));
const netlify = new NetlifyAPI("token", { scheme: "http", host, pathPrefix: "/api/v1" });
const isAbsent = (promise) => rejects(promise, ({ status }) => status === 404);
let site;
let account;
let hook;
let deploy;

test("a new site holds the sent fields", async () => {
  site = await netlify.createSite({ body: { name: "tea-shop", custom_domain: "tea.example" } });
  equal(site.name, "tea-shop");
  equal(site.custom_domain, "tea.example");
});
test("a site is read", async () => equal((await netlify.getSite({ site_id: site.id })).name, "tea-shop"));
test("an update of a site keeps the other fields", async () => {
  const s = await netlify.updateSite({ site_id: site.id, body: { name: "chai" } });
  equal(s.name, "chai");
  equal(s.custom_domain, "tea.example");
});
test("sites are found by name", async () =>
  deepEqual(
    (await netlify.listSites({ name: "chai" })).map((s) => s.id),
    [site.id],
  ));
test("pages of sites are complete and disjoint", async () => {
  const seen = [];
  for (let p = 1; p < 9; p++) {
    const l = await netlify.listSites({ page: p, per_page: 4 });
    seen.push(...l.map((s) => s.id));
    if (l.length < 4) break;
  }
  ok(seen.length >= 11);
  equal(new Set(seen).size, seen.length);
  ok(seen.includes(site.id));
});
test("an absent site is 404", () => isAbsent(netlify.getSite({ site_id: "none" })));
test("an account is listed and read", async () => {
  account = (await netlify.listAccountsForUser())[0];
  ok(account.id);
  equal((await netlify.getAccount({ account_id: account.id })).id, account.id);
});
test("a site made in a team is listed there", async () => {
  const s = await netlify.createSiteInTeam({ account_slug: account.slug, body: { name: "team-site" } });
  equal(s.name, "team-site");
  ok((await netlify.listSitesForAccount({ account_slug: account.slug })).some((x) => x.id === s.id));
  equal((await netlify.getSite({ site_id: s.id })).name, "team-site");
});
test("environment variables are created together", async () => {
  const e = await netlify.createEnvVars({
    account_id: account.id,
    site_id: site.id,
    body: [
      { key: "A", scopes: ["builds"], values: [{ value: "1", context: "all" }] },
      { key: "B", values: [{ value: "2", context: "dev" }] },
    ],
  });
  equal(e.length, 2);
  equal(e[0].key, "A");
});
test("an environment variable is read and listed", async () => {
  equal((await netlify.getEnvVar({ account_id: account.id, key: "A" })).values[0].value, "1");
  deepEqual(
    (await netlify.getEnvVars({ account_id: account.id }))
      .map((e) => e.key)
      .filter((k) => "AB".includes(k))
      .sort(),
    ["A", "B"],
  );
});
test("an environment variable is replaced", async () => {
  const e = await netlify.updateEnvVar({
    account_id: account.id,
    key: "A",
    body: { key: "A", values: [{ value: "9", context: "all" }] },
  });
  equal(e.values[0].value, "9");
  equal((await netlify.getEnvVar({ account_id: account.id, key: "A" })).values[0].value, "9");
});
test("one value of an environment variable is set", async () => {
  const e = await netlify.setEnvVarValue({ account_id: account.id, key: "A", body: { context: "dev", value: "7" } });
  equal(e.key, "A");
  ok(
    (await netlify.getEnvVar({ account_id: account.id, key: "A" })).values.some(
      (v) => v.context === "dev" && v.value === "7",
    ),
  );
});
test("a deleted environment variable is 404", async () => {
  await netlify.deleteEnvVar({ account_id: account.id, key: "A" });
  await isAbsent(netlify.getEnvVar({ account_id: account.id, key: "A" }));
});
test("a hook is created, read and replaced", async () => {
  hook = await netlify.createHookBySiteId({
    site_id: site.id,
    body: { type: "url", event: "deploy_created", data: { url: "https://x.example" } },
  });
  equal(hook.event, "deploy_created");
  equal((await netlify.getHook({ hook_id: hook.id })).type, "url");
  equal(
    (await netlify.updateHook({ hook_id: hook.id, body: { ...hook, event: "deploy_failed" } })).event,
    "deploy_failed",
  );
});
test("hooks are listed by site", async () =>
  ok((await netlify.listHooksBySiteId({ site_id: site.id })).some((h) => h.id === hook.id)));
test("a disabled hook is enabled", async () => {
  await netlify.updateHook({ hook_id: hook.id, body: { ...hook, disabled: true } });
  const h = await netlify.enableHook({ hook_id: hook.id });
  equal(h.id, hook.id);
  equal(h.disabled, false);
});
test("a deleted hook is 404", async () => {
  await netlify.deleteHook({ hook_id: hook.id });
  await isAbsent(netlify.getHook({ hook_id: hook.id }));
});
test("snippets of a site", async () => {
  const snip = await netlify.createSiteSnippet({
    site_id: site.id,
    body: { title: "GA", general: "<s>", general_position: "head" },
  });
  equal(snip.title, "GA");
  const id = String(snip.id);
  deepEqual(
    (await netlify.listSiteSnippets({ site_id: site.id })).map((s) => s.title),
    ["GA"],
  );
  await netlify.updateSiteSnippet({ site_id: site.id, snippet_id: id, body: { title: "GA2" } });
  equal((await netlify.getSiteSnippet({ site_id: site.id, snippet_id: id })).title, "GA2");
  await netlify.deleteSiteSnippet({ site_id: site.id, snippet_id: id });
  equal((await netlify.listSiteSnippets({ site_id: site.id })).length, 0);
});
test("metadata of a site is kept", async () => {
  await netlify.updateSiteMetadata({ site_id: site.id, body: { a: "b" } });
  deepEqual(await netlify.getSiteMetadata({ site_id: site.id }), { a: "b" });
});
test("build hooks of a site", async () => {
  const b = await netlify.createSiteBuildHook({ site_id: site.id, body: { title: "H", branch: "main" } });
  equal(b.title, "H");
  deepEqual(
    (await netlify.listSiteBuildHooks({ site_id: site.id })).map((x) => x.id),
    [b.id],
  );
  await netlify.updateSiteBuildHook({ site_id: site.id, id: b.id, body: { title: "H2" } });
  equal((await netlify.getSiteBuildHook({ site_id: site.id, id: b.id })).title, "H2");
  await netlify.deleteSiteBuildHook({ site_id: site.id, id: b.id });
  await isAbsent(netlify.getSiteBuildHook({ site_id: site.id, id: b.id }));
});
test("a new deploy belongs to its site", async () => {
  deploy = await netlify.createSiteDeploy({
    site_id: site.id,
    title: "v1",
    body: { files: { "/index.html": "abc" }, branch: "main" },
  });
  equal(deploy.site_id, site.id);
  equal(deploy.branch, "main");
});
test("a deploy is read at both paths", async () => {
  equal((await netlify.getDeploy({ deploy_id: deploy.id })).id, deploy.id);
  equal((await netlify.getSiteDeploy({ site_id: site.id, deploy_id: deploy.id })).branch, "main");
});
test("deploys of a site are listed", async () =>
  deepEqual(
    (await netlify.listSiteDeploys({ site_id: site.id })).map((d) => d.id),
    [deploy.id],
  ));
test("a file of a deploy is uploaded", async () => {
  const f = await netlify.uploadDeployFile({ deploy_id: deploy.id, path: "index.html", body: "hello" });
  ok(Object.hasOwn(f, "size"));
});
test("a deploy is locked and unlocked", async () => {
  equal((await netlify.lockDeploy({ deploy_id: deploy.id })).locked, true);
  equal((await netlify.getDeploy({ deploy_id: deploy.id })).locked, true);
  equal((await netlify.unlockDeploy({ deploy_id: deploy.id })).locked, false);
});
test("a deploy is canceled and restored", async () => {
  equal((await netlify.cancelSiteDeploy({ deploy_id: deploy.id })).id, deploy.id);
  equal((await netlify.restoreSiteDeploy({ site_id: site.id, deploy_id: deploy.id })).id, deploy.id);
});
test("a deploy deleted below its site is gone at both paths", async () => {
  await netlify.deleteSiteDeploy({ site_id: site.id, deploy_id: deploy.id });
  await isAbsent(netlify.getDeploy({ deploy_id: deploy.id }));
});
test("a deploy key is created and deleted", async () => {
  const key = await netlify.createDeployKey();
  ok(key.public_key);
  ok((await netlify.listDeployKeys()).some((k) => k.id === key.id));
  await netlify.deleteDeployKey({ key_id: key.id });
  await isAbsent(netlify.getDeployKey({ key_id: key.id }));
});
test("records of a DNS zone", async () => {
  const zone = await netlify.createDnsZone({
    body: { name: "tea.example", account_slug: account.slug, site_id: site.id },
  });
  equal(zone.name, "tea.example");
  const r = await netlify.createDnsRecord({
    zone_id: zone.id,
    body: { type: "A", hostname: "www.tea.example", value: "1.2.3.4", ttl: 60 },
  });
  equal(r.value, "1.2.3.4");
  deepEqual(
    (await netlify.getDnsRecords({ zone_id: zone.id })).map((x) => x.id),
    [r.id],
  );
  await netlify.deleteDnsRecord({ zone_id: zone.id, dns_record_id: r.id });
  equal((await netlify.getDnsRecords({ zone_id: zone.id })).length, 0);
});
test("a member is added to a team", async () => {
  const m = await netlify.addMemberToAccount({
    account_slug: account.slug,
    body: { email: "ada@example.com", role: "Owner" },
  });
  const l = await netlify.listMembersForAccount({ account_slug: account.slug });
  const a = l.find((x) => x.email === "ada@example.com");
  ok(a);
  equal(a.role, "Owner");
});
test("a split test is published", async () => {
  const s = await netlify.createSplitTest({ site_id: site.id, body: { branch_tests: { main: 50, dev: 50 } } });
  ok(s.id);
  await netlify.enableSplitTest({ site_id: site.id, split_test_id: s.id });
  equal((await netlify.getSplitTest({ site_id: site.id, split_test_id: s.id })).active, true);
});
test("a ticket is exchanged for a token", async () => {
  const t = await netlify.createTicket({ client_id: "c" });
  ok(t.id);
  const s = await netlify.showTicket({ ticket_id: t.id });
  equal(s.id, t.id);
  const x = await netlify.exchangeTicket({ ticket_id: t.id });
  ok(x.access_token);
});
test("a site is disabled and enabled", async () => {
  await netlify.disableSite({ site_id: site.id, reason: "x" });
  await netlify.enableSite({ site_id: site.id });
});
test("the current user is read", async () => ok((await netlify.getCurrentUser()).email));
test("a deleted site is 404", async () => {
  await netlify.deleteSite({ site_id: site.id });
  await isAbsent(netlify.getSite({ site_id: site.id }));
});
