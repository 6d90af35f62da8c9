import { failType } from "../check-type.js";
import { fail, type Issue, tokensOf } from "../issue.js";
import { type Check, NEVER } from "../keyword.js";

/** Reports the issues of the alternative that was most likely meant. */
export function explainClosest(
  keyword: string,
  alternatives: readonly Check[],
  value: unknown,
  path: string,
  depth: number | undefined,
): Issue[] {
  const issues: Issue[] = [];
  const looks = alternatives
    .filter((check) => check !== NEVER)
    .map((check) => {
      const found: Issue[] = [];
      // Only direct properties count, because issues below them say little about the intended alternative.
      check(value, path, found, 1);
      return { check, found, weight: found.reduce((sum, issue) => sum + weight(issue, path), 0) };
    });
  const isHere = (issue: Issue): boolean => issue.keyword === "type" && issue.path === path;
  const fitting = looks.filter(({ found }) => !found.some(isHere));
  if (fitting.length === 0) {
    const types = expectedBy(looks.flatMap(({ found }) => found.filter(isHere)));
    failType(issues, path, types, value);
    return issues;
  }
  if (fitting.every(({ found }) => isOtherValue(found, path))) {
    const members = expectedBy(fitting.flatMap(({ found }) => found));
    fail(
      issues,
      path,
      "enum",
      `must be one of ${members.map((one) => JSON.stringify(one)).join(", ")}`,
      value,
      members,
    );
    return issues;
  }
  const least = Math.min(...fitting.map((look) => look.weight));
  const best = fitting.filter((look) => look.weight === least);
  const missing = best.map(({ found }) => missingNames(found, path));
  if (new Set(missing).size > 1 && missing.every((names) => names !== "")) {
    fail(issues, path, keyword, `must have ${missing.join(" or ")}`);
  } else best[0]?.check(value, path, issues, depth);
  if (issues.length === 0) fail(issues, path, keyword, "matches none of the alternatives", value);
  return issues;
}

function expectedBy(issues: readonly Issue[]): unknown[] {
  return [...new Set(issues.flatMap(({ expected }) => expected))];
}

/** True if the only issue is a value that is not listed. */
function isOtherValue([first, ...more]: readonly Issue[], here: string): boolean {
  return first?.path === here && (first.keyword === "enum" || first.keyword === "const") && more.length === 0;
}

/** The missing properties, if there are no other issues. */
function missingNames(found: readonly Issue[], here: string): string {
  const isMissing = ({ keyword, path }: Issue): boolean =>
    keyword === "required" && path.lastIndexOf("/") === here.length;
  return found.every(isMissing) ? found.map(({ path }) => tokensOf(path).at(-1)).join(" and ") : "";
}

/** How strongly an issue suggests that another alternative was meant: a wrong constant most, a wrong property least. */
function weight({ keyword, path }: Issue, here: string): number {
  if (path === here) return 1000;
  if (/^(const|enum|discriminator)$/.test(keyword)) return 100;
  return /^(required|type|additionalProperties)$/.test(keyword) ? 10 : 1;
}
