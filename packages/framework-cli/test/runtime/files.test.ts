import { readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { action, type Lifted, lift, send, type TemporaryApp, temporaryApp } from "./running-app.js";

let app: TemporaryApp;
let server: Lifted;
let temporary: string;

beforeAll(async () => {
  app = await temporaryApp({
    "config/app.js": 'export default { fileLimit: 2_000_000, log: { level: "silent" } };',
    "api/controllers/upload.js": action(`{
      method: "POST", path: "/uploads",
      inputs: { body: { required: true, content: { "multipart/form-data": { schema: { type: "object", properties: {
        files: { type: "array", items: { type: "string", format: "binary" } }, note: { type: "string" } } } } } } },
      handler: async ({ body }) => ({
        note: body.note,
        files: await Promise.all(body.files.map(async (file) => [file.name, file.size, file.bytes !== undefined, (await file.buffer()).length])),
      }),
    }`),
  });
  temporary = join(app.folder, "tmp");
  await mkdir(temporary);
  server = await lift(app.folder, [], { TMPDIR: temporary });
});
afterAll(async () => {
  await server?.end();
  await app?.remove();
});

function form(...sizes: readonly number[]): RequestInit {
  const body = new FormData();
  body.set("note", "hello");
  for (const [at, size] of sizes.entries()) body.append("files", new Blob(["x".repeat(size)]), `${at}.bin`);
  return { method: "POST", body };
}

const kept = (): readonly string[] =>
  readdirSync(temporary, { recursive: true, encoding: "utf8" }).filter((path) => path.includes("/"));

test("small files are in memory, larger ones in a temporary folder until the request is answered", async () => {
  const { status, body } = await send(`${server.url}/uploads`, form(10, 1_000_000));
  expect([status, body]).toEqual([
    200,
    {
      note: "hello",
      files: [
        ["0.bin", 10, true, 10],
        ["1.bin", 1_000_000, false, 1_000_000],
      ],
    },
  ]);
  await expect.poll(kept).toEqual([]);
});

test("files larger than fileLimit are 413, and nothing of them is kept", async () => {
  expect((await send(`${server.url}/uploads`, form(1_500_000, 1_500_000))).status).toBe(413);
  await expect.poll(kept).toEqual([]);
});
