import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { emptyFolder, linkDependencies } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { lift, send } from "../runtime/running-app.js";
import { bookshop, corpus } from "./contract/descriptions.js";

const COUNT = process.env.CONTRACT_APPS === "all" ? Number.POSITIVE_INFINITY : 6;
const sources = [
  bookshop,
  ...corpus()
    .filter(({ crudPairs }) => crudPairs > 0)
    .slice(0, COUNT)
    .map(({ file }) => file),
];

async function seededApp(source: string | object): Promise<string> {
  const { path: parent, remove } = await emptyFolder();
  onTestFinished(remove);
  const file = typeof source === "string" ? source : "api.json";
  if (typeof source !== "string") await writeFile(join(parent, file), JSON.stringify(source));
  expect(await inProcess(["new", "app", "--spec", file], parent)).toMatchObject({ code: 0 });
  const app = join(parent, "app");
  await linkDependencies(app);
  expect(await inProcess(["migrations:run"], app)).toMatchObject({ code: 0 });
  const seeded = await inProcess(["db:seed"], app);
  expect(seeded.code, seeded.err).toBe(0);
  return app;
}

test.each(sources.map((source) => [basename(source), source]))(
  "%s has first records that its tables take",
  async (_name, source) => {
    const app = await seededApp(source);
    const again = await inProcess(["db:seed", "--again"], app);
    expect(again.code, again.err).toBe(0);
  },
);

test("first records are whole, have ids of any type, and go to the model of their name", async () => {
  const text = { type: "string" };
  const object = (properties: object) => ({ type: "object", required: Object.keys(properties), properties });
  const content = (schema: object) => ({ content: { "application/json": { schema } } });
  const ok = (schema: object) => ({ "200": { description: "OK", ...content(schema) } });
  const id = { name: "id", in: "path", required: true, schema: text };
  const pair = (path: string, schema: object, shown = schema) => ({
    [path]: {
      get: { responses: ok({ type: "array", items: schema }) },
      post: { requestBody: content(schema), responses: ok(schema) },
    },
    [`${path}/{id}`]: {
      parameters: [id],
      get: { responses: ok(shown) },
    },
  });
  const app = await seededApp({
    openapi: "3.1.0",
    info: { title: "Seeds", version: "1" },
    paths: {
      ...pair("/segments", object({ id: { type: "number" }, name: text }), object({ name: text })),
      ...pair("/points", object({ id: { oneOf: [{ type: "integer" }, { type: "string", format: "uuid" }] } })),
      ...pair("/policies", object({ id: text, alert: text })),
      ...pair("/accounts/devices/policy", object({ id: text, device: text })),
    },
  });
  const seeds = JSON.parse(await readFile(join(app, "seeds/examples.json"), "utf8"));
  const shownId = expect.any(String);
  expect(seeds).toMatchObject({
    Point: [{ id: shownId }, { id: shownId }],
    Segment: [{ id: 1 }, { id: 2 }],
    Policy: [{ alert: expect.any(String) }, {}],
  });
});

test("first records refer to each other, are what the description says, and are there once", async () => {
  const app = await seededApp(bookshop);
  await inProcess(["db:seed", "--again"], app);
  const { Author, Book, Review } = JSON.parse(await readFile(join(app, "seeds/examples.json"), "utf8"));
  expect(Author.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
  const policy = join(app, "api/policies/bearer-auth.js");
  const written = (await readFile(policy, "utf8")).replace(/(?=^\}\);)/m, "  authenticate: () => true,\n");
  await writeFile(policy, written);
  const running = await lift(app, [], { NODE_ENV: "development" });
  try {
    const books = await send(`${running.url}/books?sort=title`);
    expect(books.status).toBe(200);
    expect(books.body.total).toBe(Book.length);
    for (const { authorId, id } of books.body.data) {
      expect((await send(`${running.url}/authors/${authorId}`)).status).toBe(200);
      expect((await send(`${running.url}/books/${id}/reviews`)).body.total).toBe(1);
    }
    expect(Review.map(({ bookId }: { bookId: number }) => bookId)).toEqual([1, 2]);
    const made = await send(`${running.url}/authors`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer anybody" },
      body: '{"name":"New"}',
    });
    expect(made.body.id).toBe(3);
  } finally {
    await running.end();
  }
});

test("in production made-up examples are left out, and records that are there stay as they are", async () => {
  const app = await seededApp(bookshop);
  const production = { NODE_ENV: "production" };
  expect((await inProcess(["migrations:run"], app, production)).code).toBe(0);
  const left = await inProcess(["db:seed", "--again"], app, production);
  expect(left).toMatchObject({ code: 0, out: "Nothing to write: no new or changed seeds.\n" });
  expect(left.err).toContain(
    "seeds/examples.json is left out: spec:import made its records up, and this is production.",
  );
  expect((await inProcess(["db:seed", "--examples"], app, production)).out).toMatch(
    /^seed {2}examples {2}\d+ records\n$/,
  );
  const examples = await inProcess(["db:seed", "--again", "--examples"], app, production);
  expect(examples.out, examples.err).toMatch(
    /^seed {2}examples {2}0 records; \d+ are there already \(--overwrite\)\n$/,
  );
  await writeFile(
    join(app, "seeds/authors.json"),
    JSON.stringify({
      Author: [
        { id: 1, name: "Seed" },
        { id: 9, name: "New" },
      ],
    }),
  );
  const kept = await inProcess(["db:seed"], app, production);
  expect(kept).toMatchObject({ code: 0, out: "seed  authors  1 records; 1 is there already (--overwrite)\n" });
  const over = await inProcess(["db:seed", "--again", "--overwrite"], app, production);
  expect(over.out).toBe("seed  authors  2 records\n");
});
