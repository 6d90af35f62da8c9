import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApiDescription } from "@onespec/spec-core";
import { expect, test } from "vitest";
import { formatAddress } from "../src/commands/start-up-report.js";
import { BOOKSHOP, makeFolder, runCommand, startProcess, startServer } from "./run-command.js";

const AUTHOR = { name: "Ursula K. Le Guin", country: "US" };

async function send(method: string, url: string, body?: unknown) {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, json: text === "" ? undefined : JSON.parse(text) };
}

test("written records are still there after a kill and a restart", async () => {
  const folder = await makeFolder();
  const first = await startProcess([BOOKSHOP], folder);
  const created = await send("POST", `${first.url}/authors`, AUTHOR);
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject(AUTHOR);
  expect(Number.isInteger(created.json.id)).toBe(true);
  await send("PATCH", `${first.url}/authors/${created.json.id}`, { country: "GB" });
  await first.end("SIGKILL");

  const second = await startProcess([BOOKSHOP], folder);
  const read = await send("GET", `${second.url}/authors/${created.json.id}`);
  expect(read.json).toEqual({ ...created.json, country: "GB" });
  expect((await send("DELETE", `${second.url}/authors/${created.json.id}`)).status).toBe(204);
  expect((await send("GET", `${second.url}/authors/${created.json.id}`)).status).toBe(404);
});

test.each(["SIGINT", "SIGTERM"] as const)("%s folds the journal into readable JSON and ends with 0", async (signal) => {
  const folder = await makeFolder();
  const server = await startProcess([BOOKSHOP, "--data-dir", "data"], folder);
  const { json: author } = await send("POST", `${server.url}/authors`, AUTHOR);
  const { exitCode, stdout, stderr } = await server.end(signal);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout).toContain("data");

  const files = await readdir(join(folder, "data"));
  expect(files.filter((name) => !name.endsWith(".json"))).toEqual([]);
  const records = JSON.parse(await readFile(join(folder, "data", "authors.json"), "utf8"));
  expect(JSON.stringify(records)).toContain(JSON.stringify(author.name));
});

test("--seed fills empty resources only, with the same records each time", async () => {
  const [one, two] = [await makeFolder(), await makeFolder()];
  const first = await startServer([BOOKSHOP, "--seed", "3"], one);
  const { json: books } = await send("GET", `${first.url}/books`);
  expect(books.total).toBe(3);
  await send("DELETE", `${first.url}/books/${books.data[0].id}`);
  await first.end("SIGINT");

  const again = await startServer([BOOKSHOP, "--seed", "3"], one);
  expect((await send("GET", `${again.url}/books`)).json.total).toBe(2);
  const other = await startServer([BOOKSHOP, "--seed", "3"], two);
  expect((await send("GET", `${other.url}/books`)).json).toEqual(books);
});

test("--memory writes nothing", async () => {
  const folder = await makeFolder();
  const server = await startServer([BOOKSHOP, "--memory", "--seed", "2"], folder);
  await send("POST", `${server.url}/authors`, AUTHOR);
  await server.end("SIGINT");
  expect(await readdir(folder)).toEqual([]);
  expect(existsSync(join(folder, ".mock-data"))).toBe(false);
});

test("the start prints what was found", async () => {
  const folder = await makeFolder();
  const server = await startServer([BOOKSHOP, "--seed", "4"], folder);
  const { stdout, stderr } = await server.end("SIGINT");
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^Bookshop 1\.0\.0 {2}OpenAPI 3\.1\.0\n/);
  expect(stdout).toMatch(
    /^ {2}29 operations: 5 list, 5 create, 5 read, 1 replace, 5 update, 4 delete, 1 action, 3 singleton$/m,
  );
  expect(stdout).toMatch(/^ {2}\/books +id integer \(int64\) +4 {2}in data; page, limit, sort, q, 4 filters$/m);
  expect(stdout).toMatch(/^ {2}\/orders +id string \(uuid\) +4 {2}in data; cursor, limit, 4 filters$/m);
  expect(stdout).toContain(`  curl '${server.url}/authors?limit=2'\n`);
  expect(stdout).not.toContain("\u001b");
});

test("--quiet prints only the address", async () => {
  const folder = await makeFolder();
  const server = await startServer([BOOKSHOP, "--quiet"], folder);
  expect((await fetch(`${server.url}/books`)).status).toBe(200);
  expect((await server.end("SIGINT")).stdout).toBe(`${server.url}\n`);
});

test("it keeps running when nobody reads its output any more, and stops cleanly", async () => {
  const folder = await makeFolder();
  const server = await startProcess([BOOKSHOP], folder);
  server.closeOutput();
  expect((await send("POST", `${server.url}/authors`, AUTHOR)).status).toBe(201);
  expect((await server.end("SIGINT")).exitCode).toBe(0);
  expect(await readdir(join(folder, ".mock-data"))).toEqual([".sequences.json", "authors.json"]);
});

test("three hundred resources make a table of bounded length, and hostile names stay text", async () => {
  const record = { type: "object", properties: { id: { type: "string" } } };
  const answer = (schema: unknown) => ({
    responses: { 200: { description: "x", content: { "application/json": { schema } } } },
  });
  const paths = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      [`/things${index}`, { get: answer({ type: "array", items: record }) }],
      [
        `/things${index}/{id}`,
        {
          get: {
            ...answer(record),
            parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          },
        },
      ],
    ]).flat(),
  );
  const document = { openapi: "3.1.0", info: { title: "Many\u001b[2J\nthings", version: "1" }, paths };
  const folder = await makeFolder({ "api.json": JSON.stringify(document) });
  const server = await startServer(["api.json", "--memory"], folder);
  expect(server.report).toMatch(/^Many \[2J things 1 {2}OpenAPI 3\.1\.0\n/);
  expect(server.report).toContain("  … and 290 more\n");
  expect(server.report.split("\n").length).toBeLessThan(25);
});

const SECURED = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
security: [{ key: [] }, { login: [] }]
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    login: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://x.test/token, scopes: {} } } }
paths:
  /pets:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: object } } } } } } }
`;

const WITH_LOGIN = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
paths:
  /auth/login:
    post:
      security: []
      requestBody: { content: { application/json: { schema: { type: object, properties: { email: { type: string }, password: { type: string } } } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object, required: [token], properties: { token: { type: string } } } } } } }
  /pets:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: object } } } } } } }
`;

test("the start says which credentials --auth asks for, and that they do nothing without it", async () => {
  const folder = await makeFolder({ "api.yaml": SECURED, "keys.yaml": "key: [k1]" });
  const closed = await startServer(["api.yaml", "--memory", "--auth", "enforce", "--credentials", "keys.yaml"], folder);
  expect(closed.report).toContain(`Auth     credentials of keys.yaml, or tokens of ${closed.url}/__mock/oauth/token`);
  expect(closed.report).toContain(`curl ${closed.url}/pets -H 'X-Key: KEY'`);
  expect(closed.errors()).toBe("");
  await writeFile(join(folder, "plain.yaml"), WITH_LOGIN);
  const bare = await startServer(["plain.yaml", "--memory", "--auth", "enforce"], folder);
  expect(bare.report).toContain("Auth     only tokens that a login of this mock answered; --credentials lists others");
  const open = await startServer(["api.yaml", "--memory", "--credentials", "keys.yaml"], folder);
  expect(open.report).not.toContain("Auth ");
  await expect.poll(open.errors).toContain("--auth enforce");
});

test("the start says which address is open to other machines, and how to close it", () => {
  const api = { title: "Pets", version: "1", openapi: "3.1.0" } as ApiDescription;
  const url = "http://localhost:3000";
  expect(formatAddress(api, { url, openHost: "0.0.0.0" }, false)).toContain(
    "Address  http://localhost:3000, open to other machines (0.0.0.0); --host 127.0.0.1 closes it\n",
  );
  expect(formatAddress(api, { url, openHost: undefined }, false)).toContain("Address  http://localhost:3000\n");
});

const RECORD =
  "application/json: { schema: { type: object, properties: { id: { type: integer }, at: { type: string } } } }";
const UNUSED = (path: string, id: string, parameters: string) => `  ${path}:
    post:
      requestBody: { content: { ${RECORD} } }
      responses: { '201': { description: ok, content: { ${RECORD} } } }
    get:
      operationId: ${id}
      parameters: [${parameters}]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: integer }, at: { type: string } } } } } } } }
  ${path}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: ok, content: { ${RECORD} } } } }
`;
const query = (name: string, type = "string") => `{ name: ${name}, in: query, schema: { type: ${type} } }`;

test("the start names parameters of lists without effect, unless a handler answers", async () => {
  const head = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n";
  const one = head + UNUSED("/bookings", "listBookings", [query("asOf"), query("at")].join(", "));
  const folder = await makeFolder({
    "one.yaml": one,
    "many.yaml": one + UNUSED("/trips", "listTrips", [query("asOf"), query("wish")].join(", ")),
  });
  await mkdir(join(folder, "handlers"));
  await writeFile(join(folder, "handlers", "listBookings.js"), "export default () => undefined;");
  const plain = await startServer(["one.yaml", "--memory"], folder);
  expect(plain.report).toContain("Ignored  listBookings: asOf has no effect; a handler can give it one\n");
  const many = await startServer(["many.yaml", "--memory"], folder);
  expect(many.report).toContain(
    "Ignored  3 parameters of 2 lists have no effect (listBookings: asOf, …); --explain shows them\n",
  );
  const handled = await startServer(["one.yaml", "--memory", "--handlers", "handlers"], folder);
  expect(handled.report).not.toContain("Ignored");
});

test("the start lists handlers, and the operations that x-mock changes", async () => {
  const head = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n";
  const pets = UNUSED("/pets", "listPets", "").replace("    post:\n", "    post:\n      x-mock: { delay: 1 }\n");
  const folder = await makeFolder({
    "api.yaml": head + pets.replace("      x-mock", "      operationId: addPet\n      x-mock"),
    "mock-server.config.json": '{ "handlers": "mine", "operations": { "listPets": { "delay": 1 } } }',
  });
  await mkdir(join(folder, "mine"));
  const empty = await startServer(["api.yaml", "--memory"], folder);
  expect(empty.report).toContain("\nHandlers mine: no file\nx-mock   listPets, addPet\n");
  for (const id of ["listPets", "addPet"])
    await writeFile(join(folder, "mine", `${id}.js`), "export default () => undefined;");
  const handled = await startServer(["api.yaml", "--memory"], folder);
  expect(handled.report).toContain("\nHandlers mine: addPet, listPets\n");
  await rm(join(folder, "mock-server.config.json"));
  const plain = await startServer(["api.yaml", "--memory"], folder);
  expect(plain.report).toContain("\nx-mock   addPet\n");
  expect(plain.report).not.toContain("Handlers");
});

test("the start counts the description's faults that only --check shows, without those of the config file", async () => {
  const text = `openapi: 3.1.0\ninfo: { title: T }\npaths:\n${UNUSED("/pets", "listPets", query("at", "sting"))}`;
  const config = '{ "operations": { "sellPet": { "delay": 1 } } }';
  const folder = await makeFolder({ "api.yaml": text, "mock-server.config.json": config });
  const clean = await startServer([BOOKSHOP, "--memory"], await makeFolder({}));
  const server = await startServer(["api.yaml", "--memory"], folder);
  const line = "warning: api.yaml has 2 faults: `mock-server api.yaml --check` shows them all.\n";
  await expect.poll(() => server.errors(), { timeout: 20_000 }).toContain(line);
  expect((await clean.end("SIGINT")).stderr).toBe("");
  const checked = await runCommand(["api.yaml", "--check"], folder);
  expect(checked.stderr).toContain("0 errors, 3 warnings.");
});

test("the start reports the mistyped type of a parameter", async () => {
  const text = `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n${UNUSED("/pets", "listPets", query("at", "sting"))}`;
  const server = await startServer(["api.yaml", "--memory"], await makeFolder({ "api.yaml": text }));
  expect(server.errors()).toContain('There is no type "sting"');
});
