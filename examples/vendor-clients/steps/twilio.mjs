import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { before, test } from "node:test";
import twilio from "twilio";
import { mockOf } from "../mock.mjs";

const { host } = new URL(await mockOf("twilio-conversations.yaml"));
/** Sends the requests for Twilio's host to the mock. */
class MockClient extends twilio.RequestClient {
  request(options) {
    const uri = new URL(options.uri);
    uri.protocol = "http:";
    uri.host = host;
    return super.request({ ...options, uri: uri.href });
  }
}
const { conversations: api } = twilio(`AC${"0".repeat(32)}`, "token", { httpClient: new MockClient() });
const { v1 } = api;
const sids = (list) => list.map(({ sid }) => sid);
const isAbsent = (error) => error.constructor.name === "RestException" && error.status === 404;
let conversation;
let messages;

before(async () => {
  conversation = await v1.conversations.create({ friendlyName: "Tea", attributes: '{"a":1}' });
  messages = v1.conversations(conversation.sid).messages;
});

test("a new conversation holds the sent fields", () =>
  deepEqual([conversation.friendlyName, conversation.attributes], ["Tea", '{"a":1}']));
test("a new conversation was made now", async () => {
  const { dateCreated } = await v1.conversations.create({});
  ok(Math.abs(dateCreated - Date.now()) < 60_000);
});
test("update a conversation", async () => {
  const { sid } = await v1.conversations.create({ friendlyName: "Milk", attributes: "{}" });
  await v1.conversations(sid).update({ friendlyName: "Coffee", state: "inactive" });
  const { friendlyName, state, attributes } = await v1.conversations(sid).fetch();
  deepEqual([friendlyName, state, attributes], ["Coffee", "inactive", "{}"]);
});
test("conversations page by page", async () => {
  const all = sids(await v1.conversations.list({ pageSize: 3 }));
  ok(all.includes(conversation.sid));
  equal(new Set(all).size, all.length);
});
test("conversations in a state", async () => {
  await v1.conversations.create({ state: "closed" });
  const states = (await v1.conversations.list({ state: "closed" })).map(({ state }) => state);
  deepEqual([...new Set(states)], ["closed"]);
});
test("four conversations", async () => equal((await v1.conversations.list({ limit: 4 })).length, 4));
test("a message is created, listed and edited", async () => {
  const { sid, author, body, conversationSid } = await messages.create({ author: "ann", body: "hi" });
  deepEqual([author, body, conversationSid], ["ann", "hi", conversation.sid]);
  ok(sids(await messages.list()).includes(sid));
  equal((await messages(sid).update({ body: "hello" })).body, "hello");
});
test("messages in descending order", async () => {
  await messages.create({ body: "first" });
  const { sid } = await messages.create({ body: "second" });
  equal((await messages.list({ order: "desc" }))[0].sid, sid);
});
test("a participant is added, read and removed", async () => {
  const { participants } = v1.conversations(conversation.sid);
  const { sid, identity } = await participants.create({ identity: "ann" });
  deepEqual([identity, (await participants(sid).fetch()).identity], ["ann", "ann"]);
  ok(await participants(sid).remove());
  await rejects(participants(sid).fetch(), isAbsent);
});
test("a user is created and updated", async () => {
  const { sid, identity, friendlyName } = await v1.users.create({ identity: "bob", friendlyName: "Bob" });
  deepEqual([identity, friendlyName], ["bob", "Bob"]);
  equal((await v1.users(sid).update({ friendlyName: "B" })).friendlyName, "B");
});
test("a role holds its permissions", async () => {
  const permission = ["sendMessage", "editOwnMessage"];
  deepEqual(
    (await v1.roles.create({ friendlyName: "crew", type: "conversation", permission })).permissions,
    permission,
  );
});
test("the configuration is updated", async () => {
  await v1.configuration().update({ defaultInactiveTimer: "PT10M" });
  equal((await v1.configuration().fetch()).defaultInactiveTimer, "PT10M");
});
test("a conversation of a service names it", async () => {
  const service = await v1.services.create({ friendlyName: "svc" });
  const inner = v1.services(service.sid).conversations;
  const { sid, chatServiceSid } = await inner.create({ friendlyName: "in" });
  equal(chatServiceSid, service.sid);
  deepEqual(sids(await inner.list()), [sid]);
});
test("a credential is created and deleted", async () => {
  const { sid, type } = await v1.credentials.create({ type: "fcm", friendlyName: "f", secret: "s" });
  equal(type, "fcm");
  ok(await v1.credentials(sid).remove());
});
test("an absent conversation is 404", () => rejects(v1.conversations(`CH${"f".repeat(32)}`).fetch(), isAbsent));
test("delete a conversation", async () => {
  const { sid } = await v1.conversations.create({});
  ok(await v1.conversations(sid).remove());
  await rejects(v1.conversations(sid).fetch(), isAbsent);
  await rejects(v1.conversations(sid).messages.list(), isAbsent);
});
