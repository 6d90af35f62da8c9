import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { loadModels } from "../../app/load-models.js";
import type { FileChange } from "../../change/file-change.js";
import { readPackageInfo } from "../../cli/package-info.js";
import type { Entity } from "../../entity/entity.js";
import { entitiesFromModels } from "../../model/entities-from-models.js";

/**
 * The entities that the application will have once the changes are made: its models, hand edits and all. They are loaded from a
 * copy inside the application's folder, so that their imports are found.
 */
export async function stageModels(
  appFolder: string,
  changes: readonly FileChange[],
  generated: ReadonlyMap<string, string>,
): Promise<readonly Entity[]> {
  await mkdir(join(appFolder, ".framework"), { recursive: true });
  const stage = await mkdtemp(join(appFolder, ".framework", "stage-"));
  try {
    if (existsSync(join(appFolder, "api/models")))
      await cp(join(appFolder, "api/models"), join(stage, "api/models"), { recursive: true });
    for (const change of changes.filter(({ path }) => path.startsWith("api/models/") && !path.endsWith(".new"))) {
      const file = join(stage, change.path);
      if (change.kind === "delete") await rm(file, { force: true });
      else {
        await mkdir(dirname(file), { recursive: true });
        // Generated models hold no types: as JavaScript they can be loaded before anything is installed that runs TypeScript.
        const isPlain = generated.get(change.path) === change.content;
        if (isPlain) await rm(file, { force: true });
        await writeFile(isPlain ? file.replace(/\.ts$/, ".js") : file, change.content);
      }
    }
    // Before the first `npm install` the application cannot find us.
    await mkdir(join(stage, "node_modules/@onespec"), { recursive: true });
    await symlink(readPackageInfo().folder, join(stage, "node_modules/@onespec/framework-cli"), "junction");
    return entitiesFromModels(await loadModels(stage));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
