import type { ApiDescription } from "@onespec/spec-core";
import { configOf } from "./config/config-of.js";
import { readConfig } from "./config/read-config.js";
import { planSdk } from "./plan/plan-sdk.js";
import { apiSurface } from "./surface/api-surface.js";
import { diffSurface, type SurfaceChange } from "./surface/diff-surface.js";
import { compareVersions, isVersion, nextVersion } from "./surface/next-version.js";
import { portableNames } from "./write/manifest.js";

export interface ClientComparison {
  /** The changes that callers of the client notice, sorted by name. */
  readonly changes: readonly SurfaceChange[];
  /** The lowest version that semver allows after the version of `before`; absent if that version is not semver. */
  readonly nextVersion: string | undefined;
  /** True if the version of `after` is `nextVersion` or higher. */
  readonly isVersionRaised: boolean;
}

/**
 * Compares the clients of two descriptions, in memory: names stay as a regeneration would keep them.
 * @param config a configuration file, as `generate-sdk --config` takes it
 * @throws SdkGenError CONFIG_UNREADABLE, CONFIG_INVALID, MODELS_TOO_MANY
 */
export async function compareClients(
  before: ApiDescription,
  after: ApiDescription,
  { config }: { readonly config?: string | undefined } = {},
): Promise<ClientComparison> {
  const given = config === undefined ? undefined : await readConfig(config);
  const old = planSdk(before, "0.0.0", new Map(), configOf(before, given, config));
  const names = portableNames(before.source).toDisk(old.names);
  const pins = portableNames(after.source).fromDisk(Object.fromEntries(names));
  const now = planSdk(after, "0.0.0", pins, configOf(after, given, config));
  const changes = diffSurface(apiSurface(old), apiSurface(now));
  const next = isVersion(before.version) ? nextVersion(before.version, changes) : undefined;
  return {
    changes,
    nextVersion: next,
    isVersionRaised: next !== undefined && isVersion(after.version) && compareVersions(after.version, next) >= 0,
  };
}
