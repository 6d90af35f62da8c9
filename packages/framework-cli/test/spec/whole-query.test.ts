import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importedApp, runProgram } from "../command-line/imported-app.js";
import { inProcess } from "../command-line/in-process.js";

const wish = { type: "object", required: ["max"], properties: { max: { type: "integer" }, words: { type: "array" } } };
const find = (parameter: object) => ({
  get: { parameters: [parameter], responses: { "200": { description: "OK", content: { "application/json": {} } } } },
});
const whole = (type: string) => ({
  name: "wish",
  in: "querystring",
  required: true,
  content: { [type]: { schema: wish } },
});
const DESCRIPTION = {
  openapi: "3.2.0",
  info: { title: "Finding", version: "1" },
  paths: {
    "/json": find(whole("application/json")),
    "/form": find(whole("application/x-www-form-urlencoded")),
    "/part": find({ name: "wish", in: "query", content: { "application/json": { schema: wish } } }),
  },
};

const PROGRAM = `import assert from "node:assert/strict";
import { createApp } from "@onespec/framework-cli";
const app = await createApp(process.cwd(), { environment: "test" });
const ask = async (path) => { const answer = await app.fetch(path); return [answer.status, await answer.json()]; };
const json = encodeURIComponent('{"max":3,"words":["a b"]}');
assert.deepEqual(await ask("/json?" + json), [200, { wish: { max: 3, words: ["a b"] } }]);
assert.deepEqual(await ask("/form?max=3&words[]=a+b"), [200, { wish: { max: 3, words: ["a b"] } }]);
assert.deepEqual(await ask("/part?wish=" + json), [200, { wish: { max: 3, words: ["a b"] } }]);
for (const path of ["/json", "/json?%7B%7D", "/json?" + "[".repeat(5000), "/form?max=x", "/form", "/part?wish=x"]) {
  const [status, { details }] = await ask(path);
  assert.equal(status, 400, path);
  assert.equal(details[0].in, "query");
}
assert.equal({}.x, undefined);
await ask("/form?max=3&__proto__[x]=1");
assert.equal({}.x, undefined);
await app.close();
console.log("all right");
`;

test("an application reads a whole query, and parameters of a media type, as the description says; and exports them", async () => {
  const app = await importedApp(DESCRIPTION);
  for (const name of ["json", "form", "part"]) {
    const file = join(app, `api/controllers/${name}/get.js`);
    const unwritten = await readFile(file, "utf8");
    await writeFile(file, unwritten.replace(/async handler\([^)]*\) \{[^}]*\}/s, "handler: ({ query }) => query"));
  }
  await runProgram(app, PROGRAM);
  const called = await inProcess(["action", "json/get", '{"wish":{"max":3}}'], app);
  expect([called.code, JSON.parse(called.out)]).toEqual([0, { wish: { max: 3 } }]);
  const exported = JSON.parse((await inProcess(["spec:export"], app)).out);
  expect(exported).toMatchObject({ openapi: "3.2.0", paths: DESCRIPTION.paths });
});
