import { SdkGenError } from "../errors/sdk-gen-error.js";
import type { ApiSurface } from "./api-surface.js";
import { diffSurface, type SurfaceChange } from "./diff-surface.js";
import { compareVersions, isVersion, nextVersion } from "./next-version.js";

const FIRST_VERSION = "1.0.0";

/** The client that is in the folder. */
interface ClientBefore {
  readonly version: string;
  readonly surface: ApiSurface;
  /** Messages and effects of changes that asked for a higher version than the client had. */
  readonly owed?: Readonly<Record<string, SurfaceChange["effect"]>>;
}

/** The version of a client, and the changes since the one before. */
export interface ClientVersion {
  readonly version: string;
  /** Lowest version that fits the changes; absent for a new client. */
  readonly suggested: string | undefined;
  readonly changes: readonly SurfaceChange[];
  /** Changes of earlier runs that ask for a higher version than the client had. */
  readonly owed: readonly SurfaceChange[];
}

interface VersionOptions {
  readonly version?: string | undefined;
  readonly check: boolean;
  readonly enforceSemver: boolean;
}

/** @throws SdkGenError for an invalid version, or one that is too low */
export function clientVersion(
  before: ClientBefore | undefined,
  surface: ApiSurface,
  { version: given, check, enforceSemver }: VersionOptions,
): ClientVersion {
  if (!before) return { version: given ?? FIRST_VERSION, suggested: undefined, changes: [], owed: [] };
  const changes = diffSurface(before.surface, surface);
  const owed = Object.entries(before.owed ?? {})
    .filter(([message]) => !changes.some((change) => change.message === message))
    .map(([message, effect]) => ({ effect, name: "", message }));
  const all = [...owed, ...changes];
  const suggested = nextVersion(before.version, all);
  // A check compares with the version that the client has.
  const version = given ?? (check ? before.version : suggested);
  if (compareVersions(version, before.version) < 0) refuseLower(version, before.version, suggested);
  if (enforceSemver) enforce(version, before.version, suggested, all);
  return { version, suggested, changes, owed };
}

/** @throws SdkGenError */
export function checkVersion(version: string | undefined): void {
  if (version === undefined || isVersion(version)) return;
  throw new SdkGenError("VERSION_INVALID", `${JSON.stringify(version)} is not a version.`, {
    hint: "Versions are three numbers with dots: 1.0.0.",
  });
}

/** @throws SdkGenError if the version goes back, since that would mislead readers of the changelog */
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
