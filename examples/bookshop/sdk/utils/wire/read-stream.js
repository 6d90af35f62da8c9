import { parseJson } from "./parse-json.js";
/** Leaving the loop early closes the connection. */
export async function* readEvents(body) {
    let fields = { data: [] };
    for await (const line of lines(body, /\r\n|\n|\r/)) {
        if (line === "") {
            if (fields.data.length > 0) {
                yield {
                    event: fields.event ?? "message",
                    data: parseJson(fields.data.join("\n"), "string"),
                    id: fields.id,
                    retry: fields.retry,
                };
            }
            fields = { data: [], ...(fields.id === undefined ? {} : { id: fields.id }) };
            continue;
        }
        const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (name === "data")
            fields.data.push(value);
        else if (name === "event")
            fields.event = value;
        else if (name === "id" && !value.includes("\0"))
            fields.id = value;
        else if (name === "retry" && /^\d+$/.test(value))
            fields.retry = Number(value);
    }
}
const RECORD_END = new RegExp(`\\r?\\n|${String.fromCharCode(0x1e)}`);
/** JSON values, one a line (NDJSON, JSON Lines) or each after a record separator (RFC 7464). */
export async function* readLines(body) {
    for await (const line of lines(body, RECORD_END))
        if (line.trim() !== "")
            yield parseJson(line, "string");
}
async function* lines(body, separator) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    try {
        for (;;) {
            const { done, value } = await reader.read();
            rest += decoder.decode(value, { stream: !done });
            // A lone CR at the end may be the first half of CRLF: it waits for the next chunk.
            const held = !done && rest.endsWith("\r") ? "\r" : "";
            const parts = (held ? rest.slice(0, -1) : rest).split(separator);
            rest = (parts.pop() ?? "") + held;
            yield* parts;
            if (done)
                break;
        }
        if (rest !== "")
            yield rest;
    }
    finally {
        await reader.cancel().catch(() => undefined);
    }
}
