/** Digits that a double cannot hold: 16 or more in a row, most likely outside of strings. The cheap test that spares most bodies the scan. */
const LONG_INTEGER = /(?<!\d)\d{16,}(\s|[,\]}]|$)/;
/** JSON, or the text itself where it is none; `undefined` where there is nothing. */
export function parseJson(text, int64) {
    try {
        const value = JSON.parse(text);
        // Only what is known to be JSON is looked through: in other texts strings may have no end.
        return int64 === "number" || !LONG_INTEGER.test(text)
            ? value
            : JSON.parse(quoteLongIntegers(text), (_name, value) => revive(value, int64));
    }
    catch {
        return text.trim() === "" ? undefined : text;
    }
}
const MARK = "\u0000int64:";
/** Strings are skipped whole, so digits inside of them are never touched. */
function quoteLongIntegers(text) {
    return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"\\u0000int64:${token}"` : token);
}
function revive(value, int64) {
    if (typeof value !== "string" || !value.startsWith(MARK))
        return value;
    const digits = value.slice(MARK.length);
    return int64 === "bigint" ? BigInt(digits) : digits;
}
