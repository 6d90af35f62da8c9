import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, describe as suite, test } from "vitest";
import { inPage } from "./browser-page.js";
import { bundledClient, runBeside } from "./bundled-client.js";
import { type GeneratedClient, generatedClient } from "./generated-client.js";

const BOOKSHOP = fileURLToPath(new URL("../../../examples/bookshop/api.yaml", import.meta.url));
const BOOKS = [
  { id: 1, title: "Earthsea", price: 900, genre: "fiction", authorId: 1 },
  { id: 2, title: "Odes", price: 1500, genre: "poetry", authorId: 2 },
];

let sdk: GeneratedClient;
let scratch: string;
beforeAll(async () => {
  sdk = await generatedClient(BOOKSHOP);
  scratch = await mkdtemp(join(tmpdir(), "onespec-later-"));
});
afterAll(async () => {
  await sdk.remove();
  await rm(scratch, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: what a description makes is not known when the tests are compiled
function clientOf(Client: any, sent: string[]): any {
  const fetch = async ({ url }: Request): Promise<Response> => {
    sent.push(new URL(url).pathname);
    return Response.json(/authors/.test(url) ? { id: 1, name: "Le Guin" } : { data: BOOKS });
  };
  return new Client({ baseUrl: "http://localhost", fetch });
}

suite("queries in bundles that are split", () => {
  test("are not in what a page loads first", async () => {
    const { folder } = await bundledClient(sdk.folder, join(scratch, "first"), { splitting: true });
    expect(await readFile(join(folder, "stdin.mjs"), "utf8")).not.toContain("Narrow it with a condition");
    const later = (await readdir(folder)).filter((file) => file.startsWith("engine-with-relations"));
    expect(later.length).toBe(1);
  });

  test("run, with relations, when their file is there", async () => {
    const { Client } = await (await bundledClient(sdk.folder, join(scratch, "run"), { splitting: true })).load();
    const sent: string[] = [];
    const { books } = clientOf(Client, sent);
    const query = books.find({ genre: "poetry" }).sort("-price").select("title");
    expect(await query).toEqual([{ title: "Odes" }]);
    expect(await books.find({ price: { ">": 100 } }).count()).toBe(2);
    const [book] = await books.find({ where: { genre: "fiction" }, populate: "author" });
    expect(book.author).toEqual({ id: 1, name: "Le Guin" });
    expect(sent.length).toBeGreaterThan(2);
  });

  test("refuse what is wrong: by the run before the file is there, at once after", async () => {
    const { Client } = await (await bundledClient(sdk.folder, join(scratch, "wrong"), { splitting: true })).load();
    const sent: string[] = [];
    const { books } = clientOf(Client, sent);
    const early = books.find({ titel: "Odes" });
    expect(() => early.explain()).toThrow("await query.ready() first");
    await expect(early.execute()).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    expect(() => books.find({ titel: "Odes" })).toThrow("did you mean title?");
    expect(() => books.find().limit(-1)).toThrow("must be a whole number");
    expect(sent).toEqual([]);
  });

  test("begin to load with the client, and tell what is asked once that is done", async () => {
    const { Client } = await (await bundledClient(sdk.folder, join(scratch, "ready"), { splitting: true })).load();
    const { books } = clientOf(Client, []);
    expect(() => books.find().toRequest()).toThrow(expect.objectContaining({ code: "NOT_READY" }));
    await books.find().ready();
    expect(books.find({ genre: "poetry" }).explain().text).toContain("genre =: server");
    expect(books.find({ genre: "poetry" }).toRequest().url).toContain("genre=poetry");
  });

  test("name the file that cannot be loaded, send nothing, and try again with the next call", async () => {
    const { folder } = await bundledClient(sdk.folder, join(scratch, "missing"), { splitting: true });
    const [file = ""] = (await readdir(folder)).filter((name) => name.startsWith("engine-with-relations"));
    const told = await runBeside(
      folder,
      `import { renameSync } from "node:fs";
       import { Client } from "./stdin.mjs";
       const at = (name) => new URL(name, import.meta.url);
       renameSync(at("${file}"), at("away"));
       let calls = 0;
       const { books } = new Client({ fetch: async () => { calls += 1; return Response.json({ data: [{ id: 1 }] }); } });
       const { code, message } = await books.find().execute().catch((error) => error);
       const before = calls;
       renameSync(at("away"), at("${file}"));
       console.log(JSON.stringify({ code, message, before, after: (await books.find()).length }));`,
    );
    expect(told).toEqual({
      code: "FILE_NOT_LOADED",
      message: expect.stringMatching(/^utils\/query\/engine-with-relations\.js .* call again; reload the page/),
      before: 0,
      after: 1,
    });
  });

  test.skipIf(inPage.missing !== undefined)("run in a page", async () => {
    const { folder } = await bundledClient(sdk.folder, join(scratch, "page"), { splitting: true });
    const site = join(scratch, "site");
    await cp(folder, site, { recursive: true });
    const found = await inPage.evaluate(
      site,
      {},
      `const { Client } = await import("/sdk/stdin.mjs");
       const client = new Client({ baseUrl: "http://localhost", fetch: async () => Response.json({ data: ${JSON.stringify(BOOKS)} }) });
       return (await client.books.find({ price: { ">": 1000 } })).map(({ title }) => title);`,
    );
    expect(found).toEqual(["Odes"]);
  });
});

suite("queries in bundles of one file", () => {
  test("run without another", async () => {
    const { folder, load } = await bundledClient(sdk.folder, join(scratch, "one"), { splitting: false });
    expect(await readdir(folder)).toEqual(["stdin.mjs"]);
    const { books } = clientOf((await load()).Client, []);
    expect(await books.find({ price: { "<": 1000 } }).select("id")).toEqual([{ id: 1 }]);
    expect(books.find().explain().text).toContain("books:");
  });

  test("have them at once where the browser field is left alone", async () => {
    const { folder, load } = await bundledClient(sdk.folder, join(scratch, "neutral"), {
      splitting: false,
      platform: "neutral",
    });
    expect(await readFile(join(folder, "stdin.mjs"), "utf8")).not.toContain("queries-later");
    const { books } = clientOf((await load()).Client, []);
    expect(() => books.find({ titel: "Odes" })).toThrow("did you mean title?");
    expect(books.find({ genre: "poetry" }).explain().text).toContain("genre =: server");
  });
});

test("where nothing is bundled, what is wrong is refused at once", async () => {
  const { books } = clientOf(sdk.module.Client, []);
  expect(() => books.find({ titel: "Odes" })).toThrow("did you mean title?");
  expect(books.find().explain().steps).toEqual([]);
});
