import type { SurfaceChange } from "./diff-surface.js";

const TITLES = { breaking: "Breaking", changed: "Changed", added: "Added" } as const;

/** The changelog with a section for the version on top. Replaces the top section if it has the same version. */
export function emitChangelog(before: string | undefined, version: string, changes: readonly SurfaceChange[]): string {
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
