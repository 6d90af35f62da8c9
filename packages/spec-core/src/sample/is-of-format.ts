import { strictFormats } from "../schema/validate/formats.js";

/** True if the value has the format, or if the format is unknown or of another type. */
export function isOfFormat(format: string | undefined, type: "string" | "number", value: string | number): boolean {
  const check = format === undefined ? undefined : strictFormats().get(format);
  return check?.type !== type || check.test(value);
}
