import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { generateSdk, type SdkOptions } from "../dist/index.js";
import { BOOKSHOP, SMALL } from "./real-descriptions.js";
import { typeErrors } from "./type-errors.js";

const FEATURES: readonly Partial<SdkOptions>[] = [
  { validation: true, queries: true, with: ["mcp", "tanstack-query"] },
  { validation: false, queries: false, with: ["mcp", "tanstack-query"] },
];

describe.each(SMALL)("--language ts: %s", (source) => {
  test.each(FEATURES)("compiles without JavaScript in it: %o", async (features) => {
    const folder = await mkdtemp(join(tmpdir(), "onespec-ts-"));
    await generateSdk(source, folder, { language: "ts", ...features });
    const files = await readdir(folder, { recursive: true });
    expect(files.filter((path) => /\.(c?js|d\.c?ts)$/.test(path))).toEqual([]);
    expect(await typeErrors(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

test("a client in TypeScript sends the calls that one in JavaScript sends", async () => {
  const folder = await mkdtemp(join(tmpdir(), "onespec-ts-"));
  const calls: string[][] = [];
  for (const language of ["js", "ts"] as const) {
    const sdk = join(folder, language);
    await generateSdk(BOOKSHOP, sdk, { language });
    await build({
      entryPoints: [join(sdk, `index.${language}`)],
      bundle: true,
      format: "esm",
      outfile: join(folder, `${language}.mjs`),
    });
    const { default: Client } = await import(pathToFileURL(join(folder, `${language}.mjs`)).href);
    const sent: string[] = [];
    const client = new Client({
      baseUrl: "http://localhost",
      fetch: async (request: Request) => {
        sent.push(`${request.method} ${request.url} ${await request.text()}`);
        return Response.json({ data: [], total: 0, limit: 20, offset: 0 });
      },
    });
    await client.books
      .find({ genre: ["poetry", "travel"], price: { ">": 500 } })
      .sort("-price")
      .limit(3)
      .populate("author");
    await client.reviews.in({ bookId: 1 }).create({ rating: 5, reviewer: "Odo" });
    await expect(client.books.create({ title: 5 })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    calls.push(sent);
  }
  expect(calls[0]).toHaveLength(2);
  expect(calls[1]).toEqual(calls[0]);
  await writeFile(join(folder, "done"), "");
  await rm(folder, { recursive: true });
});
