import { deepEqual, equal, notEqual, ok, rejects } from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { promisify } from "node:util";
import LaunchDarkly from "launchdarkly-api";
import { mockOf } from "../mock.mjs";

const { instance } = LaunchDarkly.ApiClient;
// The client brings its description along.
const url = await mockOf(createRequire(import.meta.url).resolve("launchdarkly-api/openapi.yml"));
instance.basePath = `${url.replace(/\/$/, "")}/api/v2`;
instance.authentications.Token.apiKey = "key";
/** The methods of a part of the client, which take callbacks, as promises. */
const promised = (api) =>
  new Proxy(api, { get: (target, name) => promisify((...given) => target[name](...given)).bind(target) });
const projects = promised(new LaunchDarkly.ProjectsApi());
const environments = promised(new LaunchDarkly.EnvironmentsApi());
const segments = promised(new LaunchDarkly.UserSegmentsApi());
const webhooks = promised(new LaunchDarkly.WebhooksApi());
const members = promised(new LaunchDarkly.TeamMembersApi());
const roles = promised(new LaunchDarkly.CustomRolesApi());
const tokens = promised(new LaunchDarkly.AccessTokensApi());
const flags = promised(new LaunchDarkly.FeatureFlagsApi());
const isAbsent = (promise) => rejects(promise, ({ status }) => status === 404);
const keys = ({ items }) => items.map(({ key }) => key);

test("a new project holds the sent fields", async () => {
  const { key, name, tags } = await projects.postProject({ key: "shop", name: "Shop", tags: ["tea"] });
  deepEqual([key, name, tags], ["shop", "Shop", ["tea"]]);
});
test("a project is read by its key", async () => equal((await projects.getProject("shop")).name, "Shop"));
test("projects are listed", async () => ok(keys(await projects.getProjects()).includes("shop")));
test("a taken key is a conflict", () =>
  rejects(projects.postProject({ key: "shop", name: "Other" }), ({ status }) => status === 409));
test("a project is patched", async () => {
  await projects.patchProject("shop", [{ op: "replace", path: "/name", value: "Tea shop" }]);
  equal((await projects.getProject("shop")).name, "Tea shop");
});
test("a project shows its environments", async () => {
  const { key, color } = await environments.postEnvironment("shop", { key: "prod", name: "Prod", color: "ff0000" });
  deepEqual([key, color], ["prod", "ff0000"]);
  ok((await projects.getProject("shop")).environments.some((one) => one.key === "prod"));
});
test("an environment is read by its key", async () =>
  equal((await environments.getEnvironment("shop", "prod")).name, "Prod"));
test("a key of an environment is renewed", async () => {
  const before = (await environments.getEnvironment("shop", "prod")).apiKey;
  const { apiKey } = await environments.resetEnvironmentSDKKey("shop", "prod", {});
  notEqual(apiKey, before);
  equal((await environments.getEnvironment("shop", "prod")).apiKey, apiKey);
});
test("a flag holds its variations", async () => {
  const sent = { key: "dark", name: "Dark", tags: ["ui"], variations: [{ value: true }, { value: false }] };
  const { variations } = await flags.postFeatureFlag("shop", sent, {});
  deepEqual(
    variations.map(({ value }) => value),
    [true, false],
  );
});
test("a segment is made, read and listed below its environment", async () => {
  await segments.postUserSegment("shop", "prod", { key: "beta", name: "Beta" });
  equal((await segments.getUserSegment("shop", "prod", "beta")).name, "Beta");
  deepEqual(keys(await segments.getUserSegments("shop", "prod", {})), ["beta"]);
});
test("a segment is deleted", async () => {
  await segments.deleteUserSegment("shop", "prod", "beta");
  await isAbsent(segments.getUserSegment("shop", "prod", "beta"));
});
test("a webhook is made, read and deleted", async () => {
  const { id } = await webhooks.postWebhook({ url: "https://example.com/hook", sign: false, on: true, name: "Hook" });
  equal((await webhooks.getWebhook(id)).name, "Hook");
  await webhooks.deleteWebhook(id);
  await isAbsent(webhooks.getWebhook(id));
});
test("members are invited", async () => {
  const { items } = await members.postMembers([{ email: "ann@example.com", role: "writer" }]);
  const [{ id, email, role }] = items;
  deepEqual([email, role], ["ann@example.com", "writer"]);
  equal((await members.getMember(id)).email, "ann@example.com");
});
test("members page by page", async () => {
  const pages = [0, 4, 8].map((offset) => members.getMembers({ limit: 4, offset }));
  const ids = (await Promise.all(pages)).flatMap(({ items }) => items).map(({ id }) => id);
  deepEqual([ids.length, new Set(ids).size], [11, 11]);
});
test("a role is read by its key", async () => {
  const policy = [{ effect: "allow", resources: ["proj/*"], actions: ["*"] }];
  await roles.postCustomRole({ key: "ops", name: "Ops", policy });
  equal((await roles.getCustomRole("ops")).name, "Ops");
});
test("a token is made, renewed and deleted", async () => {
  const { id, name } = await tokens.postToken({ name: "CI", role: "reader" });
  equal(name, "CI");
  ok((await tokens.resetToken(id, {})).token);
  await tokens.deleteToken(id);
  await isAbsent(tokens.getToken(id));
});
test("a wrong project is rejected", () =>
  rejects(projects.postProject({ name: "No key" }), ({ status }) => status === 400));
test("a project is deleted", async () => {
  await projects.deleteProject("shop");
  await isAbsent(projects.getProject("shop"));
});
