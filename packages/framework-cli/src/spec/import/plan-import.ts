import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ApiDescription, withinStack } from "@onespec/spec-core";
import { CONTRACT_PATH, readManifest } from "../../change/manifest.js";
import { type FilePlan, mergeFiles } from "../../change/merge-files.js";
import { changeTo, type FileChange } from "../../change/plan-changes.js";
import { readPresent } from "../../change/read-present.js";
import { literal } from "../../emit/escape.js";
import { type SourceLanguage, sourceExtension } from "../../emit/source-language.js";
import type { MigrationPlan } from "../../migrations/plan-migration.js";
import { nextMigration } from "../../migrations/run/next-migration.js";
import type { Answers } from "../../migrations/tables/question.js";
import { formatOperations, OPERATIONS_PATH, readContract } from "../check/last-import.js";
import { findModelGaps } from "../check/model-gaps.js";
import { findPlainSecrets, findStaleNames, findUnkept, type StaleName } from "../check/unset-values.js";
import { emitContract } from "../emit/emit-contract.js";
import type { ActionPlan, ContractPlan, UnkeptPromise } from "../plan/contract-plan.js";
import { planContract } from "../plan/plan-contract.js";
import { entitiesAfter } from "./entities-after.js";
import type { ImportSource } from "./import-source.js";

export interface ImportRequest {
  readonly appFolder: string;
  readonly source: ImportSource;
  /** Replace edited and existing files. */
  readonly force?: boolean | undefined;
  readonly answers?: Answers;
  readonly allowDestructive?: boolean | undefined;
}

/** The effects of an import. Nothing is written yet. */
export interface ImportPlan {
  readonly api: ApiDescription;
  /** The description of the last import; `undefined` the first time. */
  readonly before: ApiDescription | undefined;
  readonly contract: ContractPlan;
  readonly files: FilePlan;
  /** Generated files without edits that the user still has to write. Paths without extension. */
  readonly unwritten: { readonly actions: readonly string[]; readonly policies: readonly string[] };
  readonly migration: MigrationPlan;
  /** Fields of the description that models will lack because of manual edits: `Project.colour`. */
  readonly lacking: readonly string[];
  /** Texts that are stored as clients send them, such as passwords: `User.password`. */
  readonly plainSecrets: readonly string[];
  /** Promises of the description that the application does not keep. */
  readonly unkept: readonly UnkeptPromise[];
  /** Edited actions whose operation is now in another file, because its operationId has changed. */
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  /** Code that mentions properties which the description no longer has. */
  readonly stale: readonly StaleName[];
  /** Files and migration together. While edited files conflict, only the offered versions. */
  readonly changes: readonly FileChange[];
  /** True while conflicts with edited files are open. The application then stays unchanged. */
  readonly isHeldBack: boolean;
  /** The texts that are there now. */
  readonly present: ReadonlyMap<string, string>;
}

/** @throws DescriptionError, FrameworkError, MigrationError */
export function planImport(request: ImportRequest): Promise<ImportPlan> {
  return withinStack(request.source.name, () => planWhole(request));
}

async function planWhole(request: ImportRequest): Promise<ImportPlan> {
  const { appFolder, source, force = false, answers = {}, allowDestructive = false } = request;
  const { api } = source;
  const document = await source.document();
  const before = await readContract(appFolder);
  const language: SourceLanguage = existsSync(join(appFolder, "tsconfig.json")) ? "typescript" : "javascript";
  const contract = planContract(api);
  const generated = new Map(emitContract(contract, language));
  const planned = before && planContract(before);
  const base = planned === undefined ? new Map<string, string>() : emitContract(planned, language);
  const manifest = readManifest(appFolder);
  const paths = [...generated.keys(), ...Object.keys(manifest.files)];
  const present = readPresent(
    appFolder,
    [...paths.flatMap((path) => [path, `${path}.new`]), CONTRACT_PATH, OPERATIONS_PATH],
    manifest,
  );
  const files = mergeFiles({ generated, base, present, manifest, origin: "spec", force });
  const isGenerated = (path: string): boolean => {
    const file = `${path}${sourceExtension(language)}`;
    const change = files.changes.find((one) => one.path === file);
    return (change && "content" in change ? change.content : present.get(file)) === generated.get(file);
  };
  const actions = contract.actions.flatMap(({ work, group, action }) =>
    work.kind === "stub" && isGenerated(`api/controllers/${group}/${action}`) ? [`${group}/${action}`] : [],
  );
  const pathOf = ({ group, action }: ActionPlan): string =>
    `api/controllers/${group}/${action}${sourceExtension(language)}`;
  const moved = (planned?.actions ?? []).flatMap((former) => {
    const { method, path } = former.operation;
    const now = contract.actions.find(({ operation }) => operation.method === method && operation.path === path);
    const from = pathOf(former);
    return now && files.orphans.includes(from) ? [{ from, to: pathOf(now) }] : [];
  });
  const policies = contract.policies.map(({ name }) => `api/policies/${name}`).filter(isGenerated);
  const entities = await entitiesAfter(appFolder, files.changes, generated, contract.entities);
  const isHeldBack = files.conflicts.length > 0;
  const migration = await nextMigration(appFolder, {
    entities,
    name: before === undefined ? `import ${api.title}`.replace(/[/\\]|\.\./g, " ") : "follow the description",
    now: new Date(),
    // Questions are about the models after the merge, so they are asked after conflicts are resolved.
    answers: isHeldBack ? {} : answers,
    allowDestructive,
    renamedFrom: "x-renamed-from",
    typescript: language === "typescript",
  });
  const prefix = before === undefined ? planPrefix(appFolder, language, api) : [];
  const operations = formatOperations(contract.actions.map(({ operation }) => operation));
  const recorded = [
    ...changeTo(CONTRACT_PATH, `${JSON.stringify(document, null, 1)}\n`, present),
    ...changeTo(OPERATIONS_PATH, operations, present),
  ];
  return {
    api,
    before,
    contract,
    files,
    unwritten: { actions, policies },
    migration,
    lacking: findModelGaps(contract.entities, entities).flatMap(({ model, missing }) =>
      missing.map((field) => `${model}.${field}`),
    ),
    plainSecrets: findPlainSecrets(contract, generated, appFolder),
    unkept: findUnkept(contract, generated, entities, appFolder),
    moved,
    stale: findStaleNames(planned?.entities ?? [], [...entities, ...contract.entities], files.changes, appFolder),
    changes: isHeldBack ? files.heldBack : [...files.changes, ...prefix, ...migration.changes, ...recorded],
    isHeldBack,
    present,
  };
}

/** The prefix in a new application's config. */
const NO_PREFIX = /(?<=^\s*prefix: )""(?=,?$)/m;

/**
 * Sets the prefix of the routes to the path of the description's first server, which clients use. An existing
 * configuration wins.
 */
function planPrefix(appFolder: string, language: SourceLanguage, { servers }: ApiDescription): readonly FileChange[] {
  const prefix = basePath(servers[0]?.url ?? "");
  const path = `config/routes${sourceExtension(language)}`;
  const text = readPresent(appFolder, [path]).get(path);
  if (prefix === "" || text === undefined || !NO_PREFIX.test(text)) return [];
  return [{ kind: "update", path, content: text.replace(NO_PREFIX, () => literal(prefix)) }];
}

/** `/v1` for `https://api.example.com/v1/`. Empty if it is not known. */
function basePath(url: string): string {
  try {
    const path = new URL(url, "http://localhost").pathname.replace(/(?<!\/)\/+$/, "");
    return /[{}]|%7B/i.test(path) ? "" : path;
  } catch {
    return "";
  }
}
