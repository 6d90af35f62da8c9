import type { GroupPlan, SdkPlan } from "../plan/sdk-plan.js";
import { byModule } from "../plan/shared-modules.js";
import { type BodiesDraft, draftBodies, emitBodies, emitSentSchemas } from "./body-schemas.js";
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
import { emitModels } from "./emit-model.js";
import { emitPackageJson } from "./emit-package-json.js";
import { emitReadme } from "./emit-readme.js";
import { draftResources, emitResources } from "./emit-resource.js";
import { emitResourcePage } from "./emit-resource-page.js";
import { byFile } from "./import-models.js";
import { emitSharedSchemas, shareSchemas } from "./shared-schemas.js";

/** A file of the output. */
export interface GeneratedFile {
  /** With `/`, below the output folder. */
  readonly path: string;
  readonly content: string;
}

/** What runs: every file that depends on the description, but for its types, its pages, and what names a version. */
export function emitSdk(plan: SdkPlan): GeneratedFile[] {
  const modules = byModule(plan.groups);
  const bodies = draftBodies(modules, plan);
  const drafts = [...modules].map(([name, groups]) => draftResources(name, groups, plan, bodies.get(name)));
  const shared = shareSchemas(drafts);
  return [
    file("index.js", emitIndex(plan)),
    file("index.d.ts", emitIndexTypes(plan)),
    ...COMMONJS_FILES,
    file("utils/api.js", emitApi(plan)),
    file("utils/api.d.ts", emitApiTypes()),
    file("models/index.js", emitModelsIndex(plan)),
    file("models/index.d.ts", emitModelsIndexTypes(plan)),
    file("resources/answers/index.js", emitAnswersIndex(plan)),
    file("resources/answers/index.d.ts", emitAnswersIndexTypes()),
    ...[...byFile(plan.models)].map(([name, models]) => file(`models/${name}.js`, emitModels(models, plan))),
    ...emitAllBodies([...bodies.values()], plan),
    ...(shared.all.length > 0
      ? [file("utils/shapes.js", emitSharedSchemas(shared, new Set(drafts.flatMap(({ used }) => [...used]))))]
      : []),
    ...drafts.map((draft) => file(`resources/${draft.module}.js`, emitResources(draft, shared))),
    ...[...modules].map(([name, groups]) => file(`resources/answers/${name}.js`, emitAnswers(groups, plan))),
  ];
}

/** `docs/`: the pages of some resources, of all that share one. */
export function emitPages(plan: SdkPlan, groups: readonly GroupPlan[]): GeneratedFile[] {
  return [...byModule(groups)].map(([name, members]) =>
    file(`docs/${name}.md`, members.map((group) => emitResourcePage(group, plan)).join("\n")),
  );
}

function emitAllBodies(drafts: readonly BodiesDraft[], plan: SdkPlan): GeneratedFile[] {
  const shared = shareSchemas(drafts, "()");
  const common = emitSentSchemas(drafts, shared, plan);
  return [
    ...drafts.map((draft) => file(`resources/bodies/${draft.module}.js`, emitBodies(draft, shared))),
    ...(common === undefined ? [] : [file("utils/schemas.js", common)]),
  ];
}

/** The files that say which version they are of. */
export function emitVersioned(plan: SdkPlan): GeneratedFile[] {
  return [
    file("README.md", emitReadme(plan)),
    file("llms.txt", emitLlmsText(plan)),
    file("package.json", emitPackageJson(plan)),
  ];
}

function file(path: string, content: string): GeneratedFile {
  // A lone surrogate is no text: what is read from the file would never be what was written.
  return { path, content: content.toWellFormed() };
}
