import { NEVER } from "./check.js";
import { fail, tokensOf } from "./issue.js";
/** What to say of a value that none of several alternatives accepts: the mistakes of the one it was most likely meant to be. */
export function explainClosest(keyword, alternatives, value, path, depth) {
    const issues = [];
    const looks = alternatives
        .filter((check) => check !== NEVER)
        .map((check) => {
        const found = [];
        // No deeper than the value's own properties: what is wrong far below says little of what was meant.
        check(value, path, found, 1);
        return { check, found, weight: found.reduce((sum, issue) => sum + weight(issue, path), 0) };
    });
    const isHere = (issue) => issue.keyword === "type" && issue.path === path;
    const fitting = looks.filter(({ found }) => !found.some(isHere));
    if (fitting.length === 0) {
        const types = expectedBy(looks.flatMap(({ found }) => found.filter(isHere)));
        fail(issues, path, "type", `must be ${types.join(" or ")}`, value, types);
        return issues;
    }
    if (fitting.every(({ found }) => isOtherValue(found, path))) {
        const members = expectedBy(fitting.flatMap(({ found }) => found));
        fail(issues, path, "enum", `must be one of ${members.map((one) => JSON.stringify(one)).join(", ")}`, value, members);
        return issues;
    }
    const least = Math.min(...fitting.map((look) => look.weight));
    const best = fitting.filter((look) => look.weight === least);
    const missing = best.map(({ found }) => missingNames(found, path));
    if (new Set(missing).size > 1 && missing.every((names) => names !== "")) {
        fail(issues, path, keyword, `must have ${missing.join(" or ")}`);
    }
    else
        best[0]?.check(value, path, issues, depth);
    if (issues.length === 0)
        fail(issues, path, keyword, "matches none of the alternatives", value);
    return issues;
}
function expectedBy(issues) {
    return [...new Set(issues.flatMap(({ expected }) => expected))];
}
/** Is nothing wrong with the value but that it is none of those listed? */
function isOtherValue([first, ...more], here) {
    return first?.path === here && (first.keyword === "enum" || first.keyword === "const") && more.length === 0;
}
/** The value's missing properties, when nothing else is wrong with it. */
function missingNames(found, here) {
    const isMissing = ({ keyword, path }) => keyword === "required" && path.lastIndexOf("/") === here.length;
    return found.every(isMissing) ? found.map(({ path }) => tokensOf(path).at(-1)).join(" and ") : "";
}
/** How strongly an issue says that another alternative was meant: a wrong constant most, a bad property least. */
function weight({ keyword, path }, here) {
    if (path === here)
        return 1000;
    if (/^(const|enum|discriminator)$/.test(keyword))
        return 100;
    return /^(required|type|additionalProperties)$/.test(keyword) ? 10 : 1;
}
