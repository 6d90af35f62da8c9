import { isDate, isDateTime, isTime } from "./format-date.js";
import { hasWholeEscapes, isIpv4, isIpv6, isUri, isUriReference } from "./format-uri.js";
/** What the formats of text accept; those that are not here only describe. @see https://spec.openapis.org/registry/format/ */
export const FORMATS = {
    "date-time": (text) => isDateTime(text, true),
    "iso-date-time": (text) => isDateTime(text, false),
    date: isDate,
    time: (text) => isTime(text, true),
    "iso-time": (text) => isTime(text, false),
    duration: like(/^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/),
    email: like(/^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d]([a-z\d-]*[a-z\d])?$/i),
    hostname: like(/^(?=.{1,253}\.?$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*\.?$/i),
    ipv4: isIpv4,
    ipv6: (text) => isIpv6(text),
    uri: isUri,
    // ajv's url is a rule for public web pages: it refuses localhost and private addresses.
    url: isUri,
    "uri-reference": isUriReference,
    "uri-template": (text) => hasWholeEscapes(text) &&
        /^([^\0- "'<>\\^`{|}]|\{[+#./;?&=,!@|]?[\w%]+(:[1-9]\d{0,3}|\*)?(,[\w%]+(:[1-9]\d{0,3}|\*)?)*\})*$/.test(text),
    uuid: like(/^(urn:uuid:)?[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i),
    "json-pointer": like(/^(\/([^~/]|~[01])*)*$/),
    "json-pointer-uri-fragment": (text) => hasWholeEscapes(text) && /^#(\/([\w.!$&'()*+,;:=@%-]|~[01])*)*$/.test(text),
    "relative-json-pointer": like(/^(0|[1-9]\d*)(#|(\/([^~/]|~[01])*)*)$/),
    byte: like(/^([a-z\d+/]{4})*([a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i),
    regex: (text) => !/[^\\]\\Z/.test(text) && isRegExp(text),
};
function like(expression) {
    return (text) => expression.test(text);
}
function isRegExp(text) {
    try {
        return new RegExp(text) instanceof RegExp;
    }
    catch {
        return false;
    }
}
