import { issuesOf } from "./compile.js";
/** Where an answer differs from the description. */
export function answerIssues(answers, { id }, { status, headers }, data) {
    const spec = Object.hasOwn(answers, id) ? documented(answers[id] ?? {}, status) : undefined;
    if (!spec)
        return [issue("status", `${status} is not documented`)];
    const type = (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
    const media = mediaFor(spec.content ?? {}, type);
    if (spec.content && !media && data !== undefined)
        return [issue("contentType", `${type || "nothing"} is not documented`, "content-type")];
    // What is no JSON, text or list has no parts that a schema could be held against.
    if (media?.schema === undefined || data instanceof Blob)
        return [];
    const issues = issuesOf(media.schema, "response", data).filter((found) => !isExactInteger(found));
    return issues.map((found) => ({ ...found, in: "response" }));
}
/** Integers that a double cannot hold are read as their exact text: a type that only we have changed. */
function isExactInteger({ keyword, expected, received = "" }) {
    return (keyword === "type" &&
        /^"-?\d{16,}(\.{3})?"$/.test(received) &&
        [expected].flat().some((type) => /^(integer|number)$/.test(String(type))));
}
/** The most telling of the documented media ranges that hold the type. @see RFC 9110, section 12.5.1 */
function mediaFor(content, type) {
    const [kind] = type.split("/", 1);
    return content[type] ?? content[`${kind}/*`] ?? content["*/*"];
}
function issue(keyword, message, field = keyword) {
    return { in: "response", path: "", field, keyword, message };
}
function documented(specs, status) {
    return specs[status] ?? specs[`${Math.trunc(status / 100)}XX`] ?? specs.default;
}
