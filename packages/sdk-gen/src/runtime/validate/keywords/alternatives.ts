import type { Keyword } from "../keyword.js";
import { choice } from "./choice.js";
import { fitsSeveral } from "./fits-several.js";
import { leadsBack } from "./leads-back.js";
import { partOf } from "./part-of.js";

/** `oneOf` and `anyOf`. */
export const alternatives: Keyword = (schema, scope) => ({
  any: (["oneOf", "anyOf"] as const).flatMap((keyword) => {
    const branches = schema[keyword];
    if (!branches || leadsBack(scope, branches)) return [];
    const checks = branches.map((branch) => partOf(scope, branch, true));
    return [choice(fitsSeveral(schema, scope) ? "anyOf" : keyword, checks)];
  }),
});
