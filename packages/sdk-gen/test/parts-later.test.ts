import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, describe as suite, test } from "vitest";
import { bundledClient, runBeside } from "./bundled-client.js";
import { type GeneratedClient, generatedClient } from "./generated-client.js";

const ok = (type: string): object => ({ 200: { description: "ok", content: { [type]: { schema: {} } } } });
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "News", version: "1" },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  paths: {
    "/events": { get: { operationId: "events", tags: ["news"], responses: ok("text/event-stream") } },
    "/lines": { get: { operationId: "lines", tags: ["news"], responses: ok("application/x-ndjson") } },
    "/moved": { get: { operationId: "moved", tags: ["news"], responses: ok("application/json") } },
  },
};

interface Asked {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** A server of another origin than `target`, to which it sends on what asks for `/moved`. */
async function startServer(asked: Asked[], target?: string): Promise<{ server: Server; origin: string }> {
  const server = createServer(({ url, headers }, response) => {
    asked.push({ path: url, headers });
    if (url === "/moved" && target !== undefined) response.writeHead(302, { location: `${target}/there` }).end();
    else if (url === "/events")
      response.setHeader("content-type", "text/event-stream").end('data: {"id":1}\n\ndata: two\n\n');
    else if (url === "/lines") response.setHeader("content-type", "application/x-ndjson").end('{"id":1}\n{"id":2}\n');
    else response.setHeader("content-type", "application/json").end('{"there":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const here: Asked[] = [];
const there: Asked[] = [];
const servers: Server[] = [];
let origin: string;
let scratch: string;
let sdk: GeneratedClient;
beforeAll(async () => {
  const target = await startServer(there);
  const first = await startServer(here, target.origin);
  servers.push(target.server, first.server);
  origin = first.origin;
  scratch = await mkdtemp(join(tmpdir(), "onespec-parts-"));
  await writeFile(join(scratch, "api.json"), JSON.stringify(DESCRIPTION));
  sdk = await generatedClient(join(scratch, "api.json"));
});
afterAll(async () => {
  for (const server of servers) server.close();
  await sdk.remove();
  await rm(scratch, { recursive: true });
});

/** What `work` gives, with a client of a split bundle in a process of its own. */
async function inBundle(name: string, work: string): Promise<unknown> {
  const { folder } = await bundledClient(sdk.folder, join(scratch, name), { splitting: true });
  const files = (await readdir(folder)).filter((file) => /^(follow-redirects|read-stream)-/.test(file));
  here.length = 0;
  there.length = 0;
  return runBeside(
    folder,
    `import { renameSync } from "node:fs";
     import { Client } from "./stdin.mjs";
     const { news } = new Client({ baseUrl: "${origin}", auth: { apiKey: "s3cret" } });
     const at = (name) => new URL(name, import.meta.url);
     const missing = async (part, call) => {
       const file = ${JSON.stringify(files)}.find((name) => name.startsWith(part));
       renameSync(at(file), at("away"));
       const { code, message } = await call().catch((error) => error);
       renameSync(at("away"), at(file));
       return { code, message };
     };
     const all = async (stream) => { const found = []; for await (const one of await stream) found.push(one); return found; };
     console.log(JSON.stringify(await (async () => { ${work} })()));`,
  );
}

suite("redirects, in bundles that are split", () => {
  test("are followed when their file is there, and other origins get no key", async () => {
    expect(await inBundle("moved", "return news.moved();")).toEqual({ there: true });
    expect(here.map(({ path, headers }) => [path, headers["x-key"]])).toEqual([["/moved", "s3cret"]]);
    expect(there.map(({ path, headers }) => [path, headers["x-key"]])).toEqual([["/there", undefined]]);
  });

  test("are not in what is loaded first", async () => {
    const { folder } = await bundledClient(sdk.folder, join(scratch, "first"), { splitting: true });
    const entry = await readFile(join(folder, "stdin.mjs"), "utf8");
    expect(entry).not.toContain("MOST_HOPS");
    expect(entry).not.toContain("RECORD_END");
  });

  test("ask nothing while their file cannot be loaded, and the next call tries again", async () => {
    const work = `return [await missing("follow-redirects", () => news.moved()), await news.moved()];`;
    expect(await inBundle("unfollowed", work)).toEqual([
      {
        code: "FILE_NOT_LOADED",
        message: expect.stringMatching(/^utils\/wire\/follow-redirects\.js .* call again; reload the page/),
      },
      { there: true },
    ]);
    expect(here.length).toBe(1);
    expect(there.map(({ headers }) => headers["x-key"])).toEqual([undefined]);
  });
});

suite("streams, in bundles that are split", () => {
  test("are read when their file is there: events and lines", async () => {
    const work = `return [(await all(news.events())).map(({ data }) => data), await all(news.lines())];`;
    expect(await inBundle("streams", work)).toEqual([
      [{ id: 1 }, "two"],
      [{ id: 1 }, { id: 2 }],
    ]);
  });

  test("ask nothing while their file cannot be loaded, and the next call tries again", async () => {
    const work = `return [await missing("read-stream", () => news.lines()), await all(news.lines())];`;
    expect(await inBundle("unread", work)).toEqual([
      {
        code: "FILE_NOT_LOADED",
        message: expect.stringMatching(/^utils\/wire\/read-stream\.js .* call again; reload the page/),
      },
      [{ id: 1 }, { id: 2 }],
    ]);
    expect(here.length).toBe(1);
  });
});
