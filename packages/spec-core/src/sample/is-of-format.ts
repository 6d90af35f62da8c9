import { strictFormats } from "../schema/formats.js";

/** Is the value, which is of type `type`, of that format? A format nobody knows, or for another type, refuses nothing. */
export function isOfFormat(format: string | undefined, type: "string" | "number", value: string | number): boolean {
  const check = format === undefined ? undefined : strictFormats().get(format);
  return check?.type !== type || check.test(value);
}
