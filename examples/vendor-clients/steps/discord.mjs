import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { before, test } from "node:test";
import { DiscordAPIError, REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";
import { mockOf } from "../mock.mjs";

const url = await mockOf("discord.json");
const rest = new REST({ api: `${url}/api`, version: "10", timeout: 8000, retries: 0 }).setToken("x.y.z");
const ids = (list) => list.map(({ id }) => id);
const application = "100";
let guild;
let channel;
const makeChannel = (name) => rest.post(Routes.guildChannels(guild), { body: { name, type: 0, topic: "hello" } });
const say = (content) =>
  rest.post(Routes.channelMessages(channel), { body: { content, embeds: [{ title: "T", description: "D" }] } });

before(async () => {
  const listed = await rest.get(Routes.userGuilds()).catch(() => []);
  guild = listed[0]?.id ?? "1";
  channel = (await makeChannel("general")).id;
});

test("the user behind @me", async () => {
  const { id, username } = await rest.get(Routes.user("@me"));
  ok(id && username);
});
test("the guilds of the user", async () => ok((await rest.get(Routes.userGuilds())).every(({ id }) => id)));
test("create a guild", async () => equal((await rest.post(Routes.guilds(), { body: { name: "Tea" } })).name, "Tea"));
test("a guild of the user can be read", async () => equal((await rest.get(Routes.guild(guild))).id, guild));
test("rename a guild", async () =>
  equal((await rest.patch(Routes.guild(guild), { body: { name: "Harbour" } })).name, "Harbour"));
test("a new channel holds the sent fields", async () => {
  const { name, type, topic } = await makeChannel("news");
  deepEqual([name, type, topic], ["news", 0, "hello"]);
});
test("a channel of a guild is read at its own path", async () => {
  const { id } = await makeChannel("own-path");
  equal((await rest.get(Routes.channel(id))).name, "own-path");
});
test("list the channels of a guild", async () => {
  const { id } = await makeChannel("listed");
  ok(ids(await rest.get(Routes.guildChannels(guild))).includes(id));
});
test("a new message holds the sent fields", async () => {
  const { content, embeds, channel_id } = await say("hello");
  deepEqual([content, embeds[0].title, channel_id], ["hello", "T", channel]);
});
test("read a message", async () =>
  equal((await rest.get(Routes.channelMessage(channel, (await say("read me")).id))).content, "read me"));
test("edit a message", async () => {
  const path = Routes.channelMessage(channel, (await say("draft")).id);
  equal((await rest.patch(path, { body: { content: "final" } })).content, "final");
});
test("send a message with a file", async () => {
  const files = [{ name: "a.txt", data: Buffer.from("hi") }];
  equal((await rest.post(Routes.channelMessages(channel), { body: { content: "file" }, files })).content, "file");
});
test("list three messages", async () => {
  for (let n = 0; n < 4; n++) await say(`m${n}`);
  const query = new URLSearchParams({ limit: "3" });
  equal((await rest.get(Routes.channelMessages(channel), { query })).length, 3);
});
test("messages are listed newest first", async () => {
  const { id } = await say("newest");
  const query = new URLSearchParams({ limit: "1" });
  deepEqual(ids(await rest.get(Routes.channelMessages(channel), { query })), [id]);
});
test("a reaction is put, listed and deleted", async () => {
  const { id } = await say("react");
  const emoji = encodeURIComponent("👍");
  await rest.put(Routes.channelMessageOwnReaction(channel, id, emoji));
  ok(Array.isArray(await rest.get(Routes.channelMessageReaction(channel, id, emoji))));
  await rest.delete(Routes.channelMessageOwnReaction(channel, id, emoji));
});
test("a pinned message is listed", async () => {
  const { id } = await say("pin");
  await rest.put(`/channels/${channel}/pins/${id}`);
  ok(ids(await rest.get(`/channels/${channel}/pins`)).includes(id));
});
test("a role is created, renamed, listed and deleted", async () => {
  const { id, color } = await rest.post(Routes.guildRoles(guild), { body: { name: "crew", color: 255 } });
  equal(color, 255);
  equal((await rest.patch(Routes.guildRole(guild, id), { body: { name: "admins" } })).name, "admins");
  ok(ids(await rest.get(Routes.guildRoles(guild))).includes(id));
  await rest.delete(Routes.guildRole(guild, id));
  ok(!ids(await rest.get(Routes.guildRoles(guild))).includes(id));
});
test("a role takes permissions as a text", async () =>
  equal((await rest.post(Routes.guildRoles(guild), { body: { name: "p", permissions: "8" } })).permissions, "8"));
test("a command is created, listed, edited and deleted", async () => {
  const options = [{ type: 3, name: "q", description: "question", required: true }];
  const body = { name: "ask", description: "Ask", type: 1, options };
  const { id } = await rest.post(Routes.applicationCommands(application), { body });
  ok(ids(await rest.get(Routes.applicationCommands(application))).includes(id));
  const path = Routes.applicationCommand(application, id);
  const edited = await rest.patch(path, { body: { description: "Ask it" } });
  deepEqual([edited.description, edited.name], ["Ask it", "ask"]);
  await rest.delete(path);
  await rejects(rest.get(path), { status: 404 });
});
test("all commands are overwritten by a list", async () => {
  const path = Routes.applicationCommands("101");
  const body = ["one", "two"].map((name) => ({ name, description: name }));
  deepEqual(
    (await rest.put(path, { body })).map(({ name }) => name),
    ["one", "two"],
  );
  deepEqual((await rest.get(path)).map(({ name }) => name).sort(), ["one", "two"]);
});
test("a webhook of a channel is read at its own path", async () => {
  const { id } = await rest.post(Routes.channelWebhooks(channel), { body: { name: "hook" } });
  equal((await rest.get(Routes.webhook(id))).name, "hook");
});
test("an absent message is 404", () =>
  rejects(rest.get(Routes.channelMessage(channel, "999999999999")), (error) => {
    ok(error instanceof DiscordAPIError);
    return error.status === 404;
  }));
test("a message that is too long is 400", () => rejects(say("x".repeat(5000)), { status: 400 }));
test("delete a message", async () => {
  const path = Routes.channelMessage(channel, (await say("gone")).id);
  await rest.delete(path);
  await rejects(rest.get(path), { status: 404 });
});
