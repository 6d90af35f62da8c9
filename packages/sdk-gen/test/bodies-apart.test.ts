import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, describe as suite, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { missingRuntime, RUNTIMES, runScript } from "./wire-platforms.js";

/** So much to send that resources keep it in files of their own. */
function description(): object {
  const many = Object.fromEntries(
    Array.from({ length: 900 }, (_, at) => [
      `measurement${at}`,
      { type: "integer", minimum: at, maximum: 100_000 + at },
    ]),
  );
  const thing = {
    type: "object",
    required: ["id", "name"],
    properties: {
      id: { type: "integer", readOnly: true },
      name: { type: "string" },
      parent: { $ref: "#/components/schemas/Thing" },
      ...many,
    },
  };
  const json = (schema: object): object => ({ "application/json": { schema } });
  const ok = { 200: { description: "ok", content: json({ $ref: "#/components/schemas/Thing" }) } };
  const body = (content: object): object => ({ requestBody: { required: true, content }, responses: ok });
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    servers: [{ url: "http://localhost" }],
    components: { schemas: { Thing: thing } },
    paths: {
      "/things": { post: { operationId: "createThing", ...body(json({ $ref: "#/components/schemas/Thing" })) } },
      "/things/import": {
        post: {
          operationId: "importThings",
          ...body({
            ...json({ type: "array", items: { $ref: "#/components/schemas/Thing" } }),
            "multipart/form-data": {
              schema: { type: "object", required: ["file"], properties: { file: { type: "string" } } },
            },
          }),
        },
      },
    },
  };
}

const NODE = { name: "Node", variable: "ONESPEC_NODE", args: [] };

let folder: string;
let sdk: GeneratedClient;
beforeAll(async () => {
  process.env.ONESPEC_NODE ??= process.execPath;
  folder = await mkdtemp(join(tmpdir(), "onespec-bodies-"));
  await writeFile(join(folder, "api.json"), JSON.stringify(description()));
  sdk = await generatedClient(join(folder, "api.json"));
});
afterAll(async () => {
  await sdk.remove();
  await rm(folder, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: what a description makes is not known when the tests are compiled
function client(sent: Request[], options: object = {}): any {
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(request);
    return Response.json({ id: 1, name: "a" });
  };
  return new sdk.module.Client({ fetch, ...options });
}

suite("what bodies may hold, in a file of its own", () => {
  test("is not in the resource's file", async () => {
    expect(await readFile(join(sdk.folder, "resources/Things.js"), "utf8")).not.toContain("measurement7");
    expect(await readFile(join(sdk.folder, "utils/schemas.js"), "utf8")).toContain("measurement7");
  });

  test("is checked before a call is sent, the first and the next", async () => {
    const sent: Request[] = [];
    const { things } = client(sent);
    for (let round = 0; round < 2; round += 1) {
      const wrong = await things.createThing({ parent: { measurement7: 1 } }).catch((error: unknown) => error);
      expect(wrong).toMatchObject({
        code: "VALIDATION_FAILED",
        issues: [
          { path: "/name", in: "body", message: "is required" },
          { path: "/parent/name", message: "is required" },
          { path: "/parent/measurement7", message: "must be at least 7" },
        ],
      });
    }
    expect(sent).toEqual([]);
    expect(await things.createThing({ name: "a", measurement7: 7 })).toEqual({ id: 1, name: "a" });
    expect(sent.length).toBe(1);
  });

  test("has its say for each media type", async () => {
    const sent: Request[] = [];
    const { things } = client(sent);
    const refused = async (body: unknown, contentType: string): Promise<unknown[]> => {
      const error = await things.importThings(body, { contentType }).catch((reason: unknown) => reason);
      return (error as { issues?: { path: string }[] }).issues?.map(({ path }) => path) ?? [];
    };
    expect(await refused([{ measurement9: 1, name: "a" }], "application/json")).toEqual(["/0/measurement9"]);
    expect(await refused({}, "multipart/form-data")).toEqual(["/file"]);
    expect(await refused({ file: "a" }, "multipart/form-data")).toEqual([]);
    expect(sent.length).toBe(1);
  });

  for (const runtime of [NODE, ...RUNTIMES]) {
    const missing = runtime === NODE ? undefined : missingRuntime(runtime);
    test.skipIf(missing !== undefined)(`is found after require(): ${runtime.name}`, async () => {
      const script = join(sdk.folder, "../bodies.cjs");
      await writeFile(
        script,
        `const Client = require("./sdk"); new Client().things.createThing({}).catch((error) => console.log(JSON.stringify(error.fieldErrors())));`,
      );
      expect(JSON.parse(await runScript(runtime, script))).toEqual({ name: ["is required"] });
    });
  }

  test("is named where it cannot be loaded, and not missed by calls that are not checked", async () => {
    const other = await generatedClient(join(folder, "api.json"));
    await rm(join(other.folder, "resources/bodies"), { recursive: true });
    const sent: Request[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      sent.push(request);
      return Response.json({});
    };
    const { things } = new other.module.Client({ fetch });
    await expect(things.createThing({ name: "a" })).rejects.toMatchObject({
      code: "FILE_NOT_LOADED",
      message: expect.stringContaining("resources/bodies/Things.js of this client could not be loaded"),
    });
    expect(sent).toEqual([]);
    await things.createThing({ name: "a" }, { validate: false });
    expect(sent.length).toBe(1);
    await other.remove();
  });
});
