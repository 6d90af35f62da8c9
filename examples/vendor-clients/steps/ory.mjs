import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { before, test } from "node:test";
import { Configuration, CourierApi, IdentityApi, JwkApi, OAuth2Api, WorkspaceApi } from "@ory/client-fetch";
import { mockOf } from "../mock.mjs";

const configuration = new Configuration({ basePath: (await mockOf("ory.yaml")).replace(/\/$/, ""), accessToken: "x" });
const identities = new IdentityApi(configuration);
const oauth = new OAuth2Api(configuration);
const courier = new CourierApi(configuration);
const person = { schema_id: "preset://email", traits: { email: "ann@example.com" }, state: "active" };
const app = { client_name: "Tea", redirect_uris: ["https://a.example/cb"], scope: "openid offline" };
const isAbsent = (promise) => rejects(promise, ({ response }) => response.status === 404);
let identity;
let oAuth2Client;

before(async () => {
  identity = await identities.createIdentity({ createIdentityBody: { ...person, external_id: "crm-1" } });
  oAuth2Client = await oauth.createOAuth2Client({ oAuth2Client: app });
});

test("a new identity holds the sent fields", () =>
  deepEqual([identity.schema_id, identity.traits, identity.state], [person.schema_id, person.traits, "active"]));
test("an identity is read by its id", async () =>
  deepEqual((await identities.getIdentity({ id: identity.id })).traits, person.traits));
test("an identity is read by its external id", async () => {
  equal((await identities.getIdentityByExternalID({ externalID: "crm-1" })).id, identity.id);
  await isAbsent(identities.getIdentityByExternalID({ externalID: "crm-2" }));
});
test("identities are listed, and found by their ids", async () => {
  ok((await identities.listIdentities({ pageSize: 250 })).some(({ id }) => id === identity.id));
  deepEqual(
    (await identities.listIdentities({ ids: [identity.id] })).map(({ id }) => id),
    [identity.id],
  );
});
test("update an identity", async () => {
  const { id } = await identities.createIdentity({ createIdentityBody: person });
  const updateIdentityBody = { ...person, traits: { email: "bea@example.com" }, state: "inactive" };
  equal((await identities.updateIdentity({ id, updateIdentityBody })).state, "inactive");
  equal((await identities.getIdentity({ id })).traits.email, "bea@example.com");
});
test("patch an identity", async () => {
  const { id } = await identities.createIdentity({ createIdentityBody: person });
  const jsonPatch = [{ op: "replace", path: "/state", value: "inactive" }];
  equal((await identities.patchIdentity({ id, jsonPatch })).state, "inactive");
  deepEqual((await identities.getIdentity({ id })).traits, person.traits);
});
test("a recovery code and its link", async () => {
  const createRecoveryCodeForIdentityBody = { identity_id: identity.id };
  const made = await identities.createRecoveryCodeForIdentity({ createRecoveryCodeForIdentityBody });
  ok(made.recovery_code && made.recovery_link);
});
test("a session is read and extended", async () => {
  const [{ id }] = await identities.listSessions({});
  equal((await identities.getSession({ id })).id, id);
  await identities.extendSession({ id });
});
test("delete an identity", async () => {
  const { id } = await identities.createIdentity({ createIdentityBody: person });
  await identities.deleteIdentity({ id });
  await isAbsent(identities.getIdentity({ id }));
});
test("an OAuth 2 client is read by its id and found by its name", async () => {
  equal((await oauth.getOAuth2Client({ id: oAuth2Client.client_id })).scope, app.scope);
  const sent = { ...app, client_name: "Quixotic" };
  const { client_id: id } = await oauth.createOAuth2Client({ oAuth2Client: sent });
  deepEqual(
    (await oauth.listOAuth2Clients({ clientName: "Quixotic" })).map(({ client_id }) => client_id),
    [id],
  );
});
test("an OAuth 2 client is patched, replaced and deleted", async () => {
  const { client_id: id } = await oauth.createOAuth2Client({ oAuth2Client: app });
  const jsonPatch = [{ op: "replace", path: "/client_name", value: "Milk" }];
  equal((await oauth.patchOAuth2Client({ id, jsonPatch })).client_name, "Milk");
  const replaced = await oauth.setOAuth2Client({ id, oAuth2Client: { ...app, client_name: "Coffee" } });
  deepEqual([replaced.client_id, replaced.client_name], [id, "Coffee"]);
  await oauth.deleteOAuth2Client({ id });
  await isAbsent(oauth.getOAuth2Client({ id }));
});
test("a trusted issuer is read by its id", async () => {
  const jwk = { alg: "RS256", kid: "k", kty: "RSA", use: "sig" };
  const expires_at = new Date("2030-01-01T00:00:00Z");
  const issuer = { issuer: "https://idp.example.com", subject: "ann@example.com", scope: ["openid"], expires_at, jwk };
  const { id } = await oauth.trustOAuth2JwtGrantIssuer({ trustOAuth2JwtGrantIssuer: issuer });
  equal((await oauth.getTrustedOAuth2JwtGrantIssuer({ id })).subject, "ann@example.com");
});
test("a workspace is created, renamed and listed", async () => {
  const workspaces = new WorkspaceApi(configuration);
  const { id } = await workspaces.createWorkspace({ createWorkspaceBody: { name: "Tea" } });
  equal((await workspaces.updateWorkspace({ workspace: id, updateWorkspaceBody: { name: "Milk" } })).name, "Milk");
  ok((await workspaces.listWorkspaces()).workspaces.some((workspace) => workspace.id === id));
});
test("a key set is made, read and deleted", async () => {
  const keys = new JwkApi(configuration);
  const made = await keys.createJsonWebKeySet({
    set: "s1",
    createJsonWebKeySet: { alg: "RS256", kid: "k1", use: "sig" },
  });
  ok(made.keys.length > 0);
  await keys.deleteJsonWebKeySet({ set: "s1" });
});
test("messages by status, and one of them", async () => {
  const messages = await courier.listCourierMessages({ status: "queued" });
  ok(messages.every(({ status }) => status === "queued"));
  const [{ id }] = await courier.listCourierMessages({ pageSize: 1 });
  equal((await courier.getCourierMessage({ id })).id, id);
});
test("the body of a 404 has a message", async () => {
  const failed = identities.getIdentity({ id: "00000000-0000-4000-8000-000000000000" });
  const { response } = await failed.catch((error) => error);
  deepEqual([response.status, typeof (await response.json()).error.message], [404, "string"]);
});
