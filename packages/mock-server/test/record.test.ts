import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { fakeTerminal } from "../../command-line/test/fake-terminal.js";
import { main } from "../src/cli/main.js";
import { createMockServer } from "../src/index.js";

const one = (schema: string) => `{ description: ok, content: { application/json: { schema: ${schema} } } }`;
const DESCRIPTION = `openapi: 3.1.0
info: { title: Team, version: 1.0.0 }
paths:
  /users:
    get: { responses: { '200': ${one("{ type: object, properties: { data: { type: array, items: { $ref: '#/components/schemas/User' } } } }")} } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
      responses: { '201': ${one("{ $ref: '#/components/schemas/User' }")} }
  /users/{userId}:
    parameters: [{ name: userId, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': ${one("{ $ref: '#/components/schemas/User' }")}, '404': { description: none } } }
    patch:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
      responses: { '200': ${one("{ $ref: '#/components/schemas/User' }")} }
    delete: { responses: { '204': { description: gone } } }
  /users/{userId}/notes:
    parameters: [{ name: userId, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': ${one("{ type: array, items: { $ref: '#/components/schemas/Note' } }")} } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses: { '201': ${one("{ $ref: '#/components/schemas/Note' }")} }
  /settings:
    get: { responses: { '200': ${one("{ type: object, properties: { theme: { type: string } } }")} } }
    put:
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { theme: { type: string } } } } } }
      responses: { '200': ${one("{ type: object, properties: { theme: { type: string } } }")} }
  /status: { get: { responses: { '200': ${one("{ type: object, properties: { up: { type: boolean } } }")} } } }
  /users/{userId}/rename:
    parameters: [{ name: userId, in: path, required: true, schema: { type: integer } }]
    post: { responses: { '200': ${one("{ $ref: '#/components/schemas/User' }")} } }
  /users/{userId}/notes/{noteId}:
    parameters:
      - { name: userId, in: path, required: true, schema: { type: integer } }
      - { name: noteId, in: path, required: true, schema: { type: integer } }
    get: { responses: { '200': ${one("{ $ref: '#/components/schemas/Note' }")} } }
components:
  schemas:
    User:
      type: object
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string }
        apiKey: { type: string, pattern: '^key-[0-9]{6}$' }
        session: { type: string }
    Note: { type: object, properties: { id: { type: integer, readOnly: true }, text: { type: string } } }
`;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "record-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "api.yaml"), DESCRIPTION);
  return folder;
}

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";

/** A client's program, and what it has seen. */
async function readAll(url: string): Promise<unknown[]> {
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();
  return [
    await get("/users"),
    await get("/users/1"),
    await get("/users/3"),
    await get("/users/1/notes"),
    await get("/settings"),
  ];
}

test("what passed a proxy is a twin of the real server, without its secrets", async () => {
  const folder = await makeFolder();
  const real = await createMockServer({ description: join(folder, "api.yaml"), port: 0 });
  closing.push(() => real.close());
  const { url: upstream } = await real.listen();
  const stop = new AbortController();
  const terminal = fakeTerminal({ stop: stop.signal });
  const recorded = join(folder, "recorded");
  const args = ["proxy", join(folder, "api.yaml"), upstream, "--port", "0", "--quiet", "--record", recorded];
  const ended = main(args, terminal);
  await expect.poll(() => terminal.stdout, { timeout: 30_000 }).toMatch(/^http:/);
  const url = terminal.stdout.trim();
  const send = (method: string, path: string, body?: object) =>
    fetch(`${url}${path}`, {
      method,
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  await send("POST", "/users", { name: "Ann", apiKey: "key-123456", session: JWT });
  await send("POST", "/users", { name: "Bob" });
  await send("POST", "/users", { name: "Cid" });
  await send("DELETE", "/users/2");
  await send("PATCH", "/users/3", { name: "Cleo" });
  await send("POST", "/users/1/notes", { text: "Hello" });
  await send("PUT", "/settings", { theme: "dark" });
  const seen = await readAll(url);
  stop.abort();
  expect(await ended).toBe(0);
  expect(terminal.stdout).toContain("Masked: users/apiKey, users/session.\n");
  expect(terminal.stdout).toContain("Recorded 2 records of users, 1 record of users.notes, 1 singleton in");
  await real.close();

  const files = await Promise.all((await readdir(recorded)).map((name) => readFile(join(recorded, name), "utf8")));
  expect(files.join()).not.toMatch(/123456|eyJ/);
  const twin = await createMockServer({ description: join(folder, "api.yaml"), port: 0, seeds: recorded });
  closing.push(() => twin.close());
  const { url: copy } = await twin.listen();
  const again = await readAll(copy);
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (name, inner) => (/apiKey|session/.test(name) ? undefined : inner)));
  expect(plain(again)).toEqual(plain(seen));
  expect(again[4]).toEqual({ theme: "dark" });
  expect(again[1]).toMatchObject({ session: "masked", apiKey: expect.stringMatching(/^key-\d{6}$/) });
  expect((await fetch(`${copy}/users/2`)).status).toBe(404);

  const second = fakeTerminal();
  expect(await main(args, second)).toBe(1);
  expect(second.stderr).toContain("[RECORD_FOLDER_TAKEN]");
});

test("an HTTP archive gives seeds as well, below any path; what the description does not allow is left out", async () => {
  const folder = await makeFolder();
  const entry = (method: string, url: string, status: number, json: unknown) => ({
    request: { method, url },
    response: { status, content: { mimeType: "application/json", text: JSON.stringify(json) } },
  });
  const entries = [
    entry("GET", "https://team.example/api/v2/users?page=1", 200, {
      data: [
        { id: 1, name: "Ann", extra: true },
        { id: 2, name: 7, session: 7 },
        { id: 3, name: "Cid" },
        { id: 4, name: null, session: "s" },
      ],
    }),
    entry("GET", "https://team.example/api/v2/users/9/notes", 200, [{ id: 1, text: "of nobody" }]),
    entry("GET", "https://team.example/api/v2/users/1/notes", 200, [{ id: 5, text: "hers" }]),
    entry("GET", "https://team.example/api/v2/users/3", 404, { id: 3, name: "gone" }),
    entry("GET", "https://team.example/api/v2/settings", 200, { theme: "dark", api_key: "key-1", font: null }),
    entry("GET", "https://team.example/api/v2/settings", 200, { theme: 7 }),
    entry("GET", "https://cdn.example/logo.png", 200, null),
    entry("GET", "https://team.example/api/v2/status", 200, { up: true }),
    entry("POST", "https://team.example/api/v2/users/3/rename", 200, { id: 3, name: "Sid" }),
  ];
  await writeFile(join(folder, "traffic.har"), JSON.stringify({ log: { entries } }));
  const run = async (...args: readonly string[]) => {
    const terminal = fakeTerminal();
    const exitCode = await main([join(folder, "api.yaml"), ...args], terminal);
    return { exitCode, stdout: terminal.stdout, stderr: terminal.stderr };
  };
  const recorded = join(folder, "recorded");
  const { exitCode, stdout, stderr } = await run("--from-har", join(folder, "traffic.har"), "--record", recorded);
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toContain("Recorded 3 records of users, 1 record of users.notes, 1 singleton in");
  expect(stderr).toContain("Skipped: users: name where it is null, which the description does not allow");
  expect(stderr).toMatch(/Skipped: users 2: \/name .+; \/session /);
  expect(stderr).toContain("Skipped: users.notes 1: ");
  expect(stderr).toContain("Skipped: GET /status, whose answer holds no record of a resource: the mock makes its own");
  expect(stderr).toContain("Skipped: the last answer with the document at /settings: ");
  expect(JSON.parse(await readFile(join(recorded, "singletons.json"), "utf8"))).toEqual({
    "/settings": { theme: "dark", api_key: "masked", font: null },
  });
  expect(JSON.parse(await readFile(join(recorded, "users.json"), "utf8"))).toEqual([
    { id: 1, name: "Ann", extra: true },
    { id: 3, name: "Sid" },
    { id: 4, session: "s" },
  ]);
  expect(await run("--from-har", join(folder, "traffic.har"))).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("[RECORD_FOLDER_MISSING]"),
  });
  expect(await run("--from-har", join(folder, "api.yaml"), "--record", join(folder, "other"))).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("[HAR_UNREADABLE]"),
  });
  expect(await run("--record", join(folder, "other"))).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("[UPSTREAM_MISSING]"),
  });
});

test("a broken answer loses neither the valid state before it nor the records below", async () => {
  const folder = await makeFolder();
  const entry = (url: string, json: unknown) => ({
    request: { method: "GET", url: `https://team.example${url}` },
    response: { status: 200, content: { mimeType: "application/json", text: JSON.stringify(json) } },
  });
  const entries = [
    entry("/users/1", { id: 1, name: "Ann" }),
    entry("/users/1/notes", [{ id: 5, text: "hers" }]),
    entry("/users/1", { id: 1, name: 7 }),
    entry("/users/2", { id: 2, name: 7 }),
    entry("/users/2/notes", [{ id: 6, text: "of a user who is never valid" }]),
    entry("/users/3", { id: 3, name: 7 }),
    entry("/users/3", { id: 3, name: "Cid" }),
  ];
  await writeFile(join(folder, "traffic.har"), JSON.stringify({ log: { entries } }));
  const terminal = fakeTerminal();
  const recorded = join(folder, "recorded");
  const args = ["--from-har", join(folder, "traffic.har"), "--record", recorded];
  expect(await main([join(folder, "api.yaml"), ...args], terminal)).toBe(0);
  const users = JSON.parse(await readFile(join(recorded, "users.json"), "utf8"));
  expect(users).toEqual([
    { id: 1, name: "Ann" },
    { id: 3, name: "Cid" },
  ]);
  expect(JSON.parse(await readFile(join(recorded, "users.notes.json"), "utf8"))).toMatchObject([{ text: "hers" }]);
  expect(terminal.stderr).toContain("Skipped: the last answer with users 1, the one before it is recorded: /name ");
  expect(terminal.stderr).toContain("Skipped: users 2: /name ");
  expect(terminal.stderr).toContain("Skipped: users.notes 6: users 2, to which it belongs, is skipped\n");
});

test("a record whose answers lack a required property is recorded with an empty value for it", async () => {
  const folder = await makeFolder();
  const [optional, required] = [
    "{ type: object, properties: { id",
    "{ type: object, required: [id, labels, size], properties: { id",
  ];
  const note =
    "text: { type: string }, labels: { type: object }, size: { type: object, required: [unit], properties: { unit: { enum: [cm] } } }";
  const description = DESCRIPTION.replace(`Note: ${optional}`, `Note: ${required}`).replace(
    "text: { type: string }",
    note,
  );
  await writeFile(join(folder, "api.yaml"), description);
  const entry = (url: string, json: unknown) => ({
    request: { method: "GET", url: `https://team.example${url}` },
    response: { status: 200, content: { mimeType: "application/json", text: JSON.stringify(json) } },
  });
  const entries = [
    entry("/users/1", { id: 1, name: "Ann" }),
    entry("/users/1/notes", [
      { id: 5, text: "hers", size: { unit: "cm" } },
      { id: 6, text: "also hers", size: {} },
    ]),
  ];
  await writeFile(join(folder, "traffic.har"), JSON.stringify({ log: { entries } }));
  const terminal = fakeTerminal();
  const recorded = join(folder, "recorded");
  const args = ["--from-har", join(folder, "traffic.har"), "--record", recorded];
  expect(await main([join(folder, "api.yaml"), ...args], terminal)).toBe(0);
  expect(JSON.parse(await readFile(join(recorded, "users.notes.json"), "utf8"))).toEqual([
    { $scope: ["1"], id: 5, text: "hers", labels: {}, size: { unit: "cm" } },
    { $scope: ["1"], id: 6, text: "also hers", labels: {}, size: { unit: "cm" } },
  ]);
  expect(terminal.stderr).toContain(
    "Filled in: users.notes: labels is {} in 2 records, whose answers lack this required property\n",
  );
  expect(terminal.stderr).toContain('Filled in: users.notes: size/unit is "cm" in 1 record,');
  expect(terminal.stderr).not.toContain("Skipped");
});

test("records that a DELETE of many removed are not recorded", async () => {
  const folder = await makeFolder();
  const list = one(
    "{ type: object, properties: { data: { type: array, items: { $ref: '#/components/schemas/User' } } } }",
  );
  const remove = `    delete:\n      parameters: [{ name: name, in: query, schema: { type: string } }]\n      responses: { '200': ${list} }\n`;
  await writeFile(join(folder, "api.yaml"), DESCRIPTION.replace("  /users:\n", `  /users:\n${remove}`));
  const entry = (method: string, url: string, status: number, json?: unknown) => ({
    request: { method, url: `https://team.example${url}` },
    response: { status, content: { mimeType: "application/json", text: JSON.stringify(json) } },
  });
  const users = [1, 2, 3, 4].map((id) => ({ id, name: `n${id}` }));
  const record = async (...entries: object[]): Promise<{ readonly ids: number[]; readonly told: string }> => {
    await writeFile(join(folder, "traffic.har"), JSON.stringify({ log: { entries } }));
    const terminal = fakeTerminal();
    const recorded = await mkdtemp(join(folder, "recorded-"));
    const args = ["--from-har", join(folder, "traffic.har"), "--record", recorded];
    expect(await main([join(folder, "api.yaml"), ...args], terminal), terminal.stderr).toBe(0);
    const kept: { readonly id: number }[] = JSON.parse(await readFile(join(recorded, "users.json"), "utf8"));
    return { ids: kept.map(({ id }) => id), told: terminal.stderr };
  };
  const all = entry("GET", "/users", 200, { data: users });
  const named = entry("DELETE", "/users?name=n2", 200, { data: [{ id: 2 }] });
  expect(await record(all, named)).toEqual({ ids: [1, 3, 4], told: expect.not.stringContaining("Skipped") });
  const { ids, told } = await record(all, entry("DELETE", "/users?name=n2", 200, {}));
  expect(ids).toEqual([1, 2, 3, 4]);
  expect(told).toContain(
    "DELETE /users, whose answer does not name the users that it removed: they are still recorded",
  );
});

test("singletons stay out of the file of a resource that has its name, which is reported", async () => {
  const folder = await makeFolder();
  const source = join(folder, "api.yaml");
  await writeFile(source, DESCRIPTION.replaceAll("/users", "/singletons"));
  const entry = (url: string, json: unknown) => ({
    request: { method: "GET", url },
    response: { status: 200, content: { mimeType: "application/json", text: JSON.stringify(json) } },
  });
  const entries = [
    entry("https://team.example/singletons/1", { id: 1, name: "Ann" }),
    entry("https://team.example/settings", { theme: "dark" }),
    entry("https://team.example/singletons", JSON.parse(`${'{"data":'.repeat(2_000)}1${"}".repeat(2_000)}`)),
  ];
  await writeFile(join(folder, "traffic.har"), JSON.stringify({ log: { entries } }));
  const terminal = fakeTerminal();
  const recorded = join(folder, "recorded");
  await main([source, "--from-har", join(folder, "traffic.har"), "--record", recorded], terminal);
  expect(terminal.stderr).toContain("Skipped: the singletons, since a resource is called singletons");
  expect(terminal.stderr).toContain("Skipped: GET /singletons, whose answer is nested more than 500 levels deep");
  expect(JSON.parse(await readFile(join(recorded, "singletons.json"), "utf8"))).toEqual([{ id: 1, name: "Ann" }]);
});
