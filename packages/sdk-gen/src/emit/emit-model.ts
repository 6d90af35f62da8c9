import type { ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import { code } from "./code.js";
import { docComment } from "./doc-comment.js";
import { emitSchema, importKeywords } from "./emit-schema.js";
import { typeName } from "./emit-type.js";
import { literal } from "./escape.js";
import { modelTypes } from "./model-types.js";

/** `models/<Model>.js`: the schema as data, and the class that checks by it. */
export function emitModel(model: ModelPlan, plan: SdkPlan): string {
  const used = new Set<ModelPlan>();
  const keywords = new Set<string>();
  const schema = emitSchema(model.schema.json, { schemas: plan.api.schemas, modelAt: plan.modelAt, used, keywords });
  used.delete(model);
  return code(
    'import { model } from "../utils/model.js";',
    importKeywords({ keywords }, "../utils"),
    byName(used).map(({ name }) => `import { ${name}Schema } from "./${name}.js";`),
    "",
    `export const ${model.name}Schema = ${constant(schema)};`,
    "",
    docComment(describe(model)),
    `export const ${model.name} = /* @__PURE__ */ model(${literal(model.name)}, ${model.name}Schema);`,
  );
}

/** Data that bundlers leave out where nobody uses it. */
export function constant(data: string): string {
  return `/* @__PURE__ */ (() => (${data}))()`;
}

/** `models/<Model>.d.ts`: what answers hold, and what requests take where that differs. */
export function emitModelTypes(model: ModelPlan, plan: SdkPlan): string {
  const { used, views } = modelTypes(model, plan);
  return code(
    'import type { Model, SchemaData } from "../utils/index.js";',
    byName(used).map(
      (other) =>
        `import type { ${[other.name, ...(other.inputName === other.name ? [] : [other.inputName])].join(", ")} } from "./${other.name}.js";`,
    ),
    "",
    views.map(({ name, text }, at) => [
      ...docComment(describe(model), at === 1 && "As requests take it."),
      declaration(name, text),
      "",
    ]),
    `export declare const ${model.name}Schema: SchemaData;`,
    "",
    `export declare const ${model.name}: Model<${typeName(model, "request")}>;`,
  );
}

/** Objects are interfaces: they may refer to themselves, and messages call them by name. */
function declaration(name: string, text: string): string {
  const object = text.startsWith("{\n") && text.indexOf("\n}") === text.length - 2;
  // One that refers to nothing but itself says nothing.
  return object ? `export interface ${name} ${text}` : `export type ${name} = ${text === name ? "unknown" : text};`;
}

function describe({ schema: { json, name }, name: own }: ModelPlan): string {
  const { description, title } = typeof json === "boolean" ? { description: undefined, title: undefined } : json;
  return (
    (typeof description === "string" && description !== "" ? description : undefined) ??
    (typeof title === "string" ? title : undefined) ??
    name ??
    own
  );
}

export function byName(models: Iterable<ModelPlan>): ModelPlan[] {
  return [...models].sort((left, right) => (left.name < right.name ? -1 : 1));
}
