import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { crud } from "./http-client.js";
import { makeFolder, startServer } from "./run-command.js";

const PET = { type: "object", required: ["name"], properties: { id: { type: "integer" }, name: { type: "string" } } };

/** A description whose schema lies in a file of its own. */
function files(pet: object, paths: object = {}): Readonly<Record<string, string>> {
  const item = { $ref: "pet.json" };
  const description = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { ...crud("/pets", item), ...paths },
  };
  return { "api.json": JSON.stringify(description), "pet.json": JSON.stringify(pet) };
}

/** Asks until the answer is as wanted; the test's own time limit ends it. */
async function until(isRight: () => Promise<boolean>): Promise<void> {
  while (!(await isRight())) await new Promise((resolve) => setTimeout(resolve, 20));
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

test("a changed description, a changed file that it refers to and a changed handler are served; state stays, no request fails", async () => {
  const folder = await makeFolder(files(PET));
  await mkdir(join(folder, "handlers"));
  const handler = join(folder, "handlers", "get_pets_id.mjs");
  const server = await startServer(["api.json", "--memory", "--watch", "--handlers", "handlers"], folder);
  expect((await post(`${server.url}/pets`, { name: "Rex" })).status).toBe(201);
  let isDone = false;
  const failures: number[] = [];
  const load = (async () => {
    while (!isDone) {
      const { status } = await fetch(`${server.url}/pets`);
      if (status !== 200) failures.push(status);
    }
  })();

  const pong = { get: { responses: { 200: { description: "ok" } } } };
  await writeFile(join(folder, "api.json"), files(PET, { "/ping": pong })["api.json"] ?? "");
  await until(async () => (await fetch(`${server.url}/ping`)).status === 200);

  const strict = { ...PET, required: ["name", "age"], properties: { ...PET.properties, age: { type: "integer" } } };
  await writeFile(join(folder, "pet.json"), JSON.stringify(strict));
  await until(async () => (await post(`${server.url}/pets`, { name: "Max" })).status === 400);

  const { operations } = (await (await fetch(`${server.url}/__mock/explain`)).json()) as {
    operations: { id: string; method: string; path: string }[];
  };
  const read = operations.find(({ method, path }) => method === "GET" && path === "/pets/{id}");
  const file = handler.replace("get_pets_id", read?.id ?? "");
  for (const word of ["one", "two"]) {
    await writeFile(file, `export default () => ({ status: 299, headers: { "x-word": "${word}" } });`);
    await until(async () => (await fetch(`${server.url}/pets/1`)).headers.get("x-word") === word);
  }
  isDone = true;
  await load;
  expect(failures).toEqual([]);
  const [kept] = (await (await fetch(`${server.url}/pets`)).json()) as object[];
  expect(kept).toMatchObject({ id: 1, name: "Rex" });
  const { stdout, stderr } = await server.end("SIGTERM");
  expect(stdout).toContain("Reloaded api.json");
  expect(stderr).toContain("of pets no longer fit the description: /age is required in");
});

test("a handler whose operation gets another name is reported, and runs again when the name is back", async () => {
  const ping = (operationId: string): string =>
    files(PET, { "/ping": { get: { operationId, responses: { 200: { description: "ok" } } } } })["api.json"] ?? "";
  const folder = await makeFolder({ ...files(PET), "api.json": ping("ping") });
  await mkdir(join(folder, "handlers"));
  const handle = (status: number): Promise<void> =>
    writeFile(join(folder, "handlers", "ping.mjs"), `export default () => ({ status: ${status} });`);
  await handle(298);
  const server = await startServer(["api.json", "--memory", "--watch", "--handlers", "handlers"], folder);
  await writeFile(join(folder, "api.json"), ping("pong"));
  await until(async () => server.errors().includes("The handlers stay as before."));
  expect(server.errors()).toContain(
    "error: handlers/ping.mjs: the description has no operation ping. [HANDLER_UNKNOWN]",
  );
  await handle(299);
  await writeFile(join(folder, "api.json"), ping("ping"));
  await until(async () => (await fetch(`${server.url}/ping`)).status === 299);
});

test("a broken version is reported with file and line, and the previous one stays in use", async () => {
  const folder = await makeFolder(files(PET));
  const server = await startServer(["api.json", "--memory", "--watch"], folder);
  await writeFile(join(folder, "api.json"), '{\n  "openapi": "3.1.0",\n  oops\n}');
  // While it is being written the file is empty for a moment, which may be told, too.
  const isTold = /^api\.json:3:\d+: error: [\s\S]*api\.json is served as before\./m;
  await until(async () => isTold.test(server.errors()));
  expect((await fetch(`${server.url}/pets`)).status).toBe(200);
  await writeFile(
    join(folder, "api.json"),
    files(PET, { "/ok": { get: { responses: { 204: { description: "ok" } } } } })["api.json"] ?? "",
  );
  await until(async () => (await fetch(`${server.url}/ok`)).status === 204);
  expect((await server.end("SIGTERM")).stderr).toMatch(isTold);
});

test("a reload prints the warnings that are new, and a reference that leads nowhere is not reloaded", async () => {
  const folder = await makeFolder(files(PET));
  const server = await startServer(["api.json", "--memory", "--watch"], folder);
  const change = (properties: object): Promise<void> =>
    writeFile(join(folder, "pet.json"), JSON.stringify({ ...PET, properties: { ...PET.properties, ...properties } }));
  await change({ age: { type: "strng" } });
  await until(async () => server.errors().includes('There is no type "strng"'));
  await change({ age: { type: "strng" }, tag: { type: "wrd" } });
  await until(async () => server.errors().includes('There is no type "wrd"'));
  expect(server.errors().match(/no type "strng"/g)).toHaveLength(1);
  await writeFile(join(folder, "api.json"), (files(PET)["api.json"] ?? "").replace('"pet.json"', '"#/nowhere"'));
  await until(async () => server.errors().includes("api.json is served as before."));
  const { stderr } = await server.end("SIGTERM");
  expect(stderr).toContain("error: Not reloaded: 1 problem in api.json");
  expect(stderr).not.toContain("Not started");
});

test("a parameter that a reload leaves without effect is reported, and why records no longer fit, by property", async () => {
  const { paths } = JSON.parse(files(PET)["api.json"] ?? "") as { paths: Record<string, { get: object }> };
  const parameters = ["colour", "shape"].map((name) => ({ name, in: "query", schema: { type: "string" } }));
  const list = { ...paths["/pets"], get: { ...paths["/pets"]?.get, parameters } };
  const pet = (...names: string[]): object => ({
    ...PET,
    required: names,
    properties: { ...PET.properties, ...Object.fromEntries(names.map((name) => [name, { type: "string" }])) },
  });
  const folder = await makeFolder(files(pet("colour"), { "/pets": list }));
  const server = await startServer(["api.json", "--memory", "--seed", "20", "--watch"], folder);
  expect((await fetch(`${server.url}/pets`)).status).toBe(200);
  await writeFile(join(folder, "pet.json"), JSON.stringify(pet("tint", "brand")));
  await until(async () => server.errors().includes("20 of 20 records of pets"));
  const { stdout, stderr } = await server.end("SIGTERM");
  expect(stderr).toContain("description: /tint is required in 20 records; /brand is required in 20 records\n");
  expect(stdout.match(/^ *Ignored .*/gm)).toEqual([
    expect.stringMatching(/: shape has no effect; a handler can give it one$/),
    expect.stringMatching(/: colour has no effect; a handler can give it one$/),
  ]);
});

test("records that no longer fit are reported once, whatever is written afterwards", async () => {
  const folder = await makeFolder(files(PET));
  const server = await startServer(["api.json", "--data-dir", "data", "--watch"], folder);
  const warnings = (): string[] => server.errors().match(/no longer fit the description/g) ?? [];
  expect((await post(`${server.url}/pets`, { name: "Rex" })).status).toBe(201);
  await writeFile(join(folder, "pet.json"), JSON.stringify({ ...PET, required: ["name", "age"] }));
  await until(async () => warnings().length > 0);
  expect((await post(`${server.url}/pets`, { name: "Max", age: 3 })).status).toBe(201);
  const file = join(folder, "data", "pets.json");
  await until(async () => (await readFile(file, "utf8").catch(() => "")).includes("Max"));
  // A change that the watch reports after that of the records' file.
  await writeFile(
    join(folder, "api.json"),
    files(PET, { "/ok": { get: { responses: { 204: { description: "ok" } } } } })["api.json"] ?? "",
  );
  await until(async () => (await fetch(`${server.url}/ok`)).status === 204);
  await server.end("SIGTERM");
  expect(warnings()).toHaveLength(1);
});

test("each change that records no longer fit is reported, and a reset makes seeds of the description that is served", async () => {
  const folder = await makeFolder(files(PET));
  const server = await startServer(["api.json", "--memory", "--seed", "2", "--watch"], folder);
  const reset = (): Promise<Response> => fetch(`${server.url}/__mock/reset`, { method: "POST" });
  const demand = (...names: string[]): Promise<void> => {
    const properties = Object.fromEntries(names.map((name) => [name, { type: "integer" }]));
    const pet = { ...PET, required: names, properties: { ...PET.properties, ...properties } };
    return writeFile(join(folder, "pet.json"), JSON.stringify(pet));
  };
  expect((await reset()).status).toBe(200);
  await demand("age");
  await until(async () =>
    server.errors().includes("2 of 2 records of pets no longer fit the description: /age is required in 2 records"),
  );
  await demand("age", "legs");
  await until(async () =>
    server.errors().includes("2 of 2 records of pets no longer fit the description: /legs is required in 2 records"),
  );
  expect((await reset()).status).toBe(200);
  const state = (await (await fetch(`${server.url}/__mock/state/pets`)).json()) as unknown;
  expect(JSON.stringify(state).match(/"legs":\d/g)).toHaveLength(2);
  await server.end("SIGTERM");
});

test("records edited in their file are served, later writes stay, and a file that is not JSON is reported and changes nothing", async () => {
  const folder = await makeFolder(files(PET));
  const server = await startServer(["api.json", "--data-dir", "data", "--watch"], folder);
  const file = join(folder, "data", "pets.json");
  const pets = async (): Promise<unknown> => (await fetch(`${server.url}/pets`)).json();
  for (const name of ["Rex", "Max"]) expect((await post(`${server.url}/pets`, { name })).status).toBe(201);
  await until(async () => existsSync(file) && !existsSync(join(folder, "data", "pets.journal.jsonl")));
  expect(await pets()).toEqual([
    { id: 1, name: "Rex" },
    { id: 2, name: "Max" },
  ]);
  await writeFile(file, '[{ "id": 1, "name": "Rexina" }, { "id": 7, "name": "Mia" }]');
  await until(async () => JSON.stringify(await pets()).includes("Mia"));
  expect(await pets()).toEqual([
    { id: 1, name: "Rexina" },
    { id: 7, name: "Mia" },
  ]);
  expect(await (await fetch(`${server.url}/pets/1`)).json()).toEqual({ id: 1, name: "Rexina" });
  expect((await fetch(`${server.url}/pets/2`)).status).toBe(404);
  await writeFile(file, '[\n{ "id": 1, "name": ]');
  // A file that is half written when it is read is told as well.
  await until(async () => server.errors().includes("pets.json, line 2: this is not valid JSON"));
  expect(await pets()).toHaveLength(2);
  await writeFile(file, '[{ "id": 1, "name": "Rex" }]');
  await until(async () => !JSON.stringify(await pets()).includes("Mia"));
  expect((await post(`${server.url}/pets`, { name: "Lea" })).status).toBe(201);
  const { stdout, stderr } = await server.end("SIGTERM");
  expect(stdout).toContain("Reloaded data/pets.json, 2 records");
  expect(stderr).toContain("STORE_CORRUPT");
  expect(stderr).toContain("The records of data/pets.json stay as before.");
  const again = await startServer(["api.json", "--data-dir", "data"], folder);
  expect(await (await fetch(`${again.url}/pets`)).json()).toMatchObject([{ name: "Rex" }, { name: "Lea" }]);
});

test("--explain shows the role of every operation, the reason and the use of each parameter; /__mock/explain shows them as JSON", async () => {
  const limit = { name: "limit", in: "query", schema: { type: "integer" } };
  const paths = crud("/pets", PET) as Record<string, { get: object }>;
  const list = { ...paths["/pets"]?.get, parameters: [limit] };
  const description = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { ...paths, "/pets": { ...paths["/pets"], get: list } },
  };
  const folder = await makeFolder({ "api.json": JSON.stringify(description) });
  const server = await startServer(["api.json", "--memory", "--explain"], folder);
  expect(server.report).toMatch(/GET \/pets {2}list of pets\n {2}\S.*\n {2}query {2}limit {2}page size\n/);
  expect(server.report).toMatch(/path {3}id {2}id of the record \(id\)/);
  const { operations } = (await (await fetch(`${server.url}/__mock/explain`)).json()) as { operations: object[] };
  expect(operations[0]).toMatchObject({
    method: "GET",
    path: "/pets",
    role: "list",
    resource: "pets",
    parameters: [{ name: "limit", in: "query", use: "page size" }],
  });
  expect(operations).toHaveLength(6);
});
