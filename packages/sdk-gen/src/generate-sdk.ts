import {
  type ApiDescription,
  bundleDescription,
  DescriptionError,
  type Diagnostic,
  loadDescription,
} from "@onespec/spec-core";
import { configOf } from "./config/config-of.js";
import { readConfig } from "./config/read-config.js";
import type { SdkOptions } from "./config/sdk-options.js";
import { emitSdk, emitVersioned, type GeneratedFile } from "./emit/emit-sdk.js";
import { emitTesting } from "./emit/emit-testing.js";
import { SdkGenError } from "./errors/sdk-gen-error.js";
import { planSdk } from "./plan/plan-sdk.js";
import type { SdkPlan } from "./plan/sdk-plan.js";
import { apiSurface } from "./surface/api-surface.js";
import { checkVersion, clientVersion } from "./surface/client-version.js";
import type { SurfaceChange } from "./surface/diff-surface.js";
import { compareVersions } from "./surface/next-version.js";
import { bookkeeping, readManifest } from "./write/bookkeeping.js";
import { joinForBrowsers } from "./write/browser-module.js";
import { takenOptions } from "./write/kept-options.js";
import { type KeptOptions, type Manifest, portableNames } from "./write/manifest.js";
import { applyChanges, isOccupied, readPresent } from "./write/output-folder.js";
import { type PlannedChanges, planChanges } from "./write/plan-changes.js";
import { readRuntimeSources } from "./write/runtime-files.js";
import { joinRuntime, type RuntimeSources } from "./write/runtime-modules.js";

/** Number of operations above which progress is reported. */
const LONG_WORK = 200;

/** The result of a run; with `check` and `dryRun`, the result that a run would have. */
export interface SdkReport {
  readonly api: ApiDescription;
  readonly plan: SdkPlan;
  readonly version: string;
  /** Version of the client that was in the folder. */
  readonly before: string | undefined;
  /** Lowest version that fits the changes; absent for a new client. */
  readonly suggested: string | undefined;
  readonly changes: PlannedChanges;
  readonly surface: readonly SurfaceChange[];
  /** Changes of earlier runs that ask for a higher version than the client had. */
  readonly owed: readonly SurfaceChange[];
  readonly stale: boolean;
  /** Options that were not given and come from the previous run. */
  readonly kept: KeptOptions;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Generates a client from a description into a folder, or compares the two. Options that decide which files are written
 * (`language`, `validation`, `queries`, `with`) default to those of the previous run.
 * @throws DescriptionError, SdkGenError; nothing is written then
 */
export async function generateSdk(source: string, folder: string, given: Partial<SdkOptions> = {}): Promise<SdkReport> {
  try {
    return await generate(source, folder, given);
  } catch (error) {
    throw isStackOverflow(error) ? tooDeep(source, error) : error;
  }
}

async function generate(source: string, folder: string, given: Partial<SdkOptions>): Promise<SdkReport> {
  const manifest = readManifest(folder, given);
  const { options, kept } = takenOptions(folder, manifest?.options ?? {}, given);
  checkVersion(options.version);
  const names = portableNames(source);
  const pins = names.fromDisk(manifest?.names ?? {});
  const { plan, runtime, progress } = await planClient(source, options, pins);
  const { api } = plan;
  await refuseWhenStopped(folder, options);
  const surface = apiSurface(plan);
  const { version, suggested, changes: surfaceChanges, owed } = clientVersion(manifest, surface, options);
  const files = clientFiles(plan, version, runtime, await standalone(api, options));
  await refuseWhenStopped(folder, options);
  progress?.(`Comparing ${files.length} files with ${folder} ...`);
  const changes = compare(files, folder, manifest);
  const stale = changes.write.length > 0 || changes.remove.length > 0;
  const report: SdkReport = {
    api,
    plan,
    version,
    before: manifest?.version,
    suggested,
    changes,
    surface: surfaceChanges,
    owed,
    stale,
    kept,
    diagnostics: api.diagnostics,
  };
  if (!options.force) refuseForeign(folder, manifest);
  if (!options.force && manifest) refuseOtherApi(folder, manifest, pins, plan);
  if (options.check || options.dryRun) return report;
  if (!options.force) refuseEdited(folder, changes);
  const allChanges = [...owed, ...surfaceChanges];
  const isNew = !manifest || surfaceChanges.length > 0 || (owed.length > 0 && version !== manifest.version);
  const record = bookkeeping({
    folder,
    files,
    plan,
    names,
    surface,
    version,
    options,
    logged: isNew ? allChanges : undefined,
    owed: suggested !== undefined && compareVersions(version, suggested) < 0 ? allChanges : [],
  });
  await refuseWhenStopped(folder, options);
  if (stale) progress?.(`Writing ${changes.write.length} files ...`);
  applyChanges(folder, { ...changes, write: [...changes.write, ...record] });
  return report;
}

interface PlannedClient {
  /** Its version is not decided yet. */
  readonly plan: SdkPlan;
  readonly runtime: RuntimeSources;
  /** Absent if the work is short. */
  readonly progress: SdkOptions["onProgress"];
}

/** @param pins names of the previous run, which stay */
async function planClient(
  source: string,
  options: SdkOptions,
  pins: ReadonlyMap<string, string>,
): Promise<PlannedClient> {
  const configFile = options.config === false ? undefined : options.config;
  const config = configFile === undefined ? undefined : await readConfig(configFile);
  const [api, runtime] = await Promise.all([
    loadDescription(source, { allowRefs: options.allowRefs }),
    readRuntimeSources(),
  ]);
  if (!options.lenient) refuseBrokenReferences(api);
  const progress = api.operations.length >= LONG_WORK ? options.onProgress : undefined;
  progress?.(`Planning a client of ${api.operations.length} operations ...`);
  const applied = configOf(api, config, configFile);
  const features = { ...options, with: [...new Set([...options.with, ...applied.with])].sort() };
  return { plan: planSdk(api, "0.0.0", pins, applied, features), runtime, progress };
}

/** @param description as one document */
function clientFiles(
  plan: SdkPlan,
  version: string,
  runtime: RuntimeSources,
  description: unknown,
): readonly GeneratedFile[] {
  const emitted = [...emitSdk(plan), ...emitVersioned({ ...plan, version }), ...emitTesting(description, plan)];
  const client = [...emitted, ...joinRuntime(runtime, plan.features, emitted)];
  return plan.features.with.includes("browser") ? [...client, ...browserFiles(client, plan, runtime)] : client;
}

/** `browser.js` is JavaScript, also in a TypeScript client. */
function browserFiles(client: readonly GeneratedFile[], plan: SdkPlan, runtime: RuntimeSources): GeneratedFile[] {
  if (plan.features.language === "js") return joinForBrowsers(client);
  const features = { ...plan.features, language: "js" as const };
  const emitted = emitSdk({ ...plan, features });
  return joinForBrowsers([...emitted, ...joinRuntime(runtime, features, emitted)]);
}

/** @throws SdkGenError if an operation needs a reference that leads nowhere or is not followed */
function refuseBrokenReferences({ errors }: ApiDescription): void {
  const problems = errors.filter(({ code }) => code === "unresolved-reference" || code === "refused-reference");
  if (problems.length === 0) return;
  const count = problems.length === 1 ? "1 reference" : `${problems.length} references`;
  const places = problems.slice(0, 3).map(({ location: { file, line = "?" } }) => `${file}:${line}`);
  const all = places.join(", ") + (problems.length > 3 ? ", …" : "");
  throw new SdkGenError("REFERENCES_BROKEN", `Nothing was written: ${count} cannot be followed (${all}).`, {
    hint: "Fix the description. With --lenient the client accepts any value there.",
    problems,
  });
}

function isStackOverflow(error: unknown): error is RangeError {
  return error instanceof RangeError && error.message.includes("call stack");
}

function tooDeep(source: string, cause: RangeError): DescriptionError {
  const location = { file: source, pointer: "" };
  return new DescriptionError("DESCRIPTION_TOO_LARGE", `${source} is nested too deeply.`, location, {
    hint: "Put inner schemas under components and refer to them.",
    cause,
  });
}

/** The description as one document, for the mock server that `testing.js` starts. */
async function standalone(api: ApiDescription, { allowRefs }: SdkOptions): Promise<unknown> {
  return api.files.length > 1 ? bundleDescription(api.source, { allowRefs }) : api.document;
}

function compare(files: readonly GeneratedFile[], folder: string, manifest: Manifest | undefined): PlannedChanges {
  const paths = new Set([...files.map(({ path }) => path), ...Object.keys(manifest?.files ?? {})]);
  return planChanges(files, readPresent(folder, paths), manifest);
}

/** Throws if the folder contains something other than a client. */
function refuseForeign(folder: string, manifest: Manifest | undefined): void {
  if (!manifest && isOccupied(folder)) {
    throw new SdkGenError("OUTPUT_NOT_OURS", `${folder} is not empty, and no client was generated there before.`, {
      hint: "Name another folder, or use --force to write into this one.",
    });
  }
}

/**
 * Throws if the folder contains the client of another API. Then the title differs, and the two have few operations in
 * common.
 */
function refuseOtherApi(
  folder: string,
  { description }: Manifest,
  pins: ReadonlyMap<string, string>,
  { api, names }: SdkPlan,
): void {
  const isGroup = (subject: string): boolean => subject.startsWith("group ");
  const before = [...pins.keys()].filter(isGroup);
  const left = before.filter((subject) => names.has(subject));
  if (description.title === api.title || left.length * 2 >= before.length) return;
  throw new SdkGenError("OUTPUT_NOT_OURS", `${folder} holds the client of ${description.title}, not of ${api.title}.`, {
    hint: "Name another folder, or use --force to replace that client.",
  });
}

/** Throws if it would overwrite files that the user made or edited. */
function refuseEdited(folder: string, { edited, foreign }: PlannedChanges): void {
  const inTheWay = [...edited, ...foreign];
  if (inTheWay.length === 0) return;
  const names = inTheWay.slice(0, 10).join(", ") + (inTheWay.length > 10 ? ` and ${inTheWay.length - 10} more` : "");
  throw new SdkGenError("OUTPUT_EDITED", `Files in ${folder} were edited by hand and would be overwritten: ${names}.`, {
    hint: "Move your changes to your own files, or use --force to overwrite them.",
  });
}

/** Waits one turn of the event loop, in which a signal that arrived during the work is delivered. */
async function refuseWhenStopped(folder: string, { stop }: SdkOptions): Promise<void> {
  if (!stop) return;
  await new Promise((resolve) => setImmediate(resolve));
  if (stop.aborted)
    throw new SdkGenError("STOPPED", `Stopped before anything was written to ${folder}.`, { hint: "Run it again." });
}
