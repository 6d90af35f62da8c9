import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { EXAMPLE, GITHUB } from "./places.js";
import type { Report } from "./report.js";
import { generateInto } from "./sdk-folder.js";

/** Of a folder of descriptions, those with some 300 operations, and Stripe. */
const CORPUS: readonly (readonly [name: string, file: string])[] = [
  ["SendGrid, 334 operations", "sendgrid-v2.yaml"],
  ["Medusa, 308 operations", "medusa-admin.yaml"],
  ["DocuSign, 314 operations", "docusign-esignature-v2.json"],
  ["Square, 316 operations", "square.json"],
  ["Stripe, 355 operations", "stripe-2019.json"],
];

/** What a page has to load: kilobytes of bundles, minified and gzipped, validation included. */
export async function benchSdkBundle(): Promise<Report> {
  const folder = process.env.CORPUS_DIR;
  const corpus = CORPUS.map(([name, file]) => [name, join(folder ?? "", file)] as const);
  const descriptions = [
    ["bookshop, 29 operations", EXAMPLE] as const,
    ...(folder === undefined ? [] : corpus.filter(([, file]) => existsSync(file))),
    ["GitHub, 1,223 operations", GITHUB] as const,
  ];
  const rows: string[][] = [];
  for (const [name, file] of descriptions) rows.push([name, ...(await sizes(file))]);
  return {
    title: "SDK: bundles",
    text: "Kilobytes (1,000 bytes) of esbuild bundles, minified and gzipped, with validation of requests. A resource is imported from its own file; the middle one and the largest of all resources are told. The client is the whole API. After the stroke: what a page loads first where the bundle is split, each file compressed by itself; what the bodies of requests may hold comes with the first call that has one.",
    header: ["description", "least resource", "middle resource", "largest resource", "client"],
    rows,
  };
}

async function sizes(description: string): Promise<string[]> {
  const sdk = await generateInto(description);
  try {
    const files = (await readdir(join(sdk.folder, "resources"))).filter((file) => file.endsWith(".js"));
    const ways = await Promise.all(
      [bundled, loadedFirst].map(async (size) => {
        const resources: number[] = [];
        for (const file of files) {
          const name = file.slice(0, -".js".length);
          resources.push(
            await size(sdk.folder, `import { ${name} } from "./resources/${file}"; globalThis.api = new ${name}();`),
          );
        }
        resources.sort((left, right) => left - right);
        const client = await size(sdk.folder, 'import Client from "./index.js"; globalThis.api = new Client();');
        const shown = [resources[0], resources[resources.length >> 1], resources.at(-1), client];
        return shown.map((bytes = Number.NaN) => (bytes / 1000).toFixed(1));
      }),
    );
    const [whole = [], first = []] = ways;
    return whole.map((kilobytes, at) => `${kilobytes} / ${first[at]}`);
  } finally {
    await sdk.remove();
  }
}

async function bundled(folder: string, contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

/** The entry and what it imports at once, where bundles are split: what is imported by a call is not among it. */
async function loadedFirst(folder: string, contents: string): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder },
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
  const loaded = new Set(
    Object.keys(metafile.outputs).filter((path) => metafile.outputs[path]?.entryPoint === "<stdin>"),
  );
  for (const path of loaded)
    for (const one of metafile.outputs[path]?.imports ?? []) if (one.kind === "import-statement") loaded.add(one.path);
  const files = outputFiles.filter(({ path }) => loaded.has(relative(folder, path).replaceAll("\\", "/")));
  return files.reduce((sum, { contents: bytes }) => sum + gzipSync(bytes, { level: 9 }).length, 0);
}
