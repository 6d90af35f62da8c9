import { choice } from "./choice.js";
/** `oneOf` and `anyOf`. */
export const alternatives = (schema, scope) => ({
    any: ["oneOf", "anyOf"].flatMap((keyword) => {
        const branches = schema[keyword];
        if (!branches || scope.leadsBack(branches))
            return [];
        const checks = branches.map((branch) => scope.part(branch, true));
        return [choice(keyword, checks)];
    }),
});
