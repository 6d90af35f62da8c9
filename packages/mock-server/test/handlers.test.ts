import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Handler, HandlerCall, HandlerRecords } from "../src/index.js";
import { type Client, crud, serve } from "./http-client.js";
import { makeFolder, runCommand, startProcess, startServer } from "./run-command.js";

const pet = {
  type: "object",
  required: ["name"],
  properties: { id: { type: "integer" }, name: { type: "string" }, tag: { type: "string", enum: ["a", "b"] } },
};

/** `/pets` with operation ids. */
function pets(schema: object = pet) {
  const paths = crud("/pets", schema) as Record<string, Record<string, object>>;
  const { get, post, ...rest } = paths["/pets"] ?? {};
  const { get: read, ...item } = paths["/pets/{id}"] ?? {};
  return {
    "/pets": { ...rest, get: { ...get, operationId: "listPets" }, post: { ...post, operationId: "createPet" } },
    "/pets/{id}": { ...item, get: { ...read, operationId: "getPet" } },
  };
}

const circle: Record<string, unknown> = { id: 1, name: "Rex" };
circle.self = circle;

function withHandlers(handlers: Record<string, Handler>): Promise<Client> {
  return serve(pets(), {}, { handlers: new Map(Object.entries(handlers)) });
}

describe("a handler", () => {
  test("gets the request, read by the description, and sets status, headers and body", async () => {
    const call = await withHandlers({
      getPet: ({ params, request, operation }) => ({
        status: 203,
        headers: { "X-Mine": "yes" },
        body: { id: params.id, name: `${operation.id} ${request.method}` },
      }),
    });
    const answer = await call("GET", "/pets/7");
    expect(answer).toMatchObject({ status: 203, body: { id: 7, name: "getPet GET" } });
    expect(answer.headers.get("x-mine")).toBe("yes");
    expect(answer.type).toContain("application/json");
  });

  test("next returns the default answer, with its effects, for the request or for the changes that it gets", async () => {
    const call = await withHandlers({
      createPet: async ({ body, next }) => {
        const answer = await next({ body: { ...(body as object), tag: "b" } });
        return { ...answer, headers: { ...answer.headers, "x-mine": "yes" } };
      },
    });
    const made = await call("POST", "/pets", { name: "Rex" });
    expect(made).toMatchObject({ status: 201, body: { id: 1, name: "Rex", tag: "b" } });
    expect(made.headers.get("location")).toBe("/pets/1");
    expect((await call("GET", "/pets/1")).body.tag).toBe("b");
  });

  test("that returns nothing leaves the answer to the server, once", async () => {
    const call = await withHandlers({ createPet: async ({ next }) => void (await next()), listPets: () => undefined });
    expect((await call("POST", "/pets", { name: "Rex" })).body.id).toBe(1);
    expect((await call("GET", "/pets")).body).toHaveLength(1);
  });

  test("reads and changes the state of any resource", async () => {
    const call = await withHandlers({
      listPets: async ({ state }) => {
        await state("pets").update(1, { name: "Max" });
        await state("/pets").put({ id: 9, name: "Nine" });
        return { body: await state("pets").list() };
      },
    });
    await call("POST", "/pets", { name: "Rex" });
    expect((await call("GET", "/pets")).body).toMatchObject([{ name: "Max" }, { id: 9, name: "Nine" }]);
    expect((await call("GET", "/pets/9")).body.name).toBe("Nine");
  });

  test("never shares a record with the store", async () => {
    const call = await withHandlers({
      getPet: async ({ state }) => {
        for (const one of [await state("pets").get(1), ...(await state("pets").list())])
          Object.assign(one as object, { name: "changed" });
        return { body: await state("pets").get(1) };
      },
      createPet: async ({ state, body }) => {
        const record = { ...(body as object), id: 1, when: new Date(0) };
        await state("pets").put(record);
        record.when.setTime(1);
        return { body: record };
      },
    });
    await call("POST", "/pets", { name: "Rex" });
    expect((await call("GET", "/pets/1")).body).toEqual({ id: 1, name: "Rex", when: "1970-01-01T00:00:00.000Z" });
  });

  test.each<[string, (records: HandlerRecords) => unknown, string]>([
    ["in a circle", (pets) => pets.put(circle), "Converting circular structure"],
    ["that JSON cannot hold", (pets) => pets.put({ id: 1, name: 1n }), "serialize a BigInt"],
    ["from a promise", (pets) => pets.update(1, (async () => ({})) as never), "it got a Promise: await it"],
  ])("cannot store a record %s", async (_name, write, message) => {
    const call = await withHandlers({ getPet: async ({ state }) => ({ body: await write(state("pets")) }) });
    const made = (await call("POST", "/pets", { name: "Rex" })).body;
    const failed = await call("GET", "/pets/1");
    expect([failed.status, failed.body.details[0].message]).toEqual([500, expect.stringContaining(message)]);
    expect((await call("GET", "/pets")).body).toEqual([made]);
  });

  test("samples a valid body, the same for the same text", async () => {
    const call = await withHandlers({ getPet: ({ sample }) => ({ body: [sample("x"), sample("x"), sample("y")] }) });
    const [first, second, third] = (await call("GET", "/pets/1")).body;
    expect(second).toEqual(first);
    expect(third).not.toEqual(first);
    expect(typeof first.name).toBe("string");
  });

  test("may return an answer with connection headers, which are left out", async () => {
    const headers = {
      "transfer-encoding": "gzip",
      connection: "upgrade",
      trailer: "x",
      "content-length": "99",
      "x-mine": "1",
    };
    const call = await withHandlers({ getPet: () => ({ headers, body: { id: 1, name: "Rex" } }) });
    const answer = await call("GET", "/pets/1");
    expect([answer.status, answer.body, answer.headers.get("x-mine")]).toEqual([200, { id: 1, name: "Rex" }, "1"]);
  });

  test("never sees a request that breaks the contract", async () => {
    const call = await withHandlers({ createPet: () => ({ status: 299 }) });
    expect((await call("POST", "/pets", {})).status).toBe(400);
  });

  test.each([
    { what: "throws", handler: () => (undefined as never as { x: unknown }).x, says: "handlers.test.ts" },
    { what: "returns no answer", handler: () => ({ code: 200 }), says: "with code. Return { status, headers, body }" },
    { what: "returns a list", handler: () => [], says: "status, headers, body" },
    { what: "returns a Response", handler: () => new Response("x"), says: "status, headers, body" },
    {
      what: "awaits no records",
      handler: ({ state }: HandlerCall) => ({ body: state("pets").list() }),
      says: "body is a Promise: await it",
    },
    { what: "answers with a Map", handler: () => ({ body: new Map() }), says: "body is a Map: return an object" },
    { what: "sets a status that is none", handler: () => ({ status: 7 }), says: "200 to 599" },
    {
      what: "sets a header with a line break",
      handler: () => ({ headers: { "x-a": "1\r\nx-b: 2" } }),
      says: "line break",
    },
    { what: "sets a header beyond Latin-1", handler: () => ({ headers: { "x-a": "\u65e5" } }), says: "x-a" },
    { what: "sets a header with a space", handler: () => ({ headers: { "x a": "1" } }), says: "x a" },
    {
      what: "lists by an object",
      handler: ({ state }: HandlerCall) => state("pets").list({ name: "Rex" } as never),
      says: "it got an object",
    },
    {
      what: "asks for an unknown resource",
      handler: ({ state }: HandlerCall) => state("pet").list(),
      says: 'did you mean \\"pets\\"',
    },
    {
      what: "puts a record without an id",
      handler: ({ state }: HandlerCall) => state("pets").put({ name: "Rex" }),
      says: "has no id. Add one, or let next({ body }) create the record.",
    },
  ])("that $what is 500, says why, and stops nothing", async ({ handler, says }) => {
    const call = await withHandlers({ getPet: handler as unknown as Handler });
    const answer = await call("GET", "/pets/1");
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).toContain(says);
    expect((await call("GET", "/pets")).status).toBe(200);
  });
});

describe("the records of a nested resource", () => {
  const ask = async (run: (records: ReturnType<HandlerCall["state"]>) => Promise<unknown>) => {
    const nested = crud("/pets/{petId}/toys", pet) as Record<string, Record<string, object>>;
    const { get, ...item } = nested["/pets/{petId}/toys/{id}"] ?? {};
    nested["/pets/{petId}/toys/{id}"] = { ...item, get: { ...get, operationId: "getToy" } };
    const handler: Handler = async ({ state }) => ({ body: (await run(state("pets.toys"))) ?? null });
    const call = await serve({ ...pets(), ...nested }, {}, { handlers: new Map([["getToy", handler]]) });
    for (const name of ["Rex", "Max"]) await call("POST", "/pets", { name });
    for (const petId of [1, 2]) await call("POST", `/pets/${petId}/toys`, { name: `of ${petId}` });
    return call("GET", "/pets/9/toys/9");
  };

  test.each([
    { what: "all", run: (toys) => toys.list(), names: ["of 1", "of 2"] },
    { what: "those of one parent", run: (toys) => toys.list(2), names: ["of 2"] },
    { what: "one", run: async (toys) => [await toys.get(1, 1)], names: ["of 1"] },
  ] satisfies { what: string; run: (toys: ReturnType<HandlerCall["state"]>) => Promise<unknown>; names: string[] }[])(
    "$what, for a request whose parent does not exist",
    async ({ run, names }) => {
      const { status, body } = await ask(run);
      expect(status).toBe(200);
      expect(body.map(({ name }: { name: string }) => name)).toEqual(names);
    },
  );

  test.each([
    { what: "an object", run: (toys) => toys.list({ petId: 1 } as never), says: "takes list() or list(petId), " },
    {
      what: "no parent",
      run: (toys) => toys.get(1),
      says: "takes get(id, petId), with texts or numbers as ids; it got 1 id.",
    },
    { what: "an undefined parent", run: (toys) => toys.delete(1, undefined as never), says: "it got undefined" },
  ] satisfies { what: string; run: (toys: ReturnType<HandlerCall["state"]>) => Promise<unknown>; says: string }[])(
    "by $what is rejected with the shape",
    async ({ run, says }) => {
      const { status, body } = await ask(run);
      expect(status).toBe(500);
      expect(JSON.stringify(body)).toContain(says);
    },
  );
});

/** A folder with the description, and the handlers in `handlers/`. */
async function project(handlers: Readonly<Record<string, string>>): Promise<string> {
  const description = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: pets({ $ref: "#/components/schemas/Pet" }),
    components: { schemas: { Pet: pet } },
  };
  const folder = await makeFolder({ "api.json": JSON.stringify(description) });
  await mkdir(join(folder, "handlers"));
  for (const [name, text] of Object.entries(handlers)) await writeFile(join(folder, "handlers", name), text);
  return folder;
}

describe("--handlers", () => {
  test("runs TypeScript and JavaScript files, and errors name file and line", async () => {
    const folder = await project({
      "getPet.ts": `interface Named { name: string }
export default ({ params }: { params: { id: number } }) => {
  const named: Named = { name: "from TypeScript" };
  if (params.id === 2) throw new Error("two");
  return { body: { id: params.id, ...named } };
};`,
      "listPets.mjs": "export default () => ({ body: [] , status: 200 });",
      "createPet.mjs": "\nexport default nobody;",
      "_helper.mjs": "export const x = 1;",
    });
    const server = await startProcess(["api.json", "--memory", "--handlers", "handlers"], folder);
    expect(await (await fetch(`${server.url}/pets/1`)).json()).toEqual({ id: 1, name: "from TypeScript" });
    const failed = await fetch(`${server.url}/pets/2`);
    expect(failed.status).toBe(500);
    expect(JSON.stringify(await failed.json())).toContain("handlers/getPet.ts:4: Error: two");
    const broken = await fetch(`${server.url}/pets`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"name":"x"}',
    });
    expect(broken.status).toBe(500);
    expect(JSON.stringify(await broken.json())).toContain("handlers/createPet.mjs:2: ReferenceError");
    expect(await (await fetch(`${server.url}/pets`)).json()).toEqual([]);
    const { stderr, exitCode } = await server.end("SIGTERM");
    expect(stderr).toContain("handlers/getPet.ts:4: Error: two");
    expect(exitCode).toBe(0);
  });

  test("may fail after they return, or never return: the server reports it, keeps running, and stops", async () => {
    const folder = await makeFolder({
      "api.json": JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: pets() }),
    });
    await mkdir(join(folder, "handlers"));
    await writeFile(
      join(folder, "handlers", "getPet.mjs"),
      "export default () => {\n  Promise.reject(new Error('late'));\n  return { body: 1 };\n};\n",
    );
    await writeFile(join(folder, "handlers", "listPets.mjs"), "export default () => new Promise(() => {});\n");
    const server = await startProcess(["api.json", "--memory", "--handlers", "handlers"], folder);
    expect((await fetch(`${server.url}/pets/1`)).status).toBe(200);
    const waiting = expect(fetch(`${server.url}/pets`)).rejects.toThrow();
    await expect.poll(() => server.errors()).toContain("handlers/getPet.mjs:2: Error: late\n  hint: It came from");
    expect((await server.end("SIGTERM")).exitCode).toBe(0);
    await waiting;
  });

  test("writes types that a handler compiles against, and does not overwrite the user's own file", async () => {
    const folder = await project({
      "getPet.ts": `import type { Handler } from "./mock-handlers.js";
// @ts-expect-error the enum has no "c"
const handler: Handler<"getPet"> = async ({ params, next }) => {
  const id: number = params.id;
  const { body } = await next();
  const name: string = body.name;
  return { status: 200, body: { id, name, tag: "c" } };
};
export default handler;`,
    });
    const server = await startServer(["api.json", "--memory", "--handlers", "handlers"], folder);
    await server.end("SIGTERM");
    const types = await readFile(join(folder, "handlers", "mock-handlers.d.ts"), "utf8");
    expect(types).toContain('"getPet"');

    const tsc = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");
    const flags = [
      "--noEmit",
      "--ignoreConfig",
      "--strict",
      "--module",
      "nodenext",
      "--target",
      "es2023",
      "--types",
      "",
      "--skipLibCheck",
      "false",
    ];
    const { stdout } = spawnSync(process.execPath, [tsc, ...flags, join(folder, "handlers", "getPet.ts")], {
      encoding: "utf8",
    });
    expect(stdout).toBe("");
    await writeFile(join(folder, "handlers", "mock-handlers.d.ts"), "// mine\n");
    const again = await startServer(["api.json", "--memory", "--handlers", "handlers"], folder);
    expect((await again.end("SIGTERM")).stderr).toContain("stays as it is");
    expect(await readFile(join(folder, "handlers", "mock-handlers.d.ts"), "utf8")).toBe("// mine\n");
  });

  test("a file named after no operation stops the start and names the nearest", async () => {
    const folder = await project({ "getPets.mjs": "export default () => {};" });
    const { exitCode, stderr } = await runCommand(
      ["api.json", "--memory", "--port", "0", "--handlers", "handlers"],
      folder,
    );
    expect(exitCode).toBe(1);
    expect(stderr).toContain("[HANDLER_UNKNOWN]");
    expect(stderr).toMatch(/Did you mean (getPet|listPets)\?/);
    const absent = await runCommand(["api.json", "--memory", "--port", "0", "--handlers", "no"], folder);
    expect(absent.stderr).toContain("[HANDLERS_UNREADABLE]");
    const twice = await project({ "getPet.mjs": "export default () => {};", "getPet.js": "export default () => {};" });
    const both = await runCommand(["api.json", "--memory", "--port", "0", "--handlers", "handlers"], twice);
    expect(both.stderr).toContain("handlers has two handlers of getPet; one is getPet.mjs.");
  });
});
