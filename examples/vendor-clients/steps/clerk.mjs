import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { before, test } from "node:test";
import { createClerkClient } from "@clerk/backend";
import { mockOf } from "../mock.mjs";

const apiUrl = await mockOf("clerk.yaml");
const { users, organizations, invitations, emailAddresses, signInTokens, jwtTemplates } = createClerkClient({
  secretKey: "sk_test_x",
  apiUrl,
});
const ids = ({ data }) => data.map(({ id }) => id);
const person = { emailAddress: ["ann@example.com"], firstName: "Ann", lastName: "Lee", password: "correct horse" };
let user;
let organization;

before(async () => {
  user = await users.createUser(person);
  organization = await organizations.createOrganization({ name: "Tea", createdBy: user.id, slug: "tea" });
});

test("a new user holds the sent fields", () => deepEqual([user.firstName, user.lastName], ["Ann", "Lee"]));
test("a new user has the email address that was sent", () =>
  deepEqual(
    user.emailAddresses.map(({ emailAddress }) => emailAddress),
    ["ann@example.com"],
  ));
test("rename a user", async () => {
  const { id } = await users.createUser(person);
  equal((await users.updateUser(id, { firstName: "Bea" })).firstName, "Bea");
  equal((await users.getUser(id)).lastName, "Lee");
});
test("metadata of a user are merged", async () => {
  await users.updateUserMetadata(user.id, { publicMetadata: { a: 1 } });
  deepEqual((await users.updateUserMetadata(user.id, { publicMetadata: { b: 2 } })).publicMetadata, { a: 1, b: 2 });
  deepEqual((await users.getUser(user.id)).publicMetadata, { a: 1, b: 2 });
});
test("list users, and count them", async () => {
  const all = await users.getUserList({ limit: 100 });
  ok(ids(all).includes(user.id));
  deepEqual([all.totalCount, await users.getCount()], [all.data.length, all.data.length]);
});
test("users page by page", async () => {
  const first = ids(await users.getUserList({ limit: 3 }));
  const second = ids(await users.getUserList({ limit: 3, offset: 3 }));
  equal(new Set([...first, ...second]).size, 6);
});
test("users by id", async () => deepEqual(ids(await users.getUserList({ userId: [user.id] })), [user.id]));
test("users by email address", async () => {
  const { id } = await users.createUser({ ...person, emailAddress: ["cid@example.com"] });
  deepEqual(ids(await users.getUserList({ emailAddress: ["cid@example.com"] })), [id]);
});
test("a user is banned and unbanned", async () => {
  equal((await users.banUser(user.id)).banned, true);
  equal((await users.getUser(user.id)).banned, true);
  equal((await users.unbanUser(user.id)).banned, false);
});
test("a user is locked", async () => equal((await users.lockUser(user.id)).locked, true));
test("an organization is read by its id and its slug", async () => {
  equal((await organizations.getOrganization({ organizationId: organization.id })).slug, "tea");
  equal((await organizations.getOrganization({ slug: "tea" })).id, organization.id);
});
test("rename an organization", async () =>
  equal((await organizations.updateOrganization(organization.id, { name: "Coffee" })).name, "Coffee"));
test("a membership names its user", async () => {
  const organizationId = organization.id;
  const { role, publicUserData } = await organizations.createOrganizationMembership({
    organizationId,
    userId: user.id,
    role: "org:admin",
  });
  deepEqual([role, publicUserData.userId], ["org:admin", user.id]);
});
test("an invitation to an organization is read", async () => {
  const organizationId = organization.id;
  const invited = { organizationId, emailAddress: "x@example.com", role: "org:member", inviterUserId: user.id };
  const { id: invitationId } = await organizations.createOrganizationInvitation(invited);
  const found = await organizations.getOrganizationInvitation({ organizationId, invitationId });
  equal(found.emailAddress, "x@example.com");
});
test("an invitation is revoked", async () => {
  const { id } = await invitations.createInvitation({ emailAddress: "y@example.com" });
  equal((await invitations.revokeInvitation(id)).status, "revoked");
});
test("an email address is created, read and deleted", async () => {
  const { id } = await emailAddresses.createEmailAddress({ userId: user.id, emailAddress: "z@example.com" });
  equal((await emailAddresses.getEmailAddress(id)).emailAddress, "z@example.com");
  equal((await emailAddresses.deleteEmailAddress(id)).deleted, true);
});
test("a sign-in token is told once", async () => {
  const { userId, token } = await signInTokens.createSignInToken({ userId: user.id, expiresInSeconds: 60 });
  deepEqual([userId, typeof token], [user.id, "string"]);
});
test("a template of tokens is created and read", async () => {
  const { id } = await jwtTemplates.create({ name: "tpl", claims: { a: 1 } });
  equal((await jwtTemplates.get(id)).name, "tpl");
});
test("an absent user is 404", () =>
  rejects(users.getUser("user_absent"), ({ status, clerkError, errors }) => {
    deepEqual([status, clerkError], [404, true]);
    return errors[0].code.includes("not_found");
  }));
test("delete a user", async () => {
  const { id } = await users.createUser(person);
  deepEqual(await users.deleteUser(id).then((gone) => [gone.id, gone.deleted]), [id, true]);
  await rejects(users.getUser(id), { status: 404 });
});
