const URI = uriExpression("", "", "");
/** As ajv reads it, which lets quotes through. */
const REFERENCE = uriExpression("?", "?", '"');
const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/;
/** In a URI, as ajv reads it. */
const LOOSE_IPV4 = /^((25[0-5]|2[0-4]\d|[01]?\d\d?)(\.(?!$)|$)){4}$/;
/** @see RFC 3986, appendix A */
export function isUri(text) {
    return fits(URI, text);
}
export function isUriReference(text) {
    return fits(REFERENCE, text);
}
function fits(expression, text) {
    const match = expression.exec(text);
    const ip = match?.groups?.ip;
    return match !== null && hasWholeEscapes(text) && (ip === undefined || isIpv6(ip, LOOSE_IPV4));
}
/** Is every percent sign followed by two digits? */
export function hasWholeEscapes(text) {
    return !/%(?![\da-f]{2})/i.test(text);
}
export function isIpv4(text) {
    return IPV4.test(text);
}
/** @param tail how the last two groups may be written in the manner of IPv4 */
export function isIpv6(text, tail = IPV4) {
    const halves = text.replace(/[^:]+$/, (last) => (tail.test(last) ? "0:0" : last)).split("::");
    const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
    if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group)))
        return false;
    return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
}
/** The grammar of RFC 3986, appendix A. @param quote a further character of names */
function uriExpression(scheme, body, quote) {
    const user = "\\w.~!$&'()*+,;=:%-";
    const path = `${quote}@${user}`;
    const ip = "\\[(v[\\da-f]+\\.[\\w.~!$&'()*+,;=:-]+|(?<ip>[\\da-f:.]+))\\]";
    const authority = `([${user}]*@)?(${ip}|[${quote}\\w.~!$&'()*+,;=%-]*)(:\\d*)?`;
    const rest = `(\\?[/?${path}]*)?(#[/?${path}]*)?`;
    return new RegExp(`^([a-z][a-z\\d+.-]*:)${scheme}(/?/${authority}(/[/${path}]*)?|/?[${path}][/${path}]*)${body}${rest}$`, "i");
}
