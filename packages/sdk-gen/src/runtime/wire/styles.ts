import { isPlainObject } from "../is-plain-object.js";
import { type Encode, percent, type Style, scalar } from "./serialize-parameter.js";

/** For objects, and for lists with commas. */
export const form: Style = (name, value, explode, encode) => joined(name, value, explode, encode, ",");

/** The style `form`, and the styles that differ from it only in the separator. */
function joined(name: string, value: unknown, explode: boolean, encode: Encode, separator: string): string {
  const members = membersOf(value, explode, encode);
  if (!explode || typeof value !== "object") return `${name}=${members.join(separator)}`;
  return members.map((member) => (isPlainObject(value) ? member : `${name}=${member}`)).join("&");
}

/** For objects. */
export const simple: Style = (_name, value, explode, encode) => membersOf(value, explode, encode).join(",");

/** The encoded members of a list or an object, with `explode` as pairs of name and value. Other values have one member. */
function membersOf(value: unknown, explode: boolean, encode: Encode): string[] {
  const write = (member: unknown): string[] => (member === undefined ? [] : [encode(scalar(member))]);
  if (!isPlainObject(value)) return [value].flat().flatMap(write);
  return Object.entries(value).flatMap(([name, member]) =>
    write(member).flatMap((text) => (explode ? `${encode(name)}=${text}` : [encode(name), text])),
  );
}

/** `;name=value` @see RFC 6570, section 3.2.7 */
export const matrix: Style = (name, value, explode, encode) => {
  const members = membersOf(value, explode, encode);
  if (Array.isArray(value) && explode) return members.map((member) => `;${name}=${member}`).join("");
  if (isPlainObject(value) && explode) return members.map((member) => `;${member}`).join("");
  const text = members.join(",");
  return text === "" && !Array.isArray(value) && !isPlainObject(value) ? `;${name}` : `;${name}=${text}`;
};

/** `.value` @see RFC 6570, section 3.2.5 */
export const label: Style = (_name, value, explode, encode) => {
  const members = membersOf(value, explode, encode);
  return Array.isArray(value) && members.length === 0 ? "" : `.${members.join(explode ? "." : ",")}`;
};

export const spaceDelimited: Style = (name, value, explode, encode) => joined(name, value, explode, encode, "%20");

export const pipeDelimited: Style = (name, value, explode, encode) => joined(name, value, explode, encode, "%7C");

/** `deep[b][c][]=1`: nested brackets, the spelling that most servers read. Objects in lists are numbered, so that their members stay together. */
export const deepObject: Style = (name, value, _explode, encode) => {
  const inside = (prefix: string, member: unknown): string[] => {
    if (member === undefined) return [];
    if (Array.isArray(member))
      return member.flatMap((item, at) => inside(`${prefix}[${isPlainObject(item) ? at : ""}]`, item));
    if (isPlainObject(member))
      return Object.entries(member).flatMap(([key, value]) => inside(`${prefix}[${encode(key)}]`, value));
    return [`${prefix}=${encode(scalar(member))}`];
  };
  return inside(name, value).join("&");
};

/** For parameters whose `content` is JSON. @see OpenAPI 3.1, "Parameter Object" */
export const jsonContent: Style = (name, value, _explode, encode, isForm) =>
  withName(name, encode(JSON.stringify(value) ?? ""), isForm);

/** For parameters whose `content` is another media type. */
export const textContent: Style = (name, value, _explode, encode, isForm) =>
  withName(name, encode(scalar(value)), isForm);

function withName(name: string, text: string, isForm: boolean): string {
  return isForm ? `${name}=${text}` : text;
}

/** The whole query in one parameter: a text, or an object of names and values. @see OpenAPI 3.2, "Parameter Object" */
export const queryString: Style = (_name, value) =>
  typeof value === "string"
    ? value.replace(/^\?/, "")
    : new URLSearchParams(value as Record<string, string>).toString();

/** For parameters with `allowReserved`: keeps reserved characters, except those that would end the value. */
export const reserved: Encode = (text) => encodeURI(text.toWellFormed()).replace(/[#&+]/g, percent);
