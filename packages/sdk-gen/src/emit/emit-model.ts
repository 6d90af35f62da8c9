import type { JsonSchema, View } from "@onespec/spec-core";
import type { ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import { code, type Line } from "./code.js";
import { docComment } from "./doc-comment.js";
import { emitSchema, importChecks } from "./emit-schema.js";
import { typeName, typeScope, typeText } from "./emit-type.js";
import { literal } from "./escape.js";
import { importSchemas, importTypes, usedTypes } from "./import-models.js";
import { withoutItself } from "./without-itself.js";

/** A file in `models/`. For each model it has the schema as data, and the class that validates with it. */
export function emitModels(file: string, models: readonly ModelPlan[], plan: SdkPlan): string {
  const scope = {
    schemas: plan.api.schemas,
    modelAt: plan.modelAt,
    used: new Set<ModelPlan>(),
    keywords: new Set<string>(),
  };
  const { validation, queries } = plan.features;
  const isTyped = plan.features.language === "ts";
  const used = new Set(models.flatMap((model) => [...modelTypes(model, plan).used]));
  const lines = models.map((model) => [
    isTyped && viewDeclarations(model, plan),
    // Queries need the schemas of the parameters of lists.
    (validation || queries) && emitConstant(`${model.name}Schema`, emitSchema(model.schema.json, scope), isTyped),
    // The comment of the model is at its type.
    validation &&
      `export const ${model.name}${isTyped ? `: Model<${typeName(model, "request")}>` : ""} = /* @__PURE__ */ model(${literal(model.name)}, ${model.name}Schema);`,
    "",
  ]);
  return code(
    importChecks([...(validation ? ["model"] : []), ...scope.keywords], "../utils"),
    isTyped && usedTypes(code(lines), "../utils/index.js"),
    importSchemas(scope.used, plan, ".", file),
    isTyped && importTypes(code(lines), used, plan, ".", file),
    "",
    lines,
    models.length > 0 && (isTyped || validation || queries) ? false : "export {};",
  );
}

/** A schema as an exported constant. Bundlers drop it if it is unused, since literals and functions have no effects. */
export function emitConstant(name: string, data: string, isTyped: boolean): string {
  return `export const ${name}${isTyped ? ": SchemaData" : ""} = ${data};`;
}

/**
 * The types of a file in `models/`. Each model has a type for responses, and another one for requests if it differs.
 */
export function emitModelsTypes(file: string, models: readonly ModelPlan[], plan: SdkPlan): string {
  const used = new Set(models.flatMap((model) => [...modelTypes(model, plan).used]));
  const lines = models.map((model) => [
    viewDeclarations(model, plan),
    plan.features.validation && [`export declare const ${model.name}: Model<${typeName(model, "request")}>;`, ""],
  ]);
  return code(
    plan.features.validation && 'import type { Model } from "../utils/index.js";',
    importTypes(code(lines), used, plan, ".", file),
    "",
    lines,
  );
}

function viewDeclarations(model: ModelPlan, plan: SdkPlan): Line {
  return modelTypes(model, plan).views.map(({ name, text }, at) => [
    ...docComment(describe(model), at === 1 && "As requests take it."),
    declaration(name, text),
    "",
  ]);
}

/** Emits objects as interfaces, which may refer to themselves and have a name in error messages. */
function declaration(name: string, text: string): string {
  const object = text.startsWith("{\n") && text.indexOf("\n}") === text.length - 2;
  // A type that only refers to itself allows everything.
  return object ? `export interface ${name} ${text}` : `export type ${name} = ${text === name ? "unknown" : text};`;
}

/** `undefined` if the description has no more than the name. */
function describe({ schema: { json } }: ModelPlan): string | undefined {
  const { description, title } = typeof json === "boolean" ? { description: undefined, title: undefined } : json;
  return (
    (typeof description === "string" && description !== "" ? description : undefined) ??
    (typeof title === "string" ? title : undefined)
  );
}

/** The types of a model, and the models that they refer to. */
interface ModelTypes {
  readonly used: ReadonlySet<ModelPlan>;
  /** The type of responses, and the type of requests if it differs. A model that is only in requests has one type. */
  readonly views: readonly ModelView[];
}

interface ModelView {
  readonly view: View;
  readonly name: string;
  readonly text: string;
  readonly properties: ReadonlyMap<JsonSchema, string>;
}

const known = new WeakMap<ModelPlan, ModelTypes>();

/** Cached: the declarations and the API surface both need them. */
export function modelTypes(model: ModelPlan, plan: SdkPlan): ModelTypes {
  const before = known.get(model);
  if (before) return before;
  const used = new Set<ModelPlan>();
  const isSplit = model.inputName !== model.name;
  const comments = isSplit ? { comments: new Map<JsonSchema, string>() } : {};
  const single: View = model.sent && !model.answered ? "request" : "response";
  const schema = withoutItself(model.schema.json, model.schema.uri, plan.api.schemas);
  const views = (isSplit ? (["response", "request"] as const) : [single]).map((view): ModelView => {
    const properties = new Map<JsonSchema, string>();
    const kept = { of: schema, types: properties };
    const text = isEndless(model, plan)
      ? "unknown"
      : typeText(schema, {
          ...typeScope(plan, view, used),
          kept,
          ...comments,
          takesUndefined: view === "request" || (model.sent && !isSplit),
        });
    return { view, name: typeName(model, view), text, properties };
  });
  used.delete(model);
  const types = { used, views };
  known.set(model, types);
  return types;
}

/** True for a reference that leads back to itself. */
function isEndless({ schema }: ModelPlan, { api }: SdkPlan): boolean {
  return typeof schema.json === "object" && schema.json.$ref !== undefined && api.schemas.follow(schema.json) === true;
}
