import type { SdkPlan } from "../plan/sdk-plan.js";
import {
  emitApi,
  emitApiTypes,
  emitIndex,
  emitIndexTypes,
  emitModelsIndex,
  emitModelsIndexTypes,
  emitPackageJson,
} from "./emit-client.js";
import { emitModel, emitModelTypes } from "./emit-model.js";
import { emitLlmsText, emitReadme, emitResourcePage } from "./emit-readme.js";
import { emitResource } from "./emit-resource.js";
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
    file("utils/api.js", emitApi(plan)),
    file("utils/api.d.ts", emitApiTypes()),
    file("models/index.js", emitModelsIndex(plan)),
    file("models/index.d.ts", emitModelsIndexTypes(plan)),
    ...plan.models.flatMap((model) => [
      file(`models/${model.name}.js`, emitModel(model, plan)),
      file(`models/${model.name}.d.ts`, emitModelTypes(model, plan)),
    ]),
    ...plan.groups.flatMap((group) => [
      file(`resources/${group.className}.js`, emitResource(group, plan)),
      file(`resources/${group.className}.d.ts`, emitResourceTypes(group, plan)),
      file(`docs/${group.className}.md`, emitResourcePage(group, plan)),
    ]),
  ];
}
