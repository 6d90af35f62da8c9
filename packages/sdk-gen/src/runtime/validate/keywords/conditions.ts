import { fail } from "../issue.js";
import { ALWAYS, type Keyword } from "../keyword.js";
import { partOf } from "./part-of.js";

export const not: Keyword = ({ not: schema = false }, scope) => {
  const excluded = partOf(scope, schema, true);
  return {
    any: [
      (value, path, issues) => !excluded(value, path) || fail(issues, path, "not", "has a form that is not allowed"),
    ],
  };
};

/** `if`, `then` and `else`. */
export const conditions: Keyword = ({ if: test = true, then: yes, else: no }, scope) => {
  const condition = partOf(scope, test, true);
  const [whenTrue, whenFalse] = [yes, no].map((part) => (part === undefined ? ALWAYS : partOf(scope, part, true)));
  return {
    any: [
      (value, path, issues, depth) => {
        const applied = condition(value, path) ? whenTrue : whenFalse;
        return !applied || applied(value, path, issues, depth);
      },
    ],
  };
};
