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
    {
      hint: "Put inner schemas under components and refer to them; make what holds itself, or a long row of others, optional.",
      ...(cause && { cause }),
    },
  );
}

/**
 * Does what walks all of a description. What overflows there is nested without end in a way that no limit knew.
 * @param name of the description
 * @throws DescriptionError `DESCRIPTION_TOO_LARGE` in the overflow's stead
 */
export async function withinStack<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isOverflow(error) ? tooDeep(name, error) : error;
  }
}
