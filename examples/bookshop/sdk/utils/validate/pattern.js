/** Is the text too long to be tested by the patterns of the schema? Servers test it with other means. */
export function isUntested(text, { patternLimit = Infinity }) {
    return text.length > patternLimit;
}
/**
 * Patterns are ECMA-262 with `u`; those that only work without it are taken so (`\-` and other needless escapes). One of
 * another dialect allows everything.
 */
export function toRegExp(pattern) {
    for (const flags of ["u", ""]) {
        try {
            return new RegExp(pattern, flags);
        }
        catch { }
    }
    return /(?:)/;
}
