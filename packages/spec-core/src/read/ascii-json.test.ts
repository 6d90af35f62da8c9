import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ApiDescription } from "../description/api-description.js";
import { loadDescription } from "../load-description.js";

/** Large enough for the quick way to read JSON. */
const PADDING = "x".repeat(300_000);
const STRANGE = 'naïve – 日本語 🐈 \u{10FFFF} \\ " \u0000 é';

async function load(text: string | Uint8Array): Promise<ApiDescription> {
  const folder = await mkdtemp(join(tmpdir(), "onespec-ascii-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "api.json");
  await writeFile(path, text);
  return await loadDescription(path);
}

function description(title: string, more: object = {}): string {
  return JSON.stringify({
    openapi: "3.0.0",
    info: { title, version: "1", description: PADDING },
    paths: { "/katzen/größe": { get: { responses: { 200: { $ref: "#/components/responses/größe" } } } } },
    components: { responses: { größe: { description: STRANGE } } },
    ...more,
  });
}

test("a large JSON file says the same whatever characters it is written with", async () => {
  for (const text of [description(STRANGE), `\uFEFF${description(STRANGE)}`]) {
    const api = await load(text);
    expect(api.title).toBe(STRANGE);
    expect(api.operations[0]).toMatchObject({ path: "/katzen/größe", responses: [{ description: STRANGE }] });
    expect(api.diagnostics).toEqual([]);
  }
});

test("characters on the edges of what is looked at together are not torn", async () => {
  for (let shift = 0; shift < 4; shift += 1) {
    // 4 bytes each, so that one of the shifts puts a character on every edge.
    const title = `${"y".repeat(shift)}${"🐈".repeat(3000)}`;
    expect((await load(description(title))).title).toBe(title);
  }
});

test("a text that is mostly not ASCII is read too", async () => {
  const title = "日本語".repeat(200_000);
  expect((await load(description(title))).title).toBe(title);
});

test("positions are those of the file, whatever characters stand before them", async () => {
  const text = description(STRANGE, { "x-\u2013": STRANGE, tags: "cats" });
  const { diagnostics } = await load(text);
  const line = text.slice(0, text.indexOf('"tags"'));
  expect(diagnostics).toMatchObject([{ code: "unexpected-value", location: { line: 1, column: line.length + 1 } }]);
});

test("bytes that are no UTF-8 are shown as such", async () => {
  const bytes = Buffer.from(description("caf\u0001").replace("\\u0001", "#"), "utf8");
  bytes[bytes.indexOf("caf#") + 3] = 0xe9;
  expect((await load(bytes)).title).toBe("caf\uFFFD");
});

test("a character that stands where JSON has none is an error with its position", async () => {
  const text = description("Cats").replace('"paths"', '–"paths"');
  await expect(load(text)).rejects.toMatchObject({
    code: "DESCRIPTION_SYNTAX",
    location: { line: 1, column: text.indexOf("–") + 1 },
  });
});
