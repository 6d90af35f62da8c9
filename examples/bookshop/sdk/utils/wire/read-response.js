import { isJson, isSequence } from "./encode-body.js";
import { parseJson } from "./parse-json.js";
import { readEvents, readLines } from "./read-stream.js";
/**
 * The answer's body by its real media type, whatever the description promised: JSON parsed, text as text, everything else
 * as a Blob, streams of events or lines as async iterables, nothing as `undefined`. JSON that cannot be parsed is given as text.
 */
export async function readResponse(response, operation, int64) {
    if (response.status === 204 || response.status === 205 || response.status === 304 || operation.method === "HEAD")
        return undefined;
    const type = response.headers.get("content-type") ?? "";
    if (response.body && response.ok) {
        if (/^text\/event-stream\b/i.test(type))
            return readEvents(response.body);
        if (isSequence(type))
            return readLines(response.body);
    }
    if (isJson(type) || isSequence(type))
        return parseJson(await response.text(), int64);
    if (type === "" ||
        /^(text\/|application\/(xml|javascript|x-www-form-urlencoded|problem\+xml)|[^;]*\+xml)/i.test(type)) {
        const text = await response.text();
        return text === "" ? undefined : type === "" ? parseJson(text, int64) : text;
    }
    const blob = await response.blob();
    return blob.size === 0 ? undefined : blob;
}
