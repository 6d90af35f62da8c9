import { isPlainObject } from "../is-plain-object.js";
import { form, membersOf, scalar } from "./serialize-parameter.js";
/** `;name=value` @see RFC 6570, section 3.2.7 */
export const matrix = (name, value, explode, encode) => {
    const members = membersOf(value, explode, encode);
    if (Array.isArray(value) && explode)
        return members.map((member) => `;${name}=${member}`).join("");
    if (isPlainObject(value) && explode)
        return members.map((member) => `;${member}`).join("");
    const text = members.join(",");
    return text === "" && !Array.isArray(value) && !isPlainObject(value) ? `;${name}` : `;${name}=${text}`;
};
/** `.value` @see RFC 6570, section 3.2.5 */
export const label = (_name, value, explode, encode) => {
    const members = membersOf(value, explode, encode);
    return Array.isArray(value) && members.length === 0 ? "" : `.${members.join(explode ? "." : ",")}`;
};
export const spaceDelimited = (name, value, explode, encode) => form(name, value, explode, encode, "%20");
export const pipeDelimited = (name, value, explode, encode) => form(name, value, explode, encode, "%7C");
/** `deep[b][c][]=1`: brackets all the way, the one spelling that servers agree on; objects in lists by number, so that their members stay together. */
export const deepObject = (name, value, _explode, encode) => {
    const inside = (prefix, member) => {
        if (member === undefined)
            return [];
        if (Array.isArray(member))
            return member.flatMap((item, at) => inside(`${prefix}[${isPlainObject(item) ? at : ""}]`, item));
        if (isPlainObject(member))
            return Object.entries(member).flatMap(([key, value]) => inside(`${prefix}[${encode(key)}]`, value));
        return [`${prefix}=${encode(scalar(member))}`];
    };
    return inside(name, value).join("&");
};
