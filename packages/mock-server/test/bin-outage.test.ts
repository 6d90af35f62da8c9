import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { crud } from "./http-client.js";
import { makeFolder, type RunningServer, startServer } from "./run-command.js";

const NOTE = {
  type: "object",
  required: ["id", "text"],
  properties: { id: { type: "integer", readOnly: true }, text: { type: "string" } },
};
const API = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: crud("/notes", NOTE) });
const ARGS = ["api.json", "--seed", "0", "--data-dir", "data"];

async function write({ url }: RunningServer): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(`${url}/notes`, { method: "POST", headers, body: JSON.stringify({ text: "a" }) });
}

const lines = (server: RunningServer): readonly string[] =>
  server
    .errors()
    .split("\n")
    .filter((line) => line !== "");

const CAUSE = "The data directory data no longer belongs to this server.";

test("a data directory that disappears is reported in one line, however many writes are rejected, and their number at the end", async () => {
  const folder = await makeFolder({ "api.json": API });
  const server = await startServer(ARGS, folder);
  expect((await write(server)).status).toBe(201);
  await rm(join(folder, "data"), { recursive: true });
  await sleep(60); // the file is checked every 50 ms
  for (let count = 0; count < 5; count++) {
    const refused = await write(server);
    expect([refused.status, (await refused.json()).details[0].message]).toEqual([503, CAUSE]);
  }
  expect(lines(server)).toContain(`error: ${CAUSE} Writes are rejected until this is fixed. [STORE_UNWRITABLE]`);
  expect(lines(server).filter((line) => !line.startsWith("  hint: ") && !line.includes(CAUSE))).toEqual([]);
  expect((await fetch(`${server.url}/notes/1`)).status).toBe(200);
  const { stderr } = await server.end("SIGTERM");
  expect(stderr).toMatch(/^warning: 5 writes were rejected in \d+ s\.$/m);
});
