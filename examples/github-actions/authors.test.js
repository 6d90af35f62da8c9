import assert from "node:assert/strict";
import { test } from "node:test";
import Client from "./sdk/index.js";

const baseUrl = process.env.API_URL ?? "http://localhost:3000";
const client = new Client({ baseUrl, auth: { token: "any" } });

test("an author is created and found", async () => {
  const { id } = await client.authors.create({ name: "Ursula K. Le Guin", country: "US" });
  assert.equal((await client.authors.get(id)).name, "Ursula K. Le Guin");
});
