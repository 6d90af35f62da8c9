import { test } from "vitest";
import { importedApp, runProgram } from "../command-line/imported-app.js";

const NOTE = {
  type: "object",
  required: ["id", "title"],
  properties: {
    id: { type: "integer", readOnly: true },
    title: { type: "string" },
    state: { type: "string" },
    place: { type: "object", properties: { city: { type: "string" }, floor: { type: "integer" } } },
  },
};
const query = (name: string, type = "string") => ({ name, in: "query", schema: { type } });
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": {
      get: {
        parameters: [
          ...["q", "sort", "state_ne", "title__endswith", "place.city"].map((name) => query(name)),
          query("limit", "integer"),
          query("offset", "integer"),
        ],
        responses: {
          "200": { description: "OK", content: { "application/json": { schema: { type: "array", items: NOTE } } } },
        },
      },
      post: {
        requestBody: { content: { "application/json": { schema: NOTE } } },
        responses: { "201": { description: "Made", content: { "application/json": { schema: NOTE } } } },
      },
    },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": { description: "OK", content: { "application/json": { schema: NOTE } } } } },
    },
  },
};

/** More records than are read at a time. What is expected is worked out from the records themselves. */
const PROGRAM = `import assert from "node:assert/strict";
import { createApp } from "@onespec/framework-cli";
const app = await createApp(process.cwd(), { environment: "test" });
const notes = Array.from({ length: 1203 }, (_, at) => ({
  title: "note " + at, ...(at % 3 === 0 ? {} : { state: at % 2 === 0 ? "open" : "done" }),
  place: { city: at % 10 === 0 ? "Bern" : "Rome", floor: (at * 7) % 1203 },
}));
const stored = await app.database.repository("Note").createMany(notes);
const all = stored.map(({ id }, at) => ({ id: Number(id), ...notes[at] }));
async function list(search, expected, sorted = (rows) => rows) {
  const wanted = sorted(all.filter(expected));
  assert.ok(wanted.length > 5);
  for (const [limit, offset] of [[5, 0], [7, wanted.length - 3]]) {
    const answer = await app.fetch("/notes?" + search + "&limit=" + limit + "&offset=" + offset);
    const got = await answer.json();
    assert.deepEqual(got.map(({ id }) => id), wanted.slice(offset, offset + limit).map(({ id }) => id), search);
    for (const one of got) assert.deepEqual(one, all.find(({ id }) => id === one.id));
  }
}
await list("q=NOTE%2011", ({ title }) => title.includes("note 11"));
await list("q=bern", ({ place }) => place.city === "Bern");
await list("place.city=Bern", ({ place }) => place.city === "Bern");
await list("title__endswith=99", ({ title }) => title.endsWith("99"));
await list("state_ne=open", ({ state }) => state !== "open");
await list("sort=-place.floor&place.city=Bern", ({ place }) => place.city === "Bern", (rows) => rows.toSorted((a, b) => b.place.floor - a.place.floor));
await app.close();
console.log("all right");
`;

test("what the database cannot decide is decided over all records, and pages are the same as anywhere", async () => {
  await runProgram(await importedApp(DESCRIPTION), PROGRAM);
});
