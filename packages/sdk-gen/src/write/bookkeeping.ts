import type { SdkOptions } from "../config/sdk-options.js";
import type { GeneratedFile } from "../emit/emit-sdk.js";
import type { SdkPlan } from "../plan/sdk-plan.js";
import { sortedMembers } from "../sorted.js";
import type { ApiSurface } from "../surface/api-surface.js";
import type { SurfaceChange } from "../surface/diff-surface.js";
import { keptOptions } from "./kept-options.js";
import { emitManifest, MANIFEST, type Manifest, type PortableNames, parseManifest } from "./manifest.js";
import { readPresent } from "./output-folder.js";
import { hash } from "./plan-changes.js";

const GENERATOR = "onespec";
const CHANGELOG = "CHANGELOG.md";

/** Reads the manifest of the last run. With `force`, a manifest that cannot be read counts as none. */
export function readManifest(folder: string, { force }: Partial<SdkOptions>): Manifest | undefined {
  // Reads both files, so that a symbolic link in place of one is rejected before any work.
  const text = readPresent(folder, [MANIFEST, CHANGELOG]).get(MANIFEST);
  if (text === undefined) return undefined;
  try {
    return parseManifest(text, `${folder}/${MANIFEST}`);
  } catch (error) {
    if (force) return undefined;
    throw error;
  }
}

interface Bookkeeping {
  readonly folder: string;
  readonly files: readonly GeneratedFile[];
  readonly plan: SdkPlan;
  readonly names: PortableNames;
  readonly surface: ApiSurface;
  readonly version: string;
  readonly options: SdkOptions;
  /** The changes for the changelog. Absent: the changelog stays as it is. */
  readonly logged: readonly SurfaceChange[] | undefined;
  /** The changes that ask for a higher version. */
  readonly owed: readonly SurfaceChange[];
}

/** The manifest and the changelog; each only if its content changed. */
export function bookkeeping({
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

const TITLES = { breaking: "Breaking", changed: "Changed", added: "Added" } as const;

/** The changelog with a section for the version on top. Replaces the top section if it has the same version. */
function emitChangelog(before: string | undefined, version: string, changes: readonly SurfaceChange[]): string {
  const section = [
    `## ${version}`,
    ...(["breaking", "changed", "added"] as const).flatMap((effect) => sectionOf(effect, changes)),
    ...(changes.length === 0 ? ["", "First version."] : []),
  ].join("\n");
  const old = (before ?? "").replace(/^# Changelog\s*/, "");
  const rest = old.startsWith(`## ${version}\n`)
    ? old.slice(Math.max(old.indexOf("\n## ", 3) + 1, 0) || old.length)
    : old;
  return `# Changelog\n\n${section}\n${rest.trim() === "" ? "" : `\n${rest.trim()}\n`}`;
}

function sectionOf(effect: SurfaceChange["effect"], changes: readonly SurfaceChange[]): string[] {
  const own = changes.filter((change) => change.effect === effect);
  return own.length === 0 ? [] : ["", `### ${TITLES[effect]}`, "", ...own.map(({ message }) => `- ${message}`)];
}
