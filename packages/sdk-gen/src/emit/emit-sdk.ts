import type { Addition } from "../config/sdk-config.js";
import type { ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import { emitAnswers, emitAnswersTypes } from "./emit-answers.js";
import { COMMONJS_TYPES, emitApi, emitCommonJs, emitIndex, emitIndexTypes, emitModelsIndex } from "./emit-client.js";
import { emitLlmsText } from "./emit-llms-text.js";
import { emitMcp } from "./emit-mcp.js";
import { emitModels, emitModelsTypes } from "./emit-model.js";
import { emitPackageJson } from "./emit-package-json.js";
import { emitReadme } from "./emit-readme.js";
import { draftResource, emitResource } from "./emit-resource.js";
import { emitResourcePage } from "./emit-resource-page.js";
import { emitResourceTypes, resourceTypes } from "./emit-resource-types.js";
import { emitTanstackQuery } from "./emit-tanstack-query.js";
import { emitSharedSchemas, shareSchemas } from "./shared-schemas.js";

/** A file of the output. */
export interface GeneratedFile {
  /** With `/`, below the output folder. */
  readonly path: string;
  readonly content: string;
}

/** The modules that are written on request. `browser` is joined from the finished files. */
const EMITTERS: Readonly<Record<Addition, (plan: SdkPlan) => readonly GeneratedFile[]>> = {
  browser: () => [],
  "tanstack-query": emitTanstackQuery,
  mcp: emitMcp,
};

/** Every file that depends on the description, except those that name the client's version. */
export function emitSdk(plan: SdkPlan): GeneratedFile[] {
  const { groups } = plan;
  const drafts = groups.map((group) => draftResource(group, plan));
  const shared = shareSchemas(drafts);
  const isTyped = plan.features.language === "ts";
  // TypeScript has its types in one file with its code.
  const code = (path: string, content: string, types?: () => string): GeneratedFile[] =>
    isTyped
      ? [file(`${path}.ts`, content)]
      : [file(`${path}.js`, content), ...(types ? [file(`${path}.d.ts`, types())] : [])];
  return [
    ...code("index", emitIndex(plan), () => emitIndexTypes(plan)),
    ...(isTyped ? [] : [file("index.cjs", emitCommonJs(plan)), file("index.d.cts", COMMONJS_TYPES)]),
    ...code("utils/api", emitApi(plan)),
    ...modelFiles(plan).flatMap(([name, models]) =>
      code(`models/${name}`, emitModels(name, models, plan), () => emitModelsTypes(name, models, plan)),
    ),
    ...(modelFiles(plan).some(([name]) => name === "index")
      ? []
      : code("models/index", emitModelsIndex(plan, isTyped), () => emitModelsIndex(plan, true))),
    ...(plan.features.validation ? code("resources/answers", emitAnswers(plan), emitAnswersTypes) : []),
    ...(shared.all.length > 0
      ? code("utils/shapes", emitSharedSchemas(shared, new Set(drafts.flatMap(({ used }) => [...used])), plan))
      : []),
    ...drafts.flatMap((draft) =>
      code(
        `resources/${draft.group.className}`,
        emitResource(draft, shared, plan, isTyped ? resourceTypes(draft.group, plan) : undefined),
        () => emitResourceTypes(draft.group, plan),
      ),
    ),
    ...plan.features.with.flatMap((name) => EMITTERS[name](plan).map(({ path, content }) => file(path, content))),
    ...groups.map((group) => file(`docs/${group.className}.md`, emitResourcePage(group, plan))),
  ];
}

function modelFiles(plan: SdkPlan): [name: string, models: ModelPlan[]][] {
  const files = new Map<string, ModelPlan[]>();
  for (const model of plan.models) {
    const name = plan.modelFiles.get(model) ?? "index";
    files.set(name, [...(files.get(name) ?? []), model]);
  }
  return [...files];
}

/** The files that contain the version of the client. */
export function emitVersioned(plan: SdkPlan): GeneratedFile[] {
  return [
    file("README.md", emitReadme(plan)),
    file("llms.txt", emitLlmsText(plan)),
    file("package.json", emitPackageJson(plan)),
  ];
}

function file(path: string, content: string): GeneratedFile {
  // A lone surrogate cannot be encoded, so the written file would always differ from its content.
  return { path, content: content.toWellFormed() };
}
