import { DescriptionError } from "./description-error.js";

/** What is nested without end overflows whichever walk comes to it first. */
export function isOverflow(error: unknown): error is RangeError {
  return error instanceof RangeError && error.message.includes("call stack");
}

/** @param name of the file */
export function tooDeep(name: string, cause?: RangeError): DescriptionError {
  return new DescriptionError(
    "DESCRIPTION_TOO_LARGE",
    `${name} is nested too deeply to be read.`,
    { file: name, pointer: "" },
    { hint: "Put inner schemas under components, and refer to them.", ...(cause && { cause }) },
  );
}
