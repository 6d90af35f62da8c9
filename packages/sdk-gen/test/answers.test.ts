import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";

const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Answers", version: "1" },
  paths: {
    "/things": {
      get: {
        operationId: "things",
        responses: {
          200: {
            description: "ok",
            content: {
              "application/JSON;charset=UTF-8": {
                schema: { type: "array", items: { $ref: "#/components/schemas/Thing" } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: { type: "object", required: ["name"], properties: { name: { type: "string" }, id: { type: "integer" } } },
    },
  },
};

let folder: string;
let client: GeneratedClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-answers-"));
  await writeFile(join(folder, "api.json"), JSON.stringify(DESCRIPTION));
  client = await generatedClient(join(folder, "api.json"));
});
afterAll(async () => {
  await client.remove();
  await rm(folder, { recursive: true, force: true });
});

const server = (status: number, body: string) => async (): Promise<Response> =>
  new Response(body, { status, headers: { "content-type": "application/json" } });

test("answers are not checked unless asked for", async () => {
  const api = new client.module.default({ baseUrl: "http://x", fetch: server(200, "[{}]") });
  expect(await api.things.list()).toEqual([{}]);
});

test("strict: a wrong answer is a ValidationError that says where", async () => {
  const api = new client.module.default({
    baseUrl: "http://x",
    fetch: server(200, "[{}]"),
    validateResponses: "strict",
  });
  await expect(api.things.list()).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    issues: [{ in: "response", path: "/0/name", keyword: "required" }],
  });
});

test("strict: an integer that is kept as its exact text is right", async () => {
  const fetch = server(200, '[{"name":"a","id":9007199254740993}]');
  const api = new client.module.default({ baseUrl: "http://x", fetch, validateResponses: "strict" });
  expect(await api.things.list()).toEqual([{ name: "a", id: "9007199254740993" }]);
  const text = new client.module.default({
    baseUrl: "http://x",
    fetch: server(200, '[{"name":"a","id":"9"}]'),
    validateResponses: "strict",
  });
  await expect(text.things.list()).rejects.toMatchObject({ issues: [{ path: "/0/id" }] });
});

test("warn: what is not documented goes to onDrift, right answers do not", async () => {
  const drifts: unknown[] = [];
  const options = { baseUrl: "http://x", validateResponses: "warn", onDrift: (drift: unknown) => drifts.push(drift) };
  await new client.module.default({ ...options, fetch: server(200, '[{"name":"a"}]') }).things.list();
  expect(drifts).toEqual([]);
  await new client.module.default({ ...options, fetch: server(206, "[]") }).things.list();
  expect(drifts).toMatchObject([{ status: 206, issues: [{ keyword: "status" }] }]);
});

test("a bundle is told to take the answers in, and checks by them when it has", async () => {
  const run = async (given: string): Promise<unknown> => {
    const file = join(folder, `bundle-${given.length}.mjs`);
    const { outputFiles } = await build({
      stdin: {
        contents: `import Client from "./index.js"; import { answers } from "./resources/answers.js";
          const fetch = async () => new Response("[{}]", { headers: { "content-type": "application/json" } });
          export const result = await new Client({ baseUrl: "http://x", fetch, validateResponses: "strict", ${given} }).things.list().catch((error) => error.code);`,
        resolveDir: client.folder,
      },
      bundle: true,
      format: "esm",
      write: false,
    });
    await writeFile(file, outputFiles[0]?.contents ?? "");
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)).result;
  };
  expect(await run("")).toBe("ANSWERS_MISSING");
  expect(await run("answers")).toBe("VALIDATION_FAILED");
});
