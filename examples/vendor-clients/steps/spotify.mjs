import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { test } from "node:test";
import { SpotifyApi } from "@spotify/web-api-ts-sdk";
import { mockOf } from "../mock.mjs";

const url = new URL(await mockOf("spotify.yaml"));
const token = { access_token: "token", token_type: "Bearer", expires_in: 3600, refresh_token: "" };
const spotify = SpotifyApi.withAccessToken("client", token, {
  fetch: (address, init) => fetch(String(address).replace("https://api.spotify.com", url.origin), init),
});
const ids = (items) => items.map(({ id }) => id);
let playlist;
let album;

test("the user of the token is read", async () => ok((await spotify.currentUser.profile()).id));
test("a new playlist holds the sent fields", async () => {
  const sent = { name: "Tea", description: "green", public: false };
  playlist = await spotify.playlists.createPlaylist("ann", sent);
  deepEqual([playlist.name, playlist.description, playlist.public], ["Tea", "green", false]);
});
test("a playlist is read", async () => equal((await spotify.playlists.getPlaylist(playlist.id)).name, "Tea"));
test("an update of a playlist keeps the other fields", async () => {
  await spotify.playlists.changePlaylistDetails(playlist.id, { name: "Chai" });
  const { name, description } = await spotify.playlists.getPlaylist(playlist.id);
  deepEqual([name, description], ["Chai", "green"]);
});
test("playlists of the user are listed", async () => {
  const { items } = await spotify.currentUser.playlists.playlists(50);
  ok(ids(items).includes(playlist.id));
});
test("new albums page by page", async () => {
  const pages = await Promise.all([0, 4, 8].map((offset) => spotify.browse.getNewReleases("SE", 4, offset)));
  const seen = pages.flatMap(({ albums }) => ids(albums.items));
  deepEqual([seen.length, new Set(seen).size], [10, 10]);
  album = seen[0];
});
test("an album is read", async () => equal((await spotify.albums.get(album)).id, album));
test("several albums are read by their ids", async () => deepEqual(ids(await spotify.albums.get([album])), [album]));
test("tracks of an album are listed", async () => ok(Array.isArray((await spotify.albums.tracks(album)).items)));
test("an album is saved, and removed", async () => {
  await spotify.currentUser.albums.saveAlbums([album]);
  deepEqual(await spotify.currentUser.albums.hasSavedAlbums([album]), [true]);
  await spotify.currentUser.albums.removeSavedAlbums([album]);
  deepEqual(await spotify.currentUser.albums.hasSavedAlbums([album]), [false]);
});
test("an artist is read", async () => {
  const [artist] = (await spotify.albums.get(album)).artists;
  equal((await spotify.artists.get(artist.id)).id, artist.id);
});
test("a search answers each kind that is asked for", async () => {
  const { artists, tracks } = await spotify.search("tea", ["artist", "track"]);
  ok(artists && tracks);
});
test("the player is read", async () => ok(await spotify.player.getAvailableDevices()));
test("an absent album is an error", () => rejects(spotify.albums.get("absent"), /404|not found/i));
