import { afterEach, expect, test } from "vitest";
import { inProcess } from "../command-line/in-process.js";
import { action, type TemporaryApp, temporaryApp } from "./running-app.js";

const BEARER = `import { defineSecurity } from "@onespec/framework-cli";
export default defineSecurity({ name: "bearerAuth", scheme: { type: "http", scheme: "bearer" }, authenticate: ({ value }) => value === "t" });`;
const BASIC = `import { defineSecurity } from "@onespec/framework-cli";
export default defineSecurity({ name: "basicAuth", scheme: { type: "http", scheme: "basic" }, authenticate: () => true });`;
const ACTIONS = {
  "api/policies/bearer-auth.js": BEARER,
  "api/policies/basic-auth.js": BASIC,
  "api/policies/is-author.js": "export default () => true;",
  "api/policies/is-admin.js": "export default () => true;",
  "api/controllers/issues/close.js": action('{ method: "POST", path: "/close", handler: () => "closed" }'),
  "api/controllers/issues/list.js": action('{ method: "GET", path: "/issues", handler: () => "list" }'),
  "api/controllers/login/create.js": action('{ method: "POST", path: "/login", security: [], handler: () => "in" }'),
  "api/controllers/status/read.js": action('{ method: "GET", path: "/status", handler: () => "up" }'),
};

let app: TemporaryApp;
afterEach(() => app.remove());

async function guards(policies: string, more: Readonly<Record<string, string>> = {}): Promise<unknown> {
  app = await temporaryApp({ ...ACTIONS, "config/policies.js": `export default ${policies};`, ...more });
  const { out, err } = await inProcess(["routes", "--json"], app.folder);
  if (out === "") return err;
  const rows = JSON.parse(out) as { action: string; policies: string[] }[];
  return Object.fromEntries(rows.map((row) => [row.action, row.policies]));
}

test("an entry for one action replaces other policies and keeps the security policies of wider entries", async () => {
  const all = '{ "*": ["bearer-auth", "is-admin"], "issues/close": ["is-author"], "status/*": false }';
  expect(await guards(all)).toEqual({
    "issues/close": ["bearer-auth", "is-author"],
    "issues/list": ["bearer-auth", "is-admin"],
    "login/create": ["is-admin"],
    "status/read": [],
  });
  const close = await inProcess(["action", "issues/close", "--policies", "--json"], app.folder);
  expect(JSON.parse(close.out)).toMatchObject({ status: 401 });
  const doctor = await inProcess(["doctor"], app.folder);
  expect(doctor.out).toContain("1 action is open to everybody: status/read");
});

test("security policies of the closest entry that has any count; an empty one between takes them away", async () => {
  const nested = '{ "*": ["bearer-auth"], "issues/*": ["basic-auth"], "issues/close": "is-author" }';
  expect(await guards(nested)).toMatchObject({
    "issues/close": ["basic-auth", "is-author"],
    "issues/list": ["basic-auth"],
  });
  await app.remove();
  expect(await guards('{ "*": ["bearer-auth"], "issues/*": [], "issues/close": ["is-author"] }')).toMatchObject({
    "issues/close": ["is-author"],
    "issues/list": [],
  });
});

test("an action that only seems to be open stops the start", async () => {
  const both = await guards('{ "*": ["bearer-auth"], "login/create": ["bearer-auth"] }', {
    "api/controllers/issues/list.js": action('{ method: "GET", path: "/issues", policies: [], handler: () => "list" }'),
  });
  expect(both).toContain(
    'api/controllers/login/create.js: security: [] opens the action, and "login/create" in config/policies.js guards it with bearer-auth; remove one of them',
  );
  expect(both).toContain(
    'api/controllers/issues/list.js: policies: [] takes away none of the policies of config/policies.js (bearer-auth); write "issues/list": false in config/policies.js, or remove the key',
  );
});
