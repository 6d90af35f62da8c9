export const duration = {
    name: "duration",
    text: (text) => /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/.test(text),
};
export const email = {
    name: "email",
    text: (text) => /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d]([a-z\d-]*[a-z\d])?$/i.test(text),
};
export const hostname = {
    name: "hostname",
    text: (text) => /^(?=.{1,253}\.?$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*\.?$/i.test(text),
};
export const uuid = {
    name: "uuid",
    text: (text) => /^(urn:uuid:)?[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
};
export const jsonPointer = { name: "json-pointer", text: (text) => /^(\/([^~/]|~[01])*)*$/.test(text) };
export const relativeJsonPointer = {
    name: "relative-json-pointer",
    text: (text) => /^(0|[1-9]\d*)(#|(\/([^~/]|~[01])*)*)$/.test(text),
};
export const byte = {
    name: "byte",
    text: (text) => /^([a-z\d+/]{4})*([a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i.test(text),
};
export const regex = { name: "regex", text: (text) => !/[^\\]\\Z/.test(text) && isRegExp(text) };
function isRegExp(text) {
    try {
        return new RegExp(text) instanceof RegExp;
    }
    catch {
        return false;
    }
}
