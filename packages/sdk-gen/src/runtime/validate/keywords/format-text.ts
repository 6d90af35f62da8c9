import type { Format } from "../keyword.js";

export const duration: Format = {
  name: "duration",
  said: "a duration such as P1DT12H",
  text: (text) => /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/.test(text),
};
export const email: Format = {
  name: "email",
  said: "an email address",
  text: (text) =>
    /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d]([a-z\d-]*[a-z\d])?$/i.test(
      text,
    ),
};
export const hostname: Format = {
  name: "hostname",
  said: "a host name",
  text: (text) =>
    /^(?=.{1,253}\.?$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*\.?$/i.test(text),
};
export const uuid: Format = {
  name: "uuid",
  said: "a UUID",
  text: (text) => /^(urn:uuid:)?[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
};
export const jsonPointer: Format = {
  name: "json-pointer",
  said: "a JSON pointer",
  text: (text) => /^(\/([^~/]|~[01])*)*$/.test(text),
};
export const relativeJsonPointer: Format = {
  name: "relative-json-pointer",
  said: "a relative JSON pointer",
  text: (text) => /^(0|[1-9]\d*)(#|(\/([^~/]|~[01])*)*)$/.test(text),
};
export const byte: Format = {
  name: "byte",
  said: "text in base64",
  text: (text) => /^([a-z\d+/]{4})*([a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i.test(text),
};
export const regex: Format = {
  name: "regex",
  said: "a regular expression",
  text: (text) => !/[^\\]\\Z/.test(text) && isRegExp(text),
};

function isRegExp(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
