import { execFile } from "node:child_process";
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Outcome, runInProcess } from "../../command-line/test/run-in-process.js";
import { main } from "../dist/cli/main.js";

const BIN = fileURLToPath(new URL("../bin/generate-sdk.js", import.meta.url));
const BOOKSHOP = fileURLToPath(new URL("../../../examples/bookshop/api.yaml", import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-cli-"));
});
afterEach(() => rm(folder, { recursive: true }));

const run = (...args: string[]): Promise<Outcome> => runInProcess(main, args, folder, { program: "generate-sdk" });

const SMALL = `openapi: 3.0.3
info: { title: Small, version: '1' }
paths:
  /things:
    get:
      operationId: listThings
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Thing' } } } } } }
components:
  schemas:
    Thing: { type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }
`;

describe("generating again", () => {
  test("keeps the modules and the form of the run before, and names what it removes", async () => {
    await writeFile(join(folder, "api.yaml"), SMALL);
    await run("api.yaml", "./sdk", "1.0.0", "--with", "tanstack-query", "--no-validation");
    const again = await run("api.yaml", "./sdk");
    expect(again).toMatchObject({ code: 0, err: "" });
    expect(again.out).toContain("0 written");
    expect(again.out).toContain("as in the last run: --no-validation --with tanstack-query");
    expect((await run("api.yaml", "./sdk", "--check")).code).toBe(0);
    const without = await run("api.yaml", "./sdk", "--with", "none");
    expect(without.out).toMatch(/removed {2}tanstack-query\.d\.ts, tanstack-query\.js/);
    expect((await run("api.yaml", "./sdk", "--validation", "--check")).out).toContain("is stale");
  });

  test("asks for the configuration of the run before", async () => {
    await writeFile(join(folder, "api.yaml"), SMALL);
    await writeFile(join(folder, "names.json"), JSON.stringify({ operations: { listThings: { method: "all" } } }));
    await run("api.yaml", "./sdk", "1.0.0", "--config", "names.json");
    const again = await run("api.yaml", "./sdk");
    expect(again.code).toBe(1);
    expect(again.err).toContain("was generated with --config ../names.json");
    expect(again.err).toContain("--no-config");
    expect((await run("api.yaml", "./sdk", "--config", "names.json")).out).toContain("0 written");
    expect((await run("api.yaml", "./sdk", "--no-config")).code).toBe(0);
  });

  test("rejects a reference that leads nowhere, and takes it with --lenient", async () => {
    await writeFile(
      join(folder, "api.yaml"),
      SMALL.replace("items: { $ref: '#/components/schemas/Thing' }", "$ref: '#/components/schemas/Things'"),
    );
    const refused = await run("api.yaml", "./sdk", "1.0.0");
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toMatch(
      /^api\.yaml:8:\d+: error: The reference #\/components\/schemas\/Things points to nothing\./,
    );
    expect(refused.err).toContain(
      "Nothing was written: 1 reference cannot be followed (api.yaml:8). [REFERENCES_BROKEN]",
    );
    expect(refused.err).toContain("--lenient");
    expect(await readdir(folder)).toEqual(["api.yaml"]);
    const { code, out } = await run("api.yaml", "./sdk", "1.0.0", "--lenient");
    expect(code).toBe(0);
    expect(out).toMatch(
      /warning {2}The reference #\/components\/schemas\/Things points to nothing\. \(api\.yaml:\d+\).*Thing/,
    );
  });
});

describe("generating", () => {
  test("prints notes that leave a type open without --verbose", async () => {
    await writeFile(join(folder, "api.yaml"), SMALL.replace("name: { type: string }", "name: { type: strng }"));
    const { code, out } = await run("api.yaml", "./sdk", "1.0.0");
    expect(code).toBe(0);
    expect(out).toContain(
      'warning  There is no type "strng" (did you mean string?); any type is allowed. (api.yaml:11)',
    );
    expect(out).not.toContain("--verbose");
  });

  test("writes the four entries and says what was done", async () => {
    const { code, out, err } = await run(BOOKSHOP, "./sdk", "1.0.0");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(
      /^Bookshop 1\.0\.0: 29 operations, 6 resources, \d+ models\n\.\/sdk: version 1\.0\.0, \d+ written, 0 unchanged, 0 removed\n/,
    );
    for (const entry of ["README.md", "models", "resources", "utils"])
      await expect(stat(join(folder, "sdk", entry))).resolves.toBeDefined();
    expect(JSON.parse(await readFile(join(folder, "sdk/package.json"), "utf8"))).toMatchObject({
      name: "bookshop-sdk",
      version: "1.0.0",
      type: "module",
    });
  });

  test("a missing folder is reported with the usage", async () => {
    const { code, err } = await run("api.yaml");
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("hint: Usage: generate-sdk [options] <description> <folder>"),
    ]);
  });

  test("--version alone prints the version of the command", async () => {
    expect(await run("--version")).toMatchObject({ code: 0, out: "0.1.0\n", err: "" });
  });

  test("the version may be an option", async () => {
    await run(BOOKSHOP, "sdk", "--version", "2.3.4");
    expect(JSON.parse(await readFile(join(folder, "sdk/package.json"), "utf8")).version).toBe("2.3.4");
  });

  test("--with writes further modules, and the configuration may name them too", async () => {
    await writeFile(join(folder, "config.json"), '{"with":["mcp"]}');
    await run(BOOKSHOP, "both", "--with", "mcp,tanstack-query");
    await run(BOOKSHOP, "named", "--with", "tanstack-query", "--config", "config.json");
    for (const made of ["both", "named"]) {
      const { exports, peerDependencies } = JSON.parse(await readFile(join(folder, made, "package.json"), "utf8"));
      expect(Object.keys(exports)).toEqual(expect.arrayContaining(["./mcp", "./tanstack-query"]));
      expect(Object.keys(peerDependencies).sort()).toEqual([
        "@modelcontextprotocol/sdk",
        "@onespec/mock-server",
        "@tanstack/query-core",
      ]);
    }
    const { out } = await run(BOOKSHOP, "both", "--with", "none");
    expect(out).toContain("removed");
    expect(await readdir(join(folder, "both"))).not.toContain("mcp.js");
  });

  test("--with rejects modules that it does not know", async () => {
    expect(await run(BOOKSHOP, "sdk", "--with", "swr")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Allowed are browser, tanstack-query, mcp and none."),
    });
    await writeFile(join(folder, "config.json"), '{"with":["tanstack"]}');
    const { code, err } = await run(BOOKSHOP, "sdk", "--config", "config.json");
    expect(code).toBe(1);
    expect(err).toContain("tanstack-query");
  });

  test("a second run writes nothing", async () => {
    await run(BOOKSHOP, "sdk", "1.0.0");
    const before = await stat(join(folder, "sdk/index.js"));
    const { out } = await run(BOOKSHOP, "sdk");
    expect(out).toMatch(/ 0 written, \d+ unchanged, 0 removed/);
    expect((await stat(join(folder, "sdk/index.js"))).mtimeMs).toBe(before.mtimeMs);
  });

  test("a description whose keys stand in another order gives the same bytes", async () => {
    const { load } = await import("js-yaml");
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, member]) => [key, reversed(member)]),
            )
          : value;
    await writeFile(join(folder, "reversed.json"), JSON.stringify(reversed(load(await readFile(BOOKSHOP, "utf8")))));
    const both = ["--with", "mcp,tanstack-query"];
    await run(BOOKSHOP, "sdk", "1.0.0", ...both);
    expect((await run("reversed.json", "sdk", "--check", ...both)).out).toContain("sdk is up to date");
  });

  test("JSON for scripts, reasons with --verbose", async () => {
    expect(JSON.parse((await run(BOOKSHOP, "sdk", "--json", "--dry-run")).out)).toMatchObject({
      version: "1.0.0",
      stale: true,
      operations: 29,
    });
    expect((await run(BOOKSHOP, "sdk", "--verbose", "--dry-run")).out).toContain(
      "books: /books, /books/{bookId}, id id",
    );
    await expect(stat(join(folder, "sdk"))).rejects.toThrow();
  });
});

describe("after a change of the description", () => {
  beforeEach(async () => {
    await writeFile(join(folder, "api.yaml"), SMALL);
    await run("api.yaml", "sdk", "1.0.0");
  });

  test("--check exits 1, names what is stale and writes nothing", async () => {
    expect((await run("api.yaml", "sdk", "--check")).code).toBe(0);
    await writeFile(join(folder, "api.yaml"), SMALL.replace("name: { type: string }", "name: { type: integer }"));
    const { code, out } = await run("api.yaml", "sdk", "--check");
    expect(code).toBe(1);
    expect(out).toMatch(/sdk is stale: .*models\/index\.js/);
    expect(out).toMatch(/breaking `Thing\.name` was `string`, is `number`/);
    expect(await readFile(join(folder, "sdk/models/index.d.ts"), "utf8")).toContain("name?: string");
  });

  test("the version follows the changes, and the changelog tells them", async () => {
    await writeFile(
      join(folder, "api.yaml"),
      SMALL.replace("name: { type: string }", "name: { type: string }, size: { type: integer }"),
    );
    expect((await run("api.yaml", "sdk")).out).toContain("sdk: version 1.1.0 after 1.0.0");
    expect(await readFile(join(folder, "sdk/CHANGELOG.md"), "utf8")).toMatch(
      /## 1\.1\.0\n\n### Added\n\n- `Thing\.size` is new\n\n## 1\.0\.0/,
    );
  });

  test("--enforce-semver rejects a version that hides a breaking change", async () => {
    await writeFile(join(folder, "api.yaml"), SMALL.replace(", name: { type: string }", ""));
    const { code, err } = await run("api.yaml", "sdk", "1.0.1", "--enforce-semver");
    expect(code).toBe(1);
    expect(err).toMatch(
      /1\.0\.1 after 1\.0\.0 hides changes: `Thing\.name` is gone.*\[VERSION_TOO_LOW\]\n {2}hint: Use 2\.0\.0 or higher/,
    );
  });

  test("a version below the client's is rejected, and the hint names the ones that fit", async () => {
    await writeFile(join(folder, "api.yaml"), SMALL);
    await run("api.yaml", "lower", "1.2.0");
    const refusal =
      "1.1.0 is lower than 1.2.0, the client's version. [VERSION_TOO_LOW]\n  hint: Use 1.2.0 to keep the version";
    for (const flags of [[], ["--enforce-semver"], ["--check"]]) {
      const { code, err } = await run("api.yaml", "lower", "1.1.0", ...flags);
      expect(code).toBe(1);
      expect(err).toContain(`${refusal}.`);
    }
    await writeFile(join(folder, "api.yaml"), SMALL.replace(", name: { type: string }", ""));
    const { err } = await run("api.yaml", "lower", "1.1.0");
    expect(err).toContain(`${refusal}, or 2.0.0 for the changes of this run.`);
    expect((await run("api.yaml", "lower", "1.2.0")).out).toContain("version 1.2.0");
  });

  test("files of resources that are gone are removed, files of the user are not", async () => {
    await writeFile(join(folder, "sdk/resources/Mine.js"), "export {};");
    await writeFile(join(folder, "api.yaml"), SMALL.replaceAll("things", "items"));
    await run("api.yaml", "sdk");
    await expect(stat(join(folder, "sdk/resources/Things.js"))).rejects.toThrow();
    await expect(stat(join(folder, "sdk/resources/Mine.js"))).resolves.toBeDefined();
  });

  test("a file that was edited by hand stops the run, with its name; --force overwrites it", async () => {
    await appendFile(join(folder, "sdk/models/index.js"), "// mine\n");
    const { code, err } = await run("api.yaml", "sdk");
    expect(code).toBe(1);
    expect(err).toMatch(/edited by hand and would be overwritten: models\/index\.js/);
    expect(await readFile(join(folder, "sdk/models/index.js"), "utf8")).toContain("// mine");
    expect((await run("api.yaml", "sdk", "--force")).code).toBe(0);
    expect(await readFile(join(folder, "sdk/models/index.js"), "utf8")).not.toContain("// mine");
  });

  test("a name once given is kept when a new schema would take it", async () => {
    await writeFile(
      join(folder, "api.yaml"),
      SMALL.replace(
        "  schemas:\n",
        "  schemas:\n    'Thi-ng': { type: object, properties: { x: { type: string } } }\n    Th.ing: { type: object, properties: { x: { type: string } } }\n",
      ),
    );
    await run("api.yaml", "sdk");
    expect(await readFile(join(folder, "sdk/models/index.d.ts"), "utf8")).toContain("name?: string");
  });
});

describe("what cannot be done is one clear message", () => {
  test.each([
    [
      "a folder before the description",
      ["./sdk", "api.yaml"],
      2,
      /comes first, then the folder: generate-sdk api\.yaml \.\/sdk/,
    ],
    ["an unknown file", ["nope.yaml", "sdk"], 1, /There is no file nope\.yaml/],
    ["a bad version", [BOOKSHOP, "sdk", "one"], 1, /"one" is not a version\. \[VERSION_INVALID\]\n {2}hint: /],
    ["two versions", [BOOKSHOP, "sdk", "1.0.0", "--version", "2.0.0"], 2, /version is given twice/],
    ["no arguments", [], 2, /missing required argument/],
    ["an unknown option", [BOOKSHOP, "sdk", "--chekc"], 2, /Did you mean --check\?/],
    ["the beginning of an option", [BOOKSHOP, "sdk", "--lang", "ts"], 2, /Did you mean --language\?/],
    [
      "an option for watching",
      [BOOKSHOP, "sdk", "--watch"],
      2,
      /option .--watch.\n {2}hint: The client is generated once\. .* npx nodemon --watch api\.yaml/,
    ],
    ["a configuration that is not there", [BOOKSHOP, "sdk", "--config", "no.json"], 1, /There is no file no\.json\./],
    ["a folder that cannot be", [BOOKSHOP, "/proc/sdk"], 1, /Cannot write to \/proc\/sdk/],
  ])("%s", async (_name, args, code, message) => {
    const ran = await run(...(args as string[]));
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(message as RegExp);
    expect(ran.err).not.toMatch(/\n\s+at /);
  });

  test("a folder that holds something else is left alone", async () => {
    await mkdir(join(folder, "sdk"));
    await writeFile(join(folder, "sdk/precious.txt"), "mine");
    const { code, err } = await run(BOOKSHOP, "sdk");
    expect((await run(BOOKSHOP, "sdk", "--check")).err).toBe(err);
    expect(code).toBe(1);
    expect(err).toMatch(/sdk is not empty, and no client was generated there before\. \[OUTPUT_NOT_OURS\]/);
    await expect(stat(join(folder, "sdk/index.js"))).rejects.toThrow();
  });

  test("the client of another API is left alone", async () => {
    const path = { get: { responses: { "200": { description: "A tool" } } } };
    const other = {
      openapi: "3.1.0",
      info: { title: "Tools", version: "1" },
      paths: { "/tools": path, "/books": path },
    };
    await writeFile(join(folder, "tools.json"), JSON.stringify(other));
    expect((await run(BOOKSHOP, "sdk", "1.0.0")).code).toBe(0);
    const { code, err } = await run("tools.json", "sdk");
    expect(code).toBe(1);
    expect(err).toMatch(/sdk holds the client of Bookshop, not of Tools\. \[OUTPUT_NOT_OURS\]\n {2}hint: /);
    expect((await run(BOOKSHOP, "sdk", "--check")).code).toBe(0);
    expect((await run("tools.json", "sdk", "--force")).code).toBe(0);
  });

  test("a folder below a file cannot be, and nothing is left behind", async () => {
    await writeFile(join(folder, "file"), "mine");
    const { code, err } = await run(BOOKSHOP, "file/deep/sdk");
    expect(code).toBe(1);
    expect(err).toMatch(/Cannot write to file\/deep\/sdk: .*\. \[OUTPUT_UNWRITABLE\]\n {2}hint: /);
    expect(await readdir(folder)).toEqual(["file"]);
  });

  test("--check of a folder that is not there is stale, and makes none", async () => {
    const { code, out } = await run(BOOKSHOP, "sdk", "--check");
    expect(code).toBe(1);
    expect(out).toMatch(/sdk is stale: .* and \d+ more/);
    expect(out).toContain("hint: run generate-sdk without --check, and commit sdk");
    expect(await readdir(folder)).toEqual([]);
  });

  test("where one file cannot be written, none is", async () => {
    await writeFile(join(folder, "api.yaml"), SMALL);
    await run("api.yaml", "sdk", "1.0.0");
    await mkdir(join(folder, "sdk/resources/Items.js"));
    const before = await readdir(join(folder, "sdk"), { recursive: true });
    const readme = await readFile(join(folder, "sdk/README.md"), "utf8");
    await writeFile(
      join(folder, "api.yaml"),
      SMALL.replaceAll("things", "items").replace("title: Small", "title: Other"),
    );
    const { code, err } = await run("api.yaml", "sdk");
    expect(code).toBe(1);
    expect(err).toContain("[OUTPUT_UNWRITABLE]");
    expect(await readdir(join(folder, "sdk"), { recursive: true })).toEqual(before);
    expect(await readFile(join(folder, "sdk/README.md"), "utf8")).toBe(readme);
  });

  test("a manifest that is none of ours stops the run; --force writes anew", async () => {
    await run(BOOKSHOP, "sdk", "1.0.0");
    await writeFile(join(folder, "sdk/onespec.manifest.json"), "{}");
    const { code, err } = await run(BOOKSHOP, "sdk");
    expect((await run(BOOKSHOP, "sdk", "--check")).err).toBe(err);
    expect(code).toBe(1);
    expect(err).toMatch(/onespec\.manifest\.json is not a manifest .*\[MANIFEST_UNREADABLE\]\n {2}hint: Restore it/);
    expect((await run(BOOKSHOP, "sdk", "--force")).code).toBe(0);
  });
});

test("long work tells what it is doing, on standard error and apart from the report", async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 250 }, (_, at) => [`/things${at}`, { get: { responses: { 200: { description: "ok" } } } }]),
  );
  await writeFile(
    join(folder, "api.json"),
    JSON.stringify({ openapi: "3.1.0", info: { title: "Many", version: "1" }, paths }),
  );
  const { code, out, err } = await run("api.json", "sdk", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ operations: 250 });
  expect(err).toMatch(
    /^Planning a client of 250 operations \.\.\.\nComparing \d+ files with sdk \.\.\.\nWriting \d+ files \.\.\.\n$/,
  );
});

test("a run loads no schema compiler, which would take a third of its time", async () => {
  const told = 'process.on("exit", () => console.log(JSON.stringify(Object.keys(require.cache))));';
  const program = `${told} process.argv.splice(1, 1); import(${JSON.stringify(BIN)});`;
  const out = await new Promise<string>((resolve) => {
    execFile(process.execPath, ["-e", program, "-", BIN, BOOKSHOP, join(folder, "sdk"), "1.0.0"], (_, text) =>
      resolve(text),
    );
  });
  expect(out).toContain("41 written");
  expect(out).not.toMatch(/\bajv(\.cjs|\/dist)/);
});
