import type { ApiDescription } from "@onespec/spec-core";
import { type AppliedConfig, configOf } from "../config/config-of.js";
import { wordsOf } from "./identifier.js";
import { modelFiles } from "./model-files.js";
import { MODULE_WORDS, NameTable } from "./name-table.js";
import { planGroups } from "./plan-groups.js";
import { planModels } from "./plan-models.js";
import type { RelationPlan, SdkFeatures, SdkPlan } from "./sdk-plan.js";

/** Decides every name and the content of every file. @param pins names of an earlier run, by subject */
export function planSdk(
  api: ApiDescription,
  version: string,
  pins: ReadonlyMap<string, string> = new Map(),
  config: AppliedConfig = configOf(api),
  features: SdkFeatures = { language: "js", validation: true, queries: true, with: [] },
): SdkPlan {
  // One table, since `index.js` exports models and resources together.
  const names = new NameTable(MODULE_WORDS, pins);
  const modelAt = planModels(api, names);
  const groups = planGroups(api, names, config, features);
  return {
    api,
    features,
    packageName: packageName(api.title),
    version,
    models: [...new Set(modelAt.values())].sort((left, right) => (left.name < right.name ? -1 : 1)),
    groups,
    groupByName: new Map(groups.map((group) => [group.name, group])),
    groupByResource: new Map(groups.flatMap((group) => (group.resource ? [[group.resource, group] as const] : []))),
    related: new Set(groups.flatMap(({ relations }) => relations.flatMap(targetOf))),
    int64: config.int64,
    modelAt,
    modelFiles: modelFiles(modelAt, groups),
    names: names.names,
    renamed: names.renamed,
  };
}

function targetOf(relation: RelationPlan): readonly string[] {
  return "target" in relation && relation.target !== undefined ? [relation.target] : [];
}

/** A valid npm name: lower case, words joined by hyphens. */
function packageName(title: string): string {
  const words = wordsOf(title).map((word) => word.toLowerCase());
  return `${words.length === 0 ? "api" : words.join("-").slice(0, 200)}-sdk`;
}
