import { request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { action, json, lift, send, temporaryApp } from "./running-app.js";

/** JSON is read in pieces of 16 KB: they are counted. */
const CONFIG = `
const { parse } = JSON;
globalThis.pieces = 0;
globalThis.notes = 0;
JSON.parse = (text, ...rest) => {
  if (text.includes("xxxx")) globalThis.pieces += 1;
  return parse(text, ...rest);
};
export default { bodyLimit: 10_485_760 };`;

const note = (size: number) => ({ texts: Array.from({ length: size / 103 }, () => "x".repeat(100)) });

test("a body is read no further when its client goes away, and no action is run with it", async () => {
  const app = await temporaryApp({
    "config/app.js": CONFIG,
    "api/controllers/count.js": action(
      '{ method: "GET", path: "/count", handler: () => ({ pieces: globalThis.pieces, notes: globalThis.notes }) }',
    ),
    "api/controllers/note.js": action(`{
      method: "POST", path: "/notes",
      inputs: { body: { schema: { type: "object", properties: { texts: { type: "array", items: { type: "string" } } } } } },
      handler: () => { globalThis.notes += 1; return {}; },
    }`),
  });
  onTestFinished(() => app.remove());
  const server = await lift(app.folder);
  onTestFinished(async () => void (await server.end()));
  const { pieces: before } = (await send(`${server.url}/count`)).body;
  const count = async (): Promise<number> => (await send(`${server.url}/count`)).body.pieces - before;

  const cut = request(`${server.url}/notes`, { method: "POST", headers: { "content-type": "application/json" } });
  const ended = new Promise((resolve) => cut.once("close", resolve));
  cut.on("error", () => undefined).end(JSON.stringify(note(9_000_000)));
  while ((await count()) === 0);
  cut.destroy();
  await ended;
  // Large bodies are read one after the other: this one when the first is through.
  expect((await send(`${server.url}/notes`, json("POST", note(200_000)))).status).toBe(200);
  expect(await count()).toBeLessThan(300);
  expect((await send(`${server.url}/count`)).body.notes).toBe(1);
  expect(server.output()).not.toContain('"level":50');
});
