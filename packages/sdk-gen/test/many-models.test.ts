import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { typeErrors } from "./type-errors.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-models-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Circles of ten schemas, and two of which one has the name that the other's schema would have. */
async function clientOf(count: number): Promise<GeneratedClient> {
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const chain = Array.from({ length: count - 2 }, (_, index) => [
    `Link${index}`,
    {
      type: "object",
      required: ["at"],
      properties: { at: { const: index }, next: to(`Link${index % 10 === 9 ? index - 9 : index + 1}`) },
    },
  ]);
  const schemas = {
    ...Object.fromEntries(chain),
    Book: { type: "object", properties: { shape: to("BookSchema"), published: { type: "string", format: "date" } } },
    BookSchema: { type: "object", properties: { first: to("Link0") } },
  };
  const description = { openapi: "3.1.0", info: { title: "Many", version: "1" }, paths: {}, components: { schemas } };
  const source = join(folder, "api.json");
  await writeFile(source, JSON.stringify(description));
  return generatedClient(source, { version: "1.0.0" });
}

test("more schemas than anybody has models of are rejected", async () => {
  await expect(clientOf(20_001)).rejects.toMatchObject({ code: "MODELS_TOO_MANY" });
});

test("models that refer to each other in circles check values and have types", async () => {
  const { folder: output, module, remove } = await clientOf(12);
  const { Book, Link0 } = module;
  const wrong = { shape: { first: { at: 0, next: { at: 2 } } } };
  expect(Book.safeParse(wrong)).toMatchObject({ success: false, issues: [{ path: "/shape/first/next/at" }] });
  expect(Link0.isValid({ at: 0, next: { at: 1 } })).toBe(true);
  expect(await typeErrors(output)).toEqual([]);
  const { files } = JSON.parse(await readFile(join(output, "onespec.manifest.json"), "utf8"));
  const models = await readdir(join(output, "models"));
  expect(models.sort()).toEqual(["index.d.ts", "index.js"]);
  expect(Object.keys(files)).toEqual(expect.arrayContaining(models.map((name) => `models/${name}`)));
  await remove();
});
