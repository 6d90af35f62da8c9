import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileChange } from "../../change/plan-changes.js";
import { readPresent } from "../../change/read-present.js";
import { STAGE_PREFIX } from "../../change/undo-interrupted.js";
import type { Entity } from "../../entity/entity.js";
import { listAppFiles } from "../../files/app-files.js";
import { readPackageInfo } from "../../files/package-info.js";
import { loadEntities } from "../../load/load-models.js";
import { entitiesFromModels } from "../../model/entities-from-models.js";
import { modelDefinition } from "../../model/model-definition.js";

/**
 * The entities of the application after the changes, including manual edits of its models.
 * @param generated the generated files, by path
 * @param planned the entities of the generated models
 */
export async function entitiesAfter(
  appFolder: string,
  changes: readonly FileChange[],
  generated: ReadonlyMap<string, string>,
  planned: readonly Entity[],
): Promise<readonly Entity[]> {
  return areAllGenerated(appFolder, changes, generated)
    ? // The same entities, without loading thousands of files.
      entitiesFromModels(planned.map((entity) => modelDefinition(entity, planned)))
    : stageModels(appFolder, changes, generated);
}

function areAllGenerated(
  appFolder: string,
  changes: readonly FileChange[],
  generated: ReadonlyMap<string, string>,
): boolean {
  const changed = new Map(changes.map((change) => [change.path, change]));
  const there = listAppFiles(appFolder, "api/models").map(({ path }) => path);
  const present = readPresent(appFolder, there);
  const contentOf = (path: string): string | undefined => {
    const change = changed.get(path);
    if (change === undefined) return present.get(path);
    return change.kind === "delete" ? undefined : change.content;
  };
  const isAsGenerated = (path: string): boolean => contentOf(path) === generated.get(path);
  return [...there, ...generated.keys()].filter((path) => path.startsWith("api/models/")).every(isAsGenerated);
}

/**
 * The entities of the application after the changes, including manual edits. They are loaded from a copy inside the
 * application's folder, so that their imports are found.
 */
export async function stageModels(
  appFolder: string,
  changes: readonly FileChange[],
  generated: ReadonlyMap<string, string>,
): Promise<readonly Entity[]> {
  const stage = await mkdtemp(join(appFolder, STAGE_PREFIX));
  try {
    if (existsSync(join(appFolder, "api/models")))
      await cp(join(appFolder, "api/models"), join(stage, "api/models"), { recursive: true });
    for (const change of changes.filter(({ path }) => path.startsWith("api/models/") && !path.endsWith(".new"))) {
      const file = join(stage, change.path);
      if (change.kind === "delete") await rm(file, { force: true });
      else {
        await mkdir(dirname(file), { recursive: true });
        // Generated models contain no types. As JavaScript they can be loaded before any tool for TypeScript is
        // installed.
        const isPlain = generated.get(change.path) === change.content;
        if (isPlain) await rm(file, { force: true });
        await writeFile(isPlain ? file.replace(/\.ts$/, ".js") : file, change.content);
      }
    }
    // Before the first `npm install` the application cannot resolve this package.
    await mkdir(join(stage, "node_modules/@onespec"), { recursive: true });
    await symlink(readPackageInfo().folder, join(stage, "node_modules/@onespec/framework-cli"), "junction");
    return await loadEntities(stage, { dialect: "sqlite" });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
