import { parseJson } from "./parse-json.js";
import { tooLarge } from "./read-whole.js";
/** Leaving the loop early closes the connection. @param most characters of one event */
export async function* readEvents(body, most, onEnd) {
    let data = [];
    let event = "message";
    let id;
    let retry;
    let size = 0;
    for await (const line of lines(body, /\r\n|\n|\r/, most, onEnd)) {
        const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (line === "") {
            if (data.length > 0)
                yield { event, data: parseJson(data.join("\n"), "string"), id, retry };
            data = [];
            event = "message";
            retry = undefined;
            size = 0;
        }
        else if (name === "data") {
            size += value.length;
            if (size > most)
                throw tooLarge(most);
            data.push(value);
        }
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
/** JSON values, one a line (NDJSON, JSON Lines) or each after a record separator (RFC 7464). @param most characters of one line */
export async function* readLines(body, most, onEnd) {
    for await (const line of lines(body, RECORD_END, most, onEnd))
        if (line.trim() !== "")
            yield parseJson(line, "string");
}
async function* lines(body, separator, most, onEnd) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    let held = "";
    try {
        for (let isDone = false; !isDone;) {
            const { done, value } = await reader.read();
            isDone = done;
            let text = held + decoder.decode(value, { stream: !done });
            // A lone CR at the end may be the first half of CRLF: it waits for the next chunk.
            held = !done && text.endsWith("\r") ? "\r" : "";
            text = text.slice(0, text.length - held.length);
            // A line may come in thousands of chunks: what is known of it is not looked through again.
            const parts = text.split(separator);
            parts[0] = rest + parts[0];
            rest = parts.pop() ?? "";
            if (rest.length > most)
                throw tooLarge(most);
            yield* parts;
        }
        if (rest !== "")
            yield rest;
    }
    finally {
        onEnd?.();
        await reader.cancel().catch(() => undefined);
    }
}
