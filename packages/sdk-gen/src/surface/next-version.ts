import type { SurfaceChange } from "./diff-surface.js";

/** `1.2.3`, optionally with a pre-release and build part. @see https://semver.org */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[\dA-Za-z.-]+)?(?:\+[\dA-Za-z.-]+)?$/;

export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** The lowest version that semver allows for the changes. Below 1.0.0 a breaking change raises the minor number. */
export function nextVersion(current: string, changes: readonly SurfaceChange[]): string {
  const [major = 0, minor = 0, patch = 0] = numbers(current);
  if (changes.length === 0) return current;
  if (changes.some(({ effect }) => effect === "breaking")) return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
  if (changes.some(({ effect }) => effect === "added"))
    return major === 0 ? `0.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/** Less than zero if `left` is older. Pre-releases are older than their release. */
export function compareVersions(left: string, right: string): number {
  const [first, second] = [numbers(left), numbers(right)];
  for (const [at, number] of first.entries()) if (number !== second[at]) return number - (second[at] ?? 0);
  return Number(right.includes("-")) - Number(left.includes("-"));
}

function numbers(version: string): number[] {
  return (VERSION.exec(version) ?? []).slice(1, 4).map(Number);
}
