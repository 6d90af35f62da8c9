import { toJson } from "./encode-body.js";
/** JSON values, one a line (NDJSON, JSON Lines). */
export function jsonLines(value) {
    return lines(value, "");
}
/** Each after a record separator. @see RFC 7464 */
export function jsonSequence(value) {
    return lines(value, "\u001e");
}
function lines(value, before) {
    return Array.from(value, (item) => `${before}${toJson(item)}\n`).join("");
}
