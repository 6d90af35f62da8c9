import type { SdkPlan } from "../plan/sdk-plan.js";
import { type BodiesDraft, draftBodies, emitBodies, emitSentSchemas } from "./body-schemas.js";
import { emitAnswers, emitAnswersIndex, emitAnswersIndexTypes } from "./emit-answers.js";
import {
  COMMONJS,
  COMMONJS_TYPES,
  EVERYTHING,
  emitApi,
  emitApiTypes,
  emitIndex,
  emitIndexTypes,
  emitModelsIndex,
  emitModelsIndexTypes,
} from "./emit-client.js";
import { emitLlmsText } from "./emit-llms-text.js";
import { emitModel, emitModelTypes } from "./emit-model.js";
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
  const { groups, models } = plan;
  const bodies = draftBodies(plan);
  const drafts = groups.map((group) => draftResource(group, plan, bodies.get(group)));
  const shared = shareSchemas(drafts);
  return [
    file("index.js", emitIndex(plan)),
    file("index.d.ts", emitIndexTypes(plan)),
    file("index.cjs", COMMONJS),
    file("index.d.cts", COMMONJS_TYPES),
    file("utils/everything.js", EVERYTHING),
    file("utils/api.js", emitApi(plan)),
    file("utils/api.d.ts", emitApiTypes()),
    file("models/index.js", emitModelsIndex(plan)),
    file("models/index.d.ts", emitModelsIndexTypes(plan)),
    file("resources/answers/index.js", emitAnswersIndex(plan)),
    file("resources/answers/index.d.ts", emitAnswersIndexTypes()),
    ...models.map((model) => file(`models/${model.name}.js`, emitModel(model, plan))),
    ...models.map((model) => file(`models/${model.name}.d.ts`, emitModelTypes(model, plan))),
    ...emitAllBodies([...bodies.values()], plan),
    ...(shared.all.length > 0
      ? [file("utils/shapes.js", emitSharedSchemas(shared, new Set(drafts.flatMap(({ used }) => [...used]))))]
      : []),
    ...drafts.map((draft) => file(`resources/${draft.group.className}.js`, emitResource(draft, shared))),
    ...groups.flatMap((group) => [
      file(`resources/${group.className}.d.ts`, emitResourceTypes(group, plan)),
      file(`resources/answers/${group.className}.js`, emitAnswers(group, plan)),
      file(`docs/${group.className}.md`, emitResourcePage(group, plan)),
    ]),
  ];
}

function emitAllBodies(drafts: readonly BodiesDraft[], plan: SdkPlan): GeneratedFile[] {
  const shared = shareSchemas(drafts, "()");
  const common = emitSentSchemas(drafts, shared, plan);
  return [
    ...drafts.map((draft) => file(`resources/bodies/${draft.group.className}.js`, emitBodies(draft, shared))),
    ...(common === undefined ? [] : [file("utils/schemas.js", common)]),
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
