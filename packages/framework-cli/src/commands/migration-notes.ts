import type { PlannedModel } from "../generate/plan-model.js";

/** What to do about the database after a model was generated. */
export function migrationNotes({ migration, alsoChanges }: Pick<PlannedModel, "migration" | "alsoChanges">): string[] {
  if (migration === undefined) return ["Next: migrations:generate"];
  const others =
    alsoChanges.length === 0 ? [] : [`The migration also changes ${alsoChanges.join(", ")}: those models had changed.`];
  return [...others, "Next: migrations:run"];
}
