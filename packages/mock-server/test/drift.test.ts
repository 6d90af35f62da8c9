import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { crud, serve } from "./http-client.js";
import { makeFolder, startServer } from "./run-command.js";

function description(toy: object): string {
  const paths = { ...crud("/pets", PET), ...crud("/toys", toy) };
  return JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
}

const PET = {
  type: "object",
  required: ["name"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string" },
    secret: { type: "string", writeOnly: true },
  },
  additionalProperties: false,
};
const STRICT = { ...PET, required: ["name", "age"], properties: { ...PET.properties, age: { type: "integer" } } };

async function post(url: string, body: object): Promise<number> {
  const headers = { "content-type": "application/json" };
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status;
}

test("stored records that a newer description does not allow are reported at the start, and stay; valid records are not reported", async () => {
  const folder = await makeFolder({ "api.json": description(PET) });
  const first = await startServer(["api.json"], folder);
  for (const path of ["/pets", "/toys", "/toys"])
    expect(await post(first.url + path, { name: "Rex", secret: "s" })).toBe(201);
  await first.end("SIGTERM");

  await writeFile(join(folder, "api.json"), description(STRICT));
  const next = await startServer(["api.json"], folder);
  while (!next.errors().includes("hint:")) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(next.errors()).toMatch(
    /^warning: 2 of 2 records of toys no longer fit the description: \/age is required in 2 records\n {2}hint: .*POST \/__mock\/reset/,
  );
  expect(await (await fetch(`${next.url}/toys`)).json()).toMatchObject([{ name: "Rex" }, { name: "Rex" }]);
});

test("an update stores the value that it answers for a property that a newer description requires", async () => {
  const dataDir = join(await makeFolder({}), "data");
  const before = await serve(crud("/toys", PET), {}, { memory: false, dataDir });
  expect((await before("POST", "/toys", { name: "Rex" })).status).toBe(201);
  await before.close();

  const call = await serve(crud("/toys", STRICT), {}, { memory: false, dataDir });
  const { body } = await call("PATCH", "/toys/1", { name: "Max" });
  expect(body).toEqual({ id: 1, name: "Max", age: expect.any(Number) });
  expect((await call("GET", "/__mock/state/toys")).body.records).toMatchObject([{ value: body }]);
  await call.close();
});

test("a list filters and sorts by the values that it shows for a property that a newer description requires", async () => {
  const dataDir = join(await makeFolder({}), "data");
  const before = await serve(crud("/toys", PET), {}, { memory: false, dataDir });
  for (const name of ["Rex", "Max", "Tom", "Kim"]) await before("POST", "/toys", { name });
  await before.close();

  const paths = crud("/toys", STRICT) as Record<string, { get: object }>;
  const parameters = [
    { name: "age", in: "query", schema: { type: "integer" } },
    { name: "sort", in: "query", schema: { type: "string", enum: ["age", "-age"] } },
  ];
  Object.assign(paths["/toys"]?.get ?? {}, { parameters });
  const call = await serve(paths, {}, { memory: false, dataDir });
  const toys = (await call("GET", "/toys")).body as { name: string; age: number }[];
  const byAge = toys.toSorted((a, b) => a.age - b.age);
  expect(new Set(toys.map(({ age }) => age)).size).toBeGreaterThan(1);
  expect((await call("GET", "/toys?sort=age")).body).toEqual(byAge);
  const [, toy] = toys;
  expect((await call("GET", `/toys?age=${toy?.age}`)).body).toEqual(toys.filter(({ age }) => age === toy?.age));
  await call.close();
});
