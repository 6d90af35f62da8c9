import { hideReceived } from "../issue.js";
import type { Check, Keyword } from "../keyword.js";

/** The format `password`, also of a part: messages never contain the value. */
export const secret: Keyword = /* @__PURE__ */ Object.assign(() => ({}), { wrap: hiding });

function hiding(check: Check): Check {
  return (value, path, issues, depth) => {
    const before = issues?.length ?? 0;
    const right = check(value, path, issues, depth);
    if (issues) hideReceived(issues, before);
    return right;
  };
}
