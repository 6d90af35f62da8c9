import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loadDescription } from "@onespec/spec-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareOf } from "../../../spec-core/test/share-of.js";
import type { Entity } from "../../src/entity/entity.js";
import { tablesOf } from "../../src/migrations/tables/tables-of.js";
import type { ModelDefinition } from "../../src/model/define-model.js";
import { entitiesFromModels } from "../../src/model/entities-from-models.js";
import { emitContract } from "../../src/spec/emit/emit-contract.js";
import { planContract } from "../../src/spec/plan/plan-contract.js";

const here = dirname(fileURLToPath(import.meta.url));
const packageFolder = join(here, "../..");

/** The example, and where there are real descriptions a quarter of them. */
function sources(): readonly string[] {
  const example = join(packageFolder, "../../examples/bookshop/api.yaml");
  const corpus = process.env.CORPUS_DIR;
  if (corpus === undefined) return [example];
  const manifest = JSON.parse(readFileSync(join(corpus, "manifest.json"), "utf8"));
  const items: readonly { file: string }[] = manifest.items;
  const files = items.map(({ file }) => join(corpus, file));
  return [example, ...shareOf(files, 4)];
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "framework-import-"));
  await mkdir(join(folder, "node_modules/@onespec"), { recursive: true });
  await symlink(packageFolder, join(folder, "node_modules/@onespec/framework-cli"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(sources())("%s as an application", (source) => {
  // The largest of the corpus are hundreds of files.
  test("every file imports; models read back are the planned ones and can be tables", {
    timeout: 240_000,
  }, async () => {
    const plan = planContract(await loadDescription(source));
    const files = emitContract(plan, "javascript");
    const root = await mkdtemp(join(folder, "app-"));
    const models: ModelDefinition[] = [];
    for (const [path, text] of files) {
      const file = join(root, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      if (path.endsWith(".json")) JSON.parse(text);
      else {
        const loaded = await import(/* @vite-ignore */ pathToFileURL(file).href);
        if (path.startsWith("api/models/")) models.push(loaded.default);
        else expect(loaded.default).toBeDefined();
      }
    }
    expect(inOrder(entitiesFromModels(models))).toEqual(inOrder(plan.entities));
    const names = tablesOf(plan.entities).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

/** Models and fields by name: model files put the timestamps last. */
function inOrder(entities: readonly Entity[]): readonly Entity[] {
  const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);
  return entities.map((entity) => ({ ...entity, fields: entity.fields.toSorted(byName) })).toSorted(byName);
}
