import { test } from "vitest";
import { importedApp, runProgram } from "../command-line/imported-app.js";

const secret = { type: "string", writeOnly: true };
const card = { type: "object", properties: { number: secret, brand: { type: "string" } } };
const USER = {
  type: "object",
  required: ["id", "name", "kind"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string" },
    kind: { type: "string" },
    password: secret,
    card,
    cards: { type: "array", items: card },
  },
  discriminator: { propertyName: "kind" },
};
const user = { $ref: "#/components/schemas/User" };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const query = (name: string) => ({ name, in: "query", schema: { type: "string" } });
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Users", version: "1" },
  paths: {
    "/users": {
      get: {
        parameters: ["q", "sort", "password", "card.number", "password__startswith"].map(query),
        responses: { "200": { description: "OK", ...json({ type: "array", items: user }) } },
      },
      post: { requestBody: json(user), responses: { "201": { description: "Made", ...json(user) } } },
    },
    "/users/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": { description: "OK", ...json(user) } } },
    },
  },
  components: {
    schemas: { User: USER, Admin: { allOf: [user, { type: "object", properties: { pin: secret } }] } },
  },
};

const PROGRAM = `import assert from "node:assert/strict";
import { createApp } from "@onespec/framework-cli";
const app = await createApp(process.cwd(), { environment: "test" });
const ask = async (path, init) => (await app.fetch(path, init)).json();
const make = (body) => ask("/users", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
const made = [
  await make({ name: "Ada", kind: "Admin", password: "zebra", pin: "p1234", card: { number: "4111", brand: "v" }, cards: [{ number: "5500", brand: "m" }] }),
  await make({ name: "Bob", kind: "Admin", password: "apple", card: { number: "3782", brand: "a" } }),
];
assert.doesNotMatch(JSON.stringify([made, await ask("/users")]), /zebra|apple|p1234|4111|5500|3782/);
const names = async (query) => (await ask("/users?" + query)).map(({ name }) => name).join();
for (const order of ["password", "-password", "pin", "card.number", "-card.number", "cards"])
  assert.equal(await names("sort=" + order), "Ada,Bob", order);
for (const text of ["zebra", "4111", "5500", "p1234"]) assert.equal(await names("q=" + text), "", text);
assert.equal(await names("q=bob"), "Bob");
assert.equal(await names("sort=-name"), "Bob,Ada");
for (const condition of ["password=zebra", "password=x", "card.number=4111", "card.number=x", "password__startswith=z"])
  assert.equal(await names(condition), "Ada,Bob", condition);
await app.close();
console.log("all right");
`;

test("what is writeOnly, at any depth, is told by no answer, order, filter or search", async () => {
  await runProgram(await importedApp(DESCRIPTION), PROGRAM);
});
