import { parseJson } from "./parse-json.js";
/** Leaving the loop early closes the connection. */
export async function* readEvents(body) {
    let data = [];
    let event = "message";
    let id;
    let retry;
    for await (const line of lines(body, /\r\n|\n|\r/)) {
        const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (line === "") {
            if (data.length > 0)
                yield { event, data: parseJson(data.join("\n"), "string"), id, retry };
            data = [];
            event = "message";
            retry = undefined;
        }
        else if (name === "data")
            data.push(value);
        else if (name === "event")
            event = value;
        else if (name === "id" && !value.includes("\0"))
            id = value;
        else if (name === "retry" && /^\d+$/.test(value))
            retry = Number(value);
    }
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: the record separator
const RECORD_END = /\r?\n|\x1e/;
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
        for (let isDone = false; !isDone;) {
            const { done, value } = await reader.read();
            isDone = done;
            rest += decoder.decode(value, { stream: !done });
            // A lone CR at the end may be the first half of CRLF: it waits for the next chunk.
            const held = !done && rest.endsWith("\r") ? "\r" : "";
            const parts = rest.slice(0, rest.length - held.length).split(separator);
            rest = (parts.pop() ?? "") + held;
            yield* parts;
        }
        if (rest !== "")
            yield rest;
    }
    finally {
        await reader.cancel().catch(() => undefined);
    }
}
