import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { action, type Lifted, lift, type TemporaryApp, temporaryApp } from "../runtime/running-app.js";
import { rawRequest } from "./raw-request.js";

const FILES = {
  "config/app.js": 'export default { hosts: ["shop.example.com"] };',
  "config/environments/production.js": 'export default { app: { host: "127.0.0.1", shutdownDelayMs: 0 } };',
  "api/controllers/open/list.js": action('{ method: "GET", path: "/items", handler: () => reply(200, []) }'),
};
const WITH_PLUGIN = {
  ...FILES,
  "config/plugins.js": "export default [async (fastify) => { fastify.get('/own', async () => ({ own: true })); }];",
};

describe.each([
  ["alone", FILES, "/items"],
  ["with plugins", WITH_PLUGIN, "/own"],
] as const)("an application %s that is lifted on this machine for development", (_name, files, path) => {
  let app: TemporaryApp;
  let server: Lifted;
  beforeAll(async () => {
    app = await temporaryApp(files);
    server = await lift(app.folder);
  });
  afterAll(async () => {
    await server.end();
    await app.remove();
  });
  const ask = (url: string, host: string) => rawRequest(url, [`GET ${path} HTTP/1.1`, `Host: ${host}`]);

  test.each([
    "localhost",
    "LOCALHOST:1337",
    "127.0.0.1",
    "[::1]:1337",
    "shop",
    "shop.test",
    "a.localhost",
    "shop.example.com",
  ])("answers to %s", async (host) => {
    expect((await ask(server.url, host)).status).toBe(200);
  });

  test.each([
    "evil.example",
    "evil.example:1337",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "x.shop.example.com",
  ])("does not answer to %s, which a stranger may point here", async (host) => {
    const { status, body } = await ask(server.url, host);
    expect([status, JSON.parse(body).details[0].hint]).toEqual([
      403,
      expect.stringContaining("hosts in config/app.js"),
    ]);
  });

  test("answers to every name in production, where a proxy may stand before it", async () => {
    const live = await lift(app.folder, [], { NODE_ENV: "production" });
    try {
      expect((await ask(live.url, "www.example.com")).status).toBe(200);
    } finally {
      await live.end();
    }
  });
});
