import type { ModelPlan } from "../plan/sdk-plan.js";

export function byName(models: Iterable<ModelPlan>): ModelPlan[] {
  return [...models].sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** Imports of the schemas of models. @param folder the path to `models/` */
export function importSchemas(models: Iterable<ModelPlan>, folder: string): string[] {
  return byName(models).map(({ name }) => `import { ${name}Schema } from "${folder}/${name}.js";`);
}

/** Imports of the types of models, and of their input types where they differ. @param folder the path to `models/` */
export function importTypes(models: Iterable<ModelPlan>, folder: string): string[] {
  return byName(models).map(({ name, inputName }) => {
    const names = inputName === name ? name : `${name}, ${inputName}`;
    return `import type { ${names} } from "${folder}/${name}.js";`;
  });
}
