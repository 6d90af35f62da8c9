import { execFile } from "node:child_process";
import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { generateSdk, type SdkOptions } from "../dist/index.js";
import { BOOKSHOP } from "./real-descriptions.js";

const BIN = fileURLToPath(new URL("../bin/generate-sdk.js", import.meta.url));
const MANIFEST = "onespec.manifest.json";

let fresh: string;
let root: string;
let sdk: string;
let outside: string;
beforeAll(async () => {
  fresh = await mkdtemp(join(tmpdir(), "onespec-fresh-"));
  await generateSdk(BOOKSHOP, fresh);
});
afterAll(() => rm(fresh, { recursive: true }));
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "onespec-attacks-"));
  [sdk, outside] = [join(root, "sdk"), join(root, "outside")];
  await mkdir(outside);
  await writeFile(join(outside, "mine.txt"), "mine");
});
afterEach(() => rm(root, { recursive: true }));

/** A client that was generated before. */
const made = (): Promise<void> => cp(fresh, sdk, { recursive: true });
const run = (options: Partial<SdkOptions> = {}): Promise<unknown> => generateSdk(BOOKSHOP, sdk, options);

/** Every file below a folder with its content; links as what they point at. */
async function contents(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    const facts = await lstat(path);
    if (facts.isSymbolicLink()) found[name] = `-> ${await readlink(path)}`;
    else if (facts.isFile()) found[name] = await readFile(path, "utf8");
  }
  return found;
}

type Change = (manifest: {
  version: unknown;
  files: Record<string, unknown>;
  names: Record<string, unknown>;
  surface: Record<string, unknown>;
}) => unknown;

function set(section: Record<string, unknown>, name: string, value: unknown): void {
  section[name] = value;
}

async function tamper(change: Change): Promise<void> {
  const path = join(sdk, MANIFEST);
  const manifest = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify(change(manifest) ?? manifest));
}

describe("links inside the output folder are not followed", () => {
  test.each([
    ["a folder of ours", "models"],
    ["a file in a folder of ours", "resources/answers.js"],
    ["a file of ours", "index.js"],
    ["a page of ours", "docs/Books.md"],
    ["the manifest", MANIFEST],
    ["the changelog", "CHANGELOG.md"],
  ])("%s", async (_what, path) => {
    await made();
    await rename(join(sdk, path), join(outside, "taken"));
    await symlink(join(outside, "taken"), join(sdk, path));
    const before = await contents(outside);
    const links = await contents(sdk);
    for (const options of [{ version: "2.0.0", force: true }, { check: true }])
      await expect(run(options), JSON.stringify(options)).rejects.toMatchObject({
        code: "OUTPUT_LINKED",
        message: expect.stringContaining(path),
      });
    expect(await contents(outside)).toEqual(before);
    expect(await contents(sdk)).toEqual(links);
  });

  test("one that leads nowhere", async () => {
    await mkdir(sdk);
    await symlink(join(outside, "new"), join(sdk, "models"));
    await expect(run({ force: true })).rejects.toMatchObject({ code: "OUTPUT_LINKED" });
    expect(await readdir(outside)).toEqual(["mine.txt"]);
  });

  test("the output folder itself may be one, and so may what is not ours", async () => {
    await mkdir(join(root, "real"));
    await symlink(join(root, "real"), sdk);
    await run();
    await symlink(outside, join(sdk, "notes"));
    await run({ version: "1.1.0" });
    expect(await readdir(join(root, "real"))).toContain("index.js");
    expect(await contents(outside)).toEqual({ "mine.txt": "mine" });
  });
});

describe("a manifest that was changed", () => {
  const HASH = "a".repeat(64);
  const CHANGES: Readonly<Record<string, Change>> = {
    "lists a file above the folder": ({ files }) => set(files, "../outside/mine.txt", HASH),
    "lists a file by its whole path": ({ files }) => set(files, join(outside, "mine.txt"), HASH),
    "lists a file of another drive": ({ files }) => set(files, "C:\\outside\\mine.txt", HASH),
    "lists a file in the way of Windows": ({ files }) => set(files, "..\\outside\\mine.txt", HASH),
    "lists a file below and above": ({ files }) => set(files, "models/../../outside/mine.txt", HASH),
    "lists the folder": ({ files }) => set(files, ".", HASH),
    "lists a name with NUL": ({ files }) => set(files, "a\0b", HASH),
    "has a number for a hash": ({ files }) => set(files, "index.js", 1),
    "has a list of files": (manifest) => ({ ...manifest, files: ["index.js"] }),
    "has no files": (manifest) => ({ ...manifest, files: null }),
    "names a model like a path": ({ names }) => set(names, Object.keys(names)[0] ?? "", "../../outside/evil"),
    "names a model like code": ({ names }) =>
      set(names, Object.keys(names)[0] ?? "", "A{};globalThis.planted=1;class B"),
    "names two models alike": ({ names }) => {
      const [first = "", second = ""] = Object.keys(names);
      names[first] = "Same";
      names[second] = "same";
    },
    "has a number for a name": ({ names }) => set(names, Object.keys(names)[0] ?? "", 5),
    "has a version of two lines": (manifest) => ({ ...manifest, version: "1.0.0\nstale=false" }),
    "has a version that is none": (manifest) => ({ ...manifest, version: "../x" }),
    "has no version": ({ version: _, ...manifest }) => manifest,
    "has a surface of texts": ({ surface }) => set(surface, "books.find", "x"),
    "has a surface without texts": ({ surface }) => set(surface, "books.find", {}),
    "has no surface": (manifest) => ({ ...manifest, surface: null }),
    "is a list": () => [],
    "is a text": () => "x",
  };
  test.each(Object.keys(CHANGES))("and now %s is rejected, and with --force written anew", async (name) => {
    await made();
    await tamper(CHANGES[name] as Change);
    const before = await contents(root);
    for (const options of [{ version: "3.0.0" }, { check: true }])
      await expect(run(options), JSON.stringify(options)).rejects.toMatchObject({ code: "MANIFEST_UNREADABLE" });
    expect(await contents(root)).toEqual(before);
    await run({ force: true });
    expect(await contents(outside)).toEqual({ "mine.txt": "mine" });
    await run({ check: true });
  });

  test("so that a file of somebody else's would be removed: it is not", async () => {
    await made();
    await writeFile(join(sdk, "own.js"), "own");
    await tamper(({ files }) => set(files, "own.js", HASH));
    await expect(run()).rejects.toMatchObject({ code: "OUTPUT_EDITED" });
    expect(await readFile(join(sdk, "own.js"), "utf8")).toBe("own");
  });

  test("so that a model has a word of the language for a name: it gets another", async () => {
    await made();
    await tamper(({ names }) => set(names, Object.keys(names)[0] ?? "", "class"));
    await run();
    expect(await readdir(join(sdk, "models"))).not.toContain("class.js");
    await run({ check: true });
  });

  test("to hide an edited file: the check finds it", async () => {
    await made();
    await writeFile(join(sdk, "index.js"), "edited");
    await tamper(({ files }) => set(files, "index.js", undefined));
    expect(await run({ check: true })).toMatchObject({ stale: true, changes: { foreign: ["index.js"] } });
    await expect(run()).rejects.toMatchObject({ code: "OUTPUT_EDITED" });
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "and lists %s as file, name and surface",
    async (name) => {
      await run();
      const text = await readFile(join(sdk, MANIFEST), "utf8");
      const key = JSON.stringify(name);
      const item = '{"":["model","x",false]}';
      await writeFile(
        join(sdk, MANIFEST),
        text
          .replace('"files": {', `"files": {${key}:"${HASH}",`)
          .replace('"names": {', `"names": {${key}:"Named",`)
          .replace('"surface": {', `"surface": {${key}:${item},`),
      );
      await run();
      await run({ check: true });
      expect(({} as Record<string, unknown>).kind).toBeUndefined();
    },
  );
});

describe("check", () => {
  test.each([
    ["a file is gone", () => rm(join(sdk, "index.js"))],
    ["a file was edited", () => writeFile(join(sdk, "resources/Books.js"), "edited")],
    [
      "a file is a folder",
      async () => {
        await rm(join(sdk, "llms.txt"));
        await mkdir(join(sdk, "llms.txt"));
      },
    ],
    [
      "a folder is a file",
      async () => {
        await rm(join(sdk, "docs"), { recursive: true });
        await writeFile(join(sdk, "docs"), "");
      },
    ],
    ["one of ours has other letters", () => rename(join(sdk, "index.js"), join(sdk, "Index.js"))],
  ])("says that a folder is stale where %s, and writes nothing", async (_what, change) => {
    await made();
    await change();
    const before = await contents(root);
    const { code, stdout, stderr } = await promisify(execFile)(process.execPath, [BIN, BOOKSHOP, sdk, "--check"]).then(
      (done) => ({ code: 0, ...done }),
      (error) => error,
    );
    expect({ code, said: `${stdout}${stderr}` }).toMatchObject({
      code: 1,
      said: expect.not.stringContaining("    at "),
    });
    expect(await contents(root)).toEqual(before);
  });
});

test("temporary folders that a killed run left are removed by the next change, unless they are new", async () => {
  await cp(fresh, sdk, { recursive: true });
  for (const name of [".onespec-left", ".onespec-new", ".mine"])
    await mkdir(join(sdk, name, "models"), { recursive: true });
  await utimes(join(sdk, ".onespec-left"), 0, 0);
  await utimes(join(sdk, ".mine"), 0, 0);
  await generateSdk(BOOKSHOP, sdk, { version: "9.0.0" });
  expect((await readdir(sdk)).filter((name) => name.startsWith("."))).toEqual([".mine", ".onespec-new"]);
});

test("no file of a client has a name that Windows keeps for devices, is too long, or differs in case alone", async () => {
  const names = [
    "con",
    "NUL",
    "Aux",
    "prn",
    "com1",
    "LPT9",
    "conin$",
    "con.x",
    "a".repeat(400),
    "A".repeat(400),
    "Abc",
    "aBC",
  ];
  const schemas = Object.fromEntries(
    names.map((name) => [name, { type: "object", properties: { a: { type: "string" } } }]),
  );
  const source = join(root, "api.json");
  const paths = Object.fromEntries(
    names.map((name) => [
      `/${name}`,
      {
        get: {
          tags: [name],
          operationId: `get ${name}`,
          responses: {
            200: {
              description: "",
              content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
            },
          },
        },
      },
    ]),
  );
  const info = { title: "long ".repeat(500), version: "1" };
  await writeFile(source, JSON.stringify({ openapi: "3.1.0", info, paths, components: { schemas } }));
  await generateSdk(source, sdk);
  const files = await readdir(sdk, { recursive: true });
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length);
  const parts = files.flatMap((file) => file.split("/"));
  expect(parts.filter((part) => /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i.test(part))).toEqual([]);
  expect(parts.filter((part) => part.length > 120)).toEqual([]);
  expect(parts.filter((part) => !/^[\w.-]+$/.test(part) || /[. ]$/.test(part))).toEqual([]);
  const { name } = JSON.parse(await readFile(join(sdk, "package.json"), "utf8"));
  expect(name).toMatch(/^[a-z\d][a-z\d-]*$/);
  expect(name.length).toBeLessThanOrEqual(214);
});
