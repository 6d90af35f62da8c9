import type { ModelPlan } from "../plan/sdk-plan.js";
import { byModule } from "../plan/shared-modules.js";

/** Models by the module that holds them, both in the order of names. */
export function byFile(models: Iterable<ModelPlan>): ReadonlyMap<string, readonly ModelPlan[]> {
  return byModule(byName(models));
}

export function byName(models: Iterable<ModelPlan>): ModelPlan[] {
  return [...models].sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** Imports of the schemas of models. @param folder the path to `models/` */
export function importSchemas(models: Iterable<ModelPlan>, folder: string): string[] {
  return [...byFile(models)].map(
    ([file, members]) =>
      `import { ${members.map(({ name }) => `${name}Schema`).join(", ")} } from "${folder}/${file}.js";`,
  );
}

/** Imports of the types of models: what answers hold, and what requests take where that differs. @param folder the path to `models/` */
export function importTypes(models: Iterable<ModelPlan>, folder: string): string[] {
  return [...byFile(models)].map(([file, members]) => {
    const names = members.flatMap(({ name, inputName }) => (inputName === name ? [name] : [name, inputName]));
    return `import type { ${names.join(", ")} } from "${folder}/${file}.js";`;
  });
}
