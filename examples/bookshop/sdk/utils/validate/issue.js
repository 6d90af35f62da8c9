/** An issue of a part of a call, or of a query, as a whole. */
export function issueOf(part, field, keyword, message) {
    const path = field === "" ? "" : `/${escapeToken(field)}`;
    return { ...(part && { in: part }), path, field, keyword, message };
}
/** Issues that are told of one value. Who sends more needs no longer list. */
const MAX_ISSUES = 100;
const PREVIEW_LENGTH = 40;
/** Adds an issue, if a list is wanted and it says something new. @param value what was there, where showing it helps */
export function fail(issues, path, keyword, message, value, expected) {
    if (issues &&
        issues.length < MAX_ISSUES &&
        !issues.some((issue) => issue.path === path && issue.message === message)) {
        issues.push({
            path,
            field: fieldOf(path),
            keyword,
            message,
            ...(expected === undefined ? {} : { expected }),
            ...(value === undefined ? {} : { received: preview(value) }),
        });
    }
    return false;
}
/** Takes from the issues after the first `from` what they show of the value. */
export function hideReceived(issues, from) {
    for (let at = from; at < issues.length; at += 1) {
        const issue = issues[at];
        if (issue?.received)
            issues[at] = { ...issue, received: "(hidden)" };
    }
}
function preview(value) {
    if (typeof value === "string") {
        return JSON.stringify(value.length > PREVIEW_LENGTH ? `${value.slice(0, PREVIEW_LENGTH)}...` : value);
    }
    if (typeof value !== "object" || value === null)
        return String(value);
    return Array.isArray(value) ? `an array of ${value.length}` : "an object";
}
/** `/addresses/0/zip` as `addresses[0].zip`. */
export function fieldOf(path) {
    return tokensOf(path).reduce((field, token) => (/^\d+$/.test(token) ? `${field}[${token}]` : field === "" ? token : `${field}.${token}`), "");
}
/** The names and positions that a path goes through. */
export function tokensOf(path) {
    return path
        .split("/")
        .slice(1)
        .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
export function escapeToken(token) {
    return token.replaceAll("~", "~0").replaceAll("/", "~1");
}
