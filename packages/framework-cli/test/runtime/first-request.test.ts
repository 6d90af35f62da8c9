import { afterAll, beforeAll, expect, test } from "vitest";
import { type CreatedApp, createApp } from "../../src/app/create-app.js";
import { type TemporaryApp, temporaryApp } from "./running-app.js";

const action = (definition: string): string =>
  `import { defineAction } from "@onespec/framework-cli";\nexport default defineAction(${definition});`;

let folder: TemporaryApp;
let app: CreatedApp;

beforeAll(async () => {
  folder = await temporaryApp({
    "api/controllers/things/create.js": action(`{
      method: "POST", path: "/things",
      inputs: { body: { undeclared: "ignore", schema: { $ref: "#/components/schemas/Thing" } } },
      handler: ({ body }) => body,
    }`),
    "api/controllers/ping.js": action('{ method: "GET", path: "/ping", handler: () => "pong" }'),
    "api/schemas/Thing.json": JSON.stringify({ type: "object", properties: { name: { type: "string" } } }),
  });
  app = await createApp(folder.folder);
});
afterAll(async () => {
  await app?.close();
  await folder?.remove();
});

async function create(): Promise<unknown> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: '{"name":"a","owner":1}' };
  const response = await app.fetch(new Request("http://localhost/things", init));
  return response.json();
}

test("the first request to an action is prepared in parts: others are answered between them, and all of them alike", async () => {
  await (await app.fetch(new Request("http://localhost/ping"))).text();
  const order: string[] = [];
  const first = Promise.all([create(), create()]).then((answers) => {
    order.push("first");
    return answers;
  });
  const ping = app.fetch(new Request("http://localhost/ping")).then(() => order.push("ping"));
  expect(await first).toEqual([{ name: "a" }, { name: "a" }]);
  await ping;
  expect(order).toEqual(["ping", "first"]);
  expect(await create()).toEqual({ name: "a" });
});
