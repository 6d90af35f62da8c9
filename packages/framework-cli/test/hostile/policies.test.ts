import { afterAll, beforeAll, expect, test } from "vitest";
import { action, type Lifted, lift, type TemporaryApp, temporaryApp } from "../runtime/running-app.js";
import { rawRequest } from "./raw-request.js";

/** Handlers say whether the policy has run: it is the only one that can tell them so. */
const HANDLER = "handler: ({ state }) => reply(200, { reached: true, guarded: state.guarded === true })";
const DENY =
  "export default (request) => { if (request.headers.authorization !== 'Bearer let-me-in') return false; request.state.guarded = true; };";

const FILES = {
  "config/policies.js": 'export default { "*": [], "admin/*": ["guard"] };',
  "config/routes.js": 'export default { extra: { "GET /also/admin": "admin/list" } };',
  "api/policies/guard.js": DENY,
  "api/controllers/open/item.js": action(`{ method: "GET", path: "/items/{id}", ${HANDLER} }`),
  "api/controllers/admin/list.js": action(`{ method: "GET", path: "/admin", ${HANDLER} }`),
  "api/controllers/admin/user.js": action(`{ method: "GET", path: "/admin/users/{id}", ${HANDLER} }`),
  "api/controllers/admin/change.js": action(`{ method: "PUT", path: "/admin/users/{id}", ${HANDLER} }`),
  "api/controllers/admin/remove.js": action(`{ method: "DELETE", path: "/admin/users/{id}", ${HANDLER} }`),
  "api/controllers/admin/verb.js": action(`{ method: "POST", path: "/admin/users/{id}:ban", ${HANDLER} }`),
  "api/controllers/admin/deeper/report.js": action(`{ method: "GET", path: "/admin/reports/{name}.json", ${HANDLER} }`),
};

/** One after the other, so that a hook of a plugin lies in the way as well. */
const WITH_PLUGIN = {
  ...FILES,
  "config/plugins.js": "export default [async (fastify) => { fastify.addHook('onRequest', async () => {}); }];",
};

const apps: { readonly name: string; readonly app: TemporaryApp; readonly server: Lifted }[] = [];

beforeAll(async () => {
  for (const [name, files] of [
    ["alone", FILES],
    ["with plugins", WITH_PLUGIN],
  ] as const) {
    const app = await temporaryApp(files);
    apps.push({ name, app, server: await lift(app.folder) });
  }
});
afterAll(async () => {
  for (const { app, server } of apps) {
    await server.end();
    await app.remove();
  }
});

const PLACES = ["/admin", "/admin/users/1", "/admin/users/1:ban", "/admin/reports/all.json", "/also/admin"];

/** The same place, as somebody would write it who hopes that a guard and a router read it differently. */
const TRICKS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => `/${path}`,
  (path) => `//${path}`,
  (path) => path.replaceAll("/", "//"),
  (path) => path.replaceAll("/", "/./"),
  (path) => `/items/..${path}`,
  (path) => `/items/%2e%2e${path}`,
  (path) => `/items/..%2f${path.slice(1)}`,
  (path) => path.replaceAll("/", "%2f"),
  (path) => `/${path.slice(1).replaceAll("/", "%2F")}`,
  (path) => path.replaceAll("/", "%252f"),
  (path) => path.replaceAll("/", "\\"),
  (path) => path.replaceAll("/", "%5c"),
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}/.`,
  (path) => `${path}%2f`,
  (path) => `${path}%00`,
  (path) => `${path};a=b`,
  (path) => path.replace("/admin", "/admin;a=b"),
  (path) => `${path}%20`,
  (path) => `${path}?`,
  (path) => `${path}#`,
  (path) => `${path}?/items/1`,
  (path) => path.toUpperCase(),
  (path) => path.replaceAll("admin", "%61dmin"),
  (path) => path.replaceAll("admin", "%61%64%6D%69%6e"),
  (path) => path.replaceAll("admin", "%2561dmin"),
  (path) => path.replaceAll("admin", "ADMİN"),
  (path) => path.replaceAll("admin", "a\u0000dmin"),
  (path) => `http://other.test${path}`,
  (path) => `http://other.test:80/${path}`,
  (path) => `//other.test${path}`,
  (path) => `https://a@b${path}?x`,
  (path) => `*${path}`,
  (path) => path.slice(1),
];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "GET\t", "QUERY"];
const HEADERS: readonly (readonly string[])[] = [
  [],
  ["X-HTTP-Method-Override: GET"],
  ["X-Method-Override: DELETE", "X-HTTP-Method: DELETE"],
  ["X-Original-URL: /items/1", "X-Rewrite-URL: /items/1"],
  ["X-Forwarded-Prefix: /items", "X-Forwarded-Path: /items/1"],
  ["Authorization: Bearer wrong", "Authorization: Bearer let-me-in"],
  ["Host: 127.0.0.1", "X-Forwarded-For: 127.0.0.1"],
  ["Upgrade: websocket", "Connection: Upgrade"],
  ["If-None-Match: *"],
];

test("no way to write a path, method or header leads past a policy", async () => {
  for (const { name, server } of apps) {
    const past: string[] = [];
    let refused = 0;
    const attempts = TRICKS.flatMap((trick) => PLACES.map((path) => trick(path))).flatMap((target, at) =>
      // Every target with each of the main methods; the rest in turn.
      [...new Set(["GET", "DELETE", METHODS[at % METHODS.length] ?? "GET"])].map((method, which) => ({
        method,
        target,
        headers: HEADERS[(at + which) % HEADERS.length] ?? [],
      })),
    );
    const queue = attempts.values();
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (const { method, target, headers } of queue) {
          const answer = await rawRequest(server.url, [`${method} ${target} HTTP/1.1`, ...headers]);
          if (answer.status === 403) refused += 1;
          const isOpen = answer.body.includes('"reached":true') && !answer.body.includes('"guarded":true');
          // HEAD shows no body: what it was let in to is told by its status.
          const isPassed = isOpen || (method === "HEAD" && answer.status === 200);
          if (isPassed && !isItem(target))
            past.push(`${method} ${JSON.stringify(target)} ${headers.join()}: ${answer.status}`);
          if (answer.status >= 500) past.push(`${method} ${JSON.stringify(target)}: ${answer.status}`);
        }
      }),
    );
    expect({ name, past }).toEqual({ name, past: [] });
    // Most of them find the action, and its policy rejects them.
    expect(refused).toBeGreaterThan(100);
  }
});

/** Another resource in its own right: nothing that is an item's id leads anywhere else. */
function isItem(target: string): boolean {
  return /^(?:https?:\/\/[^/]*)?\/+items\/+[^/]+\/*$/.test(target.replace(/[?#].*$/, ""));
}

test("who is let in is let in by every one of these ways", async () => {
  for (const { server } of apps) {
    for (const target of ["/admin", "//admin", "/admin/", "/%61dmin", "http://other.test/admin", "/also/admin"]) {
      const answer = await rawRequest(server.url, [`GET ${target} HTTP/1.1`, "Authorization: Bearer let-me-in"]);
      expect([target, JSON.parse(answer.body)]).toEqual([target, { reached: true, guarded: true }]);
    }
    const head = await rawRequest(server.url, ["HEAD /admin HTTP/1.1"]);
    expect(head.status).toBe(403);
  }
});
