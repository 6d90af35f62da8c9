import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type Outcome, runInProcess } from "../../command-line/test/run-in-process.js";
import { startServer } from "../../mock-server/test/run-command.js";
import { livePostgres } from "../../mock-server/test/store/live-postgres.js";
import { main } from "../dist/cli/main.js";
import { COMMENT_MARKER, runGate } from "../dist/index.js";

const SHOP = fileURLToPath(new URL("../../../examples/shop", import.meta.url));

const parent = await mkdtemp(join(tmpdir(), "onespec-gate-"));
const postgres = await livePostgres();
afterAll(() => rm(parent, { recursive: true, force: true }));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(parent, "case-"));
});

type Json = Record<string, unknown>;

const gate = (...args: readonly string[]): Promise<Outcome> =>
  runInProcess(main, args, folder, { program: "onespec-gate", annotationRoot: folder });

const ok = (schema: Json): Json => ({ description: "OK", content: { "application/json": { schema } } });
const PET = { $ref: "#/components/schemas/Pet" };

function pets(pet: Json = {}, { paths = {}, version = "1.0.0", title = "Pets" } = {}): Json {
  return {
    openapi: "3.1.0",
    info: { title, version },
    paths: {
      "/pets": {
        get: { operationId: "listPets", responses: { 200: ok({ type: "array", items: PET }) } },
        post: {
          operationId: "createPet",
          requestBody: { required: true, content: { "application/json": { schema: PET } } },
          responses: { 201: ok(PET) },
        },
      },
      "/pets/{petId}": {
        parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }],
        get: { operationId: "getPet", responses: { 200: ok(PET) } },
      },
      ...paths,
    },
    components: {
      schemas: {
        Pet: {
          type: "object",
          required: ["id", "name"],
          properties: { id: { type: "integer", readOnly: true }, name: { type: "string" }, tag: { type: "string" } },
          ...pet,
        },
      },
    },
  };
}

/** Shelves beside the pets, which a later description may lack. */
const SHELVES = {
  "/shelves": {
    get: { operationId: "listShelves", responses: { 200: ok({ type: "array", items: PET }) } },
    post: {
      operationId: "createShelf",
      requestBody: { content: { "application/json": { schema: PET } } },
      responses: { 201: ok(PET) },
    },
  },
  "/shelves/{shelfId}": {
    parameters: [{ name: "shelfId", in: "path", required: true, schema: { type: "integer" } }],
    get: { operationId: "getShelf", responses: { 200: ok(PET) } },
  },
};

async function write(name: string, content: unknown): Promise<string> {
  await mkdir(join(folder, name, ".."), { recursive: true });
  await writeFile(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return name;
}

async function writeBoth(before: Json, after: Json): Promise<void> {
  await write("old.json", before);
  await write("new.json", after);
}

const TIGHTER = {
  required: ["id", "name", "tag"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string", maxLength: 5 },
    tag: { type: "string" },
  },
};

describe("the client", () => {
  test("the same description changes nothing", async () => {
    await writeBoth(pets(), pets());
    const { code, out } = await gate("old.json", "new.json");
    expect({ code, out }).toEqual({ code: 0, out: "Client\n  no changes\n\nNo changes.\n" });
  });

  test("an addition breaks nothing", async () => {
    await writeBoth(pets(), pets({}, { paths: SHELVES }));
    const { code, out } = await gate("old.json", "new.json");
    expect(code).toBe(0);
    expect(out).toContain("  + new.json:1: `POST /shelves`: `shelves.create` is new\n");
    expect(out).toContain("After `1.0.0` these changes require version `1.1.0` or higher.");
    expect(out).toMatch(/Nothing breaks, \d+ other changes\.\n$/);
  });

  test("a field of an answer that is written out at the operation is one that callers lose", async () => {
    const page = (more: Json): Json => {
      const schema = { type: "object", properties: { data: { type: "array", items: PET }, ...more } };
      return pets(
        {},
        { paths: { "/archive": { get: { operationId: "listArchive", responses: { 200: ok(schema) } } } } },
      );
    };
    await writeBoth(page({ next: { type: "string" } }), page({}));
    const { code, out } = await gate("old.json", "new.json");
    expect(code).toBe(1);
    expect(out).toMatch(/! .*`GET \/archive`: `pets\.listArchive\(\)\.next` is gone\n/);
  });

  test("values of a list of answers in another order, and a new one, break nothing", async () => {
    const tagged = (tags: readonly string[]): Json => {
      const list = { type: "array", readOnly: true, items: { type: "string", enum: tags } };
      return pets({ properties: { id: { type: "integer", readOnly: true }, name: { type: "string" }, list } });
    };
    await writeBoth(tagged(["a", "b"]), tagged(["b", "c", "a"]));
    expect((await gate("old.json", "new.json")).code).toBe(0);
    await writeBoth(tagged(["a", "b"]), pets({ properties: { id: { type: "integer" }, name: { type: "string" } } }));
    expect((await gate("old.json", "new.json")).code).toBe(1);
  });

  test("what is gone is shown at its line of the old description, what stays at that of the new one", async () => {
    const lines = (api: Json): string => JSON.stringify(api, undefined, 1);
    const properties = { id: { type: "integer", readOnly: true }, name: { type: "string", maxLength: 5 } };
    const [before, after] = [lines(pets({}, { paths: SHELVES })), lines(pets({ properties }))];
    await write("old.json", before);
    await write("new.json", after);
    const { out } = await gate("old.json", "new.json");
    const lineIn = (text: string, start: number, word: string): number =>
      text.slice(0, text.indexOf(word, start)).split("\n").length;
    const tag = lineIn(before, before.indexOf('"schemas"'), '"tag"');
    expect(out).toContain(`! old.json:${tag}: \`schema Pet, tag\`: `);
    const shelves = lineIn(before, before.indexOf('"/shelves"'), '"post"');
    expect(out).toContain(`! old.json:${shelves}: \`POST /shelves\`: \`shelves.create\` is gone\n`);
    const name = lineIn(after, after.indexOf('"schemas"'), '"name": {');
    expect(out).toContain(`new.json:${name}: \`schema Pet, name\`: `);
  });

  test("what callers lose breaks, and stands first", async () => {
    const ping = { "/ping": { get: { operationId: "ping", responses: { 200: ok({ type: "string" }) } } } };
    await writeBoth(pets({}, { paths: SHELVES }), pets(TIGHTER, { paths: ping }));
    const { code, out } = await gate("old.json", "new.json");
    expect(code).toBe(1);
    expect(out).toContain("  ! old.json:1: `POST /shelves`: `shelves.create` is gone\n");
    expect(out).toContain("`pets.create({ tag })`: `tag` is required now");
    expect(out).toContain("require version `2.0.0` or higher");
    const signs = [...out.matchAll(/^ {2}([!~+]) /gm)].map(([, sign]) => sign);
    expect(signs.lastIndexOf("!")).toBeLessThan(signs.findIndex((sign) => sign !== "!"));
  });

  /** One operation with two security schemes and a server, changed in one place. */
  function guarded({ security = [], base = "/v2", statuses = ["204"], key = "X-Key" }: Json): Json {
    const responses = Object.fromEntries((statuses as string[]).map((status) => [status, { description: "" }]));
    const ping = { post: { operationId: "ping", responses } };
    return {
      ...pets({}, { paths: { "/ping": ping } }),
      servers: [{ url: `https://pets.test${base}` }],
      security,
      components: {
        schemas: (pets() as { components: { schemas: Json } }).components.schemas,
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer" },
          oauth: { type: "oauth2", flows: {} },
          key: { type: "apiKey", in: "header", name: key },
        },
      },
    };
  }

  const [bearer, oauth] = [{ bearer: [] }, { oauth: [] }];
  test.each<[string, Json, Json, "!" | "~", string]>([
    [
      "an alternative of the security is gone",
      { security: [bearer, oauth] },
      { security: [oauth] },
      "!",
      "Every method: the security was `bearer (bearer)` or `oauth (oauth2)`, is `oauth (oauth2)`",
    ],
    ["credentials are needed", {}, { security: [bearer] }, "!", "the security was none, is `bearer (bearer)`"],
    [
      "a further scope is needed",
      { security: [{ oauth: ["read"] }] },
      { security: [{ oauth: ["read", "write"] }] },
      "!",
      "the security was `oauth (oauth2) + oauth:read`, is `oauth (oauth2) + oauth:read + oauth:write`",
    ],
    [
      "the header of a key has another name",
      { security: [{ key: [] }] },
      { security: [{ key: [] }], key: "X-Other" },
      "!",
      "the security was `key (header X-Key)`, is `key (header X-Other)`",
    ],
    [
      "a further alternative breaks nothing",
      { security: [bearer] },
      { security: [oauth, bearer] },
      "~",
      "the security was `bearer (bearer)`, is `oauth (oauth2)` or `bearer (bearer)`",
    ],
    ["the path of the server differs", {}, { base: "/v3" }, "!", "the path of the server was `/v2`, is `/v3`"],
    [
      "another success status",
      {},
      { statuses: ["202"] },
      "~",
      "new.json:1: `POST /ping`: `ping.run`: the success statuses were `204`, are `202`",
    ],
    [
      "documented errors are gone",
      { statuses: ["204", "409", "default"] },
      {},
      "~",
      "the error statuses `409`, `default` are not documented any more",
    ],
  ])("behind equal names: %s", async (_, before, after, sign, message) => {
    await writeBoth(guarded(before), guarded(after));
    const { code, out } = await gate("old.json", "new.json");
    expect(out).toContain(message);
    expect(out.match(/^ {2}[!~+] /gm)).toEqual([`  ${sign} `]);
    expect(code).toBe(sign === "!" ? 1 : 0);
    expect(out).toContain(`require version \`${sign === "!" ? "2.0.0" : "1.0.1"}\` or higher`);
  });

  test("a change of one property counts once, with its line and its schema", async () => {
    await writeBoth(pets(), pets({ required: ["id", "name", "tag"] }));
    await write("new.json", JSON.stringify(pets({ required: ["id", "name", "tag"] }), undefined, 1));
    const { out } = await gate("old.json", "new.json");
    expect(out).toMatch(
      /^ {2}! new\.json:\d+: `schema Pet, tag`: `pets\.create\(\{ tag \}\)`: `tag` is required now; `Pet\.tag` is always present now$/m,
    );
    expect(out).toContain("\n1 breaking change: 1 in the client.\n");
  });

  test("a field names the calls that pass it, also inside other bodies; an answer names its type", async () => {
    const order = (tag: Json): Json => {
      const items = { type: "array", items: { type: "object", properties: { pet: PET, ...tag } } };
      const orders = {
        operationId: "createOrder",
        requestBody: { content: { "application/json": { schema: { type: "object", properties: { items } } } } },
        responses: { 201: { description: "" } },
      };
      const put = { requestBody: { content: { "application/json": { schema: PET } } }, responses: { 200: ok(PET) } };
      const one = { parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }] };
      const paths = {
        "/orders": { post: orders },
        "/pets/{petId}": { ...one, get: { responses: { 200: ok(PET) } }, put },
      };
      return pets(TIGHTER, { paths });
    };
    const after = order({ gift: { type: "boolean" } });
    await writeBoth({ ...order({}), components: pets().components }, after);
    const { out } = await gate("old.json", "new.json");
    expect(out).toContain(
      "`pets.create({ tag })`, `pets.replace(id, { tag })`, `orders.create({ items: [{ pet: { tag } }] })`: `tag` is required now",
    );
    expect(out).toContain("`orders.create({ items: [{ gift }] })`: `gift` is new");
    expect(out).toContain("`Pet.tag` is always present now");
  });

  test("errors of a description are counted, since broken operations are not compared", async () => {
    const broken = { "/broken": { get: { responses: { 200: ok({ $ref: "#/components/schemas/Nothing" }) } } } };
    await writeBoth(pets(), pets({}, { paths: broken }));
    const { code, out } = await gate("old.json", "new.json");
    expect([code, out]).toEqual([1, expect.stringContaining("! the description has 1 error more\n")]);
    expect(out).toMatch(
      /The new description has \d+ errors?, and broken operations are not compared: run `mock-server --check`\./,
    );
    expect(out).not.toContain("The old description has");
    await write("old.json", pets({}, { paths: broken }));
    expect((await gate("old.json", "new.json")).code).toBe(0);
  });

  test("--version prints the version of the command", async () => {
    expect(await gate("--version")).toMatchObject({ code: 0, out: "0.1.0\n" });
  });

  test("with --semver a version that is raised enough is accepted, one that is not is rejected", async () => {
    await writeBoth(pets({}, { paths: SHELVES }), pets({}, { version: "2.0.0" }));
    const raised = await gate("old.json", "new.json", "--semver");
    expect(raised.code).toBe(0);
    expect(raised.out).toContain("raised from `1.0.0` to `2.0.0`");
    expect((await gate("old.json", "new.json")).code).toBe(1);
    await write("new.json", pets({}, { version: "1.9.0" }));
    expect((await gate("old.json", "new.json", "--semver")).code).toBe(1);
    await write("old.json", pets({}, { version: "spring" }));
    expect(await gate("old.json", "new.json", "--semver")).toMatchObject({
      code: 2,
      err: expect.stringContaining("[VERSION_NOT_SEMVER]"),
    });
  });
});

describe("kept data", () => {
  test("records of a data directory that do not fit any more, while the mock runs, and of a resource that is gone", async () => {
    const before = pets({}, { paths: SHELVES });
    await writeBoth(before, pets(TIGHTER));
    const { url } = await startServer(["old.json", "--data-dir", "data"], folder);
    const post = async (path: string, name: string, tag?: string): Promise<void> => {
      const body = JSON.stringify({ name, tag });
      const headers = { "content-type": "application/json" };
      expect((await fetch(url + path, { method: "POST", headers, body })).status).toBe(201);
    };
    await post("/pets", "Rex", "dog");
    await post("/pets", "Tom");
    await post("/pets", "Methuselah", "tortoise");
    await post("/shelves", "Top");
    const { code, out } = await gate("old.json", "new.json", "--data-dir", "data");
    expect(code).toBe(1);
    const reasons = "`2 /tag is required`, `3 /name must be at most 5 characters long`";
    expect(out).toContain(`Data directory\n  ! \`pets\`: 2 records no longer fit: ${reasons}\n`);
    expect(out).toContain("`shelves`: 1 record no longer fits: `the description no longer has this resource`");
    await post("/pets", "Ada", "cat");
  });

  test("records that never fitted are no news", async () => {
    await writeBoth(pets(TIGHTER), pets({ ...TIGHTER, description: "An animal" }));
    await write("data/pets.json", '[\n{"id":1,"name":"Rex"}\n]\n');
    await write("data/pets.journal.jsonl", "");
    const files = await contents(join(folder, "data"));
    expect(await gate("old.json", "new.json", "--data-dir", "data")).toMatchObject({ code: 0 });
    expect(await contents(join(folder, "data"))).toEqual(files);
  });

  test("a folder without any data is no data directory: nothing would be compared", async () => {
    await writeBoth(pets(), pets(TIGHTER));
    await write("other/readme.md", "nothing");
    const wrong = await gate("old.json", "new.json", "--data-dir", "other");
    expect(wrong).toMatchObject({ code: 2, out: "", err: expect.stringContaining("keeps its state in other.") });
  });

  test.skipIf(postgres.skip !== undefined)(
    `records of a PostgreSQL database that do not fit any more, while the mock runs${postgres.skip === undefined ? "" : `: skipped, ${postgres.skip}`}`,
    async () => {
      await writeBoth(pets({}, { paths: SHELVES }), pets(TIGHTER));
      const store = postgres.freshUrl();
      const missing = await gate("old.json", "new.json", "--store", store);
      expect(missing).toMatchObject({ code: 2, err: expect.stringContaining("No mock server keeps its state at ") });
      const { url } = await startServer(["old.json", "--store", store], folder);
      const post = async (path: string, body: object): Promise<void> => {
        const headers = { "content-type": "application/json" };
        const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
        expect(reply.status).toBe(201);
      };
      await post("/pets", { name: "Rex", tag: "dog" });
      await post("/pets", { name: "Tom" });
      await post("/shelves", { name: "Top" });
      const { code, out } = await gate("old.json", "new.json", "--store", store);
      expect(code).toBe(1);
      expect(out).toContain("Store\n  ! `pets`: 1 record no longer fits: `2 /tag is required`\n");
      expect(out).toContain("`shelves`: 1 record no longer fits: `the description no longer has this resource`");
      await post("/pets", { name: "Ada", tag: "cat" });
    },
  );

  test("an address of a database that cannot be used is an error with the next step", async () => {
    await writeBoth(pets(), pets(TIGHTER));
    const wrong = await gate("old.json", "new.json", "--store", "mysql//secret");
    expect(wrong).toMatchObject({ code: 2, out: "", err: expect.stringContaining("[STORE_URL_INVALID]") });
    const silent = await gate("old.json", "new.json", "--store", "postgres://ann:secret@127.0.0.1:1/mocks");
    expect(silent).toMatchObject({ code: 2, out: "", err: expect.stringContaining("[STORE_UNREACHABLE]") });
    expect(silent.err).not.toContain("secret");
  });

  test("seeds are reported with file and line", async () => {
    await writeBoth(pets(), pets(TIGHTER));
    await write("seeds/pets.yaml", "- { id: 1, name: Rex, tag: dog }\n- { id: 2, name: Tom }\n");
    const { code, out } = await gate("old.json", "new.json", "--seeds", "seeds");
    expect(code).toBe(1);
    expect(out).toContain("Seeds\n  ! seeds/pets.yaml:2: 1 record no longer fits: `/1/tag is required`\n");
    await write("seeds/pets.yaml", "- { id: 1, name: Rex }\n- { id: 2, name: Tom }\n");
    const more = (await gate("old.json", "new.json", "--seeds", "seeds")).out;
    expect(more).toContain("2 records no longer fit");
    expect(more).toMatch(/; 2 records of the seeds no longer fit\.\n$/);
  });

  async function contents(directory: string): Promise<Json> {
    const names = (await readdir(directory)).sort();
    const texts = names.map(async (name) => [name, await readFile(join(directory, name), "utf8")] as const);
    return Object.fromEntries(await Promise.all(texts));
  }
});

describe("an application", () => {
  test("columns that its migration loses, and the tables that change", async () => {
    const contract = JSON.parse(await readFile(join(SHOP, ".framework/contract.json"), "utf8"));
    await write("old.json", contract);
    delete contract.components.schemas.BookFields.properties.isbn;
    contract.components.schemas.AuthorFields.properties.nickname = { type: "string", maxLength: 40 };
    for (const path of Object.values<Json>(contract.paths)) removeExamples(path);
    await write("new.json", contract);
    const { code, out } = await gate("old.json", "new.json", "--app", SHOP);
    expect(out).toContain("App\n  ! The migration loses `");
    expect(out).toMatch(/ {2}! The migration loses `.*isbn.*`/);
    expect(out).toContain("  ~ The migration `adds column nickname to authors`\n");
    expect(code).toBe(1);
  });

  test("one that is not there, or imported nothing, is rejected", async () => {
    await writeBoth(pets(), pets());
    expect(await gate("old.json", "new.json", "--app", "nowhere")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--app: there is no folder nowhere\. \[DATA_MISSING\]\n {2}hint: /),
    });
    await write("empty/readme.md", "");
    expect(await gate("old.json", "new.json", "--app", "empty")).toMatchObject({
      code: 2,
      err: expect.stringContaining("There is no application in"),
    });
    await write("bare/config/app.js", "export default {};");
    await write("bare/package.json", '{ "type": "module" }');
    expect(await gate("old.json", "new.json", "--app", "bare")).toMatchObject({
      code: 2,
      err: expect.stringContaining("[APP_NOT_IMPORTED]"),
    });
  });

  function removeExamples(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const key of ["example", "examples"]) delete (value as Json)[key];
    Object.values(value).forEach(removeExamples);
  }
});

describe("formats", () => {
  test("JSON is the report that programs get", async () => {
    await writeBoth(pets({}, { paths: SHELVES }), pets());
    const { code, out } = await gate("old.json", "new.json", "--format", "json");
    expect(code).toBe(1);
    const report = await runGate(join(folder, "old.json"), join(folder, "new.json"));
    const facts = { before: { source: "old.json" }, after: { source: "new.json" } };
    expect(JSON.parse(out)).toMatchObject({ ...facts, breaking: true, client: report.client, data: [] });
    expect(report.client.nextVersion).toBe("2.0.0");
  });

  test("Markdown is the same for the same change, wherever the files lie", async () => {
    await writeBoth(pets({}, { paths: SHELVES }), pets());
    const first = await gate("old.json", "new.json", "--format", "markdown", "--comment", "comment.md");
    await mkdir(join(folder, "elsewhere"));
    for (const name of ["old.json", "new.json"]) await cp(join(folder, name), join(folder, "elsewhere", name));
    const second = await gate("elsewhere/old.json", "elsewhere/new.json", "--format", "markdown");
    expect(second.out).toBe(first.out);
    expect(await readFile(join(folder, "comment.md"), "utf8")).toBe(first.out);
    expect(first.out.split("\n").slice(0, 2)).toEqual([COMMENT_MARKER, "### ❌ Pets `1.0.0`"]);
    expect(first.out).toContain("- `old old.json:1` `POST /shelves`: `shelves.create` is gone\n");
  });

  test("Markdown of a large change fits into a comment, and says how much it leaves out", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [
        `/${"long".repeat(40)}${index}`,
        { get: { operationId: `get${"Long".repeat(40)}${index}`, responses: { 200: ok({ type: "string" }) } } },
      ]),
    );
    await writeBoth(pets({}, { paths: many }), pets());
    const { code, out } = await gate("old.json", "new.json", "--format", "markdown");
    expect(code).toBe(1);
    expect(out.length).toBeLessThan(60_000);
    expect(out).toContain("- … and 380 more\n");
  });

  test("a hostile title and hostile data add no markup to a comment and no command to a workflow", async () => {
    const title = "`</details><img src=x> @team\n::error::said [x](http://evil)";
    await writeBoth(pets({}, { paths: SHELVES, title }), pets(TIGHTER, { title }));
    await write("seeds/pets.json", JSON.stringify([{ id: 1, name: "x`</details>\n::warning::@team" }]));
    const comment = (await gate("old.json", "new.json", "--seeds", "seeds", "--format", "markdown")).out;
    expect(comment).not.toMatch(/<img|@team(?![^`]*`)|[^\\]\]\(http/);
    expect(comment.match(/<\/details>/g) ?? []).toHaveLength(comment.match(/^<details>$/gm)?.length ?? 0);
    const annotations = (await gate("old.json", "new.json", "--seeds", "seeds", "--format", "github")).out;
    const lines = annotations.trimEnd().split("\n");
    expect(lines.every((line) => /^::error (file=[^,]+,)/.test(line))).toBe(true);
  });

  test("annotations name the description, and seeds their line", async () => {
    await writeBoth(pets({}, { paths: SHELVES }), pets(TIGHTER));
    await write("seeds/pets.yaml", "- { id: 1, name: Rex, tag: dog }\n- { id: 2, name: Tom }\n");
    const { code, out } = await gate("old.json", "new.json", "--seeds", "seeds", "--format", "github");
    expect(code).toBe(1);
    expect(out).toContain(
      "::error file=new.json,title=Breaking change%3A client::`POST /shelves`: `shelves.create` is gone (line 1 of the old description)\n",
    );
    expect(out).toContain("::error file=seeds/pets.yaml,line=2,title=Breaking change%3A seeds::");
    expect(out).toMatch(
      /::error file=new\.json,title=onespec-gate::\d+ breaking changes?: \d+ in the client; 1 record of the seeds no longer fits\.\n$/,
    );
    await write("new.json", pets({}, { paths: SHELVES }));
    expect(await gate("old.json", "new.json", "--format", "github")).toMatchObject({ code: 0, out: "" });
  });
});

describe("wrong use", () => {
  test.each([
    [["old.json"], "missing required argument 'after'"],
    [["old.json", "nowhere.json"], "There is no file nowhere.json"],
    [["old.json", "new.json", "--format", "xml"], "Allowed choices are text, json, markdown, github"],
    [["old.json", "new.json", "--seeds", "nowhere"], "--seeds: there is no folder nowhere. [DATA_MISSING]"],
    [["old.json", "new.json", "--config", "x.txt"], "[CONFIG_UNREADABLE]"],
  ])("%j ends with exit code 2", async (args, message) => {
    await writeBoth(pets(), pets());
    const { code, out, err } = await gate(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
    expect(err).toContain("hint: ");
  });
});
