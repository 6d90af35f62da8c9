import { parameterNamed } from "../parameters-of.js";
import { typesOf } from "./fields.js";
/** A number as the list's parameter takes it: some descriptions declare page numbers and sizes as texts. */
export function parameterValue({ operation }, name, value) {
    const spec = parameterNamed(operation, name);
    const types = spec?.schema === undefined ? new Set() : typesOf(spec.schema);
    return types.has("string") && !types.has("integer") && !types.has("number") ? String(value) : value;
}
