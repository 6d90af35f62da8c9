import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Bundle, bundle, CLIENT, resourceEntries } from "./bundle.js";
import { EXAMPLE, GITHUB } from "./places.js";
import type { Report } from "./report.js";
import { generateInto } from "./sdk-folder.js";

/** The descriptions of the corpus: one of middle size, those with about 300 operations, and Stripe. */
const CORPUS: readonly (readonly [name: string, file: string])[] = [
  ["Hetzner Cloud, 221 operations", "hcloud.json"],
  ["SendGrid, 334 operations", "sendgrid-v2.yaml"],
  ["Medusa, 308 operations", "medusa-admin.yaml"],
  ["DocuSign, 314 operations", "docusign-esignature-v2.json"],
  ["Square, 316 operations", "square.json"],
  ["Stripe, 355 operations", "stripe-2019.json"],
];

/** Options of a client, and the size in kilobytes that a resource should have with them. */
const VARIANTS: readonly (readonly [flags: readonly string[], goal: string])[] = [
  [[], "18"],
  [["--no-queries"], "12"],
  [["--no-queries", "--no-validation"], "5"],
];

/** The descriptions that are measured with all options. */
const VARIED: ReadonlySet<string> = new Set(["bookshop, 29 operations", "Hetzner Cloud, 221 operations"]);

/** Measures bundles of generated clients. */
export async function benchSdkBundle(): Promise<Report> {
  const folder = process.env.CORPUS_DIR;
  const corpus = CORPUS.map(([name, file]) => [name, join(folder ?? "", file)] as const);
  const descriptions = [
    ["bookshop, 29 operations", EXAMPLE] as const,
    ...(folder === undefined ? [] : corpus.filter(([, file]) => existsSync(file))),
    ["GitHub, 1,223 operations", GITHUB] as const,
  ];
  const rows: string[][] = [];
  for (const [name, file] of descriptions)
    for (const [flags, goal] of VARIED.has(name) ? VARIANTS : VARIANTS.slice(0, 1))
      rows.push([name, flags.join(" "), ...(await sizes(file, flags)), goal]);
  return {
    title: "SDK: bundles",
    text: "Kilobytes (1,000 bytes) of esbuild bundles in one file, minified and gzipped. A resource is imported from its own file. The client is the whole API. The goal is that of a resource.",
    header: ["description", "options", "smallest resource", "median resource", "largest resource", "client", "goal"],
    rows,
  };
}

async function sizes(description: string, flags: readonly string[]): Promise<string[]> {
  const sdk = await generateInto(description, flags);
  try {
    const resources: Bundle[] = [];
    for (const entry of await resourceEntries(sdk.folder)) resources.push(await bundle(sdk.folder, entry));
    const client = await bundle(sdk.folder, CLIENT);
    const sorted = resources.map(({ size }) => size).sort((left, right) => left - right);
    return [sorted[0], sorted[sorted.length >> 1], sorted.at(-1), client.size].map(kilobytes);
  } finally {
    await sdk.remove();
  }
}

function kilobytes(bytes = Number.NaN): string {
  return (bytes / 1000).toFixed(1);
}
