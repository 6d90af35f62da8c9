import type { ModelPlan, SdkPlan } from "../plan/sdk-plan.js";

export function byName(models: Iterable<ModelPlan>): ModelPlan[] {
  return [...models].sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** Imports of the schemas of models. @param folder the path to `models/` @param own the importing file, if it is one of them */
export function importSchemas(models: Iterable<ModelPlan>, plan: SdkPlan, folder: string, own?: string): string[] {
  return imports("import", models, plan, folder, own, ({ name }) => [`${name}Schema`]);
}

/** Imports of the types of models, and of their input types where they differ. Parameters as above. */
export function importTypes(models: Iterable<ModelPlan>, plan: SdkPlan, folder: string, own?: string): string[] {
  return imports("import type", models, plan, folder, own, ({ name, inputName }) =>
    inputName === name ? [name] : [name, inputName],
  );
}

function imports(
  verb: string,
  models: Iterable<ModelPlan>,
  { modelFiles }: SdkPlan,
  folder: string,
  own: string | undefined,
  namesOf: (model: ModelPlan) => readonly string[],
): string[] {
  const files = new Map<string, string[]>();
  for (const model of byName(models)) {
    const file = modelFiles.get(model) ?? "index";
    if (file !== own) files.set(file, [...(files.get(file) ?? []), ...namesOf(model)]);
  }
  return [...files].sort().map(([file, names]) => `${verb} { ${names.join(", ")} } from "${folder}/${file}.js";`);
}
