/**
 * Headers that no platform can send: a character beyond ISO-8859-1, a line break or NUL inside. `fetch` fails on them as it does
 * without a network, so they would be tried again. Values are not told: they may be secrets.
 * @see https://fetch.spec.whatwg.org/#header-value
 */
export function unsendableHeaders(headers) {
    return Object.entries(headers).flatMap(([name, value]) => Array.from(String(value).trim()).every(isSendable)
        ? []
        : [{ in: "header", path: `/${name}`, field: name, keyword: "header", message: MESSAGE }]);
}
const MESSAGE = "holds a character that a header cannot carry";
function isSendable(character) {
    return character <= "\u00ff" && !"\0\r\n".includes(character);
}
