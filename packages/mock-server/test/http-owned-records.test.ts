import { expect, test } from "vitest";
import { inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };

test("records that a user makes below /users/{id} and /me are found by their id, and each user's list has their own", async () => {
  const owner = {
    allOf: [{ type: "object", properties: { id: text } }],
    description: "The user who owns the playlist",
  };
  const playlist = { type: "object", properties: { id: text, name: text, note: text, owner } };
  const body = { requestBody: json({ type: "object", required: ["name"], properties: { name: text, note: text } }) };
  const made = { 201: { description: "made", ...json(playlist) } };
  const list = { responses: ok({ type: "object", properties: { items: { type: "array", items: playlist } } }) };
  const example = "3cEYpjA9oz9GiPac4AsH4n";
  const call = await serve({
    "/playlists/{playlist_id}": {
      parameters: [{ name: "playlist_id", in: "path", required: true, schema: { ...text, example } }],
      get: { responses: ok(playlist) },
      put: {
        requestBody: json({ type: "object", properties: { name: text, note: text } }),
        responses: { 200: { description: "changed" } },
      },
    },
    "/users/{user_id}/playlists": { parameters: [inPath("user_id")], get: list, post: { ...body, responses: made } },
    "/me/playlists": { get: list, post: { ...body, responses: made } },
  });
  const ids = async (path: string) => (await call("GET", path)).body.items.map(({ id }: { id: string }) => id);
  const { id } = (await call("POST", "/users/ann/playlists", { name: "Tea" })).body;
  expect(id).toMatch(/^[A-Za-z0-9]{22}$/);
  expect(await call("GET", `/playlists/${id}`)).toMatchObject({
    status: 200,
    body: { name: "Tea", owner: { id: "ann" } },
  });
  expect(await ids("/users/ann/playlists")).toEqual([id]);
  expect(await ids("/users/bob/playlists")).toEqual([]);
  const mine = (await call("POST", "/me/playlists", { name: "Milk", note: "cold" })).body.id;
  // Nothing of the PUT is required, though no playlist is made without a name.
  await call("PUT", `/playlists/${mine}`, { note: "hot" });
  expect((await call("GET", `/playlists/${mine}`)).body).toMatchObject({ name: "Milk", note: "hot" });
});
