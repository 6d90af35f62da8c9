import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { generateSdk } from "../dist/index.js";
import { generatedClient } from "./generated-client.js";

const text = { type: "string" };
const answers = (schema: object): object => ({
  200: { description: "", content: { "application/json": { schema } } },
});
const entry = { $ref: "#/components/schemas/Entry" };

/** Everything that can be guessed is named so that it is not. */
function description({ root = {}, path = {}, remove = {} }: Record<string, object> = {}): object {
  return {
    openapi: "3.1.0",
    info: { title: "Odd", version: "1" },
    ...root,
    paths: {
      "/entries": {
        ...path,
        get: {
          operationId: "listEntries",
          parameters: ["of", "arrange", "batch", "from"].map((name) => ({ name, in: "query", schema: text })),
          responses: answers({
            type: "object",
            properties: { stuff: { type: "array", items: entry }, many: { type: "integer" } },
          }),
        },
      },
      "/entries/{handle}": {
        get: { operationId: "getEntry", parameters: [handle], responses: answers(entry) },
        delete: {
          operationId: "removeEntry",
          parameters: [handle],
          responses: { 204: { description: "" } },
          ...remove,
        },
      },
    },
    components: {
      schemas: {
        Entry: { type: "object", properties: { code: text, kind: text, above: text, rank: { type: "integer" } } },
      },
    },
  };
}
const handle = { name: "handle", in: "path", required: true, schema: text };

const CORRECTED = {
  resources: {
    "/entries": {
      name: "words",
      id: "code",
      list: {
        filters: { of: "kind" },
        sort: { parameter: "arrange", values: { up: "rank", down: "-rank" } },
        limit: "batch",
        offset: "from",
        items: "stuff",
        total: "many",
      },
      relations: { parent: { resource: "/entries", key: "above" } },
    },
  },
  operations: { removeEntry: { skip: true }, getEntry: { method: "look" } },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-config-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function file(name: string, content: object | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** What the corrected client asks the server, and what its groups and methods are called. */
async function behaviour(source: string, config?: string): Promise<unknown> {
  const sdk = await generatedClient(source, config === undefined ? {} : { config });
  try {
    const asked: string[] = [];
    const client = new sdk.module.default({
      baseUrl: "http://odd",
      fetch: async (request: Request) => {
        asked.push(decodeURIComponent(new URL(request.url).pathname + new URL(request.url).search));
        const record = { code: "b", kind: "x", above: "a", rank: 1 };
        const isItem = new URL(request.url).pathname.length > "/entries".length;
        return Response.json(isItem ? { ...record, code: "a" } : { stuff: [record], many: 1 });
      },
    });
    const { words } = client;
    const [found] = await words.find({ kind: "x" }).sort("-rank").limit(1).populate("parent");
    return { asked, parent: found.parent.code, look: typeof words.look, gone: typeof words.delete };
  } finally {
    await sdk.remove();
  }
}

const EXPECTED = {
  asked: ["/entries?of=x&arrange=down&batch=1", "/entries/a"],
  parent: "a",
  look: "function",
  gone: "undefined",
};

test.each([
  ["json", JSON.stringify(CORRECTED)],
  ["mjs", `export default ${JSON.stringify(CORRECTED)};`],
  ["js", `export default ${JSON.stringify(CORRECTED)};`],
])("a .%s file corrects names, the id, the list, relations and operations", async (kind, content) => {
  await file("package.json", { type: "module" });
  const config = await file(`sdk.config.${kind}`, content);
  expect(await behaviour(await file("api.json", description()), config)).toEqual(EXPECTED);
});

test("x-onespec at the root, at a path and at an operation says the same", async () => {
  const { operations } = CORRECTED;
  const source = description({
    root: { "x-onespec": { operations: { getEntry: operations.getEntry } } },
    path: { "x-onespec": CORRECTED.resources["/entries"] },
    remove: { "x-onespec": operations.removeEntry },
  });
  expect(await behaviour(await file("api.json", source))).toEqual(EXPECTED);
});

test("the file wins over the description, key by key", async () => {
  const wrong = {
    ...CORRECTED.resources["/entries"],
    name: "wrong",
    list: { ...CORRECTED.resources["/entries"].list, limit: "from" },
  };
  const source = await file(
    "api.json",
    description({ root: { "x-onespec": CORRECTED }, path: { "x-onespec": wrong } }),
  );
  const config = await file("c.json", { resources: { "/entries": { name: "words", list: { limit: "batch" } } } });
  expect(await behaviour(source, config)).toEqual(EXPECTED);
});

test("null takes a guess away", async () => {
  const source = await file("api.json", description({ root: { "x-onespec": CORRECTED } }));
  const config = await file("c.json", {
    resources: { "/entries": { list: { sort: null, filters: { of: null } }, relations: { parent: null } } },
  });
  const { plan } = await generateSdk(source, join(folder, "sdk"), { config });
  const [group] = plan.groups;
  expect(group?.relations).toEqual([]);
  expect(group?.resource?.list).toMatchObject({ sort: undefined, filters: [{ property: [] }] });
});

test.each([
  [{ resource: {} }, "resource is no key (did you mean resources?)."],
  [{ resources: { "/entrys": {} } }, "resources./entrys is no collection path of a resource (did you mean /entries?)."],
  [{ resources: { "/entries": { nam: "x" } } }, "resources./entries.nam is no key (did you mean name?)."],
  [{ resources: { "/entries": { id: "cod" } } }, "resources./entries.id.cod is no property (did you mean code?)."],
  [
    { resources: { "/entries": { list: { limit: "bach" } } } },
    "resources./entries.list.limit.bach is no parameter of listEntries (did you mean batch?).",
  ],
  [{ resources: { "/entries": { list: { firstPage: 2 } } } }, "resources./entries.list.firstPage must be 0 or 1"],
  [
    { resources: { "/entries": { relations: { up: { resource: "/entries", key: "abov" } } } } },
    "key.abov is no property (did you mean above?).",
  ],
  [{ resources: { "/entries": { relations: { up: { resource: "/entries" } } } } }, "relations.up needs a key"],
  [{ operations: { getEntri: { skip: true } } }, "operations.getEntri is no operation (did you mean getEntry?)."],
  [{ operations: { getEntry: { skip: "yes" } } }, "operations.getEntry.skip must be true or false"],
  [[], "the configuration must be an object"],
])("%j is rejected", async (content, message) => {
  const config = await file("c.json", content);
  const source = await file("api.json", description());
  await expect(generateSdk(source, join(folder, "sdk"), { config })).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    message: expect.stringContaining(message),
  });
});

test("a file that is absent, no JSON, or of another kind is rejected", async () => {
  const source = await file("api.json", description());
  for (const config of [join(folder, "none.json"), await file("bad.json", "{"), await file("c.yaml", "a: 1")])
    await expect(generateSdk(source, join(folder, "sdk"), { config })).rejects.toMatchObject({
      code: "CONFIG_UNREADABLE",
    });
});

test("the configuration in the reference holds only keys that are known", async () => {
  const readme = await readFile(new URL("../../../docs/reference/x-onespec.md", import.meta.url), "utf8");
  const example = /```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const config = await file("readme.json", example);
  const source = await file("api.json", description());
  // Every key is taken; only then is the path looked for, which this description does not have.
  await expect(generateSdk(source, join(folder, "sdk"), { config })).rejects.toThrow("/books is no collection path");
});
