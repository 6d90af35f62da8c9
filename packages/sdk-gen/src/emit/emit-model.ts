import type { ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import { code } from "./code.js";
import { docComment } from "./doc-comment.js";
import { emitSchema, importKeywords } from "./emit-schema.js";
import { typeName } from "./emit-type.js";
import { literal } from "./escape.js";
import { importSchemas, importTypes } from "./import-models.js";
import { modelTypes } from "./model-types.js";

/** `models/<Model>.js`: the schema as data, and the class that checks by it. @param models those of the file */
export function emitModels(models: readonly ModelPlan[], plan: SdkPlan): string {
  const used = new Set<ModelPlan>();
  const keywords = new Set<string>();
  const scope = { schemas: plan.api.schemas, modelAt: plan.modelAt, used, keywords };
  const constants = models.map((model) => [
    "",
    `export const ${model.name}Schema = ${constant(emitSchema(model.schema.json, scope))};`,
    "",
    docComment(describe(model)),
    `export const ${model.name} = /* @__PURE__ */ model(${literal(model.name)}, ${model.name}Schema);`,
  ]);
  for (const model of models) used.delete(model);
  return code(
    'import { model } from "../utils/model.js";',
    importKeywords(scope, "../utils"),
    importSchemas(used, "."),
    constants,
  );
}

/** Data that bundlers leave out where nobody uses it. */
export function constant(data: string): string {
  return `/* @__PURE__ */ (() => (${data}))()`;
}

/** `models/<Model>.d.ts`: what answers hold, and what requests take where that differs. @param models those of the file */
export function emitModelTypes(models: readonly ModelPlan[], plan: SdkPlan): string {
  const types = models.map((model) => ({ model, ...modelTypes(model, plan) }));
  const used = new Set(types.flatMap((one) => [...one.used]));
  for (const model of models) used.delete(model);
  return code(
    'import type { Model, SchemaData } from "../utils/index.js";',
    importTypes(used, "."),
    types.map(({ model, views }) => [
      "",
      views.map(({ name, text }, at) => [
        ...docComment(describe(model), at === 1 && "As requests take it."),
        declaration(name, text),
        "",
      ]),
      `export declare const ${model.name}Schema: SchemaData;`,
      "",
      `export declare const ${model.name}: Model<${typeName(model, "request")}>;`,
    ]),
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
