import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadDescription } from "./load-description.js";
import type { Operation } from "./model/api-description.js";

const folder = process.env.CORPUS_DIR;
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

interface CorpusItem {
  readonly name: string;
  readonly file: string;
  readonly specVersion: string;
  /** Operations with a method that a Path Item Object has a field for. */
  readonly operations: number;
}

function itemsIn(corpus: string): readonly CorpusItem[] {
  const manifest = JSON.parse(readFileSync(join(corpus, "manifest.json"), "utf8")) as { items: readonly CorpusItem[] };
  return manifest.items;
}

if (folder === undefined) {
  test.skip("every description of the corpus loads (set CORPUS_DIR to a folder with a manifest.json to run this)");
} else {
  describe("every description of the corpus loads, twice alike", () => {
    test.each(itemsIn(folder))("$name", async ({ file, specVersion, operations }) => {
      const first = await loadDescription(join(folder, file));
      expect(first.openapi).toBe(specVersion);
      expect(first.operations.filter(({ method }) => METHODS.includes(method))).toHaveLength(operations);
      expect(new Set(first.operations.map(({ id }) => id)).size).toBe(first.operations.length);
      expect(first.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const second = await loadDescription(join(folder, file));
      expect(second.operations.map(summarize)).toEqual(first.operations.map(summarize));
    });
  });
}

function summarize({ id, method, path, parameters, responses, role }: Operation) {
  return [id, method, path, parameters.map(({ name }) => name), responses.map(({ status }) => status), role.kind];
}
