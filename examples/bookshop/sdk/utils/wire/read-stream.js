/** Leaving the loop early closes the connection. */
export async function* readEvents(body, reading) {
    const { most, parse, tooLarge } = reading;
    let data = [];
    let event = "message";
    let id;
    let retry;
    let size = 0;
    for await (const line of lines(body, /\r\n|\n|\r/, reading)) {
        const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (line === "") {
            if (data.length > 0)
                yield { event, data: parse(data.join("\n"), "string"), id, retry };
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
/** JSON values, one a line (NDJSON, JSON Lines) or each after a record separator (RFC 7464). */
export async function* readLines(body, reading) {
    for await (const line of lines(body, RECORD_END, reading))
        if (line.trim() !== "")
            yield reading.parse(line, "string");
}
async function* lines(body, separator, { most, tooLarge, onEnd }) {
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
