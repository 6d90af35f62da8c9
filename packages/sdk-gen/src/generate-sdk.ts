import { relative, resolve } from "node:path";
import {
  type ApiDescription,
  bundleDescription,
  DescriptionError,
  type Diagnostic,
  loadDescription,
} from "@onespec/spec-core";
import { configOf } from "./config/config-of.js";
import { readConfig } from "./config/read-config.js";
import { DEFAULT_SDK_OPTIONS, type SdkOptions } from "./config/sdk-options.js";
import { emitSdk, emitVersioned, type GeneratedFile } from "./emit/emit-sdk.js";
import { emitTesting } from "./emit/emit-testing.js";
import { SdkGenError } from "./errors/sdk-gen-error.js";
import { planSdk } from "./plan/plan-sdk.js";
import type { SdkPlan } from "./plan/sdk-plan.js";
import { sortedMembers } from "./sorted.js";
import { type ApiSurface, apiSurface } from "./surface/api-surface.js";
import { diffSurface, type SurfaceChange } from "./surface/diff-surface.js";
import { emitChangelog } from "./surface/emit-changelog.js";
import { compareVersions, isVersion, nextVersion } from "./surface/next-version.js";
import { joinForBrowsers } from "./write/browser-module.js";
import {
  emitManifest,
  type KeptOptions,
  MANIFEST,
  type Manifest,
  type PortableNames,
  parseManifest,
  portableNames,
} from "./write/manifest.js";
import { applyChanges, isOccupied, readPresent } from "./write/output-folder.js";
import { hash, type PlannedChanges, planChanges } from "./write/plan-changes.js";
import { readRuntimeSources } from "./write/runtime-files.js";
import { joinRuntime, type RuntimeSources } from "./write/runtime-modules.js";

const GENERATOR = "onespec";
const CHANGELOG = "CHANGELOG.md";
const FIRST_VERSION = "1.0.0";
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
  /** Options that were not given and are those of the run before. */
  readonly kept: KeptOptions;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Generates a client from a description into a folder, or compares the two. Options that decide which files are written
 * (`language`, `validation`, `queries`, `with`) default to those of the run before.
 * @throws DescriptionError, SdkGenError. Nothing is written then.
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
  const kept = notGiven(manifest?.options ?? {}, given);
  const { config: wanted, ...shape } = kept;
  // Not loaded on the manifest's word: it may be a program, and the folder a stranger's.
  if (wanted !== undefined)
    throw new SdkGenError("CONFIG_NOT_GIVEN", `The client in ${folder} was generated with --config ${wanted}.`, {
      hint: `Add --config with that file (the path is relative to ${folder}), or --no-config to generate without it.`,
    });
  const options: SdkOptions = { ...DEFAULT_SDK_OPTIONS, ...shape, ...given };
  if (options.version !== undefined && !isVersion(options.version)) {
    throw new SdkGenError("VERSION_INVALID", `${JSON.stringify(options.version)} is not a version.`, {
      hint: "Versions are three numbers with dots: 1.0.0.",
    });
  }
  const configFile = options.config === false ? undefined : options.config;
  const config = configFile === undefined ? undefined : await readConfig(configFile);
  const [api, runtime] = await Promise.all([
    loadDescription(source, { allowRefs: options.allowRefs }),
    readRuntimeSources(),
  ]);
  if (!options.lenient) refuseBrokenReferences(api);
  const progress = api.operations.length >= LONG_WORK ? options.onProgress : undefined;
  progress?.(`Planning a client of ${api.operations.length} operations ...`);
  const names = portableNames(source);
  const pins = names.fromDisk(manifest?.names ?? {});
  const applied = configOf(api, config, configFile);
  const features = { ...options, with: [...new Set([...options.with, ...applied.with])].sort() };
  const plan = planSdk(api, "0.0.0", pins, applied, features);
  const surface = apiSurface(plan);
  const surfaceChanges = manifest ? diffSurface(manifest.surface, surface) : [];
  const owed = Object.entries(manifest?.owed ?? {})
    .filter(([message]) => !surfaceChanges.some((change) => change.message === message))
    .map(([message, effect]) => ({ effect, name: "", message }));
  const allChanges = [...owed, ...surfaceChanges];
  const suggested = manifest && nextVersion(manifest.version, allChanges);
  // A check compares with the version that the client has.
  const version = options.version ?? (options.check ? manifest?.version : suggested) ?? FIRST_VERSION;
  if (manifest && suggested !== undefined && compareVersions(version, manifest.version) < 0)
    refuseLower(version, manifest.version, suggested);
  if (options.enforceSemver && manifest) enforce(version, manifest.version, suggested ?? version, allChanges);
  const emitted = [
    ...emitSdk(plan),
    ...emitVersioned({ ...plan, version }),
    ...emitTesting(await standalone(api, options), plan),
  ];
  const client = [...emitted, ...joinRuntime(runtime, features, emitted)];
  const files = features.with.includes("browser") ? [...client, ...browserFiles(client, plan, runtime)] : client;
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
  if (options.check || options.dryRun) return report;
  if (!options.force) refuseEdited(folder, changes);
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

/** `browser.js` is JavaScript, also beside a client of TypeScript source. */
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

/** The kept options that this run does not set. */
function notGiven(kept: KeptOptions, given: Partial<SdkOptions>): KeptOptions {
  return Object.fromEntries(Object.entries(kept).filter(([name]) => given[name as keyof KeptOptions] === undefined));
}

/** The options that the next run takes over. */
function keptOptions(
  folder: string,
  { config, language, validation, queries, with: additions }: SdkOptions,
): KeptOptions {
  return {
    ...(config === undefined || config === false
      ? {}
      : { config: relative(resolve(folder), resolve(config)).replaceAll("\\", "/") }),
    ...(language === "ts" && { language }),
    ...(!validation && { validation }),
    ...(!queries && { queries }),
    ...(additions.length > 0 && { with: additions }),
  };
}

function readManifest(folder: string, { force }: Partial<SdkOptions>): Manifest | undefined {
  // Reads both, so that a symbolic link in place of either is rejected before any work.
  const text = readPresent(folder, [MANIFEST, CHANGELOG]).get(MANIFEST);
  if (text === undefined) return undefined;
  try {
    return parseManifest(text, `${folder}/${MANIFEST}`);
  } catch (error) {
    if (force) return undefined;
    throw error;
  }
}

function compare(files: readonly GeneratedFile[], folder: string, manifest: Manifest | undefined): PlannedChanges {
  const paths = new Set([...files.map(({ path }) => path), ...Object.keys(manifest?.files ?? {})]);
  return planChanges(files, readPresent(folder, paths), manifest);
}

/** Throws if the folder holds something else than a client. */
function refuseForeign(folder: string, manifest: Manifest | undefined): void {
  if (!manifest && isOccupied(folder)) {
    throw new SdkGenError("OUTPUT_NOT_OURS", `${folder} is not empty, and no client was generated there before.`, {
      hint: "Name another folder, or use --force to write into this one.",
    });
  }
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

/** @throws SdkGenError, because a changelog that goes back misleads its readers */
function refuseLower(version: string, before: string, suggested: string): never {
  const next = suggested === before ? "" : `, or ${suggested} for the changes of this run`;
  throw new SdkGenError("VERSION_TOO_LOW", `${version} is lower than ${before}, the client's version.`, {
    hint: `Use ${before} to keep the version${next}.`,
  });
}

function enforce(version: string, before: string, suggested: string, changes: readonly SurfaceChange[]): void {
  if (compareVersions(version, suggested) >= 0) return;
  const breaking = changes.filter(({ effect }) => effect === "breaking").map(({ message }) => message);
  const why = breaking.length > 0 ? breaking : changes.map(({ message }) => message);
  throw new SdkGenError(
    "VERSION_TOO_LOW",
    `${version} after ${before} hides changes: ${why.slice(0, 5).join("; ")}${why.length > 5 ? `; and ${why.length - 5} more` : ""}.`,
    { hint: `Use ${suggested} or higher.`, changes },
  );
}

interface Bookkeeping {
  readonly folder: string;
  readonly files: readonly GeneratedFile[];
  readonly plan: SdkPlan;
  readonly names: PortableNames;
  readonly surface: ApiSurface;
  readonly version: string;
  readonly options: SdkOptions;
  /** The changes for the changelog. Absent: it stays as it is. */
  readonly logged: readonly SurfaceChange[] | undefined;
  /** The changes that ask for a higher version. */
  readonly owed: readonly SurfaceChange[];
}

/** The manifest and the changelog; each only if its content changed. */
function bookkeeping({
  folder,
  files,
  plan,
  names,
  surface,
  version,
  options,
  logged,
  owed,
}: Bookkeeping): GeneratedFile[] {
  const present = readPresent(folder, [MANIFEST, CHANGELOG]);
  const { api } = plan;
  const content = emitManifest({
    generator: GENERATOR,
    version,
    description: { title: api.title, version: api.version },
    options: keptOptions(folder, options),
    files: sortedMembers(new Map(files.map((file) => [file.path, hash(file.content)]))),
    names: sortedMembers(names.toDisk(plan.names)),
    owed: sortedMembers(new Map(owed.map(({ message, effect }) => [message, effect]))),
    surface,
  });
  const record = [{ path: MANIFEST, content }];
  if (logged) record.unshift({ path: CHANGELOG, content: emitChangelog(present.get(CHANGELOG), version, logged) });
  return record.filter((file) => present.get(file.path) !== file.content);
}
