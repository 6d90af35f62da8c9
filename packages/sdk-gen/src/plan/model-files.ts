import { operationReferences, referencesIn } from "./schema-parts.js";
import type { GroupPlan, ModelPlan } from "./sdk-plan.js";

/** Up to this many models share one file. */
const FEW = 50;
const SHARED = "shared";

/**
 * The file of each model in `models/`: one for the models that only one resource uses, `shared` for the others, or `index` for all of
 * a small description. So a shared model never needs one of a resource.
 */
export function modelFiles(
  modelAt: ReadonlyMap<string, ModelPlan>,
  groups: readonly GroupPlan[],
): ReadonlyMap<ModelPlan, string> {
  const models = new Set(modelAt.values());
  if (models.size <= FEW) return new Map([...models].map((model) => [model, "index"]));
  const files = new Map<ModelPlan, string>();
  const use = (uris: Set<string>, file: string): void => {
    for (const uri of uris) {
      const model = modelAt.get(uri);
      if (!model) continue;
      // The loop also visits URIs that it adds.
      referencesIn(model.schema.json, uris);
      files.set(model, (files.get(model) ?? file) === file ? file : SHARED);
    }
  };
  for (const { className, methods, relations } of groups) {
    const uris = new Set<string>();
    for (const { operation } of methods) operationReferences(operation, uris);
    for (const relation of relations) if (relation.kind === "link") operationReferences(relation.operation, uris);
    use(uris, className);
  }
  const unused = [...modelAt].filter(([, model]) => !files.has(model));
  use(new Set(unused.map(([uri]) => uri)), SHARED);
  return files;
}
