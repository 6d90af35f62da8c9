import { DescriptionError, type SourceLocation } from "./description-error.js";

/** `DESCRIPTION_TOO_LARGE`: the description exceeds one of our limits. Real descriptions are far below them. */
export function tooLarge(location: SourceLocation, message: string, hint: string, cause?: unknown): DescriptionError {
  return new DescriptionError("DESCRIPTION_TOO_LARGE", message, location, {
    hint,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The stack overflows in whichever function first walks a value that is nested without end. */
export function isOverflow(error: unknown): error is RangeError {
  return error instanceof RangeError && error.message.includes("call stack");
}

/** @param name of the file */
export function tooDeep(name: string, cause?: RangeError): DescriptionError {
  return tooLarge(
    { file: name, pointer: "" },
    `${name} is nested too deeply to be read.`,
    "Put inner schemas under components and refer to them; make what holds itself, or a long row of others, optional.",
    cause,
  );
}

/**
 * Runs work on a whole description. Turns a stack overflow into an error: something is nested more deeply than any
 * limit covers.
 * @param name of the description
 * @throws DescriptionError `DESCRIPTION_TOO_LARGE` in place of the overflow
 */
export async function withinStack<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isOverflow(error) ? tooDeep(name, error) : error;
  }
}
