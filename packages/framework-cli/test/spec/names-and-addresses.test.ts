import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { emptyFolder, linkDependencies, run } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";

const USER = { type: "object", properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } } };
const json = { content: { "application/json": { schema: USER } } };
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const made = (location: object) => ({
  requestBody: json,
  responses: {
    "201": { description: "Made", headers: { Location: { schema: { type: "string", ...location } } }, ...json },
  },
});
const one = { parameters: [id], get: { responses: { "200": { description: "OK", ...json } } } };
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Users", version: "1" },
  paths: {
    "/users": { post: made({}) },
    "/user/{id}": { ...one, delete: { parameters: [id], responses: { "204": { description: "Gone" } } } },
    "/user/{id}/lock": { parameters: [id], post: { tags: ["User"], responses: { "204": { description: "Done" } } } },
    "/teams": { post: made({ format: "uri" }) },
    "/teams/team/{id}": { ...one, delete: { parameters: [id], responses: { "204": { description: "Gone" } } } },
    "/keys": {
      get: {
        tags: ["keys"],
        operationId: "KeysController_findAll",
        responses: { "200": { description: "OK", content: { "text/plain": { schema: { type: "string" } } } } },
      },
    },
  },
};

const PROGRAM = `import assert from "node:assert/strict";
import { createApp } from "@onespec/framework-cli";
const app = await createApp(process.cwd(), { environment: "test" });
const create = (path) => app.fetch(path, { method: "POST", headers: { "content-type": "application/json", host: "users.test" }, body: '{"name":"Bo"}' });
const user = await create("/users");
const { id } = await user.json();
assert.equal(user.headers.get("location"), "/user/" + id);
assert.equal((await app.fetch("/user/" + id)).status, 200);
const team = await create("/teams");
const address = new URL(team.headers.get("location"));
assert.equal(address.pathname, "/teams/team/" + (await team.json()).id);
await app.close();
console.log("all right");
`;

test("records are told where their path is, and operations are called as a person would call them", async () => {
  const { path: folder, remove } = await emptyFolder();
  onTestFinished(remove);
  await writeFile(join(folder, "api.json"), JSON.stringify(DESCRIPTION));
  expect(await inProcess(["new", "app", "--spec", "api.json"], folder)).toMatchObject({ code: 0 });
  const app = join(folder, "app");
  const actions = async (group: string): Promise<string[]> =>
    (await readdir(join(app, "api/controllers", group))).map((file) => file.split(".")[0] ?? "");
  expect(await actions("users")).toEqual(expect.arrayContaining(["create", "get", "delete", "lock"]));
  expect(await actions("keys")).toEqual(expect.arrayContaining(["find-all"]));
  await linkDependencies(app);
  expect(await inProcess(["migrations:run"], app)).toMatchObject({ code: 0 });
  await writeFile(join(app, "check.mjs"), PROGRAM);
  const { out, err } = await run(process.execPath, ["check.mjs"], app);
  expect({ out, err }).toEqual({ out: "all right\n", err: "" });
});
