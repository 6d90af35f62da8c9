import { listAppFiles } from "../../app/app-files.js";
import type { FileChange } from "../../change/file-change.js";
import { readPresent } from "../../change/read-present.js";
import type { Entity } from "../../entity/entity.js";
import { entitiesFromModels } from "../../model/entities-from-models.js";
import { modelDefinition } from "../../model/model-definition.js";
import { stageModels } from "./stage-models.js";

/**
 * The entities that the application will have once the changes are made: its models, hand edits and all.
 *
 * @param generated what the description makes of files, by path
 * @param planned the entities that the generated models were made of
 */
export async function entitiesAfter(
  appFolder: string,
  changes: readonly FileChange[],
  generated: ReadonlyMap<string, string>,
  planned: readonly Entity[],
): Promise<readonly Entity[]> {
  return areAllGenerated(appFolder, changes, generated)
    ? // What the files would say, without loading thousands of them.
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
