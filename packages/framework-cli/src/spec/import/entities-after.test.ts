import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ApiDescription, loadDescription } from "@onespec/spec-core";
import { afterAll, expect, test } from "vitest";
import { mergeFiles } from "../../change/merge-files.js";
import { readPresent } from "../../change/read-present.js";
import { emitContract } from "../emit/emit-contract.js";
import { planContract } from "../plan/plan-contract.js";
import { entitiesAfter, stageModels } from "./entities-after.js";

const parent = await mkdtemp(join(tmpdir(), "onespec-entities-"));
afterAll(() => rm(parent, { recursive: true, force: true }));

const BOOKSHOP = fileURLToPath(new URL("../../../../../examples/bookshop/api.yaml", import.meta.url));

function importInto(appFolder: string, api: ApiDescription) {
  const contract = planContract(api);
  const generated = emitContract(contract, "javascript");
  const present = readPresent(appFolder, generated.keys());
  const request = { generated, base: new Map(), present, manifest: { files: {} }, force: false };
  return { changes: mergeFiles(request).changes, generated, entities: contract.entities };
}

test("the entities of generated models are those that their files declare", async () => {
  const app = await mkdtemp(join(parent, "app-"));
  const { changes, generated, entities } = importInto(app, await loadDescription(BOOKSHOP));
  const known = await entitiesAfter(app, changes, generated, entities);
  expect(known.length).toBeGreaterThan(3);
  expect(known).toEqual(await stageModels(app, changes, generated));
});

test("a model that somebody wrote counts as it is written", async () => {
  const app = await mkdtemp(join(parent, "app-"));
  await mkdir(join(app, "api/models"), { recursive: true });
  const own = `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Book", { id: { type: DataTypes.INTEGER, primaryKey: true }, mine: DataTypes.TEXT }, { timestamps: false });
`;
  await writeFile(join(app, "api/models/Book.js"), own);
  const { changes, generated, entities } = importInto(app, await loadDescription(BOOKSHOP));
  const books = (await entitiesAfter(app, changes, generated, entities)).find(({ name }) => name === "Book");
  expect(books?.fields.map(({ name }) => name)).toEqual(["id", "mine"]);
});
