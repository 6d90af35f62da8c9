import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { typeErrors } from "./type-errors.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-resources-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const BOOK = { type: "object", required: ["title"], properties: { id: { type: "string" }, title: { type: "string" } } };
const json = (schema: object) => ({ "application/json": { schema } });
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };

/** Shelves of books that can be listed, added and read, and as many groups of one operation as it takes. */
async function clientOf(count: number): Promise<GeneratedClient> {
  const book = { $ref: "#/components/schemas/Book" };
  const shelf = (name: string) => ({
    [`/${name}`]: {
      get: { responses: { 200: { description: "", content: json({ type: "array", items: book }) } } },
      post: {
        requestBody: { required: true, content: json(book) },
        responses: { 201: { description: "", content: json(book) } },
      },
    },
    [`/${name}/{id}`]: { parameters: [id], get: { responses: { 200: { description: "", content: json(book) } } } },
  });
  const single = (index: number) => ({ [`/single${index}`]: { get: { responses: { 204: { description: "" } } } } });
  const paths = Object.assign(
    { ...shelf("novels"), ...shelf("poems") },
    ...Array.from({ length: count - 2 }, (_, index) => single(index)),
  );
  const description = { openapi: "3.1.0", info: { title: "Many", version: "1" }, paths };
  const source = join(folder, "api.json");
  await writeFile(source, JSON.stringify({ ...description, components: { schemas: { Book: BOOK } } }));
  return generatedClient(source, { version: "1.0.0" });
}

test.each([12, 5_001])(
  "%d resources can be called, checked and compiled, whatever module holds them",
  async (count) => {
    const { folder: output, module, remove } = await clientOf(count);
    const sent: string[] = [];
    const client = new module.default({
      baseUrl: "http://books.test",
      fetch: async ({ method, url }: Request) => {
        const { pathname } = new URL(url);
        sent.push(`${method} ${pathname}`);
        const book = { id: "1", title: "A" };
        const answer = method === "POST" || pathname.endsWith("/1") ? book : [book];
        return new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
      },
    });
    expect(await client.novels.find({ title: "A" })).toHaveLength(1);
    expect(await client.poems.find({ title: "B" })).toHaveLength(0);
    expect(await client.novels.get("1")).toMatchObject({ title: "A" });
    await client.poems.create({ title: "A" });
    await expect(client.poems.create({ title: 7 })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await client.single0.get();
    expect(sent).toEqual(["GET /novels", "GET /poems", "GET /novels/1", "POST /poems", "GET /single0"]);
    expect(Object.keys(module)).toEqual(expect.arrayContaining(["Novels", "Poems", "Single0", `Single${count - 3}`]));
    expect(await typeErrors(output)).toEqual([]);

    const javaScript = async (name: string) =>
      (await readdir(join(output, name))).filter((file) => file.endsWith(".js"));
    const modules = count === 12 ? count : 61;
    expect(await javaScript("resources")).toHaveLength(modules);
    expect(await javaScript("resources/answers")).toHaveLength(modules + 1);
    const pages = await readdir(join(output, "docs"));
    expect(pages).toHaveLength(modules);
    const readme = await readFile(join(output, "README.md"), "utf8");
    const [, page = "", heading] = /\[Poems\]\(docs\/([\w-]+\.md)(#poems)?\)/.exec(readme) ?? [];
    expect(heading).toBe(count === 12 ? undefined : "#poems");
    expect(await readFile(join(output, "docs", page), "utf8")).toMatch(/^# Poems$/m);
    await remove();
  },
);
