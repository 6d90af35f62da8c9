import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, describe as suite, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";

const BOOKSHOP = fileURLToPath(new URL("../../../examples/bookshop/api.yaml", import.meta.url));
const GITHUB = createRequire(import.meta.url).resolve("@octokit/openapi/generated/api.github.com.json");

interface Bundle {
  readonly name: string;
  /** Bytes, gzipped. */
  readonly size: number;
  readonly text: string;
}

async function bundled(folder: string, name: string, contents: string): Promise<Bundle> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  const [file] = outputFiles;
  return { name, size: gzipSync(file?.contents ?? "", { level: 9 }).length, text: file?.text ?? "" };
}

/** Bundles of each resource by itself, the smallest first. */
async function resourceBundles(folder: string): Promise<Bundle[]> {
  const files = (await readdir(join(folder, "resources"))).filter((file) => file.endsWith(".js"));
  const bundles: Bundle[] = [];
  for (const file of files) {
    const name = file.slice(0, -".js".length);
    bundles.push(
      await bundled(folder, name, `import { ${name} } from "./resources/${file}"; globalThis.api = new ${name}();`),
    );
  }
  return bundles.sort((left, right) => left.size - right.size);
}

const client = (folder: string): Promise<Bundle> => bundled(folder, "client", CLIENT);
/** Bytes, gzipped file by file, of what a page loads before it makes a call, where the bundle is split. */
async function firstLoad(folder: string): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: CLIENT, resolveDir: folder },
    bundle: true,
    splitting: true,
    outdir: folder,
    absWorkingDir: folder,
    minify: true,
    format: "esm",
    platform: "browser",
    metafile: true,
    write: false,
  });
  const { outputs } = metafile;
  const loaded = new Set(Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === "<stdin>"));
  for (const path of loaded)
    for (const one of outputs[path]?.imports ?? []) if (one.kind === "import-statement") loaded.add(one.path);
  const files = outputFiles.filter(({ path }) => loaded.has(relative(folder, path).replaceAll("\\", "/")));
  expect(files.length).toBe(loaded.size);
  return files.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
}

const CLIENT = 'import Client from "./index.js"; globalThis.api = new Client();';
const hasQueries = ({ text }: Bundle): boolean => text.includes("QUERY_TOO_BROAD");

suite.each([
  // Bytes, gzipped, with a little room: what a change adds must be worth it.
  { name: "bookshop", file: BOOKSHOP, plain: 12_300, queries: 22_500, whole: 25_000, first: 26_000 },
  { name: "@octokit/openapi", file: GITHUB, plain: 18_600, queries: 26_500, whole: 101_000, first: 88_500 },
])("$name: a bundle, validation included", ({ file, ...most }) => {
  let sdk: GeneratedClient;
  let resources: readonly Bundle[];
  beforeAll(async () => {
    sdk = await generatedClient(file);
    resources = await resourceBundles(sdk.folder);
  }, 120_000);
  afterAll(() => sdk.remove());

  test("of one resource stays small", () => {
    const of = (queries: boolean): number[] =>
      resources.filter((one) => hasQueries(one) === queries).map(({ size }) => size);
    expect(of(false).length).toBeGreaterThan(0);
    expect(of(true).length).toBeGreaterThan(0);
    expect(Math.max(...of(false))).toBeLessThan(most.plain);
    expect(Math.max(...of(true))).toBeLessThan(most.queries);
  });

  test("of the whole client stays small", async () => {
    expect((await client(sdk.folder)).size).toBeLessThan(most.whole);
    expect(await firstLoad(sdk.folder)).toBeLessThan(most.first);
  });

  test("holds no schemas of answers", async () => {
    const answers = await bundled(sdk.folder, "answers", 'export { answers } from "./resources/answers/index.js";');
    expect(answers.text).toMatch(/is not documented/);
    for (const { name, text } of [...resources, await client(sdk.folder)])
      expect([name, text.includes("is not documented")]).toEqual([name, false]);
  });
});

test("the validator without rarer keywords has less than 4 kB", async () => {
  const sdk = await generatedClient(BOOKSHOP);
  const { size, text } = await bundled(
    sdk.folder,
    "validator",
    'export { issuesOf } from "./utils/validate/compile.js";',
  );
  await sdk.remove();
  expect(size).toBeLessThan(4000);
  expect(text).not.toMatch(/unevaluatedProperties|matches none of the alternatives|is required beside|urn:uuid/);
});
