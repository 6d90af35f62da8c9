import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ApiDescription, withinStack } from "@onespec/spec-core";
import type { FileChange } from "../../change/file-change.js";
import { MANIFEST_PATH, readManifest } from "../../change/manifest.js";
import { readPresent } from "../../change/read-present.js";
import type { SourceLanguage } from "../../emit/source-language.js";
import { type MigrationPlan, planMigration } from "../../migrations/plan-migration.js";
import type { Answers } from "../../migrations/question.js";
import { readMigrationFolder } from "../../migrations/read-migration-folder.js";
import { snapshotWithOwnChanges } from "../../migrations/run/snapshot-with-own-changes.js";
import { formatOperations, OPERATIONS_PATH } from "../check/operations-file.js";
import { emitContract } from "../emit/emit-contract.js";
import type { ContractPlan } from "../plan/contract-plan.js";
import { planContract } from "../plan/plan-contract.js";
import { CONTRACT_PATH, readContract } from "./contract-file.js";
import { entitiesAfter } from "./entities-after.js";
import type { ImportSource } from "./import-source.js";
import { type FilePlan, planFiles } from "./plan-files.js";
import { planPrefix } from "./plan-prefix.js";

export interface ImportRequest {
  readonly appFolder: string;
  readonly source: ImportSource;
  readonly force: boolean;
  readonly answers: Answers;
  readonly allowDestructive: boolean;
  readonly now: Date;
}

/** All that an import would do; nothing is written. */
export interface ImportPlan {
  readonly api: ApiDescription;
  /** What the last import brought; `undefined` the first time. */
  readonly before: ApiDescription | undefined;
  readonly contract: ContractPlan;
  readonly files: FilePlan;
  readonly migration: MigrationPlan;
  /** Files and migration together. */
  readonly changes: readonly FileChange[];
  /** The texts that are there now. */
  readonly present: ReadonlyMap<string, string>;
}

/** @throws DescriptionError, FrameworkError, MigrationError */
export function planImport(request: ImportRequest): Promise<ImportPlan> {
  return withinStack(request.source.name, () => planWhole(request));
}

async function planWhole(request: ImportRequest): Promise<ImportPlan> {
  const { appFolder, source, force, answers, allowDestructive, now } = request;
  const { api } = source;
  const document = await source.document();
  const before = await readContract(appFolder);
  const language: SourceLanguage = existsSync(join(appFolder, "tsconfig.json")) ? "typescript" : "javascript";
  const contract = planContract(api);
  const generated = new Map(emitContract(contract, language));
  const base = before === undefined ? new Map<string, string>() : emitContract(planContract(before), language);
  const manifest = await readManifest(appFolder);
  const paths = [...generated.keys(), ...Object.keys(manifest.files)];
  const present = readPresent(appFolder, [
    ...paths.flatMap((path) => [path, `${path}.new`]),
    MANIFEST_PATH,
    CONTRACT_PATH,
    OPERATIONS_PATH,
  ]);
  const files = planFiles({ generated, base, present, manifest, force });
  const entities = await entitiesAfter(appFolder, files.changes, generated, contract.entities);
  const folder = readMigrationFolder(appFolder);
  const migration = planMigration({
    entities,
    snapshot: await snapshotWithOwnChanges(appFolder, folder),
    name: before === undefined ? `import ${api.title}`.replace(/[/\\]|\.\./g, " ") : "follow the description",
    now,
    answers,
    allowDestructive,
    existing: folder.files.map(({ name }) => name),
    typescript: language === "typescript",
  });
  const prefix = before === undefined ? planPrefix(appFolder, language, api) : [];
  const operations = formatOperations(contract.actions.map(({ operation }) => operation));
  const records = [
    [CONTRACT_PATH, `${JSON.stringify(document, null, 1)}\n`],
    [OPERATIONS_PATH, operations],
  ] as const;
  const recorded = records.flatMap(([path, content]): FileChange[] => {
    const known = present.get(path);
    return content === known ? [] : [{ kind: known === undefined ? "create" : "update", path, content }];
  });
  return {
    api,
    before,
    contract,
    files,
    migration,
    changes: [...files.changes, ...prefix, ...migration.changes, ...recorded],
    present,
  };
}
