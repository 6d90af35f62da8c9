import {
  type ApiDescription,
  bundleDescription,
  type Diagnostic,
  loadDescription,
  withinStack,
} from "@onespec/spec-core";
import { configOf } from "./config/config-of.js";
import { readConfig } from "./config/read-config.js";
import type { SdkConfig } from "./config/sdk-config.js";
import { DEFAULT_SDK_OPTIONS, type SdkOptions } from "./config/sdk-options.js";
import { type DeclaringBeside, declareBeside } from "./declare/declare-beside.js";
import { emitDeclarations, pagesOf } from "./declare/emit-declarations.js";
import { emitPages, emitSdk, emitVersioned, type GeneratedFile } from "./emit/emit-sdk.js";
import { emitTesting } from "./emit/emit-testing.js";
import { SdkGenError } from "./errors/sdk-gen-error.js";
import { planSdk } from "./plan/plan-sdk.js";
import type { SdkPlan } from "./plan/sdk-plan.js";
import { diffSurface, type SurfaceChange } from "./surface/diff-surface.js";
import { emitChangelog } from "./surface/emit-changelog.js";
import { compareVersions, isVersion, nextVersion } from "./surface/next-version.js";
import { emitManifest, MANIFEST, type Manifest, parseManifest } from "./write/manifest.js";
import { applyChanges, isOccupied, readPresent } from "./write/output-folder.js";
import { hash, type PlannedChanges, planChanges } from "./write/plan-changes.js";
import { type PortableNames, portableNames } from "./write/portable-names.js";
import { readRuntime } from "./write/runtime-files.js";

const GENERATOR = "onespec";
const CHANGELOG = "CHANGELOG.md";
const FIRST_VERSION = "1.0.0";
/** Operations from which the work takes longer than people wait without a word. */
const LONG_WORK = 200;

/** What a run did, or with `check` and `dryRun` would have done. */
export interface SdkReport {
  readonly api: ApiDescription;
  readonly plan: SdkPlan;
  readonly version: string;
  /** The version of the client that was there. */
  readonly before: string | undefined;
  /** The least version that the changes ask for; absent the first time. */
  readonly suggested: string | undefined;
  readonly changes: PlannedChanges;
  readonly surface: readonly SurfaceChange[];
  readonly stale: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Generates a client from a description into a folder, or compares the two.
 * @throws DescriptionError, SdkGenError. Nothing is written then.
 */
export async function generateSdk(source: string, folder: string, given: Partial<SdkOptions> = {}): Promise<SdkReport> {
  const options: SdkOptions = { ...DEFAULT_SDK_OPTIONS, ...given };
  if (options.version !== undefined && !isVersion(options.version)) {
    throw new SdkGenError("VERSION_INVALID", `${JSON.stringify(options.version)} is not a version.`, {
      hint: "Versions are three numbers with dots: 1.0.0.",
    });
  }
  const manifest = readManifest(folder, options);
  const config = options.config === undefined ? undefined : await readConfig(options.config);
  const names = portableNames(source);
  const pins = names.fromDisk(manifest?.names ?? {});
  const beside = options.allowRefs ? undefined : declareBeside({ source, pins, config, configFile: options.config });
  try {
    const preparation = { source, folder, options, manifest, config, names, pins, beside };
    return await withinStack(source, () => generate(preparation));
  } finally {
    beside?.stop();
  }
}

interface Preparation {
  readonly source: string;
  readonly folder: string;
  readonly options: SdkOptions;
  readonly manifest: Manifest | undefined;
  readonly config: SdkConfig | undefined;
  readonly names: PortableNames;
  readonly pins: ReadonlyMap<string, string>;
  readonly beside: DeclaringBeside | undefined;
}

async function generate(preparation: Preparation): Promise<SdkReport> {
  const { source, folder, options, manifest, config, names, pins, beside } = preparation;
  const [api, runtime] = await Promise.all([loadDescription(source, { allowRefs: options.allowRefs }), readRuntime()]);
  const progress = api.operations.length >= LONG_WORK ? options.onProgress : undefined;
  progress?.(`Working out a client of ${api.operations.length} operations ...`);
  const plan = planSdk(api, "0.0.0", pins, configOf(api, config, options.config));
  const emitted = [
    ...emitSdk(plan),
    ...emitPages(plan, pagesOf(plan).here),
    ...emitTesting(await standalone(api, options)),
    ...runtime,
  ];
  // A version that is known does not wait for the types.
  const known = options.version ?? (manifest ? options.check && manifest.version : FIRST_VERSION);
  const versioned = known && emitVersioned({ ...plan, version: known });
  const { files: types, surface } = (await beside?.result(api.files)) ?? emitDeclarations(plan);
  const surfaceChanges = manifest ? diffSurface(manifest.surface, JSON.parse(surface)) : [];
  const suggested = manifest && nextVersion(manifest.version, surfaceChanges);
  const version = known || suggested || FIRST_VERSION;
  if (options.enforceSemver && manifest) enforce(version, manifest.version, suggested ?? version, surfaceChanges);
  const files = [...emitted, ...types, ...(versioned || emitVersioned({ ...plan, version }))];
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
    stale,
    diagnostics: api.diagnostics,
  };
  if (options.check || options.dryRun) return report;
  if (!options.force) refuseLoss(folder, changes, manifest);
  const record = bookkeeping({ folder, files, plan, names, surface, version, manifest, surfaceChanges });
  await refuseWhenStopped(folder, options);
  if (stale) progress?.(`Writing ${changes.write.length} files ...`);
  applyChanges(folder, { ...changes, write: [...changes.write, ...record] });
  return report;
}

/** The description as one document, for the mock server of `testing.js`. */
async function standalone(api: ApiDescription, { allowRefs }: SdkOptions): Promise<unknown> {
  return api.files.length > 1 ? bundleDescription(api.source, { allowRefs }) : api.document;
}

function readManifest(folder: string, { force }: SdkOptions): Manifest | undefined {
  // Both of our books, as a link in the place of either is refused before anything is done.
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

/** Nothing the user made is overwritten without being asked for. */
function refuseLoss(folder: string, { edited, foreign }: PlannedChanges, manifest: Manifest | undefined): void {
  if (!manifest && isOccupied(folder)) {
    throw new SdkGenError("OUTPUT_NOT_OURS", `${folder} is not empty, and no client was generated there before.`, {
      hint: "Give another folder, or --force to write among what is there.",
    });
  }
  const inTheWay = [...edited, ...foreign];
  if (inTheWay.length === 0) return;
  const names = inTheWay.slice(0, 10).join(", ") + (inTheWay.length > 10 ? ` and ${inTheWay.length - 10} more` : "");
  throw new SdkGenError("OUTPUT_EDITED", `Files in ${folder} were edited by hand and would be overwritten: ${names}.`, {
    hint: "Move your changes to files of your own, or give --force to lose them.",
  });
}

/** Signals are told between two turns of the event loop, and all the work so far was one. */
async function refuseWhenStopped(folder: string, { stop }: SdkOptions): Promise<void> {
  if (!stop) return;
  await new Promise((resolve) => setImmediate(resolve));
  if (stop.aborted)
    throw new SdkGenError("STOPPED", `Stopped before anything was written to ${folder}.`, { hint: "Run it again." });
}

function enforce(version: string, before: string, suggested: string, changes: readonly SurfaceChange[]): void {
  if (compareVersions(version, suggested) >= 0) return;
  if (changes.length === 0)
    throw new SdkGenError("VERSION_TOO_LOW", `${version} is lower than ${before}, which the client has.`, {
      hint: `Take ${suggested} or higher.`,
    });
  const breaking = changes.filter(({ effect }) => effect === "breaking").map(({ message }) => message);
  const why = breaking.length > 0 ? breaking : changes.map(({ message }) => message);
  throw new SdkGenError(
    "VERSION_TOO_LOW",
    `${version} after ${before} hides changes: ${why.slice(0, 5).join("; ")}${why.length > 5 ? `; and ${why.length - 5} more` : ""}.`,
    { hint: `Take ${suggested} or higher.` },
  );
}

interface Bookkeeping {
  readonly folder: string;
  readonly files: readonly GeneratedFile[];
  readonly plan: SdkPlan;
  readonly names: PortableNames;
  readonly surface: string;
  readonly version: string;
  readonly manifest: Manifest | undefined;
  readonly surfaceChanges: readonly SurfaceChange[];
}

/** The manifest, and the changelog when there is something to tell. Both only when they change. */
function bookkeeping({
  folder,
  files,
  plan,
  names,
  surface,
  version,
  manifest,
  surfaceChanges,
}: Bookkeeping): GeneratedFile[] {
  const present = readPresent(folder, [MANIFEST, CHANGELOG]);
  const { api } = plan;
  const facts = {
    generator: GENERATOR,
    version,
    description: { title: api.title, version: api.version },
    files: sortedMembers(new Map(files.map((file) => [file.path, hash(file.content)]))),
    names: sortedMembers(names.toDisk(plan.names)),
  };
  const content = emitManifest(facts, surface);
  const record = [{ path: MANIFEST, content }];
  if (!manifest || surfaceChanges.length > 0)
    record.unshift({ path: CHANGELOG, content: emitChangelog(present.get(CHANGELOG), version, surfaceChanges) });
  return record.filter((file) => present.get(file.path) !== file.content);
}

function sortedMembers(members: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...members.keys()].sort().map((name) => [name, members.get(name) ?? ""]));
}
