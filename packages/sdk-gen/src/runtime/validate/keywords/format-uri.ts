import type { Format } from "../keyword.js";

const URI = /* @__PURE__ */ uriExpression("", "");
/** Accepts quotes, as ajv does. */
const REFERENCE = /* @__PURE__ */ uriExpression("?", '"');

export const uri: Format = { name: "uri", said: "an absolute URI", text: (text) => fits(URI, text) };
/** ajv's is a rule for public web pages: it rejects localhost and private addresses. */
export const url: Format = { name: "url", said: "an absolute URL", text: (text) => fits(URI, text) };
export const uriReference: Format = {
  name: "uri-reference",
  said: "a URI or a relative reference",
  text: (text) => fits(REFERENCE, text),
};
export const uriTemplate: Format = {
  name: "uri-template",
  said: "a URI template",
  text: (text) =>
    hasWholeEscapes(text) &&
    /^([^\0- "'<>\\^`{|}]|\{[+#./;?&=,!@|]?[\w%]+(:[1-9]\d{0,3}|\*)?(,[\w%]+(:[1-9]\d{0,3}|\*)?)*\})*$/.test(text),
};
export const jsonPointerUriFragment: Format = {
  name: "json-pointer-uri-fragment",
  text: (text) => hasWholeEscapes(text) && /^#(\/([\w.!$&'()*+,;:=@%-]|~[01])*)*$/.test(text),
};
export const ipv4: Format = { name: "ipv4", said: "an IPv4 address", text: (text) => IPV4.test(text) };
export const ipv6: Format = { name: "ipv6", said: "an IPv6 address", text: (text) => isIpv6(text) };

const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/;
/** Hosts in a URI, as ajv accepts them. */
const LOOSE_IPV4 = /^((25[0-5]|2[0-4]\d|[01]?\d\d?)(\.(?!$)|$)){4}$/;

function fits(expression: RegExp, text: string): boolean {
  const match = expression.exec(text);
  const { ip } = match?.groups ?? {};
  return match !== null && hasWholeEscapes(text) && (ip === undefined || isIpv6(ip, LOOSE_IPV4));
}

/** True if two digits follow each percent sign. */
function hasWholeEscapes(text: string): boolean {
  return !/%(?![\da-f]{2})/i.test(text);
}

/** Eight groups, or six groups and an IPv4 address. */
const LONGEST_IPV6 = 45;

/** @param tail how the last two groups may be written in the manner of IPv4 */
function isIpv6(text: string, tail: RegExp = IPV4): boolean {
  if (text.length > LONGEST_IPV6) return false;
  const halves = text.replace(/[^:]+$/, (last) => (tail.test(last) ? "0:0" : last)).split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
}

/** The grammar of RFC 3986, appendix A. @param optional `?`: scheme and path may be absent. @param quote a further character of names */
function uriExpression(optional: string, quote: string): RegExp {
  const user = "\\w.~!$&'()*+,;=:%-";
  const path = `${quote}@${user}`;
  const ip = "\\[(v[\\da-f]+\\.[\\w.~!$&'()*+,;=:-]+|(?<ip>[\\da-f:.]+))\\]";
  const authority = `([${user}]*@)?(${ip}|[${quote}\\w.~!$&'()*+,;=%-]*)(:\\d*)?`;
  const rest = `(\\?[/?${path}]*)?(#[/?${path}]*)?`;
  return new RegExp(
    `^([a-z][a-z\\d+.-]*:)${optional}(/?/${authority}(/[/${path}]*)?|/?[${path}][/${path}]*)${optional}${rest}$`,
    "i",
  );
}
