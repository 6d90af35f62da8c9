import type { ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import { emitAnswers, emitAnswersTypes } from "./emit-answers.js";
import { COMMONJS_TYPES, emitApi, emitCommonJs, emitIndex, emitIndexTypes, emitModelsIndex } from "./emit-client.js";
import { emitLlmsText } from "./emit-llms-text.js";
import { emitModels, emitModelsTypes } from "./emit-model.js";
import { emitPackageJson } from "./emit-package-json.js";
import { emitReadme } from "./emit-readme.js";
import { draftResource, emitResource } from "./emit-resource.js";
import { emitResourcePage } from "./emit-resource-page.js";
import { emitResourceTypes } from "./emit-resource-types.js";
import { emitSharedSchemas, shareSchemas } from "./shared-schemas.js";

/** A file of the output. */
export interface GeneratedFile {
  /** With `/`, below the output folder. */
  readonly path: string;
  readonly content: string;
}

/** Every file that depends on the description, except those that name the client's version. */
export function emitSdk(plan: SdkPlan): GeneratedFile[] {
  const { groups } = plan;
  const drafts = groups.map((group) => draftResource(group, plan));
  const shared = shareSchemas(drafts);
  return [
    file("index.js", emitIndex(plan)),
    file("index.d.ts", emitIndexTypes(plan)),
    file("index.cjs", emitCommonJs(plan)),
    file("index.d.cts", COMMONJS_TYPES),
    file("utils/api.js", emitApi(plan)),
    ...emitModelFiles(plan),
    ...(plan.features.validation
      ? [file("resources/answers.js", emitAnswers(plan)), file("resources/answers.d.ts", emitAnswersTypes())]
      : []),
    ...(shared.all.length > 0
      ? [file("utils/shapes.js", emitSharedSchemas(shared, new Set(drafts.flatMap(({ used }) => [...used])), plan))]
      : []),
    ...drafts.map((draft) => file(`resources/${draft.group.className}.js`, emitResource(draft, shared, plan))),
    ...groups.flatMap((group) => [
      file(`resources/${group.className}.d.ts`, emitResourceTypes(group, plan)),
      file(`docs/${group.className}.md`, emitResourcePage(group, plan)),
    ]),
  ];
}

function emitModelFiles(plan: SdkPlan): GeneratedFile[] {
  const files = new Map<string, ModelPlan[]>();
  for (const model of plan.models) {
    const name = plan.modelFiles.get(model) ?? "index";
    files.set(name, [...(files.get(name) ?? []), model]);
  }
  const { validation, queries } = plan.features;
  const types = [...files].map(([name, models]) => file(`models/${name}.d.ts`, emitModelsTypes(name, models, plan)));
  // Queries need the schemas of the parameters of lists.
  const code = [...files].map(([name, models]) =>
    file(`models/${name}.js`, validation || queries ? emitModels(name, models, plan) : "export {};\n"),
  );
  if (files.has("index")) return [...types, ...code];
  return [
    ...types,
    ...code,
    file("models/index.js", validation ? emitModelsIndex(plan, "values") : "export {};\n"),
    file("models/index.d.ts", emitModelsIndex(plan, validation ? "both" : "types")),
  ];
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
  // A lone surrogate cannot be encoded: the file would differ from its content in every comparison.
  return { path, content: content.toWellFormed() };
}
