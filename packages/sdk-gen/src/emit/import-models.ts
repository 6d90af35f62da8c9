import type { ModelPlan, SdkPlan } from "../plan/sdk-plan.js";

export function byName(models: Iterable<ModelPlan>): ModelPlan[] {
  return [...models].sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** Imports of the schemas of models. @param folder the path to `models/` @param own the importing file, if it is one of them */
export function importSchemas(models: Iterable<ModelPlan>, plan: SdkPlan, folder: string, own?: string): string[] {
  return imports("import", models, plan, folder, own, ({ name }) => [`${name}Schema`]);
}

/** Imports of the types of models that a text names. Parameters as above. */
export function importTypes(
  text: string,
  models: Iterable<ModelPlan>,
  plan: SdkPlan,
  folder: string,
  own?: string,
): string[] {
  const words = namesIn(text);
  return imports("import type", models, plan, folder, own, ({ name, inputName }) =>
    [...new Set([name, inputName])].filter((one) => words.has(one)),
  );
}

/** The names in code, without those in comments and texts. */
function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.replace(/\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"/g, "").match(/[\w$]+/g));
}

const RUNTIME_TYPES =
  "Answers Call CallOptions ClientContext Criteria EnvelopeMember Find Model OperationSpec Query Resource ResourceOptions ResourceSpec SchemaData ServerEvent";

/** The import of the runtime's types that a text names. */
export function usedTypes(text: string, from: string): string[] {
  const words = namesIn(text);
  const used = RUNTIME_TYPES.split(" ").filter((name) => words.has(name));
  return used.length === 0 ? [] : [`import type { ${used.join(", ")} } from "${from}";`];
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
    if (file !== own && namesOf(model).length > 0) files.set(file, [...(files.get(file) ?? []), ...namesOf(model)]);
  }
  return [...files].sort().map(([file, names]) => `${verb} { ${names.join(", ")} } from "${folder}/${file}.js";`);
}
