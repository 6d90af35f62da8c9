import type { SdkPlan } from "../plan/sdk-plan.js";
import { emitAnswers, emitAnswersIndex, emitAnswersIndexTypes } from "./emit-answers.js";
import {
  emitApi,
  emitApiTypes,
  emitIndex,
  emitIndexTypes,
  emitModelsIndex,
  emitModelsIndexTypes,
} from "./emit-client.js";
import { COMMONJS_FILES } from "./emit-commonjs.js";
import { emitLlmsText } from "./emit-llms-text.js";
import { emitModel, emitModelTypes } from "./emit-model.js";
import { emitPackageJson } from "./emit-package-json.js";
import { emitReadme } from "./emit-readme.js";
import { emitResource } from "./emit-resource.js";
import { emitResourcePage } from "./emit-resource-page.js";
import { emitResourceTypes } from "./emit-resource-types.js";

/** A file of the output. */
export interface GeneratedFile {
  /** With `/`, below the output folder. */
  readonly path: string;
  readonly content: string;
}

/** Every file that depends on the description. The runtime in `utils/` is copied beside them. */
export function emitSdk(plan: SdkPlan): GeneratedFile[] {
  const file = (path: string, content: string): GeneratedFile => ({ path, content });
  return [
    file("index.js", emitIndex(plan)),
    file("index.d.ts", emitIndexTypes(plan)),
    file("README.md", emitReadme(plan)),
    file("llms.txt", emitLlmsText(plan)),
    file("package.json", emitPackageJson(plan)),
    ...COMMONJS_FILES,
    file("utils/api.js", emitApi(plan)),
    file("utils/api.d.ts", emitApiTypes()),
    file("models/index.js", emitModelsIndex(plan)),
    file("models/index.d.ts", emitModelsIndexTypes(plan)),
    file("resources/answers/index.js", emitAnswersIndex(plan)),
    file("resources/answers/index.d.ts", emitAnswersIndexTypes()),
    ...plan.models.flatMap((model) => [
      file(`models/${model.name}.js`, emitModel(model, plan)),
      file(`models/${model.name}.d.ts`, emitModelTypes(model, plan)),
    ]),
    ...plan.groups.flatMap((group) => [
      file(`resources/${group.className}.js`, emitResource(group, plan)),
      file(`resources/${group.className}.d.ts`, emitResourceTypes(group, plan)),
      file(`resources/answers/${group.className}.js`, emitAnswers(group, plan)),
      file(`docs/${group.className}.md`, emitResourcePage(group, plan)),
    ]),
  ];
}
