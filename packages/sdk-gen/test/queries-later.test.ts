import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, describe as suite, test } from "vitest";
import { inPage } from "./browser-page.js";
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

/** A bundle for pages, and what its entry exports. Each has a folder of its own: modules are loaded once. */
async function bundledClient(
  name: string,
  splitting: boolean,
  platform: "browser" | "neutral" = "browser",
  resolveDir = sdk.folder,
): Promise<{ readonly folder: string; readonly load: () => Promise<{ Client: GeneratedClient["module"] }> }> {
  const folder = join(scratch, name);
  await build({
    stdin: { contents: 'export { Client } from "./index.js";', resolveDir, sourcefile: "entry.js" },
    bundle: true,
    splitting,
    format: "esm",
    platform,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
  });
  return { folder, load: () => import(pathToFileURL(join(folder, "stdin.mjs")).href) };
}

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
    const { folder } = await bundledClient("first", true);
    expect(await readFile(join(folder, "stdin.mjs"), "utf8")).not.toContain("QUERY_TOO_BROAD");
    const later = (await readdir(folder)).filter((file) => file.startsWith("engine-with-relations"));
    expect(later.length).toBe(1);
  });

  test("are not alone: streams are read when their file is there", async () => {
    const { folder, load } = await bundledClient("streams", true);
    expect(await readFile(join(folder, "stdin.mjs"), "utf8")).not.toContain("RECORD_END");
    const { Client } = await load();
    const headers = { "content-type": "application/x-ndjson" };
    const { books } = new Client({ fetch: async () => new Response('{"id":1}\n{"id":2}\n', { headers }) });
    const lines: unknown[] = [];
    for await (const line of await books.get(1)) lines.push(line);
    expect(lines).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test("send no call whose answer is a stream and could not be read", async () => {
    const file = join(scratch, "stream.json");
    const responses = { 200: { description: "ok", content: { "text/event-stream": { schema: { type: "string" } } } } };
    const paths = { "/news": { get: { operationId: "news", tags: ["news"], responses } } };
    await writeFile(file, JSON.stringify({ openapi: "3.1.0", info: { title: "News", version: "1" }, paths }));
    const news = await generatedClient(file);
    const { folder, load } = await bundledClient("news", true, "browser", news.folder);
    const [reader = ""] = (await readdir(folder)).filter((name) => name.startsWith("read-stream"));
    await rm(join(folder, reader));
    const { Client } = await load();
    let calls = 0;
    const client = new Client({
      fetch: async () => {
        calls += 1;
        return new Response();
      },
    });
    await expect(client.news.news()).rejects.toMatchObject({ code: "FILE_NOT_LOADED" });
    expect(calls).toBe(0);
    await news.remove();
  });

  test("run, with relations, when their file is there", async () => {
    const { Client } = await (await bundledClient("run", true)).load();
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
    const { Client } = await (await bundledClient("wrong", true)).load();
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
    const { Client } = await (await bundledClient("ready", true)).load();
    const { books } = clientOf(Client, []);
    expect(() => books.find().toRequest()).toThrow(expect.objectContaining({ code: "NOT_READY" }));
    await books.find().ready();
    expect(books.find({ genre: "poetry" }).explain().text).toContain("genre =: server");
    expect(books.find({ genre: "poetry" }).toRequest().url).toContain("genre=poetry");
  });

  test("name the file that cannot be loaded, send nothing, and try again with the next call", async () => {
    const { folder } = await bundledClient("missing", true);
    const [file = ""] = (await readdir(folder)).filter((name) => name.startsWith("engine-with-relations"));
    // By itself: the test runner has a loader of its own, which does not try again.
    const script = join(folder, "script.mjs");
    await writeFile(
      script,
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
    const { stdout } = await promisify(execFile)(process.execPath, [script]);
    expect(JSON.parse(stdout)).toEqual({
      code: "FILE_NOT_LOADED",
      message: expect.stringMatching(/^utils\/query\/engine-with-relations\.js .* call again; reload the page/),
      before: 0,
      after: 1,
    });
  });

  test.skipIf(inPage.missing !== undefined)("run in a page", async () => {
    const { folder } = await bundledClient("page", true);
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
    const { folder, load } = await bundledClient("one", false);
    expect(await readdir(folder)).toEqual(["stdin.mjs"]);
    const { books } = clientOf((await load()).Client, []);
    expect(await books.find({ price: { "<": 1000 } }).select("id")).toEqual([{ id: 1 }]);
    expect(books.find().explain().text).toContain("books:");
  });

  test("have them at once where the browser field is left alone", async () => {
    const { folder, load } = await bundledClient("neutral", false, "neutral");
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
