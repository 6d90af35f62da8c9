import type { ApiDescription, JsonSchema } from "@onespec/spec-core";
import { type AppliedConfig, configOf } from "../config/config-of.js";
import { wordsOf } from "./identifier.js";
import { MODULE_WORDS, NameTable } from "./name-table.js";
import { planGroups } from "./plan-groups.js";
import { planModels } from "./plan-models.js";
import { recordSchema } from "./record-schema.js";
import { operationReferences, referencesIn } from "./schema-parts.js";
import type { GroupPlan, ModelPlan, RelationPlan, SdkFeatures, SdkPlan } from "./sdk-plan.js";

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
    groupsByRecord: groupsByRecord(groups, api),
    related: new Set(groups.flatMap(({ relations }) => relations.flatMap(targetOf))),
    int64: config.int64,
    modelAt,
    modelFiles: modelFiles(modelAt, groups),
    names: names.names,
    renamed: names.renamed,
  };
}

function groupsByRecord(groups: readonly GroupPlan[], { schemas }: ApiDescription): SdkPlan["groupsByRecord"] {
  const found = new Map<JsonSchema, GroupPlan[]>();
  for (const group of groups) {
    const record = schemas.follow(recordSchema(group, schemas));
    found.set(record, [...(found.get(record) ?? []), group]);
  }
  return found;
}

function targetOf(relation: RelationPlan): readonly string[] {
  return "target" in relation && relation.target !== undefined ? [relation.target] : [];
}

/** A valid npm name: lower case, words joined by hyphens. */
function packageName(title: string): string {
  const words = wordsOf(title).map((word) => word.toLowerCase());
  return `${words.length === 0 ? "api" : words.join("-").slice(0, 200)}-sdk`;
}

/** Up to this many models share one file. */
const FEW = 50;
const SHARED = "shared";

/**
 * The file in `models/` for each model. Models that only one resource uses are in that resource's file, others in
 * `shared`. A small description has only `index`. A shared model therefore never imports one of a resource.
 */
function modelFiles(
  modelAt: ReadonlyMap<string, ModelPlan>,
  groups: readonly GroupPlan[],
): ReadonlyMap<ModelPlan, string> {
  const models = new Set(modelAt.values());
  if (models.size <= FEW) return new Map([...models].map((model) => [model, "index"]));
  const files = new Map<ModelPlan, string>();
  const use = (uris: Set<string>, file: string): void => {
    for (const uri of uris) {
      const model = modelAt.get(uri);
      if (!model) continue;
      // The loop also visits URIs that it adds.
      referencesIn(model.schema.json, uris);
      files.set(model, (files.get(model) ?? file) === file ? file : SHARED);
    }
  };
  for (const { className, methods, relations } of groups) {
    const uris = new Set<string>();
    for (const { operation } of methods) operationReferences(operation, uris);
    for (const relation of relations) if (relation.kind === "link") operationReferences(relation.operation, uris);
    use(uris, className);
  }
  const unused = [...modelAt].filter(([, model]) => !files.has(model));
  use(new Set(unused.map(([uri]) => uri)), SHARED);
  return files;
}
