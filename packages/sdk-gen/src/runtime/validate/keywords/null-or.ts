import type { SchemaData } from "../../schema-data.js";
import { fail } from "../issue.js";
import { type Check, type Keyword, NEVER, type Scope } from "../keyword.js";
import { fitsSeveral, leadsBack } from "./alternatives.js";
import { partOf } from "./part-of.js";

/** `oneOf` or `anyOf` of null and one other schema, the usual form of nullable references. */
export const nullOr: Keyword = (schema, scope) => {
  const { oneOf, anyOf = [] } = schema;
  const branches = oneOf ?? anyOf;
  const onlyOne = oneOf !== undefined && !fitsSeveral(schema, scope);
  return { any: leadsBack(scope, branches) ? [] : [eitherOf(branches, scope, onlyOne)] };
};

function eitherOf(branches: readonly SchemaData[], scope: Scope, onlyOne: boolean): Check {
  const isNullBranch = (branch: SchemaData): boolean => typeof branch === "object" && branch.type === "null";
  const [isNull = NEVER] = branches.filter(isNullBranch).map((branch) => partOf(scope, branch, true));
  const [other = NEVER] = branches
    .filter((branch) => !isNullBranch(branch))
    .map((branch) => partOf(scope, branch, true));
  return (value, path, issues, depth) => {
    if (value === null && isNull(null, path)) {
      return !(onlyOne && other(null, path)) || fail(issues, path, "oneOf", "must match only one of the alternatives");
    }
    const before = issues?.length ?? 0;
    if (other(value, path, issues, depth)) return true;
    if (issues && isNull !== NEVER) {
      for (const [at, issue] of issues.entries()) {
        if (at < before || issue.keyword !== "type" || issue.path !== path) continue;
        issues[at] = { ...issue, message: `${issue.message} or null`, expected: [issue.expected, "null"].flat() };
      }
    }
    return false;
  };
}
