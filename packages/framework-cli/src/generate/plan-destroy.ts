import { isObject, nearestName } from "@onespec/spec-core";
import type { Manifest } from "../change/manifest.js";
import type { FileChange } from "../change/plan-changes.js";
import { type PlannedChanges, type PresentFiles, planRemoval } from "../change/plan-changes.js";
import { loadConfig } from "../config/load-config.js";
import { FrameworkError } from "../errors/framework-error.js";
import { readMigrationFiles } from "../migrations/migration-files.js";
import { openTarget } from "../migrations/open-target.js";
import type { ModelDefinition } from "../model/define-model.js";
import { parseActionName } from "./action-name.js";
import type { DestroyableKind } from "./destroyable.js";
import { parseModelName } from "./model-name.js";

/** The origin of generated files in the manifest, such as `model User`. @throws FrameworkError NAME_INVALID */
export function originOf(kind: DestroyableKind, text: string): string {
  switch (kind) {
    case "controller":
      return `controller ${parseActionName(text).path}`;
    case "model":
    case "resource":
      return `${kind} ${parseModelName(text).model}`;
    case "service":
    case "policy":
      return `${kind} ${text}`;
  }
}

export interface PlannedDestroy extends PlannedChanges {
  /** Migrations that stay, since they have been run or others build on them. */
  readonly kept: readonly string[];
}

/**
 * Plans the removal of generated files. Removes a migration only if nothing depends on it.
 * @param isFree tells if the migration with a name can still be removed
 * @throws FrameworkError NAME_INVALID if no generator created such a thing
 */
export function planDestroy(
  origin: string,
  present: PresentFiles,
  manifest: Manifest,
  isFree: (migration: string) => boolean,
): PlannedDestroy {
  const origins = [...new Set(Object.values(manifest.files).map((file) => file.origin))].sort();
  if (!origins.includes(origin)) {
    const nearest = nearestOrigin(origin, origins);
    const known = origins.length === 0 ? "Nothing in this application was generated" : "Generated here: ";
    const hint = nearest === undefined ? `${known}${origins.join(", ")}.` : `Did you mean ${nearest}?`;
    throw new FrameworkError("NAME_INVALID", `No generator made the ${origin} here.`, { hint });
  }
  const { changes, conflicts, manifest: after } = planRemoval(origin, present, manifest);
  const kept = new Set<string>();
  const stays = ({ path }: { readonly path: string }): boolean => {
    const migration = /^migrations\/(\d{14}[^/]*)\.\w+$/.exec(path)?.[1];
    if (migration === undefined || isFree(migration)) return false;
    kept.add(migration);
    return true;
  };
  return {
    changes: changes.filter((change: FileChange) => change.kind !== "delete" || !stays(change)),
    conflicts: conflicts.filter((conflict) => !stays(conflict)),
    manifest: after,
    kept: [...kept],
  };
}

/**
 * Rejects the removal of a model that others refer to, since the application would not start without it.
 * @param present the existing models, which may refer to it
 * @throws FrameworkError NAME_INVALID
 */
export function refuseReferredModel(model: string, present: readonly ModelDefinition[]): void {
  const own = present.find(({ name }) => name === model);
  if (own === undefined) return;
  const users = present
    .filter(({ name }) => name !== model)
    .flatMap(({ name, attributes, options }) => {
      const refers = (attribute: unknown): boolean =>
        isObject(attribute) && isObject(attribute.references) && attribute.references.model === model;
      const fields = Object.keys(attributes).filter((attribute) => refers(attributes[attribute]));
      const related = Object.entries(options.associations ?? {}).filter(([, given]) =>
        Object.values(given).includes(model),
      );
      return [...fields, ...related.map(([association]) => `associations.${association}`)].map(
        (each) => `${name}.${each}`,
      );
    });
  if (users.length === 0) return;
  const verb = users.length === 1 ? "refers" : "refer";
  throw new FrameworkError("NAME_INVALID", `${users.join(", ")} ${verb} to ${model}. Nothing was removed.`, {
    hint: `Remove ${users.length === 1 ? "it" : "them"} from api/models first.`,
  });
}

/** The same name with another kind, or a similar name with the same kind. The kind itself does not count as similar. */
function nearestOrigin(origin: string, origins: readonly string[]): string | undefined {
  const [kind = "", name = ""] = origin.split(" ", 2);
  const ofKind = origins.filter((other) => other.startsWith(`${kind} `)).map((other) => other.slice(kind.length + 1));
  const nearest = nearestName(name, ofKind);
  return origins.find((other) => other.endsWith(` ${name}`)) ?? (nearest && `${kind} ${nearest}`);
}

/**
 * The migrations that can still be removed: the last ones, if the database of this machine has not run them.
 * @param paths paths in the application, such as `migrations/20260131123000-create-books.js`
 */
export async function freeMigrations(
  appFolder: string,
  environment: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const own = new Set(paths);
  const files = readMigrationFiles(appFolder);
  const last = files.findLastIndex(({ path }) => !own.has(path));
  const free = files.slice(last + 1).map(({ name }) => name);
  if (free.length === 0) return new Set();
  const begun = await begunMigrations(appFolder, environment);
  return new Set(free.filter((name) => !begun.has(name)));
}

/** Empty if there is no database. Nothing can have been run there. */
async function begunMigrations(appFolder: string, environment: string): Promise<ReadonlySet<string>> {
  try {
    const { database } = await loadConfig(appFolder, environment);
    const target = await openTarget(database, appFolder);
    try {
      return new Set((await target.journal.read()).map(({ name }) => name));
    } finally {
      await target.close();
    }
  } catch {
    return new Set();
  }
}
